"""Somebody who plays by ear: knows the table from names in the accessibility tree and from what the live region says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# At once, so that nothing happens between: what is there to be found by name, and from now on all that is said.
START = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes)
      if (node.parentElement?.id === "live") window.heard.push(node.textContent);
  }).observe(document.body, { childList: true, subtree: true });
  return %s;
}"""
NAMES = """{
  seats: [...document.querySelectorAll(".seats button")].map((one) => one.querySelector(".aloud").textContent),
  hand: document.querySelectorAll("#hand button").length,
  pile: document.querySelector(".pile .aloud").textContent,
  stock: document.querySelector(".stock p")?.textContent ?? "",
  out: document.querySelector(".out").textContent,
}"""
HEAR = f"() => {{ const heard = window.heard.splice(0); return {{ heard, names: {NAMES} }}; }}"

LAID = re.compile(
    r"^(.+?) (?:played|led|beat it with) (.+?)(?: from the (stock|face-up cards|face-down cards))?\.$"
)
TURNED = re.compile(r"^(.+?) tried the stock: (.+?) (fits|does not fit)\.$")
PICKED = re.compile(r"^(.+?) (?:picked up|took) (\w+) cards?(?: from the table)?\.$")
CLEARED = re.compile(
    r"^(.+?) (?:cleared the pile with .+?|led cards that clear at once|said “otboi”): (\w+) cards? (?:is|are) out\.$"
)
DREW = re.compile(r"^(.+?) drew (.+?)\.$")


def count(words: str) -> int:
    """How many cards words name: "two sevens", "one card", "the five of clubs and the ace of spades"."""
    if " of " in words:
        return words.count(" of ")
    first = words.split(maxsplit=1)[0]
    return COUNTS.index(first) if first in COUNTS else int(first)


@dataclass
class Public:
    """What everybody may know, in numbers, and the card on top."""

    hands: dict[str, int]
    pile: int
    stock: int
    out: int
    top: str


class Listener:
    """Plays from what it hears; `hear` fails the test when that is not enough to know how the table stands."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.known = self._seen(page.evaluate(START % NAMES))
        self.turned = ""

    @staticmethod
    def _seen(names: dict[str, Any]) -> Public:
        """What the names in the accessibility tree say."""
        hands = {"You": int(names["hand"])}
        for seat in names["seats"]:
            told = re.match(r"(.+?), (\w+) cards?", seat)
            assert told, seat
            hands[told[1]] = count(told[2])
        pile = re.match(r"(?:Pile|On the table): (\w+) cards?\. On top: (.+)", names["pile"])
        return Public(
            hands,
            count(pile[1]) if pile else 0,
            next(
                (int(number) for number in re.findall(r"\d+", names["stock"])),
                1 if "one card" in names["stock"] else 0,
            ),
            next(
                (int(number) for number in re.findall(r"\d+", names["out"])),
                1 if "one card" in names["out"] else 0,
            ),
            pile[2] if pile else "",
        )

    def hear(self) -> None:
        """Takes in what was said since, and compares what that makes of the table with what is there to be found."""
        told = self.page.evaluate(HEAR)
        for sentence in told["heard"]:
            self._sentence(sentence)
        seen = self._seen(told["names"])
        known = self.known
        assert known.hands == seen.hands, told["heard"]
        assert (known.pile, known.stock, known.out) == (seen.pile, seen.stock, seen.out), told["heard"]
        assert not (known.top and seen.top) or known.top == seen.top, told["heard"]

    def _sentence(self, sentence: str) -> None:
        known = self.known
        if laid := LAID.match(sentence):
            number = count(laid[2])
            if laid[3] is None:
                known.hands[laid[1]] -= number
            known.pile += number
            known.top = laid[2] if " of " in laid[2] and number == 1 else ""
        elif turned := TURNED.match(sentence):
            known.stock -= 1
            self.turned = turned[3]
        elif picked := PICKED.match(sentence):
            known.hands[picked[1]] += count(picked[2])
            known.pile = 0
            known.top = ""
        elif cleared := CLEARED.match(sentence):
            known.out += count(cleared[2])
            known.pile = 0
            known.top = ""
        elif drew := DREW.match(sentence):
            known.hands[drew[1]] += count(drew[2])
            known.stock -= count(drew[2])

    def act(self) -> None:
        """Does what names and states in the accessibility tree say can be done."""
        page = self.page
        cards = page.get_by_role("group", name="Your cards").get_by_role("button", disabled=False)
        if cards.count():
            first = cards.first
            if first.get_attribute("aria-pressed") != "true":
                first.press("Space")
            page.get_by_role("button", name=re.compile("^(Play|Lead|Beat)")).first.press("Enter")
        else:
            actions = page.get_by_role("group", name="What you can do").get_by_role("button", disabled=False)
            actions.first.press("Enter")

    def check(self, page: Any) -> None:
        """The end is told too."""
        assert page.get_by_role("heading", level=2).first.inner_text()
