"""How pytest runs here: repeatable random tests, and browser tests where there is a browser."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

# A machine's load is no fault of the code, and `make test` gives the same answer each time.
settings.register_profile("test", deadline=None, derandomize=True, database=None)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=5_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("test")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without Chromium the browser tests are skipped, but never on CI, which has to install it."""
    if "CI" in os.environ or shutil.which("chromium") or shutil.which("google-chrome"):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="no Chromium here (Debian: apt install chromium)"))
