"""A client of Housu servers: for tests, and for bots that play over the net.

    async with Client("http://127.0.0.1:8000") as client:
        table = await client.open(rules="pagat", seats=4, name="Aino", bots=3)
        async with client.at(table) as place:
            await place.start()
            while (view := await place.my_turn()) is not None:
                await place.act(view["legal"][0])

It needs the package `websockets` (the extra `server`). The protocol is described in docs/protocol.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import urllib.error
import urllib.request
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

PROTOCOL = 1
FINAL = {1009, 4000, 4001, 4002, 4003, 4008}
"""Close codes after which reconnecting would be wrong or vain."""

QUIET_SECONDS = 25.0
HTTP_SECONDS = 10.0


class ClientError(Exception):
    """The server said no: `key` and `data` name a text of the catalogue, `status` is HTTP's."""

    def __init__(self, key: str, data: dict[str, Any] | None = None, status: int = 0) -> None:
        super().__init__(f"{key} {data or ''}".strip())
        self.key = key
        self.data = data or {}
        self.status = status


class Refused(ClientError):  # noqa: N818 - an answer rather than an error
    """A command was refused and changed nothing; `clause` names the clause of the rules, if it was one."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(message["key"], message.get("data"))
        self.clause: str = message.get("clause", "")


class Gone(ClientError):  # noqa: N818 - as Refused
    """The connection has ended for good; `code` says why (docs/protocol.md, Close codes)."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed {code}")
        self.code = code


class Client:
    """A player: a server's address and the token that the player is known by there."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token

    async def __aenter__(self) -> Self:
        if not self.token:
            self.token = (await self.post("api/player"))["token"]
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def get(self, path: str) -> Any:
        """What the server answers to GET: JSON as what it is, else text. Raises ClientError."""
        return await asyncio.to_thread(self._ask, path, None)

    async def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the server answers to POST. Raises ClientError."""
        return await asyncio.to_thread(self._ask, path, body or {})

    async def open(self, **wanted: Any) -> str:
        """Opens a table (docs/protocol.md, NewTable) and returns its id. Raises ClientError."""
        return str((await self.post("api/tables", wanted))["table"])

    def at(self, table: str, **how: Any) -> Place:
        """A connection to a table; enter it with `async with`."""
        return Place(self, table, **how)

    def _ask(self, path: str, body: dict[str, Any] | None) -> Any:
        request = urllib.request.Request(  # noqa: S310 - the user's own address
            f"{self.url}/{path}",
            None if body is None else json.dumps(body).encode(),
            {"authorization": f"Bearer {self.token}"} if self.token else {},
        )
        try:
            with urllib.request.urlopen(request, timeout=HTTP_SECONDS) as answer:  # noqa: S310 - as above
                text = answer.read().decode()
                return json.loads(text) if "json" in answer.headers["content-type"] else text
        except urllib.error.HTTPError as error:
            with error:
                try:
                    said = json.loads(error.read())
                    raise ClientError(said["key"], said["data"], error.code) from None
                except (ValueError, KeyError, TypeError):
                    raise ClientError("ui.page.error", status=error.code) from None
        except OSError as error:
            raise ClientError("ui.connection.failed", {"reason": str(error)}) from error


