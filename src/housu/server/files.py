"""The page's own files: read once, compressed once, and named by their content, so that a browser keeps them for ever."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import housu.text
import housu.web
from housu.server.catalogue import LANGUAGES, catalogue
from housu.web import lean

TYPES = {".js": "text/javascript; charset=utf-8", ".json": "application/json"}


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    kind: str
    plain: bytes
    gzipped: bytes


class Files:
    """All files below `static/VERSION/`, by name: modules, texts and rules. The pages hold their styles themselves."""

    def __init__(self) -> None:
        web, text = (Path(str(package.__file__)).parent for package in (housu.web, housu.text))
        contents = {
            path.name: lean.sent(path).encode() for path in sorted([*web.glob("*.js"), *text.glob("*.js")])
        }
        for language in LANGUAGES:
            # Without the indentation: every byte of it would be sent.
            whole = json.loads((text / f"{language}.json").read_bytes())
            contents[f"texts/{language}.json"] = compact(lean.texts(whole))
            contents[f"rules/{language}.json"] = compact(lean.in_one_language(catalogue(), language))
        contents["rules.json"] = compact(catalogue())
        digest = hashlib.sha256()
        for name, content in sorted(contents.items()):
            digest.update(f"{name} {len(content)}\n".encode() + content)
        self.version = digest.hexdigest()[:12]
        self._files = {
            name: File(TYPES[Path(name).suffix], content, zipped(content))
            for name, content in contents.items()
        }

    def get(self, name: str) -> File | None:
        """The file of that name."""
        return self._files.get(name)

    @property
    def names(self) -> list[str]:
        """All names."""
        return list(self._files)


def compact(value: object) -> bytes:
    """A value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def zipped(content: bytes) -> bytes:
    """Compressed, the same for the same content."""
    return gzip.compress(content, 9, mtime=0)
