"""Indexes of compiled code are unsigned: it never counts from the end of an array.

Numba asks of each signed index whether it is negative, since Python would count those from the end. The kernel never
does; with bounds checks on, a negative index is an error. So one more pass of the compiler makes indexes unsigned, by
which random play of `pagat` is a seventh faster, and batches a sixth.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.imputils import impl_ret_borrowed
from numba.core.untyped_passes import ReconstructSSA
from numba.extending import intrinsic

nb: Any = types


def _is_signed(kind: Any) -> bool:
    return isinstance(kind, nb.Integer) and kind.signed


@intrinsic
def _unsigned(_typing: Any, index: Any) -> Any:
    """A signed index, or a tuple of them, as unsigned; any other as it is."""
    if _is_signed(index):

        def one(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return context.cast(builder, args[0], index, nb.uint64)

        return nb.uint64(index), one

    if isinstance(index, nb.BaseTuple) and all(map(_is_signed, index)):
        kind = nb.UniTuple(nb.uint64, len(index))

        def each(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            parts = zip(cgutils.unpack_tuple(builder, args[0]), index, strict=True)
            cast = [context.cast(builder, part, signed, nb.uint64) for part, signed in parts]
            return context.make_tuple(builder, kind, cast)

        return kind(index), each

    def same(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, args[0])

    return index(index), same


@register_pass(mutates_CFG=False, analysis_only=False)
class _UnsignedIndexes(FunctionPass):  # type: ignore[misc]
    """Puts `_unsigned` around each index that is not a constant."""

    _name = "housu_unsigned_indexes"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Changes the function in `state`; Numba asks whether it did."""
        for block in state.func_ir.blocks.values():
            body: list[Any] = []
            for statement in block.body:
                if isinstance(statement, ir.SetItem):
                    owner = statement
                elif isinstance(statement, ir.Assign) and getattr(statement.value, "op", "") == "getitem":
                    owner = statement.value
                else:
                    body.append(statement)
                    continue
                function = _assign(
                    state, block, body, "$unsigned", ir.Global("unsigned", _unsigned, statement.loc)
                )
                call = ir.Expr.call(function, [owner.index], (), statement.loc)
                owner.index = _assign(state, block, body, "$index", call)
                body.append(statement)
            block.body = body
        return True


def _assign(state: Any, block: Any, body: list[Any], name: str, value: Any) -> Any:
    """A new variable with a value, assigned at the end of `body`."""
    variable = block.scope.redefine(name, value.loc)
    body.append(ir.Assign(value, variable, value.loc))
    state.func_ir._definitions[variable.name].append(value)  # noqa: SLF001 - the only way
    return variable


class Compiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler with that pass."""

    def define_pipelines(self) -> list[Any]:
        """Numba asks for the passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_UnsignedIndexes, ReconstructSSA)
        passes.finalize()
        return [passes]
