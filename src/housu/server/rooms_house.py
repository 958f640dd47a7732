"""All tables: which are in memory, how one is found, opened, put away when nobody is there, and in the end forgotten."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from housu import HousuError, Match, RuleSet
from housu.errors import RulesError
from housu.names import clean
from housu.record import Record
from housu.server import protocol_http as http
from housu.server import rooms_log as log
from housu.server.rooms import Table
from housu.server.rooms_actor import Room
from housu.server.rooms_commands import Refuse, committing, worded
from housu.server.rooms_ports import Counts, Thinker
from housu.server.rooms_records import records
from housu.server.rooms_time import Pace
from housu.server.store import Batch, StorageError, Store

logger = logging.getLogger("housu.house")

HOUR = 3600.0
DAY = 24 * HOUR


@dataclass(frozen=True)
class Keeping:
    """How long things are kept, in seconds."""

    unload: float = 600.0
    """a table at which nobody has been so long leaves memory"""
    idle: float = 2 * DAY
    """a table at which nothing has happened so long is closed"""
    finished: float = 7 * DAY
    """so long after closing, a table is forgotten but for its records without names"""
    records: bool = True
    """whether even those are kept"""
    tables: int = 20_000
    """the most open tables"""


class House:
    """All tables of a server. All methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        counts: Counts,
        pace: Pace | None = None,
        keeping: Keeping | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.thinker = thinker
        self.counts = counts
        self.pace = pace or Pace()
        self.keeping = keeping or Keeping()
        self.clock = clock
        self.wall = wall
        self.rooms: dict[str, Room] = {}
        self.open_tables = 0
        self._loading: dict[str, asyncio.Future[Room | None]] = {}

    async def start(self) -> None:
        """Brings back the tables that are on the list; the others come when somebody asks for them."""
        self.open_tables = await self.store.count()
        for table in await self.store.listed():
            await self.find(table)

    async def stop(self) -> None:
        """Lets every table finish what it is doing."""
        for room in list(self.rooms.values()):
            await room.finish()

    async def find(self, table: str) -> Room | None:
        """The room of a table, from memory or from the store; None where there is no such table. Raises StorageError."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        loading = self._loading.get(table)
        if loading is None:
            # Many may come at once after a restart; the table is read once.
            loading = self._loading[table] = asyncio.ensure_future(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room | None:
        bodies = await self.store.entries(table)
        if not bodies:
            return None
        made = Table(table)
        for n, body in enumerate(bodies, 1):
            made.apply(log.read(body))
            if n % 100 == 0:
                await asyncio.sleep(0)  # a long table must not make the others wait
        return self._room(made)

    def _room(self, table: Table) -> Room:
        now = self.clock()
        for seat in table.seats:
            seat.gone_at = now  # nobody is here yet, and nobody is late yet
        room = Room(table, self.store, self.thinker, self.pace, self.counts, self.clock, self.wall)
        self.rooms[table.id] = room
        return room

    async def open(self, wanted: http.NewTable, token: str) -> str:
        """Opens a table and returns its id. Raises Refuse and StorageError."""
        if self.open_tables >= self.keeping.tables:
            raise Refuse("ui.room.too_many_tables")
        bot = wanted.bot if wanted.bot is not None else self.thinker.usual
        if bot not in self.thinker.names:
            raise Refuse("ui.room.no_bot", name=clean(bot))
        try:
            rules = RuleSet.parse(wanted.rules)
            Match(rules=rules, seats=wanted.seats, deals=wanted.deals or None, losses=wanted.losses or None)
            if wanted.public and not rules.tables.numbers["stalemate_after"]:
                raise RulesError("error.rules.stalemate_off", option="stalemate_after")
        except HousuError as error:
            raise Refuse(error.key, **worded(error)) from error
        name = clean(wanted.name) if wanted.name is not None else ""
        if (wanted.name is not None and not name) or (wanted.start and not name):
            raise Refuse("ui.room.name_needed")
        table = Table(new_id())
        now = int(self.wall() * 1000)
        entries: list[log.AnyEntry] = [
            log.Opened(
                at=now,
                rules=rules.text,
                seats=wanted.seats,
                public=wanted.public,
                hints=wanted.hints,
                clock=wanted.clock,
                deals=wanted.deals,
                losses=wanted.losses,
                bot=bot,
            )
        ]
        if name:
            entries.append(log.Joined(at=now, seat=0, name=name, key=key_for(token, table.id)))
        bots = wanted.seats if wanted.start else wanted.bots
        first = max(wanted.seats - bots, 1 if name else 0)
        entries += [log.Botted(at=now, seat=seat, bot=bot) for seat in range(first, wanted.seats)]
        for entry in entries:
            table.apply(entry)
        if wanted.start:
            entries.append(committing(table, now))
            table.apply(entries[-1])
        bodies = [log.write(entry) for entry in entries]
        await self.store.append(Batch(table.id, 1, bodies, now, listed=table.listed))
        self.open_tables += 1
        self.counts.count("tables_opened")
        logger.info("table %s: opened, %s, %d seats", table.id, rules.text, wanted.seats)
        self._room(table)
        return table.id

    def listed(self) -> list[http.ListedTable]:
        """The public tables that wait for players and whose host is there."""
        found = []
        for room in self.rooms.values():
            table = room.table
            if table.listed and table.host is not None and table.seats[table.host].here:
                free = sum(seat.free for seat in table.seats)
                if free:
                    host = table.seats[table.host].name
                    options = table.options
                    found.append(
                        http.ListedTable(
                            table.id, table.game, options.rules, len(table.seats), free, host, options.clock
                        )
                    )
        return found

    async def records(self, table: str) -> list[Record]:
        """The records of a table's matches, as far as their deals are over; none where there are none. Raises StorageError."""
        bodies = await self.store.entries(table)
        kept = [] if bodies else await self.store.records(table)
        # Long matches are played again whole: in a thread of its own, so that nobody's table waits for it.
        return await asyncio.to_thread(
            lambda: records(bodies) if bodies else [Record.loads(text) for text in kept]
        )

    async def sweep(self) -> None:
        """Puts away tables where nobody is, closes those where nothing happens, forgets those that are long closed."""
        now = self.clock()
        for table, room in list(self.rooms.items()):
            if room.quiet and now - room.left_at > self.keeping.unload:
                await room.finish()
                if room.quiet:
                    del self.rooms[table]
        try:
            await self._close_idle()
            await self._forget()
        except StorageError as error:
            logger.warning("sweep: %s", error)

    async def _close_idle(self) -> None:
        for table in await self.store.idle(int((self.wall() - self.keeping.idle) * 1000)):
            room = await self.find(table)
            if room is not None and not room.viewers:
                room.post(room.expire)
                await room.done()
        self.open_tables = await self.store.count()

    async def _forget(self) -> None:
        for table in await self.store.closed(int((self.wall() - self.keeping.finished) * 1000)):
            room = self.rooms.get(table)
            if room is not None:
                if room.viewers:
                    continue
                await room.finish()
                if room.viewers:
                    continue
                del self.rooms[table]
            kept: list[str] = []
            if self.keeping.records:
                kept = [nameless(record).dumps() for record in await self.records(table)]
            await self.store.archive(table, kept)


def nameless(record: Record) -> Record:
    """The record without the players' names; bots keep theirs."""
    record.seats = [bot or f"seat {seat}" for seat, bot in enumerate(record.bots)]
    record.date = None
    return record


def new_id() -> str:
    """A table's id: 12 letters and digits, not to be guessed (60 bits), and easy to read out."""
    return "".join(secrets.choice("0123456789abcdefghjkmnpqrstvwxyz") for _ in range(12))


def key_for(token: str, table: str) -> str:
    """What is kept of a player's token at a table: a hash that says nothing about other tables."""
    return hashlib.sha256(f"{table} {token}".encode()).hexdigest()[:32]
