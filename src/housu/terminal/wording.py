"""What the terminal says: events, turns, actions, hints and the score, as sentences for one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from housu.rules.zalupa import LETTERS
from housu.terminal.typed import action_cards
from housu.text import say, tell

if TYPE_CHECKING:
    from housu.bots.advice import Advice
    from housu.terminal.table import Table

_WORDS = {"pickup": "pick_up", "draw": "draw", "pass": "pass", "stop": "stop", "take": "take"}


def action_message(action: str, view: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    """The last part of the key (`ui.action.…`) and the data that name an action."""
    if action in _WORDS:
        return _WORDS[action], {}
    if action.startswith("blind"):
        return "blind", {"position": action.removeprefix("blind")}
    cards = action_cards(action)
    data: dict[str, object] = {"card": cards[0], "cards": cards}
    if view["game"] == "zalupa":
        if view["phase"] == "lead":
            return "lead_cards", data
        return ("beat_otboi" if action.endswith("!") else "beat_card"), data
    if view["phase"] == "after_draw" and swaps(view):
        return "swap", data
    return ("play_cards" if view["pile"] else "lead_cards"), data


def swaps(view: Mapping[str, Any]) -> bool:
    """Whether a card drawn now would replace the play (P26)."""
    from housu.rules.ruleset import RuleSet

    return RuleSet.parse(view["rules"]).swaps


def action_sentence(action: str, view: Mapping[str, Any], lang: str) -> str:
    """An action, as the viewer would be asked to do it."""
    key, data = action_message(action, view)
    return say(f"ui.action.{key}", lang, **data)


def hint_sentences(advice: Advice, view: Mapping[str, Any], lang: str) -> list[str]:
    """What a bot would do, why, and what else it thought of."""
    key, data = action_message(advice.action, view)
    told = [
        say(f"ui.hint.{key.removesuffix('_cards').removesuffix('_card')}", lang, **data),
        advice.say(lang),
    ]
    weighed = advice.weighed(lang)
    if weighed:
        told.append(say("ui.hint.weighed", lang, options="; ".join(weighed)))
    return told


def turn_sentence(view: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
    """Whose turn it is, and what it asks for."""
    seat, you = view["to_act"], view["seat"]
    if seat is None:
        return say("ui.score.deal_over_zalupa" if view["game"] == "zalupa" else "ui.score.deal_over", lang)
    if seat != you:
        return say("ui.turn.other", lang, player=names[seat])
    legal = view["legal"]
    if legal == ["pickup"]:
        return say("ui.turn.must_pick_up", lang)
    if view["phase"] == "after_draw":
        return say("ui.turn.swap" if swaps(view) else "ui.turn.after_draw", lang)
    top = view["pile"].split()[-1] if view["pile"] else ""
    if view["phase"] == "beat":
        return say("ui.turn.take" if legal == ["take"] else "ui.turn.beat", lang, card=top)
    if any(action.startswith("blind") for action in legal):
        return say("ui.turn.blind", lang)
    return say("ui.turn.you" if top else "ui.turn.lead", lang)


def event_sentences(
    events: Iterable[Mapping[str, Any]], names: Sequence[str], lang: str, you: int | None, game: str
) -> list[str]:
    """What happened, one sentence an event; what goes without saying is left out.

    That others were dealt hidden cards is seen from their number; a turned card that fits is played, of course.
    """
    told = []
    turned = False
    for event in events:
        kind = event["event"]
        hidden_deal = kind == "dealt" and event["seat"] != you and "?" in event["cards"]
        if not hidden_deal and not (turned and kind == "played"):
            told.append(tell(event, lang, names, you, game))
        turned = kind == "turned" and event["fits"]
    return told


def table_sentences(view: Mapping[str, Any], names: Sequence[str], lang: str) -> list[str]:
    """How the table looks: the others, the stock and the pile."""
    others = [seat_sentence(view, seat, names, lang) for seat in clockwise(view)]
    pile = view["pile"].split()
    middle = []
    if view["game"] == "zalupa":
        middle.append(
            say("ui.table.on_table", lang, n=len(pile)) if pile else say("ui.table.pile_empty", lang)
        )
    else:
        stock = len(view["stock"].split())
        middle.append(say("ui.table.stock", lang, n=stock) if stock else say("ui.table.stock_empty", lang))
        middle.append(say("ui.table.pile", lang, n=len(pile)) if pile else say("ui.table.pile_empty", lang))
    if pile:
        middle.append(say("ui.table.pile_top", lang, card=pile[-1]))
    told = [". ".join(others) + ".", ". ".join(middle) + "."]
    warning = idle_sentence(view, lang)
    return [*told, warning] if warning else told


def idle_sentence(view: Mapping[str, Any], lang: str) -> str:
    """That a stalemate is near (P24, Z13), or ""."""
    from housu.rules.ruleset import RuleSet

    limit = RuleSet.parse(view["rules"]).tables.numbers["stalemate_after"]
    if limit and view["idle"] * 2 >= limit and view["to_act"] is not None:
        return say("ui.table.idle", lang, n=view["idle"], limit=limit)
    return ""


def clockwise(view: Mapping[str, Any]) -> list[int]:
    """The other seats, clockwise from the viewer's left; all of them for a spectator."""
    you = view["seat"]
    seats = view["seats"]
    first = 0 if you is None else you + 1
    return [seat % seats for seat in range(first, first + seats) if seat % seats != you]


