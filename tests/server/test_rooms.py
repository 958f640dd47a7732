"""Tables without a web: who may do what, what is answered, who is told, and what time brings about."""

from __future__ import annotations

import asyncio
import functools
import json
import random

import pytest

import housu
from housu.record import Record
from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.server.protocol_http import NewTable
from housu.server.rooms import Table
from housu.server.rooms_commands import Refuse
from housu.server.rooms_house import key_for
from housu.server.security import new_token
from housu.server.store import MemoryStore
from tests.server.harness import (
    QUICK,
    FaultyStore,
    FirstLegal,
    Person,
    World,
    play_out,
    run,
    settled,
    status,
    turn_of,
)

# Seats


@run
async def test_join_takes_a_free_seat_and_everybody_hears_of_it():
    room, (a, b) = await World().table(2, seats=3)
    assert [seat.name for seat in room.table.seats] == ["A", "B", ""]
    assert a.last("update")["what"] == "joined"
    assert a.last("update")["table"]["seats"][1]["name"] == "B"
    assert b.last("state")["you"] == 1
    assert room.table.host == 0


@run
async def test_join_is_refused_with_the_reason():
    room, (_, b) = await World().table(2)
    stranger = await Person(room, new_token()).hello()
    assert (await stranger.do(p.Join, name="C"))["key"] == "ui.room.full"
    assert (await b.do(p.Join, name="C"))["key"] == "ui.room.seated"
    room, (a,) = await World().table(1, seats=2)
    other = await Person(room, new_token()).hello()
    assert (await other.do(p.Join, name=" \u202e\x1b "))["key"] == "ui.room.name_needed"
    assert (await other.do(p.Join, name="C", seat=0))["key"] == "ui.room.taken"
    assert (await other.do(p.Join, name="C", seat=7))["key"] == "ui.room.not_now"
    assert (await a.do(p.Start))["t"] == "done"
    assert (await other.do(p.Join, name="C"))["key"] == "ui.room.started"


@run
async def test_leaving_the_lobby_frees_the_seat_and_the_next_player_is_host():
    room, (a, b) = await World().table(2)
    assert (await a.do(p.Leave))["t"] == "done"
    assert room.table.host == 1
    assert room.table.seats[0].free
    assert "you" not in a.last("state")
    assert b.last("update")["table"]["host"] == 1
    assert (await b.do(p.Leave))["t"] == "done"
    assert room.table.host is None
    assert (await a.do(p.Join, name="A again"))["t"] == "done"
    assert room.table.host == 0


@run
async def test_the_host_removes_a_player_before_the_start_only():
    room, (a, b) = await World().table(2)
    assert (await b.do(p.Remove, seat=0))["key"] == "ui.room.not_yours"
    assert (await a.do(p.Remove, seat=0))["key"] == "ui.room.not_now"
    seen = a.v
    assert (await b.do(p.Leave))["t"] == "done"
    newcomer = await Person(room, new_token()).hello()
    await newcomer.do(p.Join, name="N", seat=1)
    # What was said of B must not hit whoever sits there now.
    assert (await a.do(p.Remove, seat=1, v=seen))["key"] == "ui.connection.stale"
    assert (await a.do(p.Remove, seat=1))["t"] == "done"
    assert "you" not in newcomer.last("state")
    assert (await newcomer.do(p.Join, name="N"))["t"] == "done"
    await a.do(p.Start)
    assert (await a.do(p.Remove, seat=1))["key"] == "ui.room.started"


@run
async def test_bots_are_set_by_the_host_and_fill_free_seats_at_the_start():
    room, (a, b) = await World().table(2, seats=4)
    assert (await b.do(p.SetBot, seat=2, bot="greedy"))["key"] == "ui.room.not_yours"
    assert (await a.do(p.SetBot, seat=2, bot="nobody"))["key"] == "ui.room.no_bot"
    assert (await a.do(p.SetBot, seat=1, bot="greedy"))["key"] == "ui.room.taken"
    assert (await a.do(p.SetBot, seat=9, bot="greedy"))["key"] == "ui.room.not_now"
    assert (await a.do(p.SetBot, seat=2, bot="random"))["t"] == "done"
    assert (await a.do(p.SetBot, seat=2, bot=None))["t"] == "done"
    assert room.table.seats[2].free
    assert (await a.do(p.Start))["t"] == "done"
    assert [seat.bot for seat in room.table.seats] == ["", "", "greedy", "greedy"]


