"""`python -m housu` is the command `housu`."""

from __future__ import annotations

from housu.cli import main

if __name__ == "__main__":
    main()
