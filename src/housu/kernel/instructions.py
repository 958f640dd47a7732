"""What plain Python does with methods of int or in a loop, and compiled code in an instruction or two."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
from llvmlite import ir
from numba.core import cgutils
from numba.core import types as nb
from numba.extending import intrinsic

from housu.kernel import sets

# Processors on which `pdep` takes longer than the loop it stands for.
_SLOW_DEPOSIT = ("znver1", "znver2")


def replacements(compile_function: Callable[[Any], Any]) -> dict[Any, Any]:
    """What stands in compiled code for methods of int and functions of `kernel.sets`."""
    if numba.config.DISABLE_JIT:
        return {
            int.bit_count: lambda number: int(number).bit_count(),
            int.bit_length: lambda number: int(number).bit_length(),
        }
    found: dict[Any, Any] = {int.bit_count: _count_bits, int.bit_length: _bit_length}
    if _deposits():
        found |= {sets.nth: _nth, sets.take: _take, sets.take_known: _take_known}
    return {plain: compile_function(quick) for plain, quick in found.items()}


def _deposits() -> bool:
    """Whether this processor has the instruction `pdep`, and a quick one."""
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES or sys.maxsize < 1 << 32:
        return False
    try:
        features = llvmlite.binding.get_host_cpu_features()
    except RuntimeError:  # LLVM does not know this kind of processor
        return False
    return bool(features.get("bmi2")) and llvmlite.binding.get_host_cpu_name() not in _SLOW_DEPOSIT


@intrinsic
def _count(_typing: Any, _cards: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return nb.int64(nb.int64), code


@intrinsic
def _leading_zeros(_typing: Any, _number: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(nb.boolean, False))

    return nb.int64(nb.int64), code


@intrinsic
def _deposit(_typing: Any, _bits: Any, _cards: Any) -> Any:
    """The n-th card of a set is there in the result where the n-th bit is."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        word = args[0].type
        pdep = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, (word, word)), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(pdep, args)

    return nb.int64(nb.int64, nb.int64), code


def _count_bits(cards: int) -> int:
    return int(_count(cards))


def _bit_length(number: int) -> int:
    return 64 - int(_leading_zeros(number))


def _nth(cards: int, n: int) -> int:
    return int(_deposit(1 << n, cards))


def _take(cards: int, n: int) -> int:
    return int(_deposit((1 << n) - 1, cards))


def _take_known(cards: int, known: int, n: int) -> int:
    """Without the branch of the plain one, which no processor can foresee."""
    first = int(_deposit((1 << n) - 1, cards & known))
    return first | int(_deposit((1 << (n - int(_count(first)))) - 1, cards & ~first))