@run
async def test_second_tab_takes_over_and_the_first_is_told_not_to_come_back():
    room, (a, b) = await World().playing(2)
    tab = await Person(room, a.token).hello()
    assert a.closed == (4003, "other_tab")
    assert tab.last("state")["you"] == 0
    turn = tab if room.table.to_act == 0 else b
    assert (await turn.act(turn.view["legal"][0]))["t"] == "done"
    old = len(a.frames)
    await a.say(p.Sync())
    assert len(a.frames) == old
    await a.leave_page()  # the old tab's end is not the seat's
    assert room.table.seats[0].here


# Acting


@run
async def test_refusals_say_why_and_change_nothing():
    room, persons = await World().playing(2)
    turn = turn_of(room)
    actor, other = persons[turn], persons[1 - turn]
    spectator = await Person(room).hello()
    before, v = room.table.deal.snapshot(), room.table.v
    assert (await other.act("3c"))["key"] == "refusal.turn"
    assert (await spectator.act("3c"))["key"] == "ui.room.not_yours"
    assert (await actor.act("nonsense"))["key"] == "refusal.no_action"
    refused = await actor.act("2c3d")
    assert refused["key"].startswith("refusal.")
    assert refused["clause"]
    assert (await actor.act(actor.view["legal"][0], v=room.table.deal_v - 1))["key"] == "ui.connection.stale"
    assert (await actor.act(actor.view["legal"][0], v=v + 5))["key"] == "ui.connection.stale"
    assert room.table.deal.snapshot() == before
    assert room.table.v == v


@run
async def test_a_repeated_id_is_answered_as_the_first_time_and_done_once():
    room, persons = await World().playing(2)
    actor = persons[turn_of(room)]
    action = actor.view["legal"][0]
    first = await actor.act(action, id="same")
    snapshot = room.table.deal.snapshot()
    for _ in range(3):
        assert await actor.act(action, id="same", v=0) == first
    back = await Person(room, actor.token).hello()
    assert await back.act(action, id="same") == first
    assert room.table.deal.snapshot() == snapshot


@run
async def test_a_double_click_does_not_act_in_the_next_turn():
    """Two clicks at once: the second is stale, even where the same seat is to act again."""
    room, persons = await World().playing(2)
    for _ in range(20):
        actor = persons[turn_of(room)]
        v, legal = actor.v, actor.view["legal"]
        first, second = (p.Act(id=f"{k}{v}", v=v, action=legal[n]) for k, n in (("a", 0), ("b", -1)))
        room.post(functools.partial(room.receive, actor, first))
        room.post(functools.partial(room.receive, actor, second))
        await settled(room)
        answers = [m for m in actor.said if m.get("id") in (f"a{v}", f"b{v}")]
        assert [m["t"] for m in answers] == ["done", "refused"]
        if room.table.to_act is None:
            break


@run
async def test_versions_have_no_gaps_for_anybody():
    world = World()
    room, persons = await world.table(3)
    spectator = await Person(room).hello()
    watched = [*persons, spectator]
    starts = [person.v for person in watched]
    await persons[0].do(p.Start)
    for person in persons:
        await person.say(p.Nonce(deal=0, nonce="cd" * 32))
    await play_out(room, persons)
    for person, start in zip(watched, starts, strict=True):
        versions = [m["v"] for m in person.said if m["t"] == "update" and m["v"] > start]
        assert versions == list(range(start + 1, room.table.v + 1))


