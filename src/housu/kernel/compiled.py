"""The same engine compiled: the functions of the kernel's modules through Numba, over NumPy records.

`twin(module)` is a module of the same names whose functions are compiled; the plain one stays as it is, so both speeds
live in one process. Compiled code is kept on disk, in a folder named after the sources it was compiled from, since
Numba does not notice when a function of another file changes.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import types as nb
from numba.extending import intrinsic

from housu.kernel.record import Layout, fill

_HERE = Path(__file__).parent
_PACKAGE = "housu."


def _cache_folder() -> str:
    """A folder that changes with the kernel's sources and the versions that compile them."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    sources = [*_HERE.parent.glob("kernel/*.py"), *_HERE.parent.glob("rules/*_tables.py"), *_HERE.parent.glob("bots/*.py")]
    for source in sorted(sources):
        digest.update(source.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(base) / "housu" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"housu-{os.getuid()}" / digest.hexdigest()[:16]
        folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


if not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = _cache_folder()


@intrinsic
def _count(typing: Any, cards: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return nb.int64(nb.int64), code


@intrinsic
def _leading_zeros(typing: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(nb.boolean, False))

    return nb.int64(nb.int64), code


def _count_bits(cards: int) -> int:
    return int(_count(cards))


def _bit_length(number: int) -> int:
    return 64 - int(_leading_zeros(number))


_METHOD = type(int.bit_count)
_twins: dict[int, Any] = {}


def _compile(function: Any) -> Any:
    return numba.njit(function, cache=True, nogil=True, boundscheck=bool(os.environ.get("NUMBA_BOUNDSCHECK")))


def twin(module: types.ModuleType) -> Any:
    """The compiled twin of a module of plain functions; the same one each time."""
    if id(module) in _twins:
        return _twins[id(module)]
    made = types.ModuleType(module.__name__ + "~compiled", module.__doc__)
    _twins[id(module)] = made
    names = made.__dict__
    for name, value in vars(module).items():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            names[name] = _function_twin(value, names)
        elif isinstance(value, types.FunctionType) and value.__module__.startswith(_PACKAGE):
            names[name] = getattr(twin(sys.modules[value.__module__]), value.__name__, value)
        elif isinstance(value, types.ModuleType) and value.__name__.startswith(_PACKAGE):
            names[name] = twin(value)
        elif isinstance(value, _METHOD) and value in _PRIMITIVES:
            names[name] = _PRIMITIVES[value]
        elif not name.startswith("__"):
            names[name] = value
    return made


def _function_twin(function: types.FunctionType, names: dict[str, Any]) -> Any:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return _compile(copy)


# What plain Python does with methods of int, and the compiler with one instruction.
_PRIMITIVES: dict[Any, Any] = {int.bit_count: _compile(_count_bits), int.bit_length: _compile(_bit_length)}
if numba.config.DISABLE_JIT:
    _PRIMITIVES = {int.bit_count: lambda n: int(n).bit_count(), int.bit_length: lambda n: int(n).bit_length()}


def dtype(layout: Layout) -> np.dtype[Any]:
    """The NumPy dtype of a record layout; every number is an int64."""
    return np.dtype([(name, np.int64, (size,)) if size else (name, np.int64) for name, size in layout.items()])


def records(layout: Layout, n: int) -> Any:
    """An array of n zeroed records."""
    return np.zeros(n, dtype(layout)).view(np.recarray)


def record(layout: Layout, numbers: Mapping[str, Any] | None = None) -> Any:
    """One zeroed record, perhaps with fields filled."""
    return fill(records(layout, 1)[0], numbers or {})
