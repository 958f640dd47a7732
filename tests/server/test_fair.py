"""Fair deals: the commitment comes first, the pack follows from secret and nonces, and a record proves it."""

from __future__ import annotations

import hashlib
import secrets

import pytest

from housu import RecordError
from housu.pack import shuffled
from housu.record import Record
from housu.server import fair
from housu.server import protocol as p
from tests.server.harness import World, play_out, run, status


@run
async def test_the_pack_is_the_shuffle_of_secret_and_nonces():
    """Repeated here from the document, not by the code that dealt."""
    world = World()
    room, persons = await world.table(2)
    await persons[0].do(p.Start)
    promised = persons[1].last("update")["table"]["fair"]["commitment"]
    nonces = [secrets.token_hex(32) for _ in persons]
    for person, nonce in zip(persons, nonces, strict=True):
        await person.say(p.Nonce(deal=0, nonce=nonce))
    await play_out(room, persons)
    proof = persons[1].last("update")["table"]["fair"]
    secret = bytes.fromhex(proof["secret"])
    assert hashlib.sha256(secret).hexdigest() == promised == proof["commitment"]
    assert proof["nonces"] == nonces
    key = hashlib.sha256(secret + b"".join(b"\x20" + bytes.fromhex(nonce) for nonce in nonces)).digest()
    pack = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs"]
    (record,) = await world.house.records(room.table.id)
    assert record.deals[0].deck == " ".join(shuffled(pack, key))


@run
async def test_the_secret_is_nowhere_before_the_deal_is_over():
    world = World()
    room, persons = await world.playing(3)
    assert room.table.shuffle
    secret = room.table.shuffle.secret
    while status(room) == "playing":
        turn = persons[room.table.to_act or 0]
        assert all(secret not in frame for person in persons for frame in person.frames)
        await turn.act(turn.view["legal"][0])
    assert all(secret in person.frames[-1] or secret in person.frames[-2] for person in persons)


@run
async def test_a_nonce_counts_once_and_only_for_its_deal():
    room, persons = await World().table(2)
    await persons[0].do(p.Start)
    await persons[0].say(p.Nonce(deal=1, nonce="11" * 32))
    await persons[0].say(p.Nonce(deal=0, nonce="22" * 32))
    await persons[0].say(p.Nonce(deal=0, nonce="33" * 32))
    await persons[1].say(p.Nonce(deal=0, nonce=""))
    assert status(room) == "playing"
    assert room.table.shuffle
    assert room.table.shuffle.nonces == ["22" * 32, ""]


@run
async def test_secrets_are_new_for_each_deal():
    room, persons = await World().playing(2)
    seen = set()
    for number in range(4):
        assert room.table.shuffle
        seen.add(room.table.shuffle.secret)
        await play_out(room, persons)
        for person in persons:
            await person.do(p.Again)
        for person in persons:
            await person.say(p.Nonce(deal=number + 1, nonce="00" * 32))
    assert len(seen) == 4


def a_record(tmp_path):
    @run
    async def play():
        world = World()
        room, persons = await world.playing(2)
        await play_out(room, persons)
        (record,) = await world.house.records(room.table.id)
        record.save(tmp_path / "r.housu")

    play()
    return tmp_path / "r.housu"


def test_verify_accepts_what_was_fair_and_refuses_what_was_changed(tmp_path):
    path = a_record(tmp_path)
    record = Record.load(path)
    assert [deal.proven for deal in record.deals] == [True]
    assert record.deals[0].fair
    for name, value in (
        ("secret", "00" * 32),
        ("commitment", "00" * 32),
        ("nonces", ["00" * 32, "ab" * 32]),
        ("nonces", ["ab" * 32]),
        ("secret", "rubbish"),
    ):
        record.deals[0].fair = {**Record.load(path).deals[0].fair, name: value}  # type: ignore[dict-item]
        (tmp_path / "wrong.housu").write_text(record.dumps(), "utf-8")
        with pytest.raises(RecordError):
            Record.load(tmp_path / "wrong.housu")
    record.deals[0].fair = None
    record.save(tmp_path / "none.housu")
    assert [deal.proven for deal in Record.load(tmp_path / "none.housu").deals] == [None]


def test_the_key_depends_on_who_gave_which_nonce():
    secret = "00" * 32
    keys = {
        bytes(fair.key(secret, nonces))  # type: ignore[attr-defined]
        for nonces in (["aa", ""], ["", "aa"], ["aa", "aa"], ["", ""], ["aaaa", ""], [""], ["", "", ""])
    }
    assert len(keys) == 7
