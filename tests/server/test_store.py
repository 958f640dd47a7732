"""What every store of tables promises, and what the SQLite one promises besides."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3

import pytest

from housu.server.main import ServeError, backup, open_store
from housu.server.store import Batch, ConflictError, MemoryStore, StorageError
from housu.server.store_sqlite import MIGRATIONS, SqliteStore, connect, migrate
from tests.server.harness import run


@pytest.fixture(params=["memory", "sqlite"])
def make_store(request, tmp_path):
    """A function that makes an empty store."""
    return MemoryStore if request.param == "memory" else lambda: SqliteStore(tmp_path / "tables.db")


def batch(table: str, first: int, *bodies: bytes, at: int = 1, **more) -> Batch:
    return Batch(table, first, bodies or (b"x",), at, **more)


# Every store


@run
async def test_entries_come_back_in_order(make_store):
    store = make_store()
    await store.append(batch("a", 1, b"one", b"two"))
    await store.append(batch("b", 1, b"\x00\xff"))
    await store.append(batch("a", 3, b"three"))
    assert await store.entries("a") == [b"one", b"two", b"three"]
    assert await store.entries("b") == [b"\x00\xff"]
    assert await store.entries("c") == []
    assert await store.count() == 2
    await store.aclose()


@run
async def test_a_number_that_is_taken_is_refused_and_nothing_of_the_batch_stays(make_store):
    store = make_store()
    await store.append(batch("a", 1, b"one", b"two"))
    for wrong in (batch("a", 2, b"other", b"more"), batch("a", 1)):
        with pytest.raises(ConflictError):
            await store.append(wrong)
    assert await store.entries("a") == [b"one", b"two"]
    await store.append(batch("a", 3))
    assert store.healthy
    await store.aclose()


@run
async def test_of_many_at_once_each_gets_its_own_answer(make_store):
    store = make_store()
    await store.append(batch("t0", 1))
    answers = await asyncio.gather(
        *(store.append(batch(f"t{number}", 1)) for number in range(50)), return_exceptions=True
    )
    assert [isinstance(answer, ConflictError) for answer in answers] == [True] + [False] * 49
    assert await store.count() == 50
    await store.aclose()


@run
async def test_what_is_known_of_tables_without_reading_them(make_store):
    store = make_store()
    await store.append(batch("a", 1, at=10, listed=True))
    await store.append(batch("b", 1, at=10, listed=False))
    await store.append(batch("c", 1, at=10))
    await store.append(batch("c", 2, at=30, listed=True))
    assert await store.listed() == ["a", "c"]
    await store.append(batch("a", 2, at=40, listed=False, closed=True))
    assert await store.listed() == ["c"]
    assert await store.idle(20) == ["b"]
    assert await store.idle(99) == ["b", "c"]
    assert await store.closed(40) == []
    assert await store.closed(41) == ["a"]
    assert await store.count() == 2
    await store.aclose()


@run
async def test_archiving_keeps_records_or_nothing(make_store):
    store = make_store()
    await store.append(batch("a", 1, closed=True))
    await store.append(batch("b", 1, closed=True))
    await store.archive("a", ["one\n", "two\n"])
    await store.archive("b", [])
    assert await store.closed(99) == []
    assert await store.entries("a") == []
    assert await store.records("a") == ["one\n", "two\n"]
    assert await store.records("b") == []
    await store.aclose()


# SQLite


@run
async def test_everything_is_there_after_a_restart(tmp_path):
    store = SqliteStore(tmp_path / "t.db")
    await store.append(batch("a", 1, b"one", listed=True))
    await store.aclose()
    store = SqliteStore(tmp_path / "t.db")
    assert await store.entries("a") == [b"one"]
    assert await store.listed() == ["a"]
    await store.aclose()
    with pytest.raises(StorageError):
        await store.entries("a")


@run
async def test_what_waits_is_committed_together_and_flushed(tmp_path):
    store = SqliteStore(tmp_path / "t.db")
    await asyncio.gather(*(store.append(batch(f"t{number}", 1)) for number in range(200)))
    assert store.written == 200
    assert store.batches < 100
    modes = await store._ask(
        lambda db: [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    )
    assert modes == ["wal", 2]
    await store.aclose()


@run
async def test_a_full_disk_refuses_and_works_again_when_there_is_room(tmp_path):
    store = SqliteStore(tmp_path / "t.db")
    await store.append(batch("a", 1, b"one"))
    pages = await store._ask(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await store._ask(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    with pytest.raises(StorageError, match="full"):
        await store.append(batch("a", 2, b"x" * 100_000))
    assert not store.healthy
    assert await store.entries("a") == [b"one"]
    await store._ask(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
    await store.probe()
    assert store.healthy
    await store.append(batch("a", 2, b"x" * 100_000))
    assert len(await store.entries("a")) == 2
    await store.aclose()


@run
async def test_one_that_cannot_be_written_does_not_take_the_others_with_it(tmp_path):
    store = SqliteStore(tmp_path / "t.db")
    await store.append(batch("a", 1))
    bad = Batch("b", 1, [b"fine", object()], 1)  # type: ignore[list-item]
    results = await asyncio.gather(
        store.append(batch("a", 2)), store.append(bad), store.append(batch("c", 1)), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), StorageError, type(None)]
    assert await store.entries("b") == []
    await store.aclose()


@run
async def test_two_servers_cannot_use_one_file(tmp_path):
    store = SqliteStore(tmp_path / "t.db")
    with pytest.raises(StorageError, match="Another server"):
        SqliteStore(tmp_path / "t.db")
    await store.aclose()
    SqliteStore(tmp_path / "t.db")


def test_migrations_bring_every_older_file_to_the_newest_version(tmp_path):
    for version in range(len(MIGRATIONS) + 1):
        path = tmp_path / f"v{version}.db"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as old:
            for statements in MIGRATIONS[:version]:
                for statement in statements:
                    old.execute(statement)
            old.execute(f"PRAGMA user_version = {version}")
            if version:
                old.execute("INSERT INTO tables (id) VALUES ('a')")
                old.execute("INSERT INTO entries VALUES ('a', 1, 5, x'01')")
        with contextlib.closing(connect(path)) as new:
            assert new.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
            assert new.execute("SELECT COUNT(*) FROM entries").fetchone()[0] == bool(version)
            assert new.execute("SELECT COUNT(*) FROM records").fetchone()[0] == 0


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "t.db"
    connect(path).close()
    monkeypatch.setattr(
        "housu.server.store_sqlite.MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE extra (x)", "nonsense"))
    )
    with pytest.raises(StorageError):
        connect(path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)
        assert not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'extra'").fetchone()


def test_a_newer_file_is_refused(tmp_path):
    path = tmp_path / "t.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 99")
        with pytest.raises(StorageError, match="version 99"):
            migrate(database)
    with pytest.raises(StorageError):
        SqliteStore(path)


def test_another_programs_file_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE songs (name)")
        database.commit()
    before = path.read_bytes()
    with pytest.raises(StorageError, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


@run
async def test_backup_copies_a_file_in_use(tmp_path):
    store = SqliteStore(tmp_path / "t.db")
    await store.append(batch("a", 1, b"one"))
    backup(f"sqlite:///{tmp_path}/t.db", tmp_path / "copy.db")
    await store.append(batch("a", 2, b"two"))
    await store.aclose()
    copy = SqliteStore(tmp_path / "copy.db")
    assert await copy.entries("a") == [b"one"]
    await copy.aclose()
    with pytest.raises(ServeError, match="there already"):
        backup(str(tmp_path / "t.db"), tmp_path / "copy.db")
    with pytest.raises(ServeError, match="no file"):
        backup(str(tmp_path / "none.db"), tmp_path / "other.db")


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path):
    (tmp_path / "text.db").write_text("no database, but long enough to be looked into", "utf-8")
    for _ in range(2):
        with pytest.raises(ServeError, match="not a database"):
            backup(str(tmp_path / "text.db"), tmp_path / "copy.db")
        assert [path.name for path in tmp_path.iterdir()] == ["text.db"]
    with pytest.raises(ServeError, match="cannot be written"):
        backup(str(tmp_path / "text.db"), tmp_path / "no" / "copy.db")


def test_addresses_of_databases(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert isinstance(open_store("memory:"), MemoryStore)
    for address in ("sqlite:///here.db", f"sqlite:///{tmp_path}/there.db"):
        asyncio.run(open_store(address).aclose())
    assert (tmp_path / "here.db").exists()
    assert (tmp_path / "there.db").exists()
    for wrong in ("postgres://x/y", "sqlite://x", "sqlite:///"):
        with pytest.raises(StorageError):
            open_store(wrong)
    with pytest.raises(StorageError):
        open_store(f"sqlite:///{tmp_path}/no/folder/t.db")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "t.db").write_bytes(b"this is no database, whatever it is called" * 100)
    with pytest.raises(StorageError):
        SqliteStore(tmp_path / "t.db")
