"""Tables in a SQLite file: one thread, one connection, one transaction for all that waits (WAL, synchronous FULL).

A commit costs a flush of the disk, whatever it holds. So the thread takes all appends that have come in while the
last flush ran and commits them together: 40 times as many actions a second as one by one on a disk that takes 3 ms.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, TypeVar

from housu.errors import HousuError
from housu.server.store import Batch, ConflictError, StorageError

T = TypeVar("T")

# Each step takes the file from one version (`user_version`) to the next. Never change one that was released: add one.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            listed INTEGER NOT NULL DEFAULT 0,
            closed INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID""",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id),
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (table_id, seq)
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_listed ON tables (id) WHERE listed",
        "CREATE INDEX tables_closed ON tables (id) WHERE closed",
    ),
    (
        """CREATE TABLE records (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            record TEXT NOT NULL,
            PRIMARY KEY (table_id, number)
        ) WITHOUT ROWID""",
    ),
)

_MOST_AT_ONCE = 512

# Of 4 KiB, before the log is copied into the file. A table's last page is written again with each of its actions; the
# longer the log, the more of that is copied once. With SQLite's own 1,000, copying was a fifth of the server's work.
_LOG_PAGES = 16_000
_CACHED_PAGES = 2_000  # the last pages of thousands of tables, which need not be read before each action

_LAST = "(SELECT at FROM entries WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1)"


def connect(path: str | Path) -> sqlite3.Connection:
    """A connection to a file of tables, brought to the newest version. Raises StorageError."""
    try:
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        version_of(database)  # before anything is changed in it
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute(f"PRAGMA cache_size = {_CACHED_PAGES}")
        database.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        migrate(database)
    except sqlite3.Error as error:
        raise StorageError(str(error)) from error
    return database


def version_of(database: sqlite3.Connection) -> int:
    """The version of a file of tables, 0 for an empty file. Raises StorageError for a newer one, or another program's."""
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise StorageError(HousuError("cli.serve.version", version=version, known=len(MIGRATIONS)))
    if not version and database.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise StorageError(HousuError("cli.serve.other"))
    return version


def migrate(database: sqlite3.Connection) -> None:
    """Takes the steps that a file lacks, each wholly or not at all. Raises StorageError as `version_of`."""
    version = version_of(database)
    for number in range(version, len(MIGRATIONS)):
        database.execute("BEGIN IMMEDIATE")
        try:
            for statement in MIGRATIONS[number]:
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {number + 1}")
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise


def backup(source: str | Path, target: str | Path) -> None:
    """A whole copy of a file of tables, also while a server uses it. Raises StorageError; overwrites nothing."""
    if not Path(source).is_file():
        raise StorageError(HousuError("cli.serve.no_file", path=str(source)))
    try:
        # Empty, SQLite writes into it; and nobody else's file is taken away below.
        Path(target).open("xb").close()
    except FileExistsError:
        raise StorageError(HousuError("cli.serve.there", path=str(target))) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError(HousuError("error.record.file_out", path=str(target), reason=reason)) from error
    try:
        database = sqlite3.connect(f"{Path(source).absolute().as_uri()}?mode=ro", uri=True, timeout=10)
        try:
            # In one transaction, so the copy is the state of one moment; and without the log beside it.
            database.execute("VACUUM INTO ?", (str(target),))
        finally:
            database.close()
    except BaseException as error:
        # What there is of it would only be in the way of the next try.
        Path(target).unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error):
            raise StorageError(str(error)) from error
        raise


