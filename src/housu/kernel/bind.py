"""One source of loops for both games: functions copied into a module whose own names they then read.

A module such as `kernel.batch` is written over names that stand for a game's functions. `kernel.batch_zalupa` imports
Zalupa's under these names and takes the loops over with `bind`; `kernel.compiled.twin` compiles it like any other.
"""

from __future__ import annotations

import types
from typing import Any


def bind(source: types.ModuleType, names: dict[str, Any]) -> None:
    """Copies the functions that `source` defines into the module whose `globals()` are `names`, and what they read.

    Names that the module has already stay as they are.
    """
    module = names["__name__"]
    for name, value in vars(source).items():
        if isinstance(value, types.FunctionType) and value.__module__ == source.__name__:
            copy = types.FunctionType(value.__code__, names, name, value.__defaults__)
            copy.__module__ = module
            copy.__qualname__ = f"{module.rpartition('.')[2]}.{name}"  # compiled code is kept under this name
            copy.__doc__ = value.__doc__
            names[name] = copy
        elif not name.startswith("__") and name not in names:
            names[name] = value
