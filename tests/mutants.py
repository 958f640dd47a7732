"""Plants faults in the engine and sees whether the tests find them: `python -m tests.mutants` (or `make mutants`).

A seeded sample of mutants of the kernels, the tables and what the declarations set. Each is put into a copy of the
sources, and the quick tests of the rules run over it in plain Python; a failing test, or one that never ends, has
caught it. Those that live must be named with a reason in `mutants.txt`. Exit status 1 if fewer than 95 in 100 are caught,
or one lives that is not explained.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXPLAINED = Path(__file__).with_suffix(".txt")
KERNELS = ("kernel/paskahousu*.py", "kernel/zalupa*.py", "rules/paskahousu_tables.py", "rules/zalupa.py")
DECLARATIONS = ("rules/paskahousu.py", "rules/zalupa.py")
# What a mutant has to pass, the quickest first, which find most. Of conformance what needs no compiling.
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not soak")
TESTS = (
    ("-m", "tests.support.rulebook"),
    (*PYTEST, "-k", "not both_speeds", "tests/test_rules.py", "tests/test_random_play.py"),
    (
        *PYTEST,
        "-k",
        "(named_sets and -3) or (random_rules or the_end) and plain",
        "tests/test_conformance.py",
    ),
)
PART_CAUGHT = 0.95

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Place:
    """A node of a file's tree, what it hangs on, and where it stands, in words."""

    parent: ast.AST
    field: str
    index: int | None
    child: ast.AST
    name: str


@dataclass(frozen=True)
class Mutant:
    """One fault: where it stands, what comes in its place, and the whole file with it."""

    file: str
    tree: ast.Module
    place: Place
    after: ast.AST

    def __str__(self) -> str:
        return f"{self.file} {self.place.name}: {text(self.place.child)} => {text(self.after)}"

    @property
    def source(self) -> str:
        restore = put(self.place, self.after)
        whole = ast.unparse(ast.fix_missing_locations(self.tree))
        restore()
        return whole


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes that could stand in the place of this one by mistake."""
    if isinstance(node, ast.Compare):
        other = copy.deepcopy(node)
        other.ops[0] = COMPARISONS[type(node.ops[0])]()
        yield other
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        yield ast.BinOp(node.left, OPERATIONS[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.If) and node.orelse:
        yield ast.If(node.test, node.orelse, node.body)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, [])
    elif isinstance(node, ast.Tuple) and node.elts:
        yield ast.Tuple(node.elts[:-1])
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.Continue) and not documents(
        node
    ):
        yield ast.Pass()


def documents(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def walk(node: ast.AST, place: str, statement: str = "") -> Iterator[Place]:
    """All places below a node, but for annotations."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_comment"}:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST):
                continue
            inner = f"{place}.{child.name}" if isinstance(child, ast.FunctionDef) else place
            line = text(child) if isinstance(child, ast.stmt) else statement
            yield Place(node, name, index, child, f"{inner} [{line}]" if line else inner)
            yield from walk(child, inner, line)


def functions(tree: ast.Module) -> Iterator[Place]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from walk(node, node.name)


def declared(tree: ast.Module) -> Iterator[Place]:
    """What the choices set, the bounds of numbers, the contradictions, and the changes of the named sets."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            kind = node.func.id
            if kind in {"Choice", "NamedSet"} and isinstance(node.args[1], ast.Dict):
                yield from walk(node.args[1], f"{kind} {text(node.args[0])}")
            elif kind == "Number":
                yield from (Place(node, "args", n, node.args[n], kind) for n in (1, 2))
            elif kind == "Conflict":
                yield from (
                    Place(parent, "elts", n, child, f"{kind} {text(parent)}")
                    for parent in node.args[:2]
                    if isinstance(parent, ast.Tuple)
                    for n, child in ((1, parent.elts[1]),)
                )


def mutants_of(file: str, source: str, declarations: bool) -> Iterator[Mutant]:
    """All mutants of a file: of its functions, or of what its declarations set."""
    tree = ast.parse(source)
    for place in list(declared(tree) if declarations else functions(tree)):
        for other in changes(place.child):
            yield Mutant(file, tree, place, other)


def put(place: Place, other: ast.AST) -> Callable[[], None]:
    """Puts a node in the place of another; returns what puts the old one back."""
    if place.index is None:
        setattr(place.parent, place.field, other)
        return lambda: setattr(place.parent, place.field, place.child)
    row = getattr(place.parent, place.field)
    row[place.index] = other
    return lambda: row.__setitem__(place.index, place.child)


def text(node: ast.AST) -> str:
    """The first line of a node's source, short enough for a list."""
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).partition("\n")[0][:100]