class SqliteStore:
    """Tables in a file, for the event loop that asks it first."""

    def __init__(self, path: str | Path) -> None:
        """Opens or makes the file. Raises StorageError, also when another server has it open."""
        self.healthy = True
        self.batches = self.written = 0
        self._lock = _lock(path)
        try:
            self._database = connect(path)
        except StorageError:
            self._lock.close()
            raise
        self._work: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._gathered: list[_Job] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def append(self, batch: Batch) -> Awaitable[None]:
        return self._ask(None, batch)

    async def entries(self, table: str) -> list[bytes]:
        def read(database: sqlite3.Connection) -> list[bytes]:
            rows = database.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY seq", (table,))
            return [body for (body,) in rows]

        return await self._ask(read)

    async def listed(self) -> list[str]:
        return await self._ask(_ids("SELECT id FROM tables WHERE listed"))

    async def idle(self, before: int) -> list[str]:
        return await self._ask(_ids(f"SELECT id FROM tables WHERE NOT closed AND {_LAST} < ?", before))  # noqa: S608

    async def closed(self, before: int) -> list[str]:
        return await self._ask(_ids(f"SELECT id FROM tables WHERE closed AND {_LAST} < ?", before))  # noqa: S608

    async def archive(self, table: str, records: Sequence[str]) -> None:
        def write(database: sqlite3.Connection) -> None:
            with _transaction(database):
                database.execute("DELETE FROM entries WHERE table_id = ?", (table,))
                database.execute("DELETE FROM tables WHERE id = ?", (table,))
                database.executemany(
                    "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
                    [(table, number, record) for number, record in enumerate(records)],
                )

        await self._ask(write)

    async def records(self, table: str) -> list[str]:
        return await self._ask(_ids("SELECT record FROM records WHERE table_id = ? ORDER BY number", table))

    async def count(self) -> int:
        def read(database: sqlite3.Connection) -> int:
            return int(database.execute("SELECT COUNT(*) FROM tables WHERE NOT closed").fetchone()[0])

        return await self._ask(read)

    async def probe(self) -> None:
        def write(database: sqlite3.Connection) -> None:
            # More than a page: something that the file has to grow for.
            with _transaction(database):
                database.execute("INSERT OR REPLACE INTO records VALUES ('', 0, zeroblob(9000))")
            with _transaction(database):
                database.execute("DELETE FROM records WHERE table_id = ''")

        try:
            await self._ask(write)
        except StorageError:
            self.healthy = False
        else:
            self.healthy = True

    async def aclose(self) -> None:
        if not self._ended:
            self._ended = True
            self._hand_over()
            self._work.put(None)
            await asyncio.to_thread(self._thread.join)

    def _ask(
        self, read: Callable[[sqlite3.Connection], T] | None, batch: Batch | None = None
    ) -> Awaitable[T]:
        loop = self._loop
        if loop is None:
            loop = self._loop = asyncio.get_running_loop()  # which asks the system for the process each time
        answer: asyncio.Future[T] = loop.create_future()
        if self._ended:
            answer.set_exception(StorageError("the store is closed"))
            return answer
        job = _Job(read, batch, answer)
        if not self._gathered:
            # What the other tables ask in this turn of the loop goes along: the thread is woken once.
            loop.call_soon(self._hand_over)
        self._gathered.append(job)
        return answer

    def _hand_over(self) -> None:
        self._work.put(self._gathered)
        self._gathered = []

    def _run(self) -> None:
        while True:
            lots = [self._work.get()]
            while not self._work.empty():
                lots.append(self._work.get())
            jobs = [job for lot in lots if lot is not None for job in lot]
            for at in range(0, len(jobs), _MOST_AT_ONCE):
                self._do(jobs[at : at + _MOST_AT_ONCE])
            if None in lots:
                self._database.close()
                self._lock.close()
                return

    def _do(self, jobs: list[_Job]) -> None:
        appends = [job for job in jobs if job.batch is not None]
        if appends:
            self._append(appends)
        for job in jobs:
            if job.read is not None:
                try:
                    job.result = job.read(self._database)
                except sqlite3.Error as error:
                    job.error = StorageError(str(error))
                except Exception as error:  # noqa: BLE001 - the thread must live on; the asker gets the error
                    job.error = error
        # One call into the loop for all of them: it is woken once, not once for each.
        if jobs:
            try:
                assert self._loop is not None
                self._loop.call_soon_threadsafe(_answer, jobs)
            except RuntimeError:
                return  # the loop is closed: nobody waits any more

    def _append(self, jobs: list[_Job]) -> None:
        try:
            self._write(jobs)
        except (sqlite3.Error, StorageError):
            # One that cannot be written must not take the others with it.
            for job in jobs:
                try:
                    self._write([job])
                except StorageError as error:
                    job.error = error
                except sqlite3.Error as error:
                    job.error = StorageError(str(error))
        self.healthy = all(job.error is None or isinstance(job.error, ConflictError) for job in jobs)

    def _write(self, jobs: list[_Job]) -> None:
        database = self._database
        rows: list[tuple[str, int, int, bytes]] = []
        with _transaction(database):
            for job in jobs:
                batch = job.batch
                assert batch is not None
                if batch.first == 1:
                    try:
                        database.execute("INSERT INTO tables (id) VALUES (?)", (batch.table,))
                    except sqlite3.IntegrityError as error:
                        raise ConflictError(batch.table) from error
                for name, wanted in (("listed", batch.listed), ("closed", batch.closed)):
                    if wanted is not None:
                        database.execute(f"UPDATE tables SET {name} = ? WHERE id = ?", (wanted, batch.table))  # noqa: S608
                rows += [
                    (batch.table, seq, batch.at, body) for seq, body in enumerate(batch.bodies, batch.first)
                ]
            try:
                database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
            except sqlite3.IntegrityError as error:
                raise ConflictError(str(error)) from error
        self.batches += 1
        self.written += len(rows)


class _Job:
    """Something the thread has to do, and who waits for it."""

    __slots__ = ("answer", "batch", "error", "read", "result")

    def __init__(
        self,
        read: Callable[[sqlite3.Connection], Any] | None,
        batch: Batch | None,
        answer: asyncio.Future[Any],
    ) -> None:
        self.read = read
        self.batch = batch
        self.answer = answer
        self.result: Any = None
        self.error: Exception | None = None


def _answer(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.answer.done():  # whoever waited was cancelled
            continue
        if job.error is not None:
            job.answer.set_exception(job.error)
        else:
            job.answer.set_result(job.result)


class _transaction:  # noqa: N801 - used like a function
    """All or nothing; a failing COMMIT is undone as well."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    def __enter__(self) -> None:
        self.database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            if kind is None:
                self.database.execute("COMMIT")
        finally:
            if self.database.in_transaction:
                self.database.execute("ROLLBACK")


def _ids(query: str, *values: object) -> Callable[[sqlite3.Connection], list[str]]:
    def read(database: sqlite3.Connection) -> list[str]:
        return [text for (text,) in database.execute(query, values)]

    return read


def _lock(path: str | Path) -> IO[bytes]:
    """Holds a file beside the database for as long as this process lives: two servers would tell two stories."""
    try:
        handle = Path(f"{path}.lock").open("ab")  # noqa: SIM115 - held as long as the store lives
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error
    try:
        import fcntl
    except ImportError:  # Windows: the fence of the entries' numbers has to do
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise StorageError(HousuError("cli.serve.used", path=str(path))) from error
    return handle


__all__ = ["MIGRATIONS", "SqliteStore", "backup", "connect", "migrate"]
