"""PettingZoo and Gymnasium: their own test suites without exemptions, and what they don't test."""

from __future__ import annotations

import importlib
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, bombardment_test, render_test, seed_test
from pettingzoo.test.example_envs import generated_agents_env_v0

import housu
from housu.envs import gymnasium as seat_env
from housu.envs import pettingzoo as tables
from housu.envs.batch import Batch

# The package has a function of this name too; what it tests beyond these two is another kind of environment.
states = importlib.import_module("pettingzoo.test.state_test")

RULES = [("pagat", 4), ("poytapaska-3", 2), ("two-packs", 5), ("tiny", 2), ("zalupa", 4)]


def table(*arguments: Any) -> Any:
    """A bare environment, into which a test may look."""
    return tables.raw_env(*arguments)


@pytest.mark.parametrize(("rules", "seats"), RULES)
def test_pettingzoo_suite(rules, seats, capsys):
    """A warning is an error here."""

    def make(**more: Any) -> Any:
        return tables.env(rules=rules, seats=seats, mask="info", **more)

    api_test(make(), num_cycles=300)
    seed_test(make, num_cycles=50)
    states.test_state_space(make())
    states.test_state(make(), 30)
    assert "Passed" in capsys.readouterr().out


# PettingZoo's tests warn of what its own card games do too, and know these by name: a dict with a mask in it, and a
# mask without a legal action for a seat that isn't to act.
@pytest.mark.filterwarnings(
    "ignore:Observation:UserWarning", "ignore:Action mask numpy array is all zeros:UserWarning"
)
def test_pettingzoo_suite_with_the_mask_in_the_observation(capsys):
    api_test(tables.env(), num_cycles=300)
    seed_test(tables.env, num_cycles=50)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_bombardment_asks_what_its_api_forbids():
    """In 1.27 it checks the observation that `step` returns, and `api_test` that it returns nothing: no game passes both.

    When PettingZoo's own example passes, ours must.
    """
    example = generated_agents_env_v0.env()
    api_test(example, num_cycles=30)
    with pytest.raises(AssertionError, match="outside of its observation space"):
        bombardment_test(example, cycles=10)


def test_pettingzoo_renders(capsys):
    """The rest of PettingZoo's tests is about other kinds of environments: parallel ones, pictures, cycles to a limit."""
    render_test(tables.env)
    assert "|" in capsys.readouterr().out


def play(env: Any, seed: int, dice: np.random.Generator) -> tuple[list[str], dict[str, float]]:
    """A deal at random. Returns who acted, and what each agent was paid in all."""
    env.reset(seed=seed)
    acted, paid = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[agent] += reward
        assert not cut
        if over:
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        acted.append(agent)
        env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
    return acted, paid


@pytest.mark.parametrize(("rules", "seats"), RULES)
def test_pettingzoo_turn_order_is_the_engines(rules, seats):
    """Who acts is who acts in `Deal`, also after somebody goes out; and everybody is paid what the table of rewards says."""
    dice = np.random.default_rng(3)
    env = tables.env(rules=rules, seats=seats)
    for seed in range(4):
        acted, paid = play(env, seed, dice)
        again = Batch(rules, seats, 1, seed, redeal=False)
        deal = again.deal(0)
        outcome = env.unwrapped.batch.deal(0).outcome
        assert acted[0] == f"seat_{deal.to_act}"
        assert sum(paid.values()) == pytest.approx(0, abs=1e-6)
        for seat in outcome.order:
            assert paid[f"seat_{seat}"] == pytest.approx(1 / (seats - 1))
        if outcome.loser is not None:
            assert paid[f"seat_{outcome.loser}"] == -1


def test_pettingzoo_follows_deal():
    env, dice = table("pagat", 4), np.random.default_rng(1)
    env.reset(seed=9)
    deal = housu.Deal.start(**env.batch.start(0))
    while deal.to_act is not None:
        agent = env.agent_selection
        seen, _, over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        assert agent == f"seat_{deal.to_act}"
        codes = [action.code for action in deal.actions()]
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(codes)
        action = int(dice.choice(codes))
        deal.act(next(one for one in deal.actions() if one.code == action))
        env.step(action)
    assert env.unwrapped.batch.snapshot(0) == deal.snapshot()


