"""OpenSpiel: both games as `pyspiel` games, registered when this module is imported.

    import pyspiel, housu.envs.openspiel
    game = pyspiel.load_game("paskahousu_v1(players=3,rules=pagat+singles:twos)")

Rule sets are written with `:` for `=`, which ends a parameter there. The dealer (and Zalupa's trumps), then the pack
from the top, are dealt by chance nodes: by kind where suits make no difference, so that a tree has no more branches
than there are different games. An information state is what a player has seen and done, in order.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pyspiel

from housu.cards import SUITS, cards_text
from housu.envs.batch import VERSION
from housu.envs.layout import CARD_NAMES, KIND_NAMES, MODULES, action_name, layout
from housu.envs.presets import Setting, setting
from housu.kernel import zalupa
from housu.kernel.engine import Engine, engine
from housu.kernel.pay import share_of_first, share_of_last
from housu.kernel.record import fill
from housu.rules.ruleset import GAMES

TRUMPS = tuple(permutations(range(zalupa.SEATS)))


def _type(game: str, rules: str, players: int, least: int, most: int) -> Any:
    return pyspiel.GameType(
        short_name=f"{game}_v{VERSION}",
        long_name=f"{game.capitalize()} (Housu)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": players, "rules": rules},
    )


TYPES = {
    "paskahousu": _type("paskahousu", "pagat", 4, 2, 10),
    "zalupa": _type("zalupa", "zalupa", 4, 4, 4),
}


class Table(pyspiel.Game):  # type: ignore[misc]
    """A game under one rule set with so many players."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        kind = TYPES[name]
        text = str(params.get("rules", kind.parameter_specification["rules"])).replace(":", "=")
        players = int(params.get("players", kind.parameter_specification["players"]))
        self.setting: Setting = setting(text, players)
        if self.setting.game != name:
            raise ValueError(f"{text} are no rules of {name}")
        self.engine: Engine = engine(name, "plain")
        self.record = self.engine.rules(self.setting.numbers)
        self.layout = layout(name, players)
        self.kinds = [_kind(self.setting, card) for card in self.setting.pack]
        pack = len(self.setting.pack)
        progress = 2 * pack + players + 1  # a card drawn, a pile cleared, a player out
        info = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=len(CARD_NAMES) if name == "zalupa" else max(len(KIND_NAMES), players),
            num_players=players,
            min_utility=-1.0,
            max_utility=share_of_first(players),
            utility_sum=0.0,
            max_game_length=progress * (int(self.setting.numbers["stalemate_after"]) + 1),
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> Position:
        """Before the first chance node."""
        return Position(self)

    def max_chance_nodes_in_history(self) -> int:
        """The dealer, the pack, and Zalupa's trumps."""
        return len(self.setting.pack) + 1 + (self.setting.game == "zalupa")

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of the kind asked for; without perfect recall unless asked."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class PaskahousuTable(Table):
    """What pyspiel makes of `paskahousu_v1`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("paskahousu", params)


class ZalupaTable(Table):
    """What pyspiel makes of `zalupa_v1`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("zalupa", params)


def _kind(chosen: Setting, card: int) -> int:
    """The chance outcome that deals a card."""
    if chosen.game == "zalupa":
        return card - zalupa.FIRST
    return int(chosen.numbers["kind_of"][card & 63])


