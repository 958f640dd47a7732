"""What a bot considered, and why it chose as it did: values of the actions, and a sentence in the player's language.

The sentence names what separates the choice from the runner-up. For a keeper these are terms of its evaluation without
which the order of the two would be another; for a search how often each was not lost, and the keeper's terms where
they agree; for the solver what can be forced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from housu.bots.bot import Bot, Events, View
from housu.bots.policy import KEEPER, PolicyBot
from housu.bots.search import SearchBot
from housu.bots.world import any_state, codes, game_face
from housu.text import say

MOST_TERMS = 3


@dataclass(frozen=True)
class Considered:
    """An action's text and its value to this bot, higher is better; a search's is the share of playouts not lost."""

    action: str
    value: float | None


@dataclass(frozen=True)
class Advice:
    """The choice, all that was considered with the choice and then the best first, and the reason as a key and data.

    `terms` are the parts of the evaluation that the reason names: without them the runner-up would be the choice.
    """

    action: str
    considered: tuple[Considered, ...]
    key: str
    data: dict[str, Any]
    terms: tuple[str, ...] = ()
    shares: bool = False
    """whether the values are shares of playouts, 0 to 1"""

    def say(self, lang: str) -> str:
        """The reason in a language."""

        def shown(name: str, value: Any) -> Any:
            if name in ("best", "other"):
                return action_name(value, lang)
            if name == "terms":
                return [say(key, lang) for key in value]
            return value

        return say(self.key, lang, **{name: shown(name, value) for name, value in self.data.items()})

    def weighed(self, lang: str) -> list[str]:
        """Each action that has a value, named, with it: `7♥ 7♠: 512`, or in per cent where values are shares."""
        return [
            f"{action_name(one.action, lang)}: {_value(one.value, self.shares)}"
            for one in self.considered
            if one.value is not None
        ]


def _value(value: float, share: bool) -> str:
    return f"{round(100 * value)} %" if share else f"{value:.0f}".replace("-", "−")


def action_name(action: str, lang: str) -> str:
    """An action named in a few words: the cards, or what is done."""
    if action.startswith("blind"):
        return say("reason.action.blind", lang, position=int(action[5:]))
    if action in ("pickup", "draw", "pass", "stop", "take"):
        return say(f"reason.action.{action}", lang)
    cards = [action[at : at + 2] for at in range(0, len(action.rstrip("!")), 2)]
    return say("reason.action.otboi" if action.endswith("!") else "reason.action.cards", lang, cards=cards)


def advise(bot: Bot, view: View, events: Events | None = None) -> Advice:
    """What a bot would do at its turn, and why."""
    legal = list(view["legal"])
    if len(legal) == 1:
        return Advice(legal[0], (Considered(legal[0], None),), "reason.only", {})
    if isinstance(bot, SearchBot):
        return _of_search(bot, view, events)
    action = bot.choose(view, events)
    if isinstance(bot, PolicyBot) and bot.policy.number == KEEPER:
        return _of_keeper(bot, view, action)
    others = tuple(Considered(other, None) for other in legal if other != action)
    known = bot.name if bot.name in ("random", "greedy") else "other"
    return Advice(action, (Considered(action, None), *others), f"reason.{known}", {"best": action})


class _Scales:
    """A keeper's evaluation of one turn, of which terms can be left out."""

    def __init__(self, bot: PolicyBot, view: View) -> None:
        face = game_face(view["rules"])
        self.module = bot.policy.plain_module(face.rules.game.name)
        self.rules, self.state = face.record, any_state(view)
        self.mind = bot.policy.mind(face.engine, face.rules)
        self.texts = codes(view)

    def value(self, code: int, without: tuple[str, ...] = ()) -> int:
        """The value of an action, without some terms."""
        kept = list(self.mind.weights)
        for term in without:
            first, size = self.module.TERMS[term]
            for phase in range(self.module.PHASES):
                at = self.module.PHASE * phase + first
                self.mind.weights[at : at + size] = [0] * size
        value = self.module.action_value(self.rules, self.state, self.mind, code)
        self.mind.weights[:] = kept
        return int(value)

    def lead(self, best: int, other: int, without: tuple[str, ...] = ()) -> int:
        """By how much one action is ahead of another."""
        return self.value(best, without) - self.value(other, without)

    def deciding(self, best: int, other: int) -> tuple[str, ...]:
        """The terms without which the other would be ahead, as few as are found; none where even all don't decide.

        None, too, where the other is ahead as it is.
        """
        chosen: tuple[str, ...] = ()
        if self.lead(best, other) < 0:
            return ()
        while self.lead(best, other, chosen) >= 0 and len(chosen) < MOST_TERMS:
            rest = [term for term in self.module.TERMS if term not in chosen]
            chosen = (*chosen, min(rest, key=lambda term: self.lead(best, other, (*chosen, term))))
        return chosen if self.lead(best, other, chosen) < 0 else ()


def _of_keeper(bot: PolicyBot, view: View, action: str) -> Advice:
    scales = _Scales(bot, view)
    values = {text: scales.value(code) for code, text in scales.texts.items()}
    by_text = {text: code for code, text in scales.texts.items()}
    ordered = sorted(values, key=lambda text: (text != action, -values[text]))
    considered = tuple(Considered(text, float(values[text])) for text in ordered)
    other = ordered[1]
    if values[action] < values[other]:
        return Advice(action, considered, "reason.circle", {"best": action})
    terms = scales.deciding(by_text[action], by_text[other])
    if not terms:
        return Advice(action, considered, "reason.value", {"best": action, "other": other})
    names = [f"reason.{view['game']}.{term}" for term in terms]
    return Advice(action, considered, "reason.terms", {"best": action, "other": other, "terms": names}, terms)


def _of_search(bot: SearchBot, view: View, events: Events | None) -> Advice:
    found = bot.consider(view, events)
    action, best = found[0]
    considered = tuple(Considered(text, candidate.worth) for text, candidate in found)
    if best.playouts == 0:
        outcome = {1.0: "win", 0.0: "loss"}.get(best.worth, "endless")
        return Advice(
            action, considered, f"reason.{outcome}", {"best": action, "n": best.actions}, shares=True
        )
    if len(found) == 1:
        return Advice(action, considered, "reason.only", {}, shares=True)
    other, next_best = found[1]
    data = {
        "best": action,
        "other": other,
        "p": round(100 * best.worth),
        "q": round(100 * next_best.worth),
    }
    # What trials cannot name the evaluation can, as far as it sees the two alike.
    scales = _Scales(PolicyBot("keeper"), view)
    terms = scales.deciding(best.code, next_best.code)
    if not terms:
        return Advice(action, considered, "reason.playouts", data, shares=True)
    data["terms"] = [f"reason.{view['game']}.{term}" for term in terms]
    return Advice(action, considered, "reason.playouts_terms", data, terms, shares=True)