class Place:
    """A table as one viewer sees it, kept up to date; reconnects, and sends again what was not answered.

    `v`, `table`, `view`, `you` are as the last `state` and `update` left them. `listen` may be given to see every
    message that comes in.
    """

    def __init__(
        self,
        client: Client,
        table: str,
        token: str | None = None,
        listen: Callable[[dict[str, Any]], None] | None = None,
        reconnect: bool = True,
        nonces: bool = True,
    ) -> None:
        self.client = client
        self.id = table
        self.v = 0
        self.you: int | None = None
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.missed: list[dict[str, Any]] | None = None
        self.gone: int | None = None
        self.connections = 0
        self.nonce = ""
        self._token = client.token if token is None else token
        self._listen = listen
        self._reconnect = reconnect
        self._nonces = nonces
        self._socket: Any = None
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.get_running_loop().create_task(self._run())
        await self.until(lambda: bool(self.table))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reconnect = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # What a player does

    async def act(self, action: str) -> int:
        """Does an action and returns the version that holds it. Raises Refused and Gone."""
        return await self.command("act", action=str(action))

    async def join(self, name: str, seat: int | None = None) -> int:
        """Sits down. Raises Refused and Gone."""
        return await self.command("join", name=name, seat=seat)

    async def start(self) -> int:
        """Starts the match. Raises Refused and Gone."""
        return await self.command("start")

    async def again(self) -> int:
        """Asks for the next deal. Raises Refused and Gone."""
        return await self.command("again")

    async def command(self, kind: str, **fields: Any) -> int:
        """Any command; returns the version in which it was done, once this place has seen it. Raises Refused and Gone."""
        v = int((await self.ask(kind, **fields)).get("v", self.v))
        await self.until(lambda: self.v >= v)
        return v

    async def ask(
        self,
        kind: str,
        id: str | None = None,  # noqa: A002 - the protocol's word
        v: int | None = None,
        seconds: float = 60.0,
        **fields: Any,
    ) -> dict[str, Any]:
        """Any command and the message that answers it. Raises Refused, Gone, and TimeoutError when it takes too long.

        What took too long may have been done all the same: asked again with the same `id`, it is not done twice.
        """
        name = id or secrets.token_hex(8)
        message = {"t": kind, "id": name, "v": self.v if v is None else v, **fields}
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[name] = message, answer
        await self.send(message)
        if self.gone is not None:
            raise Gone(self.gone)
        try:
            async with asyncio.timeout(seconds):
                said = await answer
        finally:
            self._waiting.pop(name, None)
        if said["t"] == "refused":
            raise Refused(said)
        return said

    async def send(self, message: dict[str, Any]) -> None:
        """Sends a message as it is; when there is no connection now, a command goes out with the next one."""
        socket = self._socket
        if socket is not None:
            with contextlib.suppress(OSError, _closed()):
                await socket.send(json.dumps(message))

    async def until(self, there: Callable[[], bool], seconds: float = 60.0) -> None:
        """Waits until something holds. Raises Gone when the connection ends for good, TimeoutError when it takes too long."""
        async with asyncio.timeout(seconds):
            while not there():
                if self.gone is not None:
                    raise Gone(self.gone)
                self._changed.clear()
                await self._changed.wait()

    async def my_turn(self, seconds: float = 60.0) -> dict[str, Any] | None:
        """Waits for this seat's turn and returns the view, or None when the deal is over. Raises as `until`."""
        await self.until(
            lambda: (
                self.table["status"] in ("between", "closed") or bool(self.view and self.view.get("legal"))
            ),
            seconds,
        )
        return None if self.table["status"] in ("between", "closed") else self.view

    # What comes in

    async def _run(self) -> None:
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake

        address = f"ws{self.client.url.removeprefix('http')}/ws"
        tries = 0
        while self.gone is None:
            code = 1006
            try:
                async with connect(address, compression=None, ping_interval=None, proxy=None) as socket:
                    self._socket = socket
                    tries = 0
                    await self._talk(socket)
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else 1006
            except (OSError, InvalidHandshake, TimeoutError):
                pass
            self._socket = None
            if code in FINAL or not self._reconnect:
                self._end(code)
                return
            # More than one client will want to come back after a restart: not all at once.
            await asyncio.sleep(min(5.0, 0.05 * 2**tries) * random.uniform(0.5, 1.0))  # noqa: S311
            tries += 1

    async def _talk(self, socket: Any) -> None:
        self.connections += 1
        hello: dict[str, Any] = {"t": "hello", "protocol": PROTOCOL, "table": self.id}
        if self._token:
            hello["token"] = self._token
        if self.table:
            hello["seen"] = self.v
        await socket.send(json.dumps(hello))
        while True:
            try:
                async with asyncio.timeout(QUIET_SECONDS):
                    text = await socket.recv()
            except TimeoutError:
                await socket.send('{"t":"ping"}')
                async with asyncio.timeout(QUIET_SECONDS):
                    text = await socket.recv()
            await self._take(json.loads(text))

    async def _take(self, message: dict[str, Any]) -> None:
        if self._listen is not None:
            self._listen(message)
        match message["t"]:
            case "state":
                self.v = message["v"]
                self.table = message["table"]
                self.you = message.get("you")
                self.view = message.get("view")
                self.events = message.get("events", [])
                self.missed = message.get("missed")
                for waiting, _ in list(self._waiting.values()):
                    await self.send(waiting)
            case "update":
                if message["v"] != self.v + 1:
                    await self.send({"t": "sync"})
                    return
                self.v = message["v"]
                self.table = message.get("table", self.table)
                if message.get("view") is not None:
                    self.view = message["view"]
                if message["what"] == "dealt":
                    self.events = []
                self.events += message.get("events", ())
            case "presence":
                for seat, here in zip(self.table["seats"], message["here"], strict=False):
                    seat["here"] = here
            case "done" | "refused" | "hinted" | "code":
                _, answer = self._waiting.get(message["id"], (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
        await self._give_nonce()
        self._changed.set()

    async def _give_nonce(self) -> None:
        """The player's part of the shuffle, once for each commitment."""
        table = self.table
        fair = table.get("fair") or {}
        if not self._nonces or self.you is None or table.get("status") != "shuffling":
            return
        if fair["commitment"] != self.nonce.partition(" ")[0]:
            self.nonce = f"{fair['commitment']} {secrets.token_hex(32)}"
        await self.send({"t": "nonce", "deal": table.get("deal", 0), "nonce": self.nonce.partition(" ")[2]})

    def _end(self, code: int) -> None:
        self.gone = code
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(Gone(code))
        self._changed.set()


def _closed() -> type[Exception]:
    from websockets.exceptions import ConnectionClosed

    return ConnectionClosed


async def play(url: str, table: str, name: str, bot: str = "greedy", deals: int = 1) -> dict[str, Any]:
    """Sits down at a table and lets a bot play so many deals there; returns the table at the end.

    Raises ClientError, and HousuError for an unknown bot.
    """
    from housu import bots

    mind = bots.make(bot)
    async with Client(url) as client, client.at(table) as place:
        await place.join(name)
        for number in range(deals):
            if number:
                await place.again()
            await place.until(lambda number=number: place.table.get("deal", 0) >= number)  # type: ignore[misc]
            await place.until(lambda: place.table["status"] == "playing", 3600.0)
            while (view := await place.my_turn(3600.0)) is not None:
                with contextlib.suppress(Refused):
                    await place.act(mind.choose(view))
        return place.table
