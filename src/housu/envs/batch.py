"""Many deals at once, written into NumPy arrays: the fast way to play for programs that learn.

`step` takes an action a deal; what the next seat to act may know and do, and what the seats are paid, stand in the same
arrays each time. A deal that is over is dealt anew in the same step.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from housu.cards import SUITS, TEXTS, members
from housu.deal import Deal
from housu.envs.layout import MODULES, action_name, layout
from housu.envs.presets import pack_text, setting
from housu.errors import IllegalAction
from housu.faces import paskahousu, zalupa
from housu.kernel import batch_paskahousu, batch_zalupa
from housu.kernel.compiled import dtype, twin
from housu.kernel.engine import COMPILED, engine
from housu.rules.ruleset import RuleSet
from housu.view import EVERYTHING

_LOOPS = {"paskahousu": batch_paskahousu, "zalupa": batch_zalupa}
_FACES: dict[str, Any] = {"paskahousu": paskahousu.Face, "zalupa": zalupa.Face}
VERSION = 1  # of the observations, the masks and the saved states; a change of meaning counts it up


class Batch:
    """n deals of one rule set, played side by side.

    After `Batch(…)`, `reset` and `step`, for each deal i:

    - `observation[i]`, int8 (`layout.size`,): what the seat to act may know, as `envs.layout` describes;
    - `mask[i]`, bool (`actions`,): its legal actions, by the numbers of the kernel;
    - `to_act[i]`, int8: which seat that is;
    - `reward[i]`, float32 (`seats`,): what the last step paid each seat;
    - `done[i]`, bool: whether the last step ended a deal, so that all the rest is about a new one.

    The arrays are the same objects for ever and are written over by the next step; copy what you want to keep. Deal k
    at place i is a documented function of (seed, i, k) (`kernel.chance`), whatever the other places and however many
    threads. Without a seed the operating system gives one. Without `redeal` a deal that is over stays as it ended, nothing
    in it is legal, and `next_deal` goes on.
    """

    def __init__(
        self,
        rules: str | RuleSet = "pagat",
        seats: int | None = None,
        n: int = 1,
        seed: int | None = None,
        threads: int = 1,
        redeal: bool = True,
    ) -> None:
        self.setting = setting(rules, seats)
        self.rules = self.setting.rules
        self.game = self.setting.game
        self.seats = self.setting.seats
        self.n = n
        self.redeal = redeal
        self.layout = layout(self.game, self.seats)
        self.actions = self.layout.actions
        if n < 1 or threads < 1:
            raise ValueError("a batch needs at least one deal and one thread")
        self._engine = engine(self.game, COMPILED)
        self._loops = twin(_LOOPS[self.game])
        self._face = _FACES[self.game](self.rules, engine(self.game))
        self._room(threads)
        self.reset(seed)

    def _room(self, threads: int) -> None:
        """All memory that will be needed."""
        kernel, legal_words = self._engine.plain, MODULES[self.game].LEGAL_WORDS
        tables = np.zeros(1, dtype(self.rules.game.layout))
        for name, value in self.setting.numbers.items():
            if isinstance(value, list | tuple):
                tables[name][0, : len(value)] = value
            else:
                tables[name] = value
        n = self.n
        self._tables = flat(tables)
        self.states = np.zeros(n, dtype(kernel.STATE))
        self._states = flat(self.states)
        self.deals = np.zeros(n, np.int64)
        self._view = np.zeros((n, self.layout.size // 8), np.int64)
        self._legal = np.zeros((n, legal_words), np.int64)
        self.observation = self._view.view(np.int8)
        self.mask = self._legal.view(np.bool_)[:, : self.actions]
        self.to_act = np.zeros(n, np.int8)
        self.reward: NDArray[np.float32] = np.zeros((n, self.seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        edges = [n * part // threads for part in range(threads + 1)]
        self._chunks = [(first, last) for first, last in pairwise(edges) if first < last]
        self._rooms = [np.zeros(self.actions, np.int64) for _ in self._chunks]
        self._dice = [flat(np.zeros(1, dtype(kernel.DICE))) for _ in self._chunks]
        self._chosen = np.zeros(n, np.int64)
        self._pool = ThreadPoolExecutor(len(self._chunks)) if len(self._chunks) > 1 else None

    def reset(self, seed: int | None = None) -> None:
        """Deals all places anew: deal 0 of a seed (0 to 2^64 - 1), or of one from the operating system."""
        if seed is not None and not 0 <= seed < 2**64:
            raise ValueError("a seed is a whole number from 0 to 2^64 - 1")
        self.seed = secrets.randbits(63) if seed is None else seed
        self._seed = self.seed - 2**64 if self.seed >= 2**63 else self.seed
        self.deals[:] = 0
        for chunk, dice in enumerate(self._dice):
            dice[0] = (self.seed ^ self.seed >> 32 ^ 0x9E3779B9 * (chunk + 1)) & 0xFFFFFFFF
        self._deal()

    def next_deal(self) -> None:
        """Leaves all deals as they are and deals the next ones."""
        self.deals += 1
        self._deal()

    def _deal(self) -> None:
        self.reward[:] = 0
        self.done[:] = False
        self._each(lambda part, first, last: self._loops.deal_all(*self._shared(part), first, last))

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Does an action in every deal. Raises IllegalAction (the reason, the clause) and changes nothing if one isn't legal."""
        chosen = self._checked(actions)
        self._each(
            lambda part, first, last: self._loops.step_all(
                *self._shared(part), chosen, self.reward, self.done, self.redeal, first, last
            )
        )

    def _checked(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> NDArray[np.int64]:
        """The actions as the kernel takes them, if they are legal."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.n,):
            raise ValueError(
                f"step takes one action for each of the {self.n} deals, not an array of shape {chosen.shape}"
            )
        wrong = self._loops.first_illegal(self.mask, chosen, self.actions)
        if wrong >= 0:
            raise self.refusal(int(wrong), int(chosen[wrong]))
        return chosen

    def choose(self) -> NDArray[np.int64]:
        """A legal action for every deal, each as likely as any other; the same array each time."""
        self._each(
            lambda part, first, last: self._loops.choose_all(
                self._tables, self._states, self._dice[part], self._chosen, first, last
            )
        )
        return self._chosen

    def _shared(self, part: int) -> tuple[Any, ...]:
        return (
            self._tables, self._states, self.seats, self._seed, self.deals,
            self._rooms[part], self._view, self._legal, self.to_act,
        )  # fmt: skip

    def _each(self, work: Any) -> None:
        """Does something to each part of the batch, in threads where there are several; compiled code lets others run."""
        if self._pool is None:
            work(0, 0, self.n)
            return
        waiting = [self._pool.submit(work, part, *chunk) for part, chunk in enumerate(self._chunks)]
        for part in waiting:
            part.result()

    # --- one deal ---

    def observe(self, i: int, seat: int) -> NDArray[np.int8]:
        """What a seat, to act or not, may know of deal i; a new array."""
        words = np.zeros((1, self.layout.size // 8), np.int64)
        self._loops.observe_one(self._tables, self._states, i, seat, words)
        seen: NDArray[np.int8] = words.view(np.int8)[0]
        return seen

    def describe(self, i: int, seat: int | None = None) -> dict[str, Any]:
        """Observation i, or that of another seat, in words (`envs.describe`)."""
        return self.layout.read((self.observation[i] if seat is None else self.observe(i, seat)).tolist())

    def snapshot(self, i: int) -> dict[str, Any]:
        """Everything about deal i, hidden cards too, as `Deal.snapshot` has it."""
        snapshot: dict[str, Any] = self._face.write(self.states.view(np.recarray)[i], EVERYTHING)
        return snapshot

    def deal(self, i: int) -> Deal:
        """Deal i as a `Deal` in the same position."""
        return Deal.from_snapshot(self.snapshot(i))

    def start(self, i: int) -> dict[str, Any]:
        """What `Deal.start` needs to deal the pack of deal i again; a preset's pack is too short for it."""
        state = self.states[i]
        needs = {"rules": self.rules.written, "dealer": int(state["dealer"]), "deck": self.pack(i)}
        if self.game == "zalupa":
            return needs | {"trumps": "".join(SUITS[suit] for suit in state["trumps"])}
        return needs | {"seats": self.seats}

    def pack(self, i: int) -> str:
        """The pack that deal i was dealt from, top card first."""
        return pack_text(self.states[i]["stock"][: len(self.setting.pack)])

    def refusal(self, i: int, action: int) -> IllegalAction:
        """Why an action isn't legal in deal i, with the clause."""
        deal = self.deal(i)
        text = self._example(i, action) if 0 <= action < self.actions else f"action {action}"
        try:
            deal.act(text)
        except IllegalAction as error:
            return error
        raise AssertionError(f"{text} is legal after all")

    def _example(self, i: int, action: int) -> str:
        """An action as text, with cards of the hand that would do, as far as there are any."""
        state, kernel = self.states[i], self._engine.plain
        if self.game == "zalupa" or action >= kernel.PICK_UP:
            return action_name(self.game, action)
        kind = self.setting.numbers["cards_of"][action >> 3]
        seat = int(state["to_act"])
        held = [int(state[word][seat]) & kind for word in ("hands", "hands2")]
        cards = [TEXTS[card & 63] for card in (*members(*held), *members(kind & ~held[0]), *members(kind))]
        return "".join(cards[: (action & 7) + 1])

    # --- going on later ---

    def save(self) -> dict[str, Any]:
        """All that is needed to go on later, here or elsewhere: numbers and arrays that NumPy and pickle can write."""
        return {
            "version": VERSION,
            "rules": self.setting.name,
            "seats": self.seats,
            "seed": self.seed,
            "redeal": self.redeal,
            "states": self.states.copy(),
            "arrays": [array.copy() for array in self._kept()],
        }

    def _kept(self) -> list[NDArray[Any]]:
        """The arrays that a saved batch consists of, beside the states."""
        return [
            self.deals, self._view, self._legal, self.to_act, self.reward, self.done, *self._dice,
        ]  # fmt: skip

    def restore(self, saved: dict[str, Any]) -> None:
        """Goes on from what `save` gave for the same rules, seats and number of deals."""
        same = ("version", VERSION), ("rules", self.setting.name), ("seats", self.seats)
        if (
            any(saved.get(name) != value for name, value in same)
            or saved["states"].shape != self.states.shape
        ):
            raise ValueError(
                "what was saved is of other rules, seats, a batch of another size, or another version"
            )
        self.reset(saved["seed"])
        self.states[:] = saved["states"]
        for array, numbers in zip(self._kept(), saved["arrays"], strict=True):
            array[:] = numbers

    def __getstate__(self) -> dict[str, Any]:
        return self.save() | {"n": self.n, "threads": len(self._chunks)}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        made = {name: saved[name] for name in saved if name not in {"version", "states", "arrays"}}
        self.__init__(**made)  # type: ignore[misc]
        self.restore(saved)


def flat(records: Any) -> NDArray[np.int64]:
    """The memory of records of int64 as plain numbers, which compiled functions take much faster."""
    numbers: NDArray[np.int64] = records.view(np.int64).reshape(-1)
    return numbers