@run
async def test_reconnecting_brings_what_was_missed_or_else_everything():
    room, persons = await World().playing(2)
    gone = persons[0]
    seen = gone.v
    await gone.leave_page()
    while room.table.to_act == 1:
        await persons[1].act(persons[1].view["legal"][0])
    back = await Person(room, gone.token).hello(seen=seen)
    state = back.last("state")
    assert [m["v"] for m in state["missed"]] == list(range(seen + 1, room.table.v + 1))
    assert state["view"] == json.loads(json.dumps(room.table.deal.view(0)))
    for unknown in (room.table.v + 7, 0 if room.table.v > 64 else None):
        again = await Person(room, gone.token).hello(seen=unknown)
        assert "missed" not in again.last("state")


# Deals and matches


@run
async def test_the_next_deal_waits_for_everybody_who_is_there():
    room, (a, b) = await World().playing(2)
    assert (await a.do(p.Again))["key"] == "ui.room.not_now"
    await play_out(room, (a, b))
    assert status(room) == "between"
    assert (await a.do(p.Again))["t"] == "done"
    assert status(room) == "between"
    assert b.last("update")["table"]["seats"][0]["ready"]
    assert (await b.do(p.Again))["t"] == "done"
    assert status(room) == "shuffling"
    assert room.table.deals == 1
    await a.say(p.Nonce(deal=0, nonce="00" * 32))  # of the deal before: not taken
    assert room.table.seats[0].nonce is None


@run
async def test_who_waits_for_one_who_leaves_does_not_wait_for_ever():
    world = World()
    room, (a, b) = await world.playing(2)
    await play_out(room, (a, b))
    await a.do(p.Again)
    await b.leave_page()
    assert status(room) == "between"
    await world.pass_time(room, world.house.pace.back - 1)
    assert status(room) == "between"
    await world.pass_time(room, 1)
    assert status(room) == "shuffling"


@run
async def test_who_reads_the_page_anew_between_two_deals_is_waited_for():
    world = World()
    room, (a, b) = await world.playing(2)
    await play_out(room, (a, b))
    await b.leave_page()
    await a.do(p.Again)
    assert status(room) == "between"
    world.now += 1
    b = await Person(room, b.token).hello()
    await world.pass_time(room, 60)
    assert status(room) == "between"  # he is here, and has not said that he is ready
    await b.do(p.Again)
    assert status(room) == "shuffling"


@run
async def test_who_reads_the_page_anew_while_nonces_are_gathered_still_gives_his():
    world = World()
    room, (a, b) = await world.playing(2)
    await play_out(room, (a, b))
    for person in (a, b):
        await person.do(p.Again)
    await b.leave_page()
    await a.say(p.Nonce(deal=1, nonce="cd" * 32))
    assert status(room) == "shuffling"
    world.now += 1
    b = await Person(room, b.token).hello()
    assert status(room) == "shuffling"
    await b.say(p.Nonce(deal=1, nonce="ef" * 32))
    assert status(room) == "playing"
    assert room.table.shuffle is not None
    assert room.table.shuffle.nonces == ["cd" * 32, "ef" * 32]


@run
async def test_nobody_holds_the_deal_up_by_coming_and_going():
    world = World()
    room, (a, b) = await world.playing(2)
    await play_out(room, (a, b))
    for person in (a, b):
        await person.do(p.Again)
    await a.say(p.Nonce(deal=1, nonce="cd" * 32))
    seconds = 0
    while status(room) == "shuffling":
        await b.leave_page()
        await world.pass_time(room, 1)
        b = await Person(room, b.token).hello()
        seconds += 1
        assert seconds <= world.house.pace.nonces + world.house.pace.back + 1


@run
async def test_a_match_ends_and_a_rematch_begins_anew():
    room, (a, b) = await World().playing(2, deals=1)
    await play_out(room, (a, b))
    assert a.last("update")["table"]["over"]
    await a.do(p.Again)
    await b.do(p.Again)
    for person in (a, b):
        await person.say(p.Nonce(deal=room.table.deals, nonce="12" * 32))
    info = room.table.info()
    assert info.status == "playing"
    assert (info.match, info.deal, info.losses, info.over) == (1, 1, [0, 0], False)
    await play_out(room, (a, b))
    records = await world_records(room)
    assert [len(record.deals) for record in records] == [1, 1]


