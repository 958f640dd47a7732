"""How soon a table is there, on a slow phone far away: CPU four times slower, 150 ms for a round trip."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from tests.browser.conftest import Server, Visit
from tests.browser.playing import my_moment, start_against_bots

pytestmark = [pytest.mark.browser, pytest.mark.soak]

RUNS = 9
BOUND_MS = 600


def test_first_view(server: Server, visit: Visit) -> None:
    """The best of some loads, for what else the machine does only adds to them; nothing is cached."""
    page: Any = visit(server.url, locale="ru")
    start_against_bots(page, "pagat")
    my_moment(page)
    address = page.url
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    far = {"offline": False, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1}
    line.send("Network.emulateNetworkConditions", far)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    times = []
    for _ in range(RUNS):
        page.goto("about:blank")
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => performance.getEntriesByName('first-view').length", polling=100)
        times.append(page.evaluate("performance.getEntriesByName('first-view')[0].startTime"))
    print(f"first view of a table: best {min(times):.0f} ms, median {statistics.median(times):.0f} ms")
    assert min(times) <= BOUND_MS, times
