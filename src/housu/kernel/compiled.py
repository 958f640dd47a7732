"""The same engine compiled: the functions of the kernel's modules through Numba, over NumPy records.

`twin(module)` is a module of the same names whose functions are compiled; the plain one stays as it is, so both speeds
live in one process. Compiled code is kept on disk, for each module in a folder named after the sources it was compiled from, since Numba
does not notice when a function of another file changes.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
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

_PACKAGE = "housu."
_VERSIONS = f"{numba.__version__} {np.__version__} {sys.version}"
_OWN_CACHE = not os.environ.get("NUMBA_CACHE_DIR")


def _sources(name: str, found: dict[str, bytes]) -> dict[str, bytes]:
    """The source of a module of Housu and of all that it imports from: what its compiled code depends on."""
    spec = importlib.util.find_spec(name)
    if name in found or spec is None or spec.origin is None:
        return found
    found[name] = Path(spec.origin).read_bytes()
    for node in ast.walk(ast.parse(found[name])):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(_PACKAGE):
            _sources(node.module, found)
            for alias in node.names:
                if f"{node.module}.{alias.name}" in sys.modules:
                    _sources(f"{node.module}.{alias.name}", found)
    return found


def _cache_folder(name: str) -> str:
    """A folder that changes with what a module's compiled code depends on, versions too."""
    digest = hashlib.sha256(_VERSIONS.encode())
    for source in sorted(_sources(name, {}).items()):
        digest.update(source[0].encode() + source[1])
    folder_name = digest.hexdigest()[:16]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "housu"
    for folder in (base / folder_name, Path(tempfile.gettempdir()) / f"housu-{os.getuid()}" / folder_name):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        return str(folder)
    raise OSError(
        f"no folder for compiled code: neither {base} nor {tempfile.gettempdir()} can be written to"
    )


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


# Compiled functions are inlined into those that call them, which doubles the speed, but for these: large, and called
# once a deal at most.
APART = frozenset({"start", "shuffle", "playout", "deal_hands", "legal"})

_METHOD = type(int.bit_count)
_twins: dict[int, Any] = {}


def _compile(function: Any) -> Any:
    return numba.njit(
        function,
        cache=True,
        nogil=True,
        forceinline=function.__name__ not in APART,
        error_model="numpy",
    )


def twin(module: types.ModuleType) -> Any:
    """The compiled twin of a module of plain functions; the same one each time."""
    if id(module) in _twins:
        return _twins[id(module)]
    made = types.ModuleType(module.__name__ + "~compiled", module.__doc__)
    _twins[id(module)] = made
    names = made.__dict__
    own = []
    for name, value in vars(module).items():
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
            own.append((name, value))
        elif isinstance(value, types.FunctionType) and value.__module__.startswith(_PACKAGE):
            names[name] = getattr(twin(sys.modules[value.__module__]), value.__name__, value)
        elif isinstance(value, types.ModuleType) and value.__name__.startswith(_PACKAGE):
            names[name] = twin(value)
        elif isinstance(value, _METHOD) and value in _PRIMITIVES:
            names[name] = _PRIMITIVES[value]
        elif not name.startswith("__"):
            names[name] = value
    if _OWN_CACHE:
        numba.config.CACHE_DIR = _cache_folder(module.__name__)
    for name, value in own:
        names[name] = _function_twin(value, names)
    return made


def _function_twin(function: types.FunctionType, names: dict[str, Any]) -> Any:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return _compile(copy)


if _OWN_CACHE:
    numba.config.CACHE_DIR = _cache_folder(__name__)

# What plain Python does with methods of int, and the compiler with one instruction.
_PRIMITIVES: dict[Any, Any] = {int.bit_count: _compile(_count_bits), int.bit_length: _compile(_bit_length)}
if numba.config.DISABLE_JIT:
    _PRIMITIVES = {int.bit_count: lambda n: int(n).bit_count(), int.bit_length: lambda n: int(n).bit_length()}


def dtype(layout: Layout) -> np.dtype[Any]:
    """The NumPy dtype of a record layout; every number is an int64."""
    return np.dtype(
        [(name, np.int64, (size,)) if size else (name, np.int64) for name, size in layout.items()]
    )


def records(layout: Layout, n: int) -> Any:
    """An array of n zeroed records."""
    return np.zeros(n, dtype(layout)).view(np.recarray)


def record(layout: Layout, numbers: Mapping[str, Any] | None = None) -> Any:
    """One zeroed record, perhaps with fields filled."""
    return fill(records(layout, 1)[0], numbers or {})
