"""`housu.client`: bots over the net, commands, what it says when the server says no; and the command that serves."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request

import pytest

from housu.client import Client, ClientError, Gone, Refused, play
from tests.server.harness import serving


def test_bots_play_over_the_net():
    """Two remote bots, each with a client of its own, and a host who plays by the first legal action."""

    async def game(url: str) -> None:
        async with Client(url) as host:
            table = await host.open(name="Host", rules="zalupa", seats=4)
            async with host.at(table) as place:
                bots = [asyncio.create_task(play(url, table, f"bot{n}", "greedy", deals=2)) for n in range(2)]
                await place.until(lambda: sum(bool(seat.get("name")) for seat in place.table["seats"]) == 3)
                await place.start()
                for deal in range(2):
                    while (view := await place.my_turn()) is not None:
                        await place.act(view["legal"][0])
                    if not deal:
                        await place.again()
                        await place.until(lambda: place.table["status"] == "playing")
                for info in await asyncio.gather(*bots):
                    assert info["deal"] == 1
                    assert info["status"] == "between"

    with serving() as server:
        asyncio.run(asyncio.wait_for(game(server.url), 60))


def test_what_is_not_answered_in_time_says_so():
    async def cut_off(server):
        async with Client(server.url) as client:
            table = await client.open(name="A", seats=2)
            async with client.at(table) as place:
                await asyncio.to_thread(server.stop)
                with pytest.raises(TimeoutError):
                    await place.ask("start", seconds=0.5)

    with serving() as server:
        asyncio.run(asyncio.wait_for(cut_off(server), 60))


def test_what_the_client_says_when_the_server_says_no():
    async def errors(url: str) -> None:
        async with Client(url) as client:
            with pytest.raises(ClientError) as error:
                await client.open(name="A", rules="nothing")
            assert (error.value.key, error.value.status) == ("error.rules.unknown_name", 400)
            with pytest.raises(Gone) as gone:
                async with client.at("nothing"):
                    pass
            assert gone.value.code == 4002
            table = await client.open(name="A", seats=2)
            async with client.at(table) as place:
                with pytest.raises(Refused) as refused:
                    await place.act("3c")
                assert refused.value.key == "refusal.over"
                async with client.at(table) as other:
                    assert other.you == 0
                    with pytest.raises(Gone):
                        await place.until(lambda: False, 10)
                    assert place.gone == 4003
        with pytest.raises(ClientError, match="failed"):
            await Client("http://127.0.0.1:9").get("api/rules")

    with serving() as server:
        asyncio.run(asyncio.wait_for(errors(server.url), 60))


def test_the_command_serves_says_where_and_stops_in_good_order(tmp_path):
    environment = {
        **os.environ,
        "HOUSU_DATABASE": f"sqlite:///{tmp_path}/t.db",
        "HOUSU_PORT": "0",
        "HOUSU_PATH": "/h/",
    }
    command = [sys.executable, "-c", "import sys; from housu.server.main import serve; sys.exit(serve())"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Housu is at http://127.0.0.1:")
        url = line.split()[3]
        assert url.endswith("/h/")
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"{url}healthz", timeout=5) as answer:  # noqa: S310 - our own
                    assert answer.status == 200
                break
            except OSError:
                time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert (tmp_path / "t.db").exists()
