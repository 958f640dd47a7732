"""The actor of a table: takes one message after another, writes what it comes to, and only then tells anybody.

It knows connections by the four things it does with them (`Viewer`), the store by its interface, bots by `Thinker`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from housu.server import protocol as p
from housu.server import rooms_log as log
from housu.server.logs import where
from housu.server.rooms import Happened, Table
from housu.server.rooms_asides import Asides
from housu.server.rooms_commands import Plan, Refuse, Sender, acting, decide, known_command
from housu.server.rooms_ports import Counts, Thinker, Viewer
from housu.server.rooms_time import BotTurn, Pace, Timing
from housu.server.store import Batch, StorageError, Store

logger = logging.getLogger("housu.rooms")
T = TypeVar("T")


class Room:
    """A table, its viewers, and the queue of what is to be done at it. All methods belong to one event loop."""

    def __init__(
        self,
        table: Table,
        store: Store,
        thinker: Thinker,
        pace: Pace,
        counts: Counts,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.table = table
        self.store = store
        self.thinker = thinker
        self.pace = pace
        self.counts = counts
        self.clock = clock
        self.wall = wall
        self.timing = Timing(table, clock())
        self.viewers: list[Viewer] = []
        self.broken = False
        """what is kept is not known: the table must be read before anything is done at it"""
        self.left_at = clock()
        """since when nobody has been here"""
        self._loop = asyncio.get_running_loop()  # which asks the system for the process each time
        self._queue: deque[Callable[[], Coroutine[Any, Any, None]]] = deque()
        self._running: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[asyncio.Task[Any]] = set()
        self._last_written: list[bytes] = []
        self.asides = Asides()

    # The queue

    def post(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Does a job after those that wait already."""
        self._queue.append(job)
        if self._running is None:
            self._running = self._loop.create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._queue:
                job = self._queue.popleft()
                try:
                    await job()
                except Exception as error:  # noqa: BLE001 - logged; a fault in one message must not end the table
                    # What it did to the table is not known. The words of an error might name hidden cards.
                    logger.error("table %s: %s", self.table.id, where(error))  # noqa: TRY400 - as said
                    self.counts.count("faults")
                    self.broken = True
        finally:
            self._running = None
        self._wind()

    @property
    def quiet(self) -> bool:
        """Whether nothing is waiting, thinking or connected."""
        return self._running is None and not self._thinking and not self.viewers

    async def finish(self) -> None:
        """Waits until what has been asked for is done, and stops time."""
        for task in list(self._thinking):
            task.cancel()
        await self.done()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def done(self) -> None:
        """Waits until what has been asked for is done."""
        while self._running is not None:
            await asyncio.shield(self._running)

    # Coming and going

    async def attach(self, viewer: Viewer, seen: int | None) -> None:
        """A connection has said hello. Its key says which seat it has."""
        if not await self._mended():
            viewer.close(4007, "storage")
            return
        seat = self.table.seat_of(viewer.key)
        viewer.seat = seat
        self._take_over(viewer)
        if seat is not None and self.table.seats[seat].away and self.table.status != "closed":
            try:
                await self._write(Plan([log.Back(at=self._now(), seat=seat)]))
            except Refuse:
                self.table.seats[seat].here = False
                viewer.close(4007, "storage")
                return
        if not self.viewers:
            self.timing.woken = self.clock()
        self.viewers.append(viewer)
        if seat is not None:
            self.table.seats[seat].come(self.clock())
        viewer.send(p.encode(self._state(viewer, seen)))
        self._tell_presence(but=viewer)

    async def detach(self, viewer: Viewer) -> None:
        """A connection has ended."""
        if viewer not in self.viewers:
            return
        self.viewers.remove(viewer)
        self._gone(viewer)
        self._tell_presence()

    async def peek(self, key: str) -> p.State:
        """The table as the owner of a key may see it, without a connection."""
        if not await self._mended():
            raise StorageError("the table can't be read now")
        seat = self.table.seat_of(key)
        clock = self.timing.clock(self.clock())
        return self.table.state(seat, None, self._spectators(), clock)

    def _take_over(self, viewer: Viewer) -> None:
        """One seat, one connection: the newest."""
        if viewer.seat is None:
            return
        for other in [other for other in self.viewers if other.seat == viewer.seat and other is not viewer]:
            self.viewers.remove(other)
            other.seat = None
            other.close(4003, "other_tab")

    def _gone(self, viewer: Viewer) -> None:
        now = self.clock()
        if viewer.seat is not None:
            self.table.seats[viewer.seat].go(now)
        if not self.viewers:
            self.left_at = now

    # Messages

    async def receive(self, viewer: Viewer, message: p.ClientMessage) -> None:
        """A message of a connection that has said hello."""
        if viewer not in self.viewers:
            return
        if self.broken and not await self._mended():
            if isinstance(message, p.Command):
                self._refuse(viewer, message, Refuse("ui.room.storage"))
            return
        match message:
            case p.Nonce():
                self.asides.nonce(self.table, viewer.seat, message)
            case p.Say():
                if self.asides.may_say(viewer.seat, message, self.clock()):
                    assert viewer.seat is not None
                    self._tell_all(p.encode(p.Said(viewer.seat, message.phrase)))
            case p.Sync():
                viewer.send(p.encode(self._state(viewer, None)))
            case p.Ping():
                viewer.send(p.encode(p.Pong()))
            case p.Hello():
                viewer.close(4000, "malformed")
            case _:
                try:
                    plan = self._plan(viewer, message)
                    if plan is not None:
                        await self._write(plan, viewer, message)
                except Refuse as refusal:
                    self._refuse(viewer, message, refusal)
                except Exception:
                    # Whoever asked must not wait for ever; asked again, the id says what has become of it.
                    self._refuse(viewer, message, Refuse("ui.page.error"))
                    raise

    def _plan(self, viewer: Viewer, command: p.Command) -> Plan | None:
        """What a command comes to; None where it has been answered already. Raises Refuse."""
        sender = Sender(viewer.key, viewer.seat)
        plan: Plan | int | None
        match command:
            case p.Extend():
                clock = self.asides.extend(self.timing, viewer.seat, self.clock())
                viewer.send(p.encode(p.Done(command.id, self.table.v)))
                self._tell_all(p.encode(p.Timing(clock)))
                return None
            case p.Move():
                code = self.asides.code(self.table, viewer.seat, self.clock())
                viewer.send(p.encode(p.Code(command.id, code)))
                return None
            case p.Hint():
                self._hint(viewer, command)
                return None
            case p.Claim():
                plan = known_command(self.table, command, sender)
                if plan is None:
                    plan = self.asides.claim(self.table, command, sender, self.clock(), self._now())
            case _:
                plan = decide(self.table, command, sender, self._now(), self.thinker.names)
        if isinstance(plan, int):
            viewer.send(p.encode(p.Done(command.id, plan)))
            return None
        return plan

    def _refuse(self, viewer: Viewer, command: p.Command, refusal: Refuse) -> None:
        self.counts.count("refusals")
        logger.debug("table %s: refused: %s", self.table.id, refusal.key)
        viewer.send(p.encode(p.Refused(command.id, refusal.key, self.table.v, refusal.data, refusal.clause)))

    def _hint(self, viewer: Viewer, command: p.Hint) -> None:
        """Has a bot think, once for each decision however often it is asked: hints cost no more than a bot's turns."""
        table, seat = self.table, viewer.seat
        view = self.asides.hint_view(table, seat)
        known = self.asides.hint
        if known is None or known[:2] != (table.deal_v, seat):
            known = table.deal_v, seat, self._think(self.thinker.advise(view, table.events(seat)))
            self.asides.hint = known
        at, _, thought = known

        async def answer() -> None:
            advice = None
            try:
                advice = await asyncio.shield(thought)
            except Exception as error:  # noqa: BLE001 - logged; whoever asked is answered all the same
                logger.error("table %s: no hint: %s", table.id, where(error))  # noqa: TRY400 - as in _run
            if advice is None:
                self._refuse(viewer, command, Refuse("ui.hint.none"))
            else:
                viewer.send(p.encode(p.Hinted(command.id, at, advice)))

        self._think(answer())

    # Writing and telling

    async def _write(
        self, plan: Plan, viewer: Viewer | None = None, command: p.Command | None = None
    ) -> None:
        """Writes a plan, then tells. Raises Refuse where it could not be written: nothing has changed."""
        table = self.table
        first = table.v + 1
        bodies = [log.write(entry) for entry in plan.entries]
        listed = closed = None
        if not isinstance(plan.entries[0], log.Acted):
            # Whether a table is on the list follows from its seats and whether it has begun.
            listed, closed = self._standing(plan)
        batch = Batch(table.id, first, bodies, self._now(), listed, closed)
        try:
            await self.store.append(batch)
        except StorageError as error:
            logger.warning("table %s: not written: %s", table.id, error)
            self.counts.count("write_errors")
            self.broken = True
            if not await self._mended() or not self._has(plan, first):
                raise Refuse("ui.room.storage") from error
            # It was written all the same: the table that was read has it, and everybody gets it whole.
            if viewer is not None and command is not None:
                viewer.send(p.encode(p.Done(command.id, self.table.v)))
            return
        for number, entry in enumerate(plan.entries):
            happened = table.apply(entry, plan.events if number == 0 else None)
            self.timing.happened(happened.what, self.clock())
            self.counts.count("entries")
            if happened.what in ("committed", "closed"):
                logger.info("table %s: %s", table.id, happened.what)
            mine = viewer if command is not None and entry.id else None
            done = b""
            if mine is not None:
                self._moved_seats(mine, entry)
                done = p.encode(p.Done(entry.id, happened.v))
            # Done comes last, so that who waits for it has seen what he did.
            if mine is not None and isinstance(entry, log.Joined | log.Left | log.Away | log.Moved):
                self._tell(happened)
                mine.send(p.encode(self._state(mine, None)), done)
                self._tell_presence(but=mine)
            else:
                self._tell(happened, mine, done)
                if isinstance(entry, log.Removed | log.Left):
                    self._removed(entry.seat)

    def _standing(self, plan: Plan) -> tuple[bool | None, bool | None]:
        last = plan.entries[-1]
        if isinstance(last, log.Closed):
            return False, True
        if isinstance(last, log.Committed):
            return (False, None) if self.table.status == "lobby" else (None, None)
        if self.table.options.public and self.table.status == "lobby":
            return True, None
        return None, None

    def _moved_seats(self, viewer: Viewer, entry: log.AnyEntry) -> None:
        """A command may give its sender a seat, or take it from him."""
        seats = self.table.seats
        match entry:
            case log.Joined(seat=seat):
                viewer.seat = seat
                seats[seat].come(self.clock())
            case log.Moved(seat=seat):
                for other in [other for other in self.viewers if other.seat == seat]:
                    self.viewers.remove(other)
                    other.seat = None
                    other.close(4008, "moved")
                self.asides.used(seat)
                viewer.seat = seat
                seats[seat].come(self.clock())
            case log.Left() | log.Away():
                seats[entry.seat].go(self.clock())
                viewer.seat = None

    def _removed(self, seat: int) -> None:
        for viewer in self.viewers:
            if viewer.seat == seat:
                viewer.seat = None
                viewer.send(p.encode(self._state(viewer, None)))
        self._tell_presence()

    def _has(self, plan: Plan, first: int) -> bool:
        """Whether the table that was just read holds the plan: the store had it although it said no."""
        return self.table.v >= first and self._last_written == [log.write(entry) for entry in plan.entries]

    async def _mended(self) -> bool:
        """Reads a broken table again. False where that can't be done now."""
        if not self.broken:
            return True
        try:
            bodies = await self.store.entries(self.table.id)
        except StorageError:
            return False
        before = self.table
        table = Table(before.id)
        for body in bodies:
            table.apply(log.read(body))
        self._last_written = bodies[before.v :]
        for seat, old in zip(table.seats, before.seats, strict=False):
            seat.carry_over(old)
        self.table = table
        self.timing = Timing(table, self.clock())
        self.broken = False
        if table.v != before.v:
            for viewer in self.viewers:
                viewer.seat = table.seat_of(viewer.key)
                viewer.send(p.encode(self._state(viewer, before.v)))
        return True

    def _state(self, viewer: Viewer, seen: int | None) -> p.State:
        return self.table.state(viewer.seat, seen, self._spectators(), self.timing.clock(self.clock()))

    def _tell(self, happened: Happened, asked: Viewer | None = None, done: bytes = b"") -> None:
        """Sends a version to everybody, each as far as he may know it, and to who `asked` that it is done."""
        seats = {viewer.seat for viewer in self.viewers}
        texts = self.table.updates(happened, self.timing.clock(self.clock()), seats)
        for viewer in self.viewers:
            text = texts[viewer.seat]
            if viewer is asked:
                viewer.send(text, done)
            else:
                viewer.send(text)

    def _tell_all(self, text: bytes) -> None:
        for viewer in self.viewers:
            viewer.send(text)

    def _tell_presence(self, but: Viewer | None = None) -> None:
        if len(self.viewers) <= (but is not None):
            return
        text = p.encode(p.Presence([seat.here for seat in self.table.seats], self._spectators()))
        for viewer in self.viewers:
            if viewer is not but:
                viewer.send(text)

    def _spectators(self) -> int:
        return sum(viewer.seat is None for viewer in self.viewers)

    def _now(self) -> int:
        return int(self.wall() * 1000)

    # Time

    def _wind(self) -> None:
        """Sets the alarm for what happens next by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.broken:
            return
        due = self.timing.due(self.pace, bool(self.viewers))
        if due is None:
            return
        wait = max(0.0, due[0] - self.clock())
        if wait == 0:
            self.post(self._tick)
        else:
            self._timer = self._loop.call_later(wait, self.post, self._tick)

    async def _tick(self) -> None:
        if not await self._mended():
            return
        due = self.timing.due(self.pace, bool(self.viewers))
        if due is None or due[0] > self.clock():
            return
        what = due[1]
        if isinstance(what, Plan):
            for entry in what.entries:
                entry.at = self._now()
            try:
                await self._write(what)
            except Refuse:
                self._retry_later()
            return
        self._bot_turn(what)

    async def expire(self) -> None:
        """Closes the table because nothing has happened at it for long."""
        if self.table.status != "closed" and not self.viewers and await self._mended():
            try:
                await self._write(Plan([log.Closed(at=self._now(), why="idle")]))
            except Refuse:
                logger.warning("table %s: not closed", self.table.id)

    def _retry_later(self) -> None:
        """The disk refused what time has brought about: not at once again."""
        self.timing.changed = self.clock() + 1.0
        self.broken = True
        self._loop.call_later(1.0, self.post, self._tick)

    def _bot_turn(self, turn: BotTurn) -> None:
        table = self.table
        view = table.view(turn.seat)
        assert view is not None
        events = table.events(turn.seat)
        at = table.deal_v
        bot = table.seats[turn.seat].bot or table.options.bot
        timing = self.timing
        timing.waiting = True

        async def think() -> None:
            try:
                action = await self.thinker.choose(bot, view, events)
            except Exception as error:  # noqa: BLE001 - logged; the table goes on all the same
                logger.error("table %s: no bot: %s", table.id, where(error))  # noqa: TRY400 - as in _run
                action = view["legal"][0]
            finally:
                timing.waiting = False

            async def act() -> None:
                await self._bot_acts(turn, at, action, view)

            self.post(act)

        self._think(think())

    async def _bot_acts(self, turn: BotTurn, at: int, action: str, view: dict[str, Any]) -> None:
        if not await self._mended():
            return
        table = self.table
        if (
            table.deal_v != at
            or table.to_act != turn.seat
            or (turn.by == "away" and not table.seats[turn.seat].away)
        ):
            return
        now = self._now()
        try:
            plan = acting(table, turn.seat, action, now, turn.by)
        except Refuse:
            # A bot that names what is not legal must not stall the table.
            self.counts.count("bot_faults")
            plan = acting(table, turn.seat, view["legal"][0], now, turn.by)
        try:
            await self._write(plan)
        except Refuse:
            self._retry_later()

    def _think(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = self._loop.create_task(work)
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        return task
