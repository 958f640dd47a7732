"""What a store of tables promises, whatever keeps it. `tests/server/test_store.py` holds every store to it.

A table is a row of entries, numbered from 1 without gaps. An entry is bytes to the store. What is appended is either
there in whole, for good, or not at all; nobody is told of an entry before `append` has returned.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import NamedTuple, Protocol

from housu.errors import HousuError


class StorageError(Exception):
    """It could not be read or written. After a failed `append` read the table again: its fate is not known.

    `why` is a text, or a HousuError where it can be told in any language.
    """

    def __init__(self, why: str | HousuError = "") -> None:
        super().__init__(str(why))
        self.why = why


class ConflictError(StorageError):
    """Somebody else has already written an entry with this number: the caller does not own the table any more."""


class Batch(NamedTuple):
    """Entries to append to a table, all or none.

    `first` is the number of the first one; 1 opens the table. `listed` and `closed`, where they are not None, are
    what is to be known of the table without reading it.
    """

    table: str
    first: int
    bodies: Sequence[bytes]
    at: int
    listed: bool | None = None
    closed: bool | None = None


class Store(Protocol):
    """A place where tables are kept. All methods raise StorageError."""

    healthy: bool
    """Whether the last write succeeded."""

    def append(self, batch: Batch) -> Awaitable[None]:
        """Writes entries durably. Raises ConflictError where one of these numbers is taken."""

    async def entries(self, table: str) -> list[bytes]:
        """All entries of a table, in order; none where there is no such table."""

    async def listed(self) -> list[str]:
        """The tables that were last appended to with `listed`."""

    async def idle(self, before: int) -> list[str]:
        """Open tables whose last entry is older than a time (milliseconds since 1970)."""

    async def closed(self, before: int) -> list[str]:
        """Closed tables, not yet archived, whose last entry is older than a time."""

    async def archive(self, table: str, records: Sequence[str]) -> None:
        """Forgets the entries of a table and keeps only these records, or nothing at all where there are none."""

    async def records(self, table: str) -> list[str]:
        """What `archive` has kept of a table."""

    async def count(self) -> int:
        """How many open tables there are."""

    async def probe(self) -> None:
        """Tries to write something that changes nothing, and sets `healthy`. Raises nothing."""

    async def aclose(self) -> None:
        """Finishes what is under way; the store cannot be used afterwards."""


class MemoryStore:
    """Tables in memory: for tests, and for a server that is to forget."""

    def __init__(self) -> None:
        self.healthy = True
        self._entries: dict[str, list[tuple[int, bytes]]] = {}
        self._listed: set[str] = set()
        self._closed: set[str] = set()
        self._records: dict[str, list[str]] = {}

    async def append(self, batch: Batch) -> None:
        rows = self._entries.get(batch.table, [])
        if batch.first <= len(rows):
            raise ConflictError(batch.table)
        if batch.first > len(rows) + 1:
            raise StorageError("a gap in the entries")
        self._entries.setdefault(batch.table, []).extend((batch.at, body) for body in batch.bodies)
        for wanted, there in ((batch.listed, self._listed), (batch.closed, self._closed)):
            if wanted is not None:
                (there.add if wanted else there.discard)(batch.table)

    async def entries(self, table: str) -> list[bytes]:
        return [body for _, body in self._entries.get(table, ())]

    async def listed(self) -> list[str]:
        return sorted(self._listed)

    async def idle(self, before: int) -> list[str]:
        return sorted(
            table
            for table, rows in self._entries.items()
            if table not in self._closed and rows[-1][0] < before
        )

    async def closed(self, before: int) -> list[str]:
        return sorted(table for table in self._closed if self._entries[table][-1][0] < before)

    async def archive(self, table: str, records: Sequence[str]) -> None:
        self._entries.pop(table, None)
        self._listed.discard(table)
        self._closed.discard(table)
        if records:
            self._records[table] = list(records)

    async def records(self, table: str) -> list[str]:
        return list(self._records.get(table, ()))

    async def count(self) -> int:
        return len(self._entries.keys() - self._closed)

    async def probe(self) -> None:
        self.healthy = True

    async def aclose(self) -> None:
        pass
