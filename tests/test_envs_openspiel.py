"""OpenSpiel: its own simulations and API tests on our games, and that they are the same games."""

from __future__ import annotations

import random
import unittest
from typing import Any

import numpy as np
import pytest

import housu
from housu.rules.ruleset import RuleSet

pyspiel = pytest.importorskip("pyspiel")
housu_spiel = pytest.importorskip("housu.envs.openspiel")

GAMES = [
    "paskahousu_v1",
    "paskahousu_v1(players=3,rules=pagat+singles:twos)",
    "paskahousu_v1(players=2,rules=black+after_draw:swap+stalemate_after:30)",
    "paskahousu_v1(players=2,rules=poytapaska-3)",
    "paskahousu_v1(players=2,rules=tiny)",
    "zalupa_v1",
    "zalupa_v1(rules=zalupa+must_beat:no)",
]


@pytest.mark.parametrize("text", GAMES)
def test_random_simulations_with_serialisation(text, capfd):
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("name", ["paskahousu_v1", "zalupa_v1"])
def test_openspiel_suites(name, capfd):
    """OpenSpiel's API tests and its simulations of all registered games, run on ours."""
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests import games_sim_test

    assert name in pyspiel.registered_names()
    made = type(f"Api_{name}", (api_test.EnforceAPIOnPartialTreeBase,), {})
    made.game_name, made.game = name, pyspiel.load_game(name)  # type: ignore[attr-defined]
    suite = unittest.TestLoader().loadTestsFromTestCase(made)
    assert suite.countTestCases() >= 5
    simulation = games_sim_test.GamesSimTest()
    result = unittest.TestResult()
    suite.run(result)
    assert not result.failures + result.errors
    assert not result.skipped
    np.random.seed(1)  # noqa: NPY002 - what the simulation draws from
    kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == name)
    assert kind.default_loadable
    simulation.sim_game(made.game)  # type: ignore[attr-defined]


def start(game: Any, dice: random.Random) -> tuple[Any, housu.Deal]:
    """A state with its cards dealt at random, and a deal of the same pack."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(dice.choices([one for one, _ in outcomes], [chance for _, chance in outcomes])[0])
    face = housu.Deal.start(game.setting.rules.written, game.num_players())._face
    from housu.view import EVERYTHING

    return state, housu.Deal.from_snapshot(face.write(state._deal.record, EVERYTHING))


@pytest.mark.parametrize("text", [text for text in GAMES if "tiny" not in text])
def test_step_for_step_with_deal(text):
    game, dice = pyspiel.load_game(text), random.Random(3)
    state, deal = start(game, dice)
    while not state.is_terminal():
        assert state.current_player() == deal.to_act
        codes = sorted(action.code for action in deal.actions())
        assert state.legal_actions() == codes
        action = dice.choice(codes)
        deal.act(next(one for one in deal.actions() if one.code == action))
        state.apply_action(action)
    assert deal.outcome is not None
    paid = state.returns()
    assert sum(paid) == pytest.approx(0)
    if deal.outcome.loser is not None:
        assert paid[deal.outcome.loser] == -1
    for seat in deal.outcome.order:
        assert paid[seat] == pytest.approx(1 / (game.num_players() - 1))


def test_information_states_tell_own_cards_and_public_ones_only():
    """Two deals that differ in what a player cannot see look the same to it, as long as it cannot see it."""
    game = pyspiel.load_game("paskahousu_v1(players=2,rules=pagat)")
    dice = random.Random(8)
    state, _ = start(game, dice)
    dealt = list(state.history())
    mine = state.information_state_string(0)
    swapped = dealt[:]
    # the last two cards of the stock change places; nobody can know
    a, b = next((a, b) for a in range(40, 53) for b in range(a + 1, 53) if dealt[a] != dealt[b])
    swapped[a], swapped[b] = swapped[b], swapped[a]
    other = game.new_initial_state()
    for outcome in swapped:
        other.apply_action(outcome)
    assert other.information_state_string(0) == mine
    assert other.information_state_string(1) == state.information_state_string(1)
    assert mine != state.information_state_string(1)
    assert other.observation_tensor(0) == state.observation_tensor(0)


def test_information_states_recall_everything():
    """A player's information state grows by what it sees: equal later states had equal earlier ones."""
    game, dice = pyspiel.load_game("paskahousu_v1(players=2,rules=tiny)"), random.Random(2)
    before: dict[str, tuple[str, ...]] = {}
    for _ in range(300):
        state, _ = start(game, dice)
        way: tuple[list[str], list[str]] = ([], [])
        while not state.is_terminal():
            player = state.current_player()
            told = state.information_state_string(player)
            assert before.setdefault(told, tuple(way[player])) == tuple(way[player])
            action = dice.choice(state.legal_actions())
            way[player].extend((told, str(action)))
            state.apply_action(action)
    assert len(before) > 200


def test_wrong_parameters_are_refused():
    assert RuleSet.parse("pagat").seats_that_fit()
    for text in (
        "paskahousu_v1(rules=pagat+nothing:yes)",
        "paskahousu_v1(rules=zalupa)",
        "zalupa_v1(players=3)",
    ):
        with pytest.raises((housu.RulesError, ValueError, RuntimeError)):
            pyspiel.load_game(text)
