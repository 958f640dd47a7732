"""Records of int64: the one shape in which rules and states meet the engine.

A layout names the fields and says how many numbers each holds, 0 for a single one. Plain records are objects with
ints and lists; the compiled engine has NumPy records of the same layout (`kernel.compiled`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Layout = Mapping[str, int]


def record_type(name: str, layout: Layout) -> type[Any]:
    """A class of plain records. Instances start at zero; `copy()` shares nothing with the original."""
    singles = [field for field, size in layout.items() if not size]
    lists = [field for field, size in layout.items() if size]

    def __init__(self: Any) -> None:  # noqa: N807 - it becomes a method of the class
        for field in singles:
            setattr(self, field, 0)
        for field in lists:
            setattr(self, field, [0] * layout[field])

    def copy(self: Any) -> Any:
        other = object.__new__(type(self))
        for field in singles:
            setattr(other, field, getattr(self, field))
        for field in lists:
            setattr(other, field, getattr(self, field)[:])
        return other

    return type(name, (), {"__slots__": tuple(layout), "__init__": __init__, "copy": copy, "layout": layout})


def fill(record: Any, numbers: Mapping[str, Any]) -> Any:
    """Sets fields of a plain or compiled record, lists element by element; returns the record."""
    for field, value in numbers.items():
        if isinstance(value, list | tuple):
            cells = getattr(record, field)
            for i, number in enumerate(value):
                cells[i] = number
        else:
            setattr(record, field, value)
    return record


def same(one: Any, other: Any, layout: Layout) -> bool:
    """Whether two records, of either speed, hold the same numbers."""
    return all(
        list(getattr(one, field)) == list(getattr(other, field))
        if size
        else getattr(one, field) == getattr(other, field)
        for field, size in layout.items()
    )
