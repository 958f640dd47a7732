"""Links in README, CHANGELOG and docs lead to files that are there, and to headings that are in them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)>?\)")


def pages(root: Path) -> list[Path]:
    return [*sorted(root.glob("*.md")), *sorted(root.glob("docs/**/*.md"))]


def anchors(page: Path) -> set[str]:
    """The headings of a page as hosts of repositories make anchors of them."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def dangling(root: Path) -> list[str]:
    faults = []
    for page in pages(root):
        for link in LINK.findall(page.read_text("utf-8")):
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = page.parent / file if file else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                faults.append(f"{page.relative_to(root)}: {link}")
    return faults


def test_every_link_leads_somewhere() -> None:
    assert dangling(ROOT) == []


def test_links_are_found() -> None:
    assert len([link for page in pages(ROOT) for link in LINK.findall(page.read_text("utf-8"))]) > 20


def test_a_dangling_link_is_seen(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(
        "[a](docs/a.md#one-two) [b](docs/b.md) [c](docs/a.md#three) [d](https://example.org)"
    )
    (tmp_path / "docs" / "a.md").write_text(
        "# One, `two`\n```\n# three\n```\n[up](../README.md) [here](#one-two) [no](#no)"
    )
    assert dangling(tmp_path) == ["README.md: docs/b.md", "README.md: docs/a.md#three", "docs/a.md: #no"]
