"""A real server and a real browser, and pages that fail the test when their console shows an error."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 800}


class Server:
    """A server in a process of its own, which can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path, bot_pause: float, path: str = "/") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}{path}"
        database = f"sqlite:///{folder / 'tables.sqlite3'}"
        self.program = (
            "import sys; from housu.server.main import serve; "
            f"sys.exit(serve(port={self.port}, database={database!r}, "
            f"bot_pause={bot_pause}, path={path!r}, log_level='warning', environ={{}}))"
        )
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen((sys.executable, "-c", self.program), stdout=log, stderr=log)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.log.read_text()
            try:
                urllib.request.urlopen(f"{self.url}healthz", timeout=2).close()  # noqa: S310 - our own
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"no server: {self.log.read_text()}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None


def _serve(folder: Path, bot_pause: float) -> Iterator[Server]:
    server = Server(folder, bot_pause)
    server.start()
    yield server
    server.stop(signal.SIGKILL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots hardly pause, so that whole deals are quick.

    One a module: it counts the tables that an address opens, and all the tests are one address.
    """
    yield from _serve(tmp_path_factory.mktemp("server"), 0.01)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, which it may stop."""
    yield from _serve(tmp_path, 0.05)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One a module: while it lives, its event loop runs, and tests of other modules have loops of their own."""
    with playwright.sync_playwright() as player:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = player.chromium.launch(executable_path=chromium, headless=True, args=list(ARGUMENTS))
        yield browser
        browser.close()


Visit = Callable[..., Any]


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Makes a page in a browser profile of its own: `visit(url, locale="fi", size=PHONE, quiet=True, **context)`.

    With `quiet` anything on the console, and any error of the page, fails the test when it ends.
    """
    contexts: list[Any] = []
    loud: list[str] = []

    def make(
        url: str, locale: str = "en", size: dict[str, int] = PHONE, quiet: bool = True, **options: Any
    ) -> Any:
        touch = {"has_touch": True, "is_mobile": True} if size["width"] < 700 else {}
        context = browser.new_context(locale=locale, viewport=size, **touch, **options)
        context.set_default_timeout(25_000)
        contexts.append(context)
        page = context.new_page()
        if quiet:
            page.on("console", lambda message: loud.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: loud.append(str(error)))
        page.goto(url)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not loud, loud
