# Every target makes the environment it needs, from the locked files in requirements/.
# A Python of your own: make play PYTHON=/path/to/python3

.PHONY: help play serve test check format bench soak mutants lock clean
.DEFAULT_GOAL := help

PYTHON ?=
BIN := .venv/bin

help:
	@echo "make play     play (in a terminal, or line by line)"
	@echo "make serve    open the tables for browsers"
	@echo "make test     run the tests"
	@echo "make check    format, lint, types, structure, documents"
	@echo "make format   format the code and mend what the linter can"
	@echo "make bench    measure the speed"
	@echo "make soak     run the tests that take minutes"
	@echo "make mutants  plant faults and see that the tests find them"
	@echo "make lock     choose the versions of all packages anew"
	@echo "make clean    remove environments and caches"

play: .venv-play/ready
	@.venv-play/bin/housu play

serve: .venv-serve/ready
	@.venv-serve/bin/housu serve

test: .venv/ready
	$(BIN)/pytest -n 2 -m "not soak"

check: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_architecture.py $(wildcard tests/test_docs*.py)

format: .venv/ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/ready
	$(BIN)/python -m bench

soak: .venv/ready
	$(BIN)/pytest -n 2 -m soak --timeout 3600 --hypothesis-profile soak

mutants: .venv/ready
	$(BIN)/python -m tests.mutants

# The files hold for Python 3.11 to 3.14 on every system. Change the ranges in pyproject.toml, then lock.
UV := .venv-lock/bin/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate

lock: .venv-lock/bin/uv
	$(UV) --extra terminal --group build --output-file requirements/play.txt
	$(UV) --extra terminal --extra server --group build --output-file requirements/serve.txt
	$(UV) --extra all --group dev --output-file requirements/test.txt

clean:
	rm -rf .venv-* .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Sets $$python to the first Python that is new enough.
find_python = for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python ''; do \
	[ -n "$$python" ] || { echo "Housu needs Python 3.11 or newer, and found none." \
		"Install one, or say where it is: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }; \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && break; done

.venv-play/ready: requirements/play.txt requirements/environment.py pyproject.toml
	@$(find_python); "$$python" requirements/environment.py .venv-play requirements/play.txt

.venv-serve/ready: requirements/serve.txt requirements/environment.py pyproject.toml
	@$(find_python); "$$python" requirements/environment.py .venv-serve requirements/serve.txt

.venv/ready: requirements/test.txt requirements/environment.py pyproject.toml
	@$(find_python); "$$python" requirements/environment.py .venv requirements/test.txt

.venv-lock/bin/uv:
	@$(find_python); "$$python" -m venv .venv-lock
	.venv-lock/bin/python -m pip install -qq uv
