"""The types that the modules name in their comments, checked by TypeScript, which is no part of the product."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import housu

PACKAGE = Path(str(housu.__file__)).parent


@pytest.mark.soak
def test_types(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("no npm here, which TypeScript comes with")
    command = (npm, "install", "--no-audit", "--no-fund", "--prefix", str(tmp_path), "typescript@7.0.2")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    compiler = tmp_path / "node_modules/.bin/tsc"
    if done.returncode or not compiler.exists():
        pytest.skip("TypeScript can't be fetched here: " + done.stderr.strip()[-200:])
    options = {
        "allowJs": True,
        "checkJs": True,
        "strict": True,
        "noEmit": True,
        "target": "es2022",
        "module": "es2022",
        "moduleResolution": "bundler",
        "lib": ["es2023", "dom", "dom.iterable"],
        "types": [],
        # `say.js` lies with the words, and is served beside the others.
        "rootDirs": [str(PACKAGE / "web"), str(PACKAGE / "text")],
    }
    files = [str(path) for folder in ("web", "text") for path in sorted((PACKAGE / folder).glob("*.[jt]s"))]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": files}))
    checked = subprocess.run((compiler, "-p", tmp_path), capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
