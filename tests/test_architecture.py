"""The structure of the code: who imports whom, what a plain game must not load, how long a file may be.

Each check is a function from the sources to the faults in them. It is run on the real sources, and on small ones with
a fault planted, so that a check that has gone blind is noticed.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

# Lowest first. A module may import its own layer and those below. "" is the package itself, `import housu`.
LAYERS = (
    {"errors", "cards", "names", "text"},
    {"rules"},
    {"kernel"},
    {"action", "deal", "faces", "match", "pack", "position", "record", "view", ""},
    {"bots"},
    {"envs", "client", "server", "terminal", "web"},
    {"cli", "cli_advice", "cli_commands", "cli_services", "__main__"},
)
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}

# Only these may load NumPy and Numba when they are imported; the others play without, or import them when asked to.
NUMERIC = {"numpy", "numba"}
COMPILED = (
    "housu.kernel.batch_paskahousu",
    "housu.kernel.batch_zalupa",
    "housu.kernel.compiled",
    "housu.kernel.indexing",
    "housu.kernel.instructions",
    "housu.bots.compiled",
    "housu.envs",
)

# The rooms know nothing of the web: they are tested, and could be served, without it.
ROOMS = "housu.server.rooms*"
WEB = {"starlette", "uvicorn", "uvloop", "httptools", "websockets", "http", "socketserver", "wsgiref"}

# Files that may be longer than others, each with the reason.
LONGEST = 500
LONG: dict[str, str] = {
    "housu/rules/paskahousu.py": "data: one declaration after another, each with its sentences in three languages",
}
# What only other people's programs name: PettingZoo's tools.
FOR_OTHERS = {"env"}
CODE = {".py", ".js", ".mjs", ".css", ".html", ".sql"}

# No file says where packages come from, or where somebody's checkout lies.
FORBIDDEN_TEXT = re.compile(
    r"""(?<![\w.])/(?:home|Users)/\w+      # a user's folder
      | (?<![\w.])/(?:root|workspace|wor[k])/[\w.]
      | \b[A-Z]:\\Users\\
      | \bpypi\.(?:org|python\.org) | \bpythonhosted\.(?:org|com)
      | \bregistry\.(?:npmjs|yarnpkg)\.\w+
      | \b(?:deb|security|snapshot)\.debian\.org | \bconda\.anaconda\.org
      | --(?:extra-)?index-ur[l]\s | --find-link[s]\s | ^\s*(?:extra-)?index-url\s*=""",
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True)
class Import:
    """One imported module, and whether importing the importer imports it."""

    target: str
    line: int
    at_once: bool


@dataclass(frozen=True)
class Module:
    """A module of the package and what it imports."""

    name: str
    imports: tuple[Import, ...]

    @property
    def level(self) -> int | None:
        parts = self.name.split(".")
        return LEVEL.get(parts[1] if len(parts) > 1 else "")


def modules(src: Path) -> dict[str, Module]:
    """All modules below `src`, by name."""
    paths = {}
    for path in sorted(src.rglob("*.py")):
        parts = path.relative_to(src).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {
        name: Module(name, tuple(imports(ast.parse(path.read_text("utf-8")), name, path.name, paths)))
        for name, path in paths.items()
    }


def imports(tree: ast.Module, module: str, file: str, known: dict[str, Path]) -> Iterator[Import]:
    """What a module imports, with relative names made whole."""

    def visit(node: ast.AST, at_once: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, at_once)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = node.level - (file == "__init__.py")
                package = module.split(".")
                base = ".".join([*package[: len(package) - up], *([base] if base else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield Import(inner if inner in known else base, node.lineno, at_once)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for part, now in ((node.body, False), (node.orelse, at_once)):
                for statement in part:
                    yield from visit(statement, now)
        else:
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for child in ast.iter_child_nodes(node):
                yield from visit(child, at_once and not inside)

    yield from visit(tree, at_once=True)


def ours(name: str) -> bool:
    """Whether a name is the package's own."""
    return name == "housu" or name.startswith("housu.")