@run
async def test_zalupa_is_played_to_the_last_letter():
    rng = random.Random(5)
    room, persons = await World().playing(4, rules="zalupa")
    while not room.table.info().over:
        await play_out(room, persons, rng.choice)
        if room.table.info().over:
            break
        for person in persons:
            await person.do(p.Again)
        for person in persons:
            await person.say(p.Nonce(deal=room.table.deals, nonce="ef" * 32))
        await settled(room)
    assert "залупа" in room.table.info().letters
    record = (await world_records(room))[0]
    assert Record.loads(record.dumps()).deals


async def world_records(room):
    from housu.server.rooms_records import records

    return records(await room.store.entries(room.table.id))


# Time


@run
async def test_bots_play_only_while_somebody_is_there():
    world = World(pace=QUICK)
    token = new_token()
    room = await world.open(token, seats=3, name="A", start=True)
    await world.pass_time(room, 100)
    assert status(room) == "shuffling"
    a = await Person(room, token).hello()
    await world.pass_time(room, 1)
    assert status(room) == "playing"
    while room.table.to_act not in (0, None):
        await world.pass_time(room, 1)
    await a.leave_page()
    v = room.table.v
    await world.pass_time(room, 10_000)
    assert room.table.v == v


@run
async def test_a_bot_plays_for_the_absent_until_he_is_back():
    world = World(pace=QUICK)
    room, persons = await world.playing(2)
    turn = turn_of(room)
    gone, other = persons[turn], persons[1 - turn]
    await gone.leave_page()
    assert not other.last("presence")["here"][turn]
    await world.pass_time(room, 1)
    assert room.table.seats[turn].away
    for _ in range(40):
        await world.pass_time(room, 1)
        if room.table.to_act == 1 - turn:
            break
    assert other.last("update")["by"] == "away" or room.table.to_act is None
    back = await Person(room, gone.token).hello()
    assert not room.table.seats[turn].away
    assert back.last("state")["you"] == turn


@run
async def test_leaving_in_the_deal_gives_the_seat_to_a_bot_and_coming_back_takes_it():
    world = World(pace=QUICK)
    room, persons = await world.playing(3)
    assert (await persons[0].do(p.Leave))["t"] == "done"
    assert room.table.seats[0].away
    assert room.table.host == 1
    assert "you" not in persons[0].last("state")
    view = persons[0].last("state")["view"]
    assert view["seat"] is None
    back = await Person(room, persons[0].token).hello()
    assert back.last("state")["you"] == 0
    assert not room.table.seats[0].away


@run
async def test_a_clock_runs_out_can_be_extended_and_is_not_the_players_own():
    world = World()
    room, persons = await world.playing(2, clock=30)
    turn = turn_of(room)
    assert persons[turn].last("update")["clock"]["left"] == 30_000
    await world.pass_time(room, 20)
    assert (await persons[1 - turn].do(p.Extend))["t"] == "done"
    assert persons[turn].last("clock")["clock"] == {"seat": turn, "left": 40_000, "extended": 1}
    v = room.table.v
    await world.pass_time(room, 39)
    assert room.table.v == v
    await world.pass_time(room, 2)
    assert room.table.v == v + 1
    assert persons[0].last("update")["by"] == "clock"
    for _ in range(3):
        assert (await persons[0].do(p.Extend))["t"] == "done"
    assert (await persons[0].do(p.Extend))["key"] == "ui.room.not_now"


@run
async def test_a_clock_runs_on_for_who_leaves():
    world = World()
    room, persons = await world.playing(2, clock=30)
    turn = turn_of(room)
    await persons[turn].leave_page()
    await world.pass_time(room, 29)
    v = room.table.v
    await world.pass_time(room, 1)
    assert room.table.v == v + 1
    assert persons[1 - turn].last("update")["by"] == "clock"