def sample(number: int, seed: int) -> list[Mutant]:
    """So many mutants, a sixth of them in the declarations, no two alike."""
    rng = random.Random(seed)
    source = ROOT / "src" / "housu"
    everything = {
        part: [
            mutant
            for pattern in patterns
            for file in sorted(source.glob(pattern))
            for mutant in mutants_of(file.relative_to(source).as_posix(), file.read_text("utf-8"), part)
        ]
        for part, patterns in ((False, KERNELS), (True, DECLARATIONS))
    }
    chosen = []
    for part, wanted in ((True, number // 6), (False, number - number // 6)):
        different = list({str(mutant): mutant for mutant in everything[part]}.values())
        chosen += rng.sample(different, min(wanted, len(different)))
    return chosen


class Tree:
    """A copy of the sources and tests in which mutants are planted one after another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.timeouts: dict[tuple[str, ...], float] = {}
        skip = shutil.ignore_patterns("__pycache__", "browser", "web", "server")
        shutil.copytree(ROOT / "src", folder / "src", ignore=skip)
        shutil.copytree(ROOT / "tests", folder / "tests", ignore=skip)
        shutil.copy(ROOT / "pyproject.toml", folder)

    def measure(self) -> bool:
        """Runs the quick tests without a mutant: whether they pass, and how long each may take with one."""
        for command in TESTS:
            begun = time.monotonic()
            if not self.runs(command, None):
                return False
            self.timeouts[command] = 4 * (time.monotonic() - begun) + 10
        return True

    def passes(self) -> bool:
        """Whether the quick tests pass; too slow is a failure too."""
        return all(self.runs(command, self.timeouts[command]) for command in TESTS)

    def runs(self, command: tuple[str, ...], timeout: float | None) -> bool:
        """Whether Python ends well with those arguments, and in time."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                (sys.executable, *command),
                cwd=self.folder,
                env=environment,
                capture_output=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def survives(self, mutant: Mutant) -> bool:
        path = self.folder / "src" / "housu" / mutant.file
        whole = path.read_text("utf-8")
        path.write_text(mutant.source, "utf-8")
        try:
            return self.passes()
        finally:
            path.write_text(whole, "utf-8")


def explained() -> dict[str, str]:
    """Mutants that may live, and why: pairs of lines in `mutants.txt`, the second one indented."""
    lines = [
        line
        for line in EXPLAINED.read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    return dict(zip(lines[::2], map(str.strip, lines[1::2]), strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Plant faults in the engine and see whether the tests find them."
    )
    parser.add_argument("--number", type=int, default=110, help="how many (110)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first ones of them (0)")
    options = parser.parse_args()
    reasons = explained()
    alive: list[Mutant] = []
    mutants = sample(options.number, options.seed)[options.skip :]
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder))
        begun = time.monotonic()
        if not tree.measure():
            print("The quick tests fail without any mutant.", file=sys.stderr)
            return 2
        for place, mutant in enumerate(mutants, 1):
            if tree.survives(mutant):
                alive.append(mutant)
                print(f"{place}/{len(mutants)} lives: {mutant}", flush=True)
                print(f"    {reasons.get(str(mutant), 'not explained')}", flush=True)
            if place % 20 == 0:
                print(f"{place}/{len(mutants)}: {place - len(alive)} caught", flush=True)
    caught = len(mutants) - len(alive)
    unexplained = [mutant for mutant in alive if str(mutant) not in reasons]
    minutes = (time.monotonic() - begun) / 60
    print(
        f"{len(mutants)} mutants (seed {options.seed}): {caught} caught, {100 * caught / len(mutants):.1f} %;"
        f" {len(alive)} live, {len(unexplained)} of them unexplained; {minutes:.1f} minutes"
    )
    return int(caught < PART_CAUGHT * len(mutants) or bool(unexplained))


if __name__ == "__main__":
    sys.exit(main())
