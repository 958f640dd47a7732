"""From an event to the key and the data of its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def event_message(
    event: Mapping[str, object], names: Sequence[str], you: int | None = None, game: str = "paskahousu"
) -> tuple[str, dict[str, object]]:
    """The key and the data for ``say`` that tell an event (a dict as in docs/formats.md) to the seat ``you``.

    ``names`` are the players' names by seat; ``you`` None is a spectator. The event must be as that seat may
    see it: cards that are ``??`` are told by their number, the others by name. The data can be sent as JSON.
    """
    kind = str(event["event"])
    seat = event.get("seat")
    key = f"event.{kind}"
    data: dict[str, object] = {}
    if isinstance(seat, int):
        data["player"] = names[seat]
    if "card" in event:
        data["card"] = event["card"]
    cards = event.get("cards")
    if isinstance(cards, str):
        cards = cards.split()
    if isinstance(cards, (list, tuple)):
        data["cards"] = list(cards)
        data["n"] = len(cards)
    if kind == "dealt":
        key += f".{event['to']}"
    elif kind == "exchanged":
        to = event["to"]
        assert isinstance(to, int)
        data["other"] = names[to]
        if to == you:
            return f"{key}.to_you", data
    elif kind == "played":
        key += f".{event['from']}" + (".lead" if event.get("lead") else "")
    elif kind == "turned":
        key += f".{event['from']}" + (".fits" if event.get("fits") else ".fails")
    elif kind == "cleared":
        key += f".{event['by']}"
    elif kind == "over":
        loser = event.get("loser")
        if not isinstance(loser, int):
            return "event.over.stalemate", data
        seat = loser
        data["player"] = names[loser]
        key += f".{game}"
    return (f"{key}.you" if you is not None and seat == you else key), data