@run
async def test_who_is_gone_before_the_start_loses_his_seat_while_others_are_there():
    world = World(pace=QUICK)
    room, (a, b) = await world.table(2)
    await a.leave_page()
    await world.pass_time(room, 1)
    assert room.table.seats[0].free
    assert room.table.host == 1
    await b.leave_page()
    await world.pass_time(room, 100)
    assert not room.table.seats[1].free  # nobody waits for that seat


@run
async def test_missing_nonces_are_empty_after_a_while():
    world = World(pace=QUICK)
    room, (a, _) = await world.table(2)
    await a.do(p.Start)
    await a.say(p.Nonce(deal=0, nonce="aa" * 32))
    assert status(room) == "shuffling"
    await world.pass_time(room, 1)
    assert status(room) == "playing"
    assert room.table.shuffle
    assert room.table.shuffle.nonces == ["aa" * 32, ""]


@run
async def test_who_opens_a_table_and_comes_late_still_has_his_part_in_the_shuffle():
    world = World()
    token = new_token()
    room = await world.open(token, seats=2, name="A", start=True)
    world.now += 3600
    a = await Person(room, token).hello()
    assert status(room) == "shuffling"
    await a.say(p.Nonce(deal=0, nonce="77" * 32))
    assert status(room) == "playing"
    assert room.table.shuffle
    assert (room.table.shuffle.nonces or [""])[0] == "77" * 32


@run
async def test_the_creator_is_not_late_before_he_has_come():
    world = World(pace=QUICK)
    token = new_token()
    room = await world.open(token, seats=2, name="A")
    b = await Person(room, new_token()).hello()
    await b.do(p.Join, name="B")
    assert room.table.seats[0].name == "A"


class Broken(FirstLegal):
    """A bot that names what is not legal, or fails."""

    async def choose(self, bot, view, events):
        del bot, events
        if view["seat"] % 2:
            raise RuntimeError("bug")
        return "9z"


@run
async def test_a_broken_bot_does_not_stall_the_table():
    world = World(pace=QUICK, bots=Broken())
    token = new_token()
    room = await world.open(token, seats=4, name="A", start=True)
    a = await Person(room, token).hello()
    while status(room) != "between":
        await world.pass_time(room, 1)
        if room.table.to_act == 0:
            await a.act(a.view["legal"][0])
    assert world.metrics.counters["bot_faults"] > 0


# Beside the deal


@run
async def test_phrases_are_preset_limited_and_of_players():
    room, (a, b) = await World().table(2)
    spectator = await Person(room).hello()
    await spectator.say(p.Say(phrase="hello"))
    await a.say(p.Say(phrase="<script>"))
    assert not [m for m in b.said if m["t"] == "said"]
    for _ in range(20):
        await a.say(p.Say(phrase="nice"))
    heard = [m for m in b.said if m["t"] == "said"]
    assert heard == [{"t": "said", "seat": 0, "phrase": "nice"}] * 5


@run
async def test_a_code_takes_the_seat_to_another_device_once():
    world = World()
    room, (a, b) = await world.playing(2)
    old = (await a.do(p.Move))["code"]
    code = (await a.do(p.Move))["code"]
    phone = await Person(room, new_token()).hello()
    assert (await phone.do(p.Claim, code=old))["key"] == "ui.room.bad_code"
    assert (await b.do(p.Claim, code=code))["key"] == "ui.room.seated"
    assert (await phone.do(p.Claim, code=code.upper()))["t"] == "done"
    assert a.closed == (4008, "moved")
    assert phone.last("state")["you"] == 0
    assert (await (await Person(room, new_token()).hello()).do(p.Claim, code=code))[
        "key"
    ] == "ui.room.bad_code"
    assert "you" not in (await Person(room, a.token).hello()).last("state")
    late = (await b.do(p.Move))["code"]
    again = (await phone.do(p.Move))["code"]
    tablet = await Person(room, new_token()).hello()
    # As people type it; and taking one seat leaves the codes of others good.
    assert (await tablet.do(p.Claim, code=f" {again[:4]} {again[4:]} "))["t"] == "done"
    other = await Person(room, new_token()).hello()
    assert (await other.do(p.Claim, code=late))["t"] == "done"
    late = (await other.do(p.Move))["code"]
    world.now += 301
    other = await Person(room, new_token()).hello()
    assert (await other.do(p.Claim, code=late))["key"] == "ui.room.bad_code"


