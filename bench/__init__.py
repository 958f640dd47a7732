"""How fast Housu is: `python -m bench` runs all benches, `python -m bench.kernel` one of them; `--json` for programs.

A bench is a module of this package with a function `measure() -> Result`.
"""
