"""`python -m bench`: all benches of this package, one after another."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules

import bench
from bench.result import Result, main


def benches() -> dict[str, Callable[[], Result]]:
    """The modules of the package that measure something."""
    names = [module.name for module in iter_modules(bench.__path__) if not module.name.startswith("__")]
    modules = {name: import_module(f"bench.{name}") for name in sorted(names)}
    return {name: module.measure for name, module in modules.items() if hasattr(module, "measure")}


if __name__ == "__main__":
    sys.exit(main(benches()))
