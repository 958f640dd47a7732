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

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
COMPRESSED = {".ico", ".png", ".woff2"}
"""What gains nothing by being compressed again."""


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    kind: str
    plain: bytes
    gzipped: bytes | None


class Files:
    """All files below `static/VERSION/`, by name."""

    def __init__(self) -> None:
        contents: dict[str, bytes] = {}
        web = Path(str(housu.web.__file__)).parent
        for path in sorted(web.rglob("*")):
            if path.suffix in TYPES and path.is_file():
                content = path.read_bytes()
                if path.suffix in {".css", ".js"}:
                    content = (lean.style if path.suffix == ".css" else lean.code)(content.decode()).encode()
                contents[path.relative_to(web).as_posix()] = content
        text = Path(str(housu.text.__file__)).parent
        contents["say.js"] = lean.code((text / "say.js").read_text("utf-8")).encode()
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
        self._files = {name: _file(name, content) for name, content in contents.items()}

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


def _file(name: str, content: bytes) -> File:
    suffix = Path(name).suffix
    smaller = None if suffix in COMPRESSED else zipped(content)
    return File(TYPES[suffix], content, smaller if smaller and len(smaller) < len(content) else None)