def test_pettingzoo_seats_do_not_share_views():
    env = table("pagat", 4)
    env.reset(seed=2)
    views = [env.batch.describe(0, seat)["hand"] for seat in range(4)]
    for seat, agent in enumerate(env.possible_agents):
        words = env.batch.layout.read(env.observe(agent)["observation"].tolist())
        assert words["hand"] == views[seat]
    assert len({tuple(hand) for hand in views}) == 4


def test_two_environments_do_not_disturb_each_other():
    one, other = tables.raw_env("pagat", 4), tables.raw_env("pagat", 4)
    alone = tables.raw_env("pagat", 4)
    for env in (one, other, alone):
        env.reset(seed=4)
    dice = np.random.default_rng(0)
    for _ in range(40):
        action = int(dice.choice(np.flatnonzero(one.last()[0]["action_mask"])))
        one.step(action)
        alone.step(action)
        other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))
        assert (one.last()[0]["observation"] == alone.last()[0]["observation"]).all()


def test_illegal_actions_in_pettingzoo():
    raw, wrapped = tables.raw_env("pagat", 4), tables.env("pagat", 4)
    for env in (raw, wrapped):
        env.reset(seed=2)
    with pytest.raises(housu.IllegalAction) as caught:
        raw.step(135)
    assert caught.value.clause == "P26"
    before = wrapped.agent_selection
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(135)
    assert wrapped.unwrapped.rewards[before] == -1
    assert all(wrapped.terminations.values())


@pytest.mark.parametrize("name", ["housu/Paskahousu-v1", "housu/Zalupa-v1"])
def test_gymnasium_suite(name):
    env = gymnasium.make(name, disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("opponents", ["random", "greedy", "keeper"])
def test_gymnasium_deals_end_and_pay(opponents):
    env = gymnasium.make("housu/Paskahousu-v1", opponents=opponents)
    dice = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    paid = []
    for _ in range(6):
        over, total = False, 0.0
        while not over:
            seen, reward, over, cut, _ = env.step(dice.choice(np.flatnonzero(seen["action_mask"])))
            total += float(reward)
            assert not cut
        assert not seen["action_mask"].any()
        paid.append(round(total, 4))
        seen, _ = env.reset()
    assert set(paid) <= {-1, 0.3333, -0.3333, -0.1111, 0}
    assert -1 in paid


def test_gymnasium_illegal_actions():
    env = seat_env.SeatEnv()
    env.reset(seed=3)
    _, reward, over, cut, info = env.step(135)
    assert (reward, over, cut, info["clause"]) == (-1, True, False, "P26")
    strict = seat_env.SeatEnv(illegal="raise")
    strict.reset(seed=3)
    with pytest.raises(housu.IllegalAction):
        strict.step(135)
    with pytest.raises(ValueError, match="opponents"):
        seat_env.SeatEnv(opponents="nobody")


def test_gymnasium_chair_and_pickle():
    env = seat_env.SeatEnv(seat=2)
    for seed in range(3):
        env.reset(seed=seed)
        assert env.batch.to_act[0] == 2
    seats = set()
    moving = seat_env.SeatEnv()
    moving.reset(seed=1)
    for _ in range(4):
        seats.add(int(moving.batch.to_act[0]))
        moving.reset()
    assert seats == {0, 1, 2, 3}
    copy = pickle.loads(pickle.dumps(moving.batch))  # noqa: S301 - our own
    for _ in range(30):
        chosen = moving.batch.choose().copy()
        if not moving.batch.mask[0, chosen[0]]:
            break
        copy.step(chosen)
        moving.batch.step(chosen)
        assert (copy.observation == moving.batch.observation).all()