def seat_sentence(view: Mapping[str, Any], seat: int, names: Sequence[str], lang: str) -> str:
    """One of the others: how many cards, which of them are known, and what lies before him."""
    if seat in view["went_out"]:
        place = view["went_out"].index(seat) + 1
        return f"{names[seat]}: {say('ui.table.place', lang, place=place)}"
    hand = view["hands"][seat].split()
    parts = [say("ui.table.hand_count", lang, player=names[seat], n=len(hand))]
    known = [card for card in hand if card != "??"]
    if known and view["seat"] is not None:
        parts.append(say("ui.table.known", lang, cards=known))
    parts += own_table_sentences(view, seat, lang)
    return ", ".join([parts[0], *(part[0].lower() + part[1:] for part in parts[1:])])  # one sentence of them


def own_table_sentences(view: Mapping[str, Any], seat: int, lang: str) -> list[str]:
    """The table cards of a seat, or its trump and what it has set aside."""
    parts = []
    face_up = view["face_up"][seat].split() if "face_up" in view else []
    face_down = view["face_down"][seat].split() if "face_down" in view else []
    if face_up:
        parts.append(say("ui.table.face_up", lang, cards=face_up))
    if any(card != "--" for card in face_down):
        n = sum(card != "--" for card in face_down)
        parts.append(say("ui.table.face_down", lang, n=n))
    if "trumps" in view:
        parts.append(say("ui.table.trump", lang, suit=view["trumps"][seat]))
        if view["aside"][seat]:
            parts.append(say("ui.table.aside", lang, cards=view["aside"][seat].split()))
    return parts


def hand_sentence(view: Mapping[str, Any], lang: str) -> str:
    """The viewer's own cards."""
    hand = view["hands"][view["seat"]].split()
    shown = (
        say("ui.table.your_hand_cards", lang, cards=hand) if hand else say("ui.table.your_hand_empty", lang)
    )
    parts = own_table_sentences(view, view["seat"], lang)
    if "trumps" in view:
        parts[0] = say("ui.table.your_trump", lang, suit=view["trumps"][view["seat"]])
    return ". ".join([shown, *parts]) + "."


def score_sentences(table: Table, lang: str) -> list[str]:
    """The deals lost by each player, or Zalupa's letters."""
    match, names = table.match, table.names
    told = [say("ui.score.title", lang) + ":"]
    for seat, name in enumerate(names):
        if not match.is_zalupa:
            lost = match.losses[seat]
            told.append(
                "  " + say("ui.score.losses" if lost else "ui.score.no_losses", lang, player=name, n=lost)
            )
        elif match.letters[seat]:
            told.append("  " + say("ui.score.letters", lang, player=name, letters=match.letters[seat]))
        else:
            told.append("  " + say("ui.score.no_letters", lang, player=name))
    return told


def deal_end_sentences(table: Table, lang: str) -> list[str]:
    """What the end of a deal brings: letters and cards set aside, or who went out when; then, maybe, the match's end."""
    match, names, you = table.match, table.names, table.you
    outcome = match.deal.outcome
    assert outcome is not None
    told = []
    if outcome.order:
        players = ", ".join(names[seat] for seat in outcome.order)
        told.append(say("ui.score.order", lang, players=players))
    loser = outcome.loser
    if match.is_zalupa and loser is not None:
        ending = ".you" if loser == you else ""
        letter = LETTERS[match.losses[loser] - 1]
        told.append(
            say(
                f"ui.score.letter{ending}",
                lang,
                player=names[loser],
                letter=letter,
                letters=match.letters[loser],
            )
        )
        if not match.over:
            card = match.deal.laid_aside(loser)
            told.append(say(f"ui.score.aside{ending}", lang, player=names[loser], card=card))
    return told


def match_end_sentence(table: Table, lang: str) -> str:
    """Who lost the match."""
    losses = table.match.losses
    worst = max(losses)
    losers = [seat for seat, lost in enumerate(losses) if lost == worst]
    if not worst:
        return say("ui.score.tied_nobody", lang)
    if len(losers) > 1:
        return say("ui.score.match_tied", lang, players=[table.names[seat] for seat in losers])
    ending = ".you" if losers[0] == table.you else ""
    return say(f"ui.score.match_over{ending}", lang, player=table.names[losers[0]])