def within(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of the packages or in one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def upward_imports(src: Path) -> list[str]:
    """Imports that go up, and modules that stand in no layer."""
    found = modules(src)
    faults = []
    for module in found.values():
        if module.level is None:
            faults.append(f"{module.name} is in no layer: name it in LAYERS")
            continue
        for wanted in module.imports:
            target = Module(wanted.target, ())
            if ours(wanted.target) and (target.level is None or target.level > module.level):
                faults.append(f"{module.name}:{wanted.line} imports {wanted.target}, which lies above it")
    return faults


def numeric_imports(src: Path) -> list[str]:
    """Plain modules that load NumPy or Numba, themselves or through a compiled part, when they are imported."""
    return [
        f"{module.name}:{wanted.line} imports {wanted.target} at once; import it inside the function that needs it"
        for module in modules(src).values()
        if not within(module.name, COMPILED)
        for wanted in module.imports
        if wanted.at_once and (wanted.target.split(".")[0] in NUMERIC or within(wanted.target, COMPILED))
    ]


def web_in_rooms(src: Path) -> list[str]:
    """Ways from the rooms to anything of the web, however many modules lie between, and however late."""
    found = modules(src)
    faults = []
    for start in found:
        if not fnmatchcase(start, ROOMS):
            continue
        seen, ahead = {start}, [(start, start)]
        while ahead:
            name, way = ahead.pop()
            parts = name.split(".")
            parents = [".".join(parts[:n]) for n in range(1, len(parts))]
            targets = [wanted.target for wanted in found[name].imports] if name in found else []
            for target in [*parents, *targets]:
                if target.split(".")[0] in WEB:
                    faults.append(f"{way} -> {target}")
                elif ours(target) and target not in seen:
                    seen.add(target)
                    ahead.append((target, f"{way} -> {target}"))
    return faults


def unused_names(src: Path) -> list[str]:
    """Functions, classes and values of modules that no source names: dead, or used by tests alone."""
    named: Counter[str] = Counter()
    defined = []
    for path in sorted(src.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                named[node.id] += 1
            elif isinstance(node, ast.Attribute):
                named[node.attr] += 1
            elif isinstance(node, ast.alias):
                named[node.name] += 1
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                named.update(re.findall(r"\w+", node.value))
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.decorator_list:
                defined.append((path, node.name))
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                defined += [(path, one.id) for one in targets if isinstance(one, ast.Name)]
    return [
        f"{path.relative_to(src)}: nothing uses {name}"
        for path, name in defined
        if not named[name] and name not in FOR_OTHERS and not name.startswith("__")
    ]


def long_files(src: Path) -> list[str]:
    """Files of code that are too long, and exceptions that are not needed any more."""
    lengths = {
        path.relative_to(src).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in sorted(src.rglob("*"))
        if path.suffix in CODE and path.is_file()
    }
    long = {name for name, length in lengths.items() if length > LONGEST}
    return [f"{name} has {lengths[name]} lines: divide it" for name in sorted(long - LONG.keys())] + [
        f"{name} is not long: take it out of LONG" for name in sorted((LONG.keys() & lengths.keys()) - long)
    ]


def places(root: Path) -> list[str]:
    """Lines that name a folder of somebody's machine or a host that packages come from."""
    faults = []
    for path in repository_files(root):
        text = path.read_bytes().decode("utf-8", "replace")
        hits = {match.start(): match.group().strip() for match in FORBIDDEN_TEXT.finditer(text)}
        if len(root.parts) > 2 and str(root) in text:
            hits[text.index(str(root))] = str(root)
        faults += [
            f"{path.relative_to(root)}:{text.count(chr(10), 0, at) + 1} has {hit!r}"
            for at, hit in hits.items()
        ]
    return faults


def repository_files(root: Path) -> list[Path]:
    """What is, or could be, committed; without git, all but environments and caches."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True, text=True).stdout.split(
            "\0"
        )
    except (OSError, subprocess.CalledProcessError):
        names = [path.relative_to(root).as_posix() for path in root.rglob("*")]
        listed = [name for name in names if not name.startswith(".venv") and "__pycache__" not in name]
    return [root / name for name in listed if name and (root / name).is_file()]


CHECKS: list[tuple[Callable[[Path], list[str]], Path]] = [
    (upward_imports, SRC),
    (numeric_imports, SRC),
    (web_in_rooms, SRC),
    (unused_names, SRC),
    (long_files, SRC),
    (places, ROOT),
]


@pytest.mark.parametrize(("check", "where"), CHECKS, ids=lambda value: getattr(value, "__name__", ""))
def test_structure(check: Callable[[Path], list[str]], where: Path) -> None:
    faults = check(where)
    assert not faults, "\n" + "\n".join(faults)


def test_plain_modules_load_no_numpy() -> None:
    """What the sources promise, seen in a fresh process: other people's packages might load NumPy for us."""
    plain = [name for name in modules(SRC) if not within(name, COMPILED) and not name.endswith("__main__")]
    program = f"import sys\nfor name in {plain!r}: __import__(name)\nprint(*{NUMERIC!r} & sys.modules.keys())"
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


# Each planted fault: the check that must see it, the files, and how many faults there are to see.
PLANTED: dict[str, tuple[Callable[[Path], list[str]], dict[str, str], int]] = {
    "import upwards": (upward_imports, {"housu/rules/a.py": "import housu.kernel"}, 1),
    "import upwards, late": (upward_imports, {"housu/cards.py": "def f():\n    from housu.deal import D"}, 1),
    "relative import upwards": (
        upward_imports,
        {"housu/kernel/a.py": "from ..bots import x", "housu/bots/__init__.py": ""},
        1,
    ),
    "relative import in a package": (
        upward_imports,
        {"housu/text/__init__.py": "from .. import cli", "housu/cli.py": ""},
        1,
    ),
    "the package from below": (upward_imports, {"housu/kernel/a.py": "from housu import Deal"}, 1),
    "for types only": (
        upward_imports,
        {
            "housu/text/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from housu.view import View"
        },
        1,
    ),
    "in no layer": (upward_imports, {"housu/utils.py": ""}, 1),
    "import downwards": (
        upward_imports,
        {"housu/cli.py": "import housu.envs\nfrom . import deal", "housu/deal.py": "from .kernel import x"},
        0,
    ),
    "numpy at once": (numeric_imports, {"housu/view.py": "import numpy as np"}, 1),
    "numba if it is there": (
        numeric_imports,
        {"housu/deal.py": "try:\n    from numba import njit\nexcept E: ..."},
        1,
    ),
    "numpy in a class": (numeric_imports, {"housu/deal.py": "class A:\n    import numpy.random"}, 1),
    "through a compiled part": (numeric_imports, {"housu/cli.py": "from housu.envs import x"}, 1),
    "numpy late": (numeric_imports, {"housu/deal.py": "def f():\n    import numpy"}, 0),
    "numpy where it belongs": (numeric_imports, {"housu/kernel/compiled.py": "import numba"}, 0),
    "web in a room": (web_in_rooms, {"housu/server/rooms.py": "def f():\n    import starlette.routing"}, 1),
    "web behind a room": (
        web_in_rooms,
        {
            "housu/server/rooms/table.py": "from housu.server import store",
            "housu/server/store.py": "from .app import x",
            "housu/server/app.py": "import uvicorn",
        },
        1,
    ),
    "web above a room": (
        web_in_rooms,
        {"housu/server/__init__.py": "from http import server", "housu/server/rooms.py": ""},
        1,
    ),
    "web elsewhere": (
        web_in_rooms,
        {"housu/server/app.py": "import starlette", "housu/server/rooms.py": ""},
        0,
    ),
    "a dead function": (unused_names, {"housu/a.py": "def f(): ...\ndef g(): ...\nX = g()\n"}, 2),
    "a name used elsewhere": (
        unused_names,
        {"housu/a.py": "class C: ...\nX = 1\nY = 'housu.a:C'", "housu/b.py": "from housu.a import X, Y"},
        0,
    ),
    "a long file": (long_files, {"housu/a.py": "x = 1\n" * 501, "housu/b.js": "//\n" * 500}, 1),
    "a folder": (places, {"a.md": "see\n/ro" + "ot/housu/x and /ho" + "me/aino/y"}, 2),
    "a host": (places, {"a.txt": "--index-" + "url https://py" + "pi.org/simple"}, 2),
    "an address": (places, {"a.md": "https://example.org/home/page, ~/games, /usr/bin/env, pip.org"}, 0),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_fault_is_seen(fault: str, tmp_path: Path) -> None:
    check, files, number = PLANTED[fault]
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    faults = check(tmp_path)
    assert len(faults) == number, faults