@run
async def test_a_closed_table_reveals_its_deal_and_cannot_go_on():
    room, (a, b) = await World().playing(2)
    assert (await b.do(p.Close))["key"] == "ui.room.not_yours"
    assert not (await world_records(room))
    assert (await a.do(p.Close))["t"] == "done"
    assert b.last("update")["table"]["fair"]["secret"]
    actor = a if room.table.deal.to_act == 0 else b
    assert (await actor.act(actor.view["legal"][0]))["key"] == "ui.room.closed"
    assert (await world_records(room))[0].deals[0].fair["secret"]


# Opening


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ({"rules": "nothing"}, "error.rules.unknown_name"),
        ({"rules": "pagat+singles=maybe"}, "error.rules.unknown_value"),
        ({"rules": "zalupa", "seats": 5}, "error.rules.seats_exact"),
        ({"bot": "nobody"}, "ui.room.no_bot"),
        ({"name": "\u200b"}, "ui.room.name_needed"),
        ({"start": True}, "ui.room.name_needed"),
    ],
)
@run
async def test_a_table_that_cannot_be_is_refused(wanted, key):
    with pytest.raises(Refuse) as refusal:
        await World().house.open(NewTable(**wanted), new_token())
    assert refusal.value.key == key


@run
async def test_public_tables_may_not_go_on_for_ever():
    world = World()
    for rules in ("pagat+stalemate_after=0", "zalupa+stalemate_after=0"):
        with pytest.raises(Refuse) as refused:
            await world.table(1, seats=4, public=True, rules=rules)
        assert refused.value.key == "error.rules.stalemate_off"
        await world.table(1, seats=4, rules=rules)


@run
async def test_what_was_missed_is_told_once():
    """The version of the deal holds what dealing caused, and not what came after it."""
    room, persons = await World().playing(2)
    before = next(happened.v for happened in room.table.ring if happened.what == "dealt") - 1
    for _ in range(6):
        actor = persons[room.table.to_act or 0]
        await actor.act(actor.view["legal"][0])
    back = await Person(room, persons[0].token).hello(seen=before)
    missed = [event for version in back.last("state")["missed"] for event in version.get("events", [])]
    assert missed == housu.project(room.table.deal.events, 0)


@run
async def test_public_tables_are_listed_while_the_host_waits_there():
    world = World()
    room, (a,) = await world.table(1, seats=3, public=True)
    await world.table(1, seats=3)
    (listed,) = world.house.listed()
    assert (listed.id, listed.free, listed.host) == (room.table.id, 2, "A")
    await a.leave_page()
    assert not world.house.listed()
    again = await Person(room, a.token).hello()
    assert world.house.listed()
    await again.do(p.Start)
    assert not world.house.listed()


# What is kept


@run
async def test_a_table_is_what_its_entries_make_it():
    rng = random.Random(3)
    for rules in ("pagat", "poytapaska", "zalupa", "two-packs"):
        world = World()
        room, persons = await world.playing(4, rules=rules)
        await play_out(room, persons, rng.choice)
        again = Table(room.table.id)
        for body in await world.store.entries(room.table.id):
            again.apply(log.read(body))
        assert again.v == room.table.v
        assert again.done == room.table.done
        for seat in (0, 1, 2, 3, None):
            assert again.view(seat) == room.table.view(seat)
            assert again.deal.events == room.table.deal.events
        for there in room.table.seats:
            there.here = False
            there.nonce = None
        assert again.info() == room.table.info()


