"""The message format: templates with fields, plural forms and case forms.

A template is text with fields in braces. What a field may look like:

==================  ==========================================================================
``{player}``        the value as it is; a list is joined with commas
``{options:or}``    a list joined with "or" (``and``: with "and")
``{n|card|cards}``  one form per plural category of the language (en, fi: one, other; ru: one,
                    few, many), chosen by the number; ``#`` in a form is the number in digits,
                    ``##`` the number as a word where the language has one in its table
``{card:acc}``      the name of a card, a rank or a suit in a case of the language; a list of
                    cards is joined with "and", cards that are not known (``??``) are counted
``{cards:acc*}``    the same, but cards of one rank are told as a set ("two sevens")
``{cards:face}``    the short text of a card or of a list of cards (``7♥ 10♣``)
==================  ==========================================================================

A case written with a capital (``{card:Acc}``) makes the first letter a capital. Nothing nests, there is
no escape, and inserted values are never read as templates. ``say.js`` renders the same files by the same
rules in the browser; the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# A catalogue as it stands in the JSON file. Its parts differ in shape, so its values are told apart here.
Forms = dict[str, str]


class TextError(LookupError):
    """A text was asked for that cannot be told: an unknown key, language, field or name.

    It is a mistake of the program, never of the person who plays; its own message is in English.
    """


class Catalogue:
    """All text of one language, as read from its JSON file.

    ``texts`` maps keys to templates, ``names`` cards, ranks and suits to their case forms, ``sets`` ranks to
    case forms of "two …" to "eight …", ``faces`` ranks and suits to their symbols, ``words`` actions to what
    a person may type for them.
    """

    __slots__ = (
        "conjunctions",
        "counts",
        "faces",
        "hidden",
        "language",
        "names",
        "sets",
        "texts",
        "title",
        "words",
    )

    def __init__(
        self,
        language: str,
        title: str,
        conjunctions: Forms,
        counts: list[str],
        hidden: Forms,
        faces: Forms,
        words: dict[str, list[str]],
        names: dict[str, Forms],
        sets: dict[str, dict[str, list[str]]],
        texts: Forms,
    ) -> None:
        self.language = language
        self.title = title
        self.conjunctions = conjunctions
        self.counts = counts
        self.hidden = hidden
        self.faces = faces
        self.words = words
        self.names = names
        self.sets = sets
        self.texts = texts


def plural(language: str, number: int) -> int:
    """Which of a language's plural forms a whole number takes: 0 one, 1 other (Russian: 0 one, 1 few, 2 many)."""
    number = abs(number)
    if language != "ru":
        return 0 if number == 1 else 1
    if number % 10 == 1 and number % 100 != 11:
        return 0
    if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14:
        return 1
    return 2


def fields(template: str) -> list[tuple[str, str, list[str]]]:
    """The fields of a template in order: name, what follows the colon (or ""), plural forms (or [])."""
    return [_field(part.partition("}")[0]) for part in template.split("{")[1:]]


def render(template: str, catalogue: Catalogue, data: Mapping[str, object]) -> str:
    """A template with its fields filled in.

    Raises ``TextError`` if a field is not in the data or a value is nothing that the field can show.
    """
    start, *parts = template.split("{")
    pieces = [start]
    for part in parts:
        inside, _, after = part.partition("}")
        name, spec, forms = _field(inside)
        try:
            value = data[name]
        except KeyError:
            raise TextError(f"field {name!r} is missing for {template!r}") from None
        pieces.append(_counted(forms, catalogue, value) if forms else _shown(spec, catalogue, value))
        pieces.append(after)
    return "".join(pieces)


def face(card: str, catalogue: Catalogue, letters: bool = False) -> str:
    """The short text of a card (``7h`` → ``7♥``), or of a rank or suit alone; ``??`` and ``--`` stay.

    ``letters`` keeps the suit a letter, for screens that cannot show the symbols.
    """
    if letters and len(card) == 2:
        return catalogue.faces.get(card[0], card[0]) + card[1]
    return "".join(catalogue.faces.get(sign, sign) for sign in card)


def _field(inside: str) -> tuple[str, str, list[str]]:
    head, *forms = inside.split("|")
    name, _, spec = head.partition(":")
    return name, spec, forms


def _counted(forms: Sequence[str], catalogue: Catalogue, value: object) -> str:
    if not isinstance(value, int):
        raise TextError(f"plural forms need a whole number, not {value!r}")
    form = forms[plural(catalogue.language, value)]
    if "##" in form:
        word = catalogue.counts[value] if 0 <= value < len(catalogue.counts) else str(value)
        form = form.replace("##", word)
    return form.replace("#", str(value))


def _shown(spec: str, catalogue: Catalogue, value: object) -> str:
    many = isinstance(value, (list, tuple))
    if spec == "":
        return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    items = [str(item) for item in value] if isinstance(value, (list, tuple)) else [str(value)]
    if spec in ("and", "or"):
        return _joined(items, catalogue.conjunctions[spec])
    if spec == "face":
        return " ".join(face(item, catalogue) for item in items)
    case = spec.rstrip("*").lower()
    as_set = spec.endswith("*")
    text = _named(items, case, as_set, catalogue) if many else _name(items[0], case, catalogue)
    return text[:1].upper() + text[1:] if spec[0].isupper() else text


def _name(item: str, case: str, catalogue: Catalogue) -> str:
    try:
        return catalogue.names[item][case]
    except KeyError:
        raise TextError(f"{item!r} has no name in case {case!r} ({catalogue.language})") from None


def _named(items: list[str], case: str, as_set: bool, catalogue: Catalogue) -> str:
    known = [item for item in items if item != "??"]
    hidden = len(items) - len(known)
    ranks = {item[0] for item in known}
    if as_set and len(ranks) == 1 and 2 <= len(known) <= 8 and not hidden:
        # Eight is all there is of one rank in two packs.
        return catalogue.sets[known[0][0]][case][len(known) - 2]
    told = [_name(item, case, catalogue) for item in known]
    if hidden or not known:
        told.append(_counted(catalogue.hidden[case].split("|"), catalogue, hidden))
    return _joined(told, catalogue.conjunctions["and"])


def _joined(items: list[str], last: str) -> str:
    return last.join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
