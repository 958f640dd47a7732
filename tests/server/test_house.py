"""All tables together: restarts, reconnects of everybody at every stage, putting away, expiry, and what is kept then."""

from __future__ import annotations

import json

import pytest

from housu.record import Record
from housu.server import protocol as p
from housu.server.protocol_http import NewTable
from housu.server.rooms_commands import Refuse
from housu.server.rooms_house import DAY, Keeping, nameless
from housu.server.rooms_time import Pace
from housu.server.security import new_token
from tests.server.harness import FaultyStore, Person, World, play_out, run, status

STAGES = ("lobby", "shuffling", "playing", "between", "closed")


async def at_stage(world: World, stage: str):
    """A table of two people and a bot that has come so far."""
    room, persons = await world.table(2, public=True)
    if stage != "lobby":
        await persons[0].do(p.Start)
    if stage not in ("lobby", "shuffling"):
        for person in persons:
            await person.say(p.Nonce(deal=0, nonce="0a" * 32))
    if stage in ("between", "closed"):
        await play_out(room, persons)
    if stage == "closed":
        await persons[0].do(p.Close)
    assert status(room) == stage
    return room, persons


def shown(state):
    """A state without what is of the moment: who is here."""
    clean = json.loads(json.dumps(state))
    for seat in clean["table"]["seats"]:
        seat.pop("here", None)
    clean.pop("missed", None)
    clean.pop("spectators", None)
    return clean


@pytest.mark.parametrize("stage", STAGES)
@run
async def test_everybody_is_back_after_a_restart(stage):
    """Host, player and spectator, whatever was going on: the same version, the same view, the same seat."""
    world = World()
    room, persons = await at_stage(world, stage)
    spectator = await Person(room).hello()
    for person in persons:
        await person.say(p.Sync())
    before = [shown(person.last("state")) for person in (*persons, spectator)]
    again = World(world.store)
    again.now = world.now + 5
    await again.house.start()
    back = await again.house.find(room.table.id)
    assert back is not None
    people = [
        await Person(back, token).hello(seen=room.table.v) for token in (*(x.token for x in persons), "")
    ]
    assert [shown(person.last("state")) for person in people] == before
    assert all(person.last("state")["missed"] == [] for person in people)
    if stage == "playing":
        actor = people[back.table.to_act or 0]
        assert (await actor.act(actor.view["legal"][0]))["t"] == "done"
    if stage == "lobby":
        assert (await people[0].do(p.Start))["t"] == "done"
    if stage == "shuffling":
        for person in people[:2]:
            await person.say(p.Nonce(deal=0, nonce="0b" * 32))
        assert status(back) == "playing"


@pytest.mark.parametrize("stage", STAGES)
@run
async def test_everybody_comes_back_alone_at_every_stage(stage):
    world = World()
    room, persons = await at_stage(world, stage)
    for number, person in enumerate(persons):
        await person.leave_page()
        back = await Person(room, person.token).hello()
        state = back.last("state")
        assert state["you"] == number
        assert state["table"]["seats"][number]["here"]
    stranger = await Person(room).hello()
    assert "you" not in stranger.last("state")
    assert (stranger.last("state").get("view") or {}).get("seat") is None


@run
async def test_a_public_table_is_listed_again_after_a_restart():
    world = World()
    room, persons = await at_stage(world, "lobby")
    again = World(world.store)
    await again.house.start()
    assert list(again.house.rooms) == [room.table.id]
    assert again.house.open_tables == 1
    assert again.house.listed() == []
    await Person(again.house.rooms[room.table.id], persons[0].token).hello()
    assert again.house.listed() == []  # both seats are taken


@run
async def test_tables_where_nobody_is_leave_memory_and_come_back():
    world = World()
    room, persons = await at_stage(world, "playing")
    view = room.table.view(1)
    for person in persons:
        await person.leave_page()
    world.now += world.house.keeping.unload - 1
    await world.house.sweep()
    assert world.house.rooms
    world.now += 2
    await world.house.sweep()
    assert not world.house.rooms
    again = await world.house.find(room.table.id)
    assert again is not None
    assert again.table.view(1) == view
    assert await world.house.find("nothing") is None


@run
async def test_idle_tables_close_and_are_forgotten_but_for_nameless_records():
    world = World()
    room, persons = await at_stage(world, "between")
    await persons[0].leave_page()
    table = room.table.id
    world.now += world.house.keeping.idle + 1
    await world.house.sweep()
    assert status(room) == "between"  # somebody is there
    await persons[1].leave_page()
    await world.house.sweep()
    assert status(room) == "closed"
    assert world.house.open_tables == 0
    (record,) = await world.house.records(table)
    assert record.seats == ["A", "B"]
    world.now += world.house.keeping.finished + 1
    await world.house.sweep()
    assert await world.store.entries(table) == []
    assert await world.house.find(table) is None
    (record,) = await world.house.records(table)
    assert record.seats == ["seat 0", "seat 1"]
    assert record.date is None
    assert Record.loads(record.dumps()).deals


@run
async def test_who_comes_when_an_idle_table_is_about_to_close_finds_its_time_running():
    world = World(pace=Pace(bot=5.0))
    room, persons = await world.playing(2)
    for person in persons:
        await person.leave_page()
    world.now += world.house.keeping.idle + 1
    turn = room.table.to_act
    assert turn is not None
    back = Person(room, persons[1 - turn].token)
    room.post(lambda: room.attach(back, None))
    await world.house.sweep()
    assert room.table.seats[turn].away  # a bot plays on, soon
    assert room._timer is not None


@run
async def test_nothing_is_kept_where_nothing_is_to_be_kept():
    world = World()
    world.house.keeping = Keeping(records=False, finished=1.0)
    room, persons = await at_stage(world, "closed")
    for person in persons:
        await person.leave_page()
    world.now += DAY
    await world.house.sweep()
    assert await world.house.records(room.table.id) == []


@run
async def test_there_is_an_end_to_tables():
    world = World()
    world.house.keeping = Keeping(tables=2)
    for _ in range(2):
        await world.house.open(NewTable(), new_token())
    with pytest.raises(Refuse, match="too_many_tables"):
        await world.house.open(NewTable(), new_token())


@run
async def test_a_table_that_cannot_be_read_is_told_so_and_is_there_later():
    store = FaultyStore(World().store)
    world = World(store)
    room, persons = await at_stage(world, "playing")
    room.broken = True
    store.fail_reads = True
    late = await Person(room, persons[0].token).hello()
    assert late.closed == (4007, "storage")
    store.fail_reads = False
    assert (await Person(room, persons[0].token).hello()).last("state")["you"] == 0


def test_bots_keep_their_names():
    record = Record("pagat", ["Aino", "greedy"], bots=["", "greedy"])
    assert nameless(record).seats == ["seat 0", "greedy"]