class _Kept:
    """A state of the kernel that pyspiel can copy quickly, and pickle."""

    __slots__ = ("game", "record")

    def __init__(self, game: str, record: Any) -> None:
        self.game = game
        self.record = record

    def __deepcopy__(self, memo: Any) -> _Kept:
        return _Kept(self.game, self.record.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _kept, (self.game, {name: getattr(self.record, name) for name in self.record.layout})


def _kept(game: str, numbers: dict[str, Any]) -> _Kept:
    return _Kept(game, fill(engine(game, "plain").state(), numbers))


class Position(pyspiel.State):  # type: ignore[misc]
    """A deal being dealt, in progress, or over."""

    def __init__(self, game: Table) -> None:
        super().__init__(game)
        self._dealt: list[int] = []  # outcomes: dealer, trumps, cards
        self._deal: _Kept | None = None
        self._told: list[list[str]] = [[] for _ in range(game.num_players())]

    # --- chance ---

    def _before_pack(self) -> int:
        return 2 if self.get_game().setting.game == "zalupa" else 1

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Dealer and trumps by lot; then the kinds still in the pack, each as likely as it is frequent."""
        game = self.get_game()
        if not self._dealt:
            return [(seat, 1 / game.num_players()) for seat in range(game.num_players())]
        if len(self._dealt) < self._before_pack():
            return [(number, 1 / len(TRUMPS)) for number in range(len(TRUMPS))]
        left = list(game.kinds)
        for outcome in self._dealt[self._before_pack() :]:
            left.remove(outcome)
        return [(kind, left.count(kind) / len(left)) for kind in sorted(set(left))]

    def _deal_out(self) -> None:
        game = self.get_game()
        kernel = game.engine.module
        s = game.engine.state()
        cards, left = [], list(zip(game.kinds, game.setting.pack, strict=True))
        for outcome in self._dealt[self._before_pack() :]:
            place = next(i for i, (kind, _) in enumerate(left) if kind == outcome)
            cards.append(left.pop(place)[1])
        s.stock[: len(cards)] = cards[::-1]
        if game.setting.game == "zalupa":
            s.trumps[:] = TRUMPS[self._dealt[1]]
            s.left = len(cards)
            kernel.start(game.record, s, self._dealt[0])
        else:
            kernel.start(game.record, s, game.num_players(), self._dealt[0])
        self._deal = _Kept(game.setting.game, s)
        for seat, told in enumerate(self._told):
            told.append(_words(game.layout.read(_numbers(game, s, seat))))

    # --- play ---

    def current_player(self) -> int:
        """Who acts: a player, chance, or nobody."""
        if self._deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        s = self._deal.record
        return int(pyspiel.PlayerId.TERMINAL if s.phase == self.get_game().engine.module.OVER else s.to_act)

    def _legal_actions(self, player: int) -> list[int]:
        assert self._deal is not None
        game = self.get_game()
        if player != self.current_player():
            return []
        room = game.engine.actions()
        return sorted(room[: game.engine.module.legal(game.record, self._deal.record, room)])

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self._deal is None:
            self._dealt.append(action)
            if len(self._dealt) == self._before_pack() + len(game.setting.pack):
                self._deal_out()
            return
        s = self._deal.record
        seat, left = s.to_act, s.left
        hand = _hand(s, seat)
        turned = _turned(s, action) if game.setting.game == "paskahousu" else -1
        game.engine.module.apply(game.record, s, action)
        public = f"{seat}:{action_name(game.setting.game, action)}"
        if turned >= 0:
            public += f"={KIND_NAMES[game.record.kind_of[turned & 63]]}"
        for player, told in enumerate(self._told):
            told.append(public)
            if player == seat and s.left < left and turned < 0:
                told.append("+" + _kinds(game, [card for card in _hand(s, seat) if card not in hand]))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player != pyspiel.PlayerId.CHANCE:
            return action_name(game.setting.game, action)
        if not self._dealt:
            return f"dealer {action}"
        if len(self._dealt) < self._before_pack():
            return "trumps " + "".join(SUITS[suit] for suit in TRUMPS[action])
        return (CARD_NAMES if game.setting.game == "zalupa" else KIND_NAMES)[action]

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """What each player is paid at the end (`docs/environments.md`); nothing before it."""
        players = self.get_game().num_players()
        if not self.is_terminal():
            return [0.0] * players
        assert self._deal is not None
        s = self._deal.record
        gain, last = share_of_first(players), share_of_last(s.alive, players)
        return [last if s.playing >> seat & 1 else gain for seat in range(players)]

    def __str__(self) -> str:
        if self._deal is None:
            return "dealing " + " ".join(map(str, self._dealt))
        hands = " | ".join(cards_text(_hand(self._deal.record, seat)) for seat in range(len(self._told)))
        return f"{hands} || {' '.join(self._told[0][1:])}"


class Observer:
    """What pyspiel asks of an observer: numbers, pieces of them by name, and text."""

    def __init__(self, game: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers have no parameters; {params} were given")
        self.game = game
        self.kind = kind
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        mine = [field for field in game.layout.table if field.name in {"hand", "drawn"}]
        self._hidden = np.ones(game.layout.size, np.bool_)
        for field in mine:
            self._hidden[field.start : field.stop] = not private
        if kind.public_info:
            others = np.ones(game.layout.size, np.bool_)
            for field in mine:
                others[field.start : field.stop] = False
            self._hidden &= ~others
        self.tensor = np.zeros(0 if kind.perfect_recall else game.layout.size, np.float32)
        self.dict = {} if kind.perfect_recall else {"observation": self.tensor}

    def set_from(self, state: Position, player: int) -> None:
        """Writes what a player may know into `tensor`; zeros while cards are dealt."""
        if not len(self.tensor):
            return
        self.tensor.fill(0)
        if state._deal is not None:  # noqa: SLF001 - an observer sees into its own game's states
            self.tensor[:] = _numbers(self.game, state._deal.record, player)  # noqa: SLF001
            self.tensor[self._hidden] = 0

    def string_from(self, state: Position, player: int) -> str:
        """What a player may know in words, or all that it has seen so far."""
        if self.kind.perfect_recall:
            return f"player {player} | " + " ".join(state._told[player])  # noqa: SLF001
        self.set_from(state, player)
        if state._deal is None:  # noqa: SLF001
            return "dealing"
        return f"player {player} | " + _words(self.game.layout.read(self.tensor.astype(int).tolist()))


def _numbers(game: Table, s: Any, player: int) -> Any:
    words = np.zeros((1, game.layout.size // 8), np.int64)
    MODULES[game.setting.game].observe(game.record, s, player, words, 0)
    return words.view(np.int8)[0]


def _hand(s: Any, seat: int) -> list[int]:
    second = s.hands2[seat] if hasattr(s, "hands2") else 0
    return [card for card in range(128) if (second if card >= 64 else s.hands[seat]) >> (card & 63) & 1]


def _turned(s: Any, action: int) -> int:
    """The card that an action of Paskahousu turns for all to see, or -1."""
    from housu.kernel.paskahousu import BLIND, DRAW, POSITIONS

    if action == DRAW:
        return int(s.stock[s.left - 1])
    if BLIND <= action < BLIND + POSITIONS:
        return int(s.face_down[POSITIONS * s.to_act + action - BLIND])
    return -1


def _kinds(game: Table, cards: list[int]) -> str:
    return " ".join(sorted(KIND_NAMES[game.record.kind_of[card & 63]] for card in cards))


def _words(said: dict[str, Any]) -> str:
    """An observation in words on one line, without what is empty."""
    parts = []
    for name, value in said.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            parts += [f"{name}[{place}]({_words(block)})" for place, block in enumerate(value)]
        elif isinstance(value, list):
            parts += [f"{name}={' '.join(value)}"] if value else []
        elif value and not (isinstance(value, dict) and not any(value.values())):
            parts.append(f"{name}={value}")
    return " ".join(parts)


def register() -> None:
    """Makes the games known to `pyspiel.load_game`; done when this module is imported."""
    known = pyspiel.registered_names()
    for name, table in (("paskahousu", PaskahousuTable), ("zalupa", ZalupaTable)):
        if TYPES[name].short_name not in known:
            pyspiel.register_game(TYPES[name], table)


register()
assert set(TYPES) == set(GAMES)