@run
async def test_tokens_and_other_tables_are_not_in_what_is_kept():
    world = World()
    room, persons = await world.playing(2)
    kept = b" ".join(await world.store.entries(room.table.id))
    for person in persons:
        assert person.token.encode() not in kept
        assert key_for(person.token, "another") != person.key


@run
async def test_a_write_that_fails_is_refused_and_nothing_has_changed():
    store = FaultyStore(MemoryStore())
    world = World(store)
    room, persons = await world.playing(2)
    turn = turn_of(room)
    actor, other = persons[turn], persons[1 - turn]
    before, v, heard = room.table.deal.snapshot(), room.table.v, len(other.frames)
    for reads in (False, True):
        store.fail, store.fail_reads = "before", reads
        assert (await actor.act(actor.view["legal"][0]))["key"] == "ui.room.storage"
        assert len(other.frames) == heard
    store.fail, store.fail_reads = "", False
    await actor.say(p.Sync())
    assert room.table.deal.snapshot() == before
    assert (room.table.v, actor.v) == (v, v)
    assert (await actor.act(actor.view["legal"][0]))["t"] == "done"
    assert other.v == v + 1


@run
async def test_nobody_is_told_before_it_is_written():
    store = FaultyStore(MemoryStore())
    room, persons = await World(store).playing(2)
    actor, other = persons[turn_of(room)], persons[1 - turn_of(room)]
    spectator = await Person(room).hello()
    store.delay = 0.05
    heard = [len(person.frames) for person in (actor, other, spectator)]
    command = p.Act(id="slow", v=actor.v, action=actor.view["legal"][0])
    room.post(functools.partial(room.receive, actor, command))
    await asyncio.sleep(0.02)
    assert [len(person.frames) for person in (actor, other, spectator)] == heard
    state = await Person(room, other.token).hello()  # who comes meanwhile sees it when it is written
    await settled(room)
    assert len(await store.entries(room.table.id)) == room.table.v == state.v == actor.v


@run
async def test_a_write_whose_fate_is_unknown_is_looked_up():
    """The disk had it although it said no: then it is done, once, and everybody sees it."""
    store = FaultyStore(MemoryStore())
    world = World(store)
    room, persons = await world.playing(2)
    turn = turn_of(room)
    actor, other = persons[turn], persons[1 - turn]
    v = room.table.v
    store.fail = "after"
    assert (await actor.act(actor.view["legal"][0], id="x"))["t"] == "done"
    store.fail = ""
    assert (room.table.v, actor.v, other.v) == (v + 1, v + 1, v + 1)
    assert (await actor.act("anything", id="x"))["t"] == "done"
    assert room.table.v == v + 1


@run
async def test_bots_go_on_when_the_disk_is_back():
    store = FaultyStore(MemoryStore())
    world = World(store, pace=QUICK)
    token = new_token()
    room = await world.open(token, seats=2, name="A", start=True)
    a = await Person(room, token).hello()
    await a.say(p.Nonce(deal=0, nonce=""))
    await world.pass_time(room, 1)
    while room.table.to_act == 0:
        store.fail = ""
        await a.act(a.view["legal"][0])
    if room.table.to_act == 1:
        store.fail = "before"
        v = room.table.v
        await world.pass_time(room, 1)
        assert room.table.v == v
        store.fail = ""
        await world.pass_time(room, 5)
        await world.pass_time(room, 5)
        assert room.table.v > v


@run
async def test_a_fault_in_one_message_ends_neither_table_nor_connection(monkeypatch):
    world = World()
    room, persons = await world.playing(2)
    actor = persons[turn_of(room)]

    def fault(*_):
        raise KeyError("4h in a hidden place")

    monkeypatch.setattr("housu.server.rooms_actor.decide", fault)
    room.post(lambda: room.receive(actor, p.Act(id="x", v=actor.v, action="3c")))
    await settled(room)
    monkeypatch.undo()
    assert world.metrics.counters["faults"] == 1
    assert actor.last("refused")["key"] == "ui.page.error"
    assert (await actor.act(actor.view["legal"][0]))["t"] == "done"
