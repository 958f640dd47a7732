"""Hints at a table: what they say, who gets them, and that thinking about one keeps nobody waiting."""

from __future__ import annotations

import asyncio

from housu.server import protocol as p
from housu.text import has
from tests.server.harness import QUICK, FirstLegal, Person, World, run, settled, status, turn_of


async def agreed(world, people=2, **wanted):
    """A deal between people who have all agreed to hints."""
    room, persons = await world.playing(people, **wanted)
    for person in persons:
        assert (await person.do(p.Agree, hints=True))["t"] == "done"
    return room, persons


@run
async def test_a_hint_says_what_was_considered_and_why_to_whose_turn_it_is():
    room, persons = await agreed(World())
    turn = turn_of(room)
    hinted = await persons[turn].do(p.Hint)
    legal = persons[turn].view["legal"]
    advice = hinted["advice"]
    assert advice["action"] in legal
    assert sorted(one["action"] for one in advice["considered"]) == sorted(legal)
    assert has(advice["key"])
    assert hinted["v"] == room.table.deal_v
    assert (await persons[1 - turn].do(p.Hint))["key"] == "ui.room.not_now"
    assert not [m for m in persons[1 - turn].said if m["t"] == "hinted"], "others are told nothing of it"


@run
async def test_who_plays_bots_alone_needs_no_leave_and_the_host_may_forbid_hints():
    for hints in (True, False):
        world = World(pace=QUICK)
        room = await world.open("t" * 43, seats=3, name="A", start=True, hints=hints)
        person = await Person(room, "t" * 43).hello()
        while room.table.to_act != 0:
            await world.pass_time(room, 1)
        info = person.last("state")["table"]
        assert info.get("hints", False) is hints
        assert not info.get("ask_hints", False)
        answer = await person.do(p.Hint)
        assert answer["t"] == ("hinted" if hints else "refused")
        if not hints:
            assert answer["key"] == "ui.room.no_hints"
            assert (await person.do(p.Agree, hints=True))["key"] == "ui.room.no_hints"


@run
async def test_people_get_hints_while_all_of_them_agree():
    world = World()
    room, persons = await world.playing(3)
    turn = turn_of(room)

    async def key() -> str | None:
        answer = await persons[turn].do(p.Hint)
        return answer.get("key")

    assert persons[0].last("update")["table"]["ask_hints"]
    for person in persons:
        assert await key() == "ui.room.hints_wait"
        assert (await person.do(p.Agree, hints=True))["t"] == "done"
        assert persons[1].last("update")["what"] == "agreed"
    assert persons[2].last("update")["table"]["hints"]
    assert await key() is None
    await persons[1].do(p.Agree, hints=False)
    assert "hints" not in persons[2].last("update")["table"]
    assert await key() == "ui.room.hints_wait"
    spectator = await Person(room).hello()
    assert (await spectator.do(p.Agree, hints=True))["key"] == "ui.room.not_yours"
    assert (await spectator.do(p.Hint))["key"] == "ui.room.hints_wait"
    # It is kept, and a player who is away has not agreed for that.
    await persons[(turn + 1) % 3].leave_page()
    assert await key() == "ui.room.hints_wait"
    world.house.rooms.clear()
    again = await world.house.find(room.table.id)
    assert again is not None
    assert [seat.hints for seat in again.table.seats] == [True, False, True]


@run
async def test_who_sits_down_has_not_agreed_to_anything():
    world = World()
    room, (a, b) = await world.table(2)
    await a.do(p.Agree, hints=True)
    await b.do(p.Agree, hints=True)
    assert room.table.hints
    await b.do(p.Leave)
    await b.do(p.Join, name="B", seat=1)
    assert not room.table.hints


class Slow(FirstLegal):
    """Thinks about a hint until it is let go, and counts."""

    def __init__(self):
        super().__init__()
        self.asked = 0
        self.go = asyncio.Event()
        self.fail = False

    async def advise(self, view, events):
        self.asked += 1
        await self.go.wait()
        if self.fail:
            raise RuntimeError("bug")
        return await super().advise(view, events)


@run
async def test_a_hint_under_way_keeps_nobody_waiting_and_is_thought_of_once():
    slow = Slow()
    room, persons = await agreed(World(bots=slow))
    turn = turn_of(room)
    player = persons[turn]
    for number in range(5):
        message = p.Hint(id=f"h{number}", v=player.v)
        room.post(lambda message=message: room.receive(player, message))
    for _ in range(20):
        await asyncio.sleep(0)
    assert slow.asked == 1
    # The table goes on; `settled` would wait for the thinking, too.
    action = player.view["legal"][0]
    room.post(lambda: room.receive(player, p.Act(id="act", v=player.v, action=action)))
    while room._running is not None:  # noqa: ASYNC110 - the room tells nobody
        await asyncio.sleep(0)
    assert player.last("done")["id"] == "act"
    slow.go.set()
    await settled(room)
    hints = [m for m in player.said if m["t"] == "hinted"]
    assert [m["id"] for m in hints] == [f"h{number}" for number in range(5)]
    assert all(m["v"] < player.v for m in hints)
    assert status(room) == "playing"


@run
async def test_where_no_bot_can_say_the_player_is_told_so():
    slow = Slow()
    slow.go.set()
    slow.fail = True
    room, persons = await agreed(World(bots=slow))
    answer = await persons[turn_of(room)].do(p.Hint)
    assert (answer["t"], answer["key"]) == ("refused", "ui.hint.none")

    async def nothing(view, events):
        return None

    room, persons = await agreed(World(bots=slow))
    room.thinker.advise = nothing
    assert (await persons[turn_of(room)].do(p.Hint))["key"] == "ui.hint.none"
