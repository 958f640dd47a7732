"""Twenty minutes of players coming and going: tables open, are played, left, resumed, closed; memory stays level."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from pathlib import Path

import pytest

from housu.client import Client, ClientError
from tests.server.harness import serving

MINUTES = float(os.environ.get("HOUSU_SOAK_MINUTES", "20"))
PEOPLE = 40


def memory(pid: int) -> float:
    """In MiB."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) / 256


async def visitor(url: str, rng: random.Random, until: float, counted: dict[str, int]) -> None:
    """Opens tables, plays a while against bots, drops the line, comes back, leaves, or stays to the end."""
    async with Client(url) as client:
        while time.monotonic() < until:
            with contextlib.suppress(ClientError, TimeoutError):
                rules = rng.choice(("pagat", "poytapaska", "zalupa", "two-packs"))
                table = await client.open(name="P", rules=rules, seats=4, start=True)
                counted["tables"] += 1
                for _ in range(rng.randint(1, 4)):
                    async with client.at(table) as place, client.at(table, token=""):
                        for _ in range(rng.randint(1, 25)):
                            view = await place.my_turn(20)
                            if view is None:
                                break
                            await place.act(rng.choice(view["legal"]))
                            counted["actions"] += 1
                            await asyncio.sleep(0.02)
                        if rng.random() < 0.3:
                            await place.command("close" if rng.random() < 0.7 else "leave")
                            break
                await client.get(f"t/{table}")


async def visits(server, counted: dict[str, int]) -> list[float]:
    """The memory at the end of each tenth of the time."""
    until = time.monotonic() + 60 * MINUTES
    tasks = [
        asyncio.create_task(visitor(server.url, random.Random(n), until, counted)) for n in range(PEOPLE)
    ]
    measured = []
    for _ in range(10):
        await asyncio.sleep(6 * MINUTES)
        measured.append(memory(server.pid))
    await asyncio.gather(*tasks)
    return measured


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_soak_memory_is_level_while_people_come_and_go(tmp_path):
    from housu.server.rooms_house import Keeping

    # Tables that are left go from memory soon, so that twenty minutes show what days would.
    keeping = Keeping(unload=20.0)
    counted = {"tables": 0, "actions": 0}
    with serving(database=f"sqlite:///{tmp_path}/t.db", keeping=keeping) as server:
        measured = asyncio.run(visits(server, counted))
    print(counted, [round(size, 1) for size in measured])
    assert counted["actions"] > 50 * MINUTES
    # After the first third, what is loaded at once is loaded.
    assert measured[-1] < 1.15 * max(measured[2:5]) + 5
