"""Bots, bundles, the arena and tournaments."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import elderhand
from elderhand import Bot, BotError, Bundle, Table, ViewError


def network(weights: dict[str, Any], bits: np.ndarray) -> tuple[np.ndarray, float]:
    """Returns what a bundle's network says of an observation: logits and the value before scaling."""
    hidden, layer = bits.astype(np.float32), 0
    while f"trunk.{layer}.weight" in weights:
        hidden = np.maximum(weights[f"trunk.{layer}.weight"] @ hidden + weights[f"trunk.{layer}.bias"], 0)
        layer += 1
    logits = weights["policy.weight"] @ hidden + weights["policy.bias"]
    value = weights["value.weight"] @ hidden + weights["value.bias"]
    if "direct.weight" in weights:
        direct = weights["direct.weight"] @ bits.astype(np.float32)
        logits, value = logits + direct[:-1], value + direct[-1:]
    return logits, float(value[0])


@pytest.mark.parametrize("name", ["kuhn", "gin", "skirmish", "pinnacle-nine"])
def test_weights_answer_golden_positions_as_the_bundle_does(checkpoints: Path, name: str) -> None:
    bundle = Bundle(checkpoints / f"{name}.elderhand")
    weights, golden = bundle.weights, bundle.golden
    hints = weights["trunk.0.weight"].shape[1] > elderhand.describe(bundle.game, bundle.options).bits
    names = elderhand.describe(bundle.game, bundle.options).actions
    assert len(golden) > 5 and bundle.verify()[0] == len(golden)
    for position in golden:
        bits, mask = elderhand.encode(bundle.game, position["view"], hints=hints)
        logits, value = network(weights, bits)
        assert {names[action] for action in np.flatnonzero(mask)} == set(position["logits"])
        for action, logit in position["logits"].items():
            assert logits[names.index(action)] == pytest.approx(logit, abs=1e-4)
        assert value == pytest.approx(position["value"], abs=1e-4)


def test_bundles_tell_of_themselves(checkpoints: Path) -> None:
    path = checkpoints / "gin.elderhand"
    bundle = Bundle(path)
    assert bundle.game == "gin" and bundle.card.startswith("# ") and bundle.manifest["game"] == "gin"
    assert bundle.options == {**elderhand.options("gin"), "episode": "round"}
    again = Bundle.from_bytes(path.read_bytes())
    assert all(np.array_equal(again.weights[name], weight) for name, weight in bundle.weights.items())
    with pytest.raises(BotError):
        Bundle.from_bytes(b"PK")
    with pytest.raises(BotError):
        Bot.load(checkpoints / "README.md")


def test_bundles_decide_as_their_weights_say(checkpoints: Path) -> None:
    bot = Bot.load(checkpoints / "gin.elderhand")
    assert bot.bundle is not None and bot.games == ["gin"]
    weights, scale = bot.bundle.weights, bot.bundle.manifest["value_scale"]
    views = [Table("gin", seed=seed).view() for seed in range(20)]
    decisions = bot.decide_many(views)
    for view, decision in zip(views, decisions, strict=True):
        bits, mask = elderhand.encode("gin", view, hints=True)
        logits, value = network(weights, bits)
        shares = np.where(mask, np.exp(logits - logits[mask].max()), 0)
        shares /= shares.sum()
        names = elderhand.describe("gin").actions
        assert decision.name == names[decision.action] and mask[decision.action]
        assert decision.probabilities == pytest.approx(
            {names[action]: shares[action] for action in np.flatnonzero(mask)}, abs=1e-4
        )
        assert list(decision.probabilities.values()) == sorted(decision.probabilities.values(), reverse=True)
        assert decision.value == pytest.approx(value * scale, abs=1e-3)


def test_a_search_says_what_it_found() -> None:
    view = Table("gin", seed=2).view()
    decision = Bot("search:random,rollouts=100,by=simple", "gin").decide(view)
    assert decision.findings is not None and list(decision.findings.tried) and decision.name in decision.findings.tried
    chosen = decision.findings.tried[decision.name]
    assert decision.value == chosen.value and chosen.error is not None and chosen.error > 0 and chosen.rollouts >= 25
    assert chosen.chance is not None and 0 <= chosen.chance <= 1
    assert decision.findings.worlds == max(tried.rollouts for tried in decision.findings.tried.values())
    assert Bot("random", "gin").decide(view).findings is None
    with pytest.raises(BotError, match="finds no bluff"):
        Bot("search:random", "kuhn")


def test_bots_by_name() -> None:
    assert elderhand.bots("gin")[0] == "random" and "checkpoint:gin" in elderhand.bots("gin")
    assert "checkpoint:kuhn" not in elderhand.bots("gin")
    view = Table("gin", seed=2).view()
    decision = Bot("simple", "gin").decide(view)
    assert decision.probabilities == {decision.name: 1.0} and decision.value is None
    with pytest.raises(BotError, match="plays several games"):
        Bot("simple").decide(view)
    with pytest.raises(BotError, match="did you mean `simple`"):
        Bot("simpel")
    with pytest.raises(BotError, match="no released bot `bridge`"):
        Bot("checkpoint:bridge")
    with pytest.raises(BotError, match="not to move"):
        Bot("checkpoint:gin").decide(Table("gin", seed=2).view(1 - view["seat"]))
    with pytest.raises(ViewError):
        Bot("checkpoint:gin").decide(Table("kuhn").view())


def test_bundles_decide_at_every_size_of_table() -> None:
    bot = Bot("checkpoint:skirmish")
    for seats in (2, 4):
        assert bot.decide(Table("skirmish", {"seats": seats}, seed=1).view()).value is not None


def first_legal(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Plays the first legal action."""
    assert len(observations) == len(masks) == len(seats)
    return np.unpackbits(masks, axis=1, bitorder="little").argmax(axis=1)


class Checker:
    """Checks where it can, else folds: by names."""

    def act(self, view: dict[str, Any]) -> str:
        legal = elderhand.encode("kuhn", view)[1]
        return "check" if legal[0] else "fold"


def test_players_that_read_views() -> None:
    result = elderhand.arena("kuhn", [Checker(), lambda _, masks, __: np.where(masks[:, 0] & 2, 1, 3)], deals=20)
    # Who never bets and never calls loses the ante each time that the other bets, which is always.
    assert [bot.bot for bot in result.bots] == ["Checker", "<lambda>"] and result.bots[0].points == -1


def test_arena_of_all_kinds_of_players() -> None:
    result = elderhand.arena("gin", ["simple", first_legal], deals=30, seed=4)
    simple, first = result.bots
    assert (simple.bot, first.bot, result.deals, result.rounds) == ("simple", "first_legal", 30, 60)
    assert simple.points > 0 > first.points and simple.against[0].verdict == "better"
    again = elderhand.arena("gin", [Bot("simple", "gin"), first_legal], deals=30, seed=4, threads=2)
    assert again.bots == result.bots


def test_policies_are_shown_what_they_ask_for() -> None:
    spec = elderhand.describe("gin", hints=True)

    def looks(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        rows = len(seats)
        assert observations.shape == (rows, spec.bits)
        assert masks.dtype == np.bool_ and masks.shape == (rows, len(spec.actions))
        return masks.argmax(axis=1)

    result = elderhand.arena("gin", [looks, first_legal_of_bits], deals=3, packed=False, hints=True)
    assert result.bots[0].points == 0


def test_policies_are_asked_about_many_deals_at_once_and_play_as_if_about_each() -> None:
    sizes: list[int] = []

    def draws(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Chooses by what a row shows, whatever rows are beside it."""
        sizes.append(len(seats))
        legal, sums = np.unpackbits(masks, axis=1, bitorder="little"), observations.sum(axis=1, dtype=np.int64)
        return np.array([np.flatnonzero(row)[total % int(row.sum())] for row, total in zip(legal, sums, strict=True)])

    class Draws:
        """The same, a view at a time."""

        def act(self, view: dict[str, Any]) -> int:
            row, mask = elderhand.encode("skirmish", view, packed=True)
            return int(draws(row[None], mask[None], np.zeros(1))[0])

    many = elderhand.arena("skirmish", [draws, "simple"], deals=40, seed=3, options={"seats": 3})
    assert max(sizes) > 10 and many.deals == 40
    sizes.clear()
    each = elderhand.arena("skirmish", [Draws(), "simple"], deals=40, seed=3, options={"seats": 3})
    assert set(sizes) == {1}
    for one, other in zip(many.bots, each.bots, strict=True):
        assert one.points_ci == other.points_ci and one.place_ci == other.place_ci
    assert elderhand.duel("gin", first_legal, first_legal, deals=20).points == 0


def test_an_arena_stops_when_it_is_told_who_is_better() -> None:
    for other in ("random", first_legal):
        result = elderhand.duel("gin", "simple", other, deals=10_000, until_decided=True)
        assert result.ruling is not None and result.ruling.answer == "above"
        assert result.deals == result.ruling.deals and result.deals < 1000
        assert result.ruling.evidence[0] >= result.ruling.needed[0] and result.points_ci[0] > 0
    table = elderhand.arena("skirmish", ["simple", "random"], deals=10_000, options={"seats": 3}, sprt=(0, 0.1), by="won")
    ruling = table.bots[0].against[0].ruling
    assert ruling is not None and ruling.answer == "above" and ruling.deals == table.deals
    # Between equals nothing is told, and all deals are played.
    equal = elderhand.duel("kuhn", "random", "random", deals=50, until_decided=True, alpha=0.01)
    assert equal.ruling is not None and (equal.ruling.answer, equal.ruling.deals, equal.deals) == ("open", None, 50)
    assert elderhand.duel("kuhn", "random", "random", deals=50).ruling is None


def test_the_luck_of_the_cards_is_taken_out() -> None:
    plain = elderhand.duel("gin", "simple", "greedy", deals=100)
    for first in ("simple", Bot("simple", "gin")):
        told = elderhand.duel("gin", first, "greedy", deals=100, aivat="checkpoint:gin")
        assert plain.saved is None and told.saved is not None and told.saved > 1
        assert told.points_ci[1] - told.points_ci[0] < plain.points_ci[1] - plain.points_ci[0]
        assert told.win_rate == plain.win_rate
    against = elderhand.arena("gin", ["simple", "greedy"], deals=100, aivat="checkpoint:gin").bots[0].against[0]
    assert against.saved == told.saved


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"alpha": 0.7}, "alpha is 0.7: expected a rate of errors"),
        ({"sprt": (0, 1), "beta": 0.0}, "beta is 0: expected a rate of errors from 0.000001 to 0.5"),
        ({"by": "chips"}, "by is 'chips'"),
        ({"by": "won"}, "add until_decided or sprt"),
        ({"beta": 0.1}, "add sprt"),
        ({"sprt": (1, 0)}, "the lower first"),
        ({"sprt": (0, float("nan"))}, "the lower first"),
        ({"sprt": (0, 1000)}, "hypotheses 0 and 1000"),
        ({"sprt": (0, 1), "until_decided": True}, "not both"),
        ({"aivat": "random"}, "aivat is random: it does not say what it expects"),
        ({"aivat": "checkpoint:leduc", "until_decided": True}, "decides when to stop"),
    ],
)
def test_what_cannot_be_asked_of_an_arena(asked: dict[str, Any], error: str) -> None:
    for compare in (elderhand.arena, lambda game, bots, **asked: elderhand.duel(game, *bots, **asked)):
        with pytest.raises(ValueError, match=error):
            compare("leduc", ["random", "random"], deals=10, **asked)


def first_legal_of_bits(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
    return masks.argmax(axis=1)


def test_players_that_misbehave() -> None:
    def fails(*_: object) -> int:
        raise ZeroDivisionError("of its own")

    class Wrong:
        def act(self, view: dict[str, Any]) -> str:
            return "draw"

    with pytest.raises(ZeroDivisionError, match="of its own"):
        elderhand.arena("kuhn", ["random", fails], deals=2)
    with pytest.raises(BotError, match="^Wrong: answered wrongly: there is no action `draw`"):
        elderhand.arena("kuhn", ["random", Wrong()], deals=2)
    with pytest.raises(TypeError, match=r"Wrong is a class, not a player: make one, as in Wrong\(\)"):
        elderhand.arena("kuhn", ["random", Wrong], deals=2)
    with pytest.raises(BotError, match=r"action 200.*not legal|no action 200"):
        elderhand.arena("kuhn", ["random", lambda *_: [200] * len(_[2])], deals=2)
    with pytest.raises(TypeError, match="int is no player"):
        elderhand.arena("kuhn", ["random", 3], deals=2)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="list of players"):
        elderhand.SeatEnv("kuhn", opponents="simple")
    with pytest.raises(ValueError, match="deals is 0"):
        elderhand.arena("kuhn", ["random"] * 2, deals=0)
    with pytest.raises(ValueError, match="threads is 0"):
        elderhand.arena("kuhn", ["random"] * 2, threads=0)
    with pytest.raises(ValueError, match="3 players cannot share a table of 2"):
        elderhand.arena("kuhn", ["random"] * 3, deals=2)
    with pytest.raises(BotError, match="greedy.*does not play"):
        elderhand.arena("kuhn", ["random", "greedy"], deals=2)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, r"actions have the shape \(\): expected \(\d+,\)"),
        ([0] * 99, r"actions have the shape \(99,\): expected"),
        ([[0], [0, 1]], "inhomogeneous"),
        (0.5, r"actions have the shape \(\)"),
    ],
)
def test_a_policy_that_misbehaves_is_named(answer: Any, problem: str) -> None:
    def hers(*_: np.ndarray) -> Any:
        return answer

    with pytest.raises(BotError, match=f"^hers: answered wrongly: .*{problem}"):
        elderhand.arena("kuhn", ["random", hers], deals=2)
    with pytest.raises(BotError, match=f"^hers: answered wrongly: .*{problem}"):
        env = elderhand.SeatEnv("kuhn", 6, opponents=[hers])
        env.reset()
        env.step(env.random_actions())


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (None, "act returned NoneType: expected the number or the name"),
        (1.5, "act returned float"),
        ("nonsense", "there is no action `nonsense`"),
        (-1, "there is no action -1"),
        (2**70, f"there is no action {2**70}"),
    ],
)
def test_an_actor_that_misbehaves_is_named(answer: Any, problem: str) -> None:
    class Hers:
        def act(self, view: dict[str, Any]) -> Any:
            return answer

    for play in (
        lambda: elderhand.arena("kuhn", ["random", Hers()], deals=2),
        lambda: elderhand.dataset(game="kuhn", bots=[Hers()], games=1),
        lambda: elderhand.exploitability("kuhn", Hers()),
    ):
        with pytest.raises(BotError, match=f"^Hers: answered wrongly: {problem}"):
            play()


def test_a_single_thing_is_no_list() -> None:
    view = Table("gin", seed=1).view()
    for wrong in (
        lambda: elderhand.arena("gin", "simple"),
        lambda: elderhand.tournament("gin", "simple", format="series"),
        lambda: elderhand.dataset(game="gin", bots="simple"),
        lambda: elderhand.arena("gin", Bot("simple")),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="expected a list of players"):
            wrong()
    with pytest.raises(TypeError, match="expected a list of records, not a single dict"):
        elderhand.dataset(Table("gin").record())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a list of views, not a single dict"):
        Bot("simple", "gin").decide_many(view)  # type: ignore[arg-type]


def test_who_shares_a_name_is_numbered() -> None:
    result = elderhand.arena("kuhn", ["random", "random"], deals=2)
    assert [(bot.bot, bot.against[0].bot) for bot in result.bots] == [("random-1", "random-2"), ("random-2", "random-1")]
    result = elderhand.arena("gin", [first_legal, "simple"], deals=2)
    assert [bot.bot for bot in result.bots] == ["first_legal", "simple"]
    result = elderhand.arena("gin", [first_legal, first_legal], deals=2)
    assert [bot.bot for bot in result.bots] == ["first_legal-1", "first_legal-2"]
    event = elderhand.tournament("kuhn", ["random", "random"], format="series", rounds=2, seed=1)
    assert {place.name for place in event.standings} == {"random-1", "random-2"}


def test_who_could_not_sit_down_is_refused_at_once() -> None:
    with pytest.raises(BotError, match="checkpoint:kuhn.*does not play `gin`"):
        Bot("checkpoint:kuhn", "gin")
    with pytest.raises(BotError, match="gin_bonus"):
        Bot("checkpoint:gin", "gin", {"gin_bonus": 30})
    with pytest.raises(BotError, match="gin_bonus"):
        Bot("checkpoint:gin", options={"gin_bonus": 30})
    with pytest.raises(BotError, match="greedy.*does not play"):
        Bot("greedy", "kuhn")
    view = Table("gin", {"gin_bonus": 30}, seed=1).view()
    assert Bot("checkpoint:gin", "gin", {"gin_bonus": 30}, any_options=True).decide(view).name
    assert Bot("search:checkpoint:gin-challenge,rollouts=10", "gin").name


def test_sensible_masks_for_policies_leave_folly_out() -> None:
    snap = elderhand.describe("snap").action("snap")
    offered = {True: 0, False: 0}

    def counts(sensible: bool) -> elderhand.Policy:
        def policy(observations: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> np.ndarray:
            offered[sensible] += int(masks[:, snap].sum())
            return masks.argmax(axis=1)

        return policy

    for sensible in offered:
        elderhand.duel("snap", counts(sensible), "random", deals=20, packed=False, sensible=sensible)
    assert 0 < offered[True] < offered[False]


def test_tournament_of_four() -> None:
    result = elderhand.tournament("gin", ["simple", "greedy", "random", first_legal], format="clockwise", seed=3)
    assert [place.name for place in result.standings][0] in ("simple", "greedy")
    assert result.over and len(result.results) == 12
    for place in result.standings:
        tables = [table for table in result.results if place.player in table.players]
        assert place.rounds == len(tables) == 6 == place.won + place.tied + place.lost
        assert place.points == sum(table.points[table.players.index(place.player)] for table in tables)
    with pytest.raises(ValueError, match="expected series"):
        elderhand.tournament("gin", ["simple"] * 2, format="league")
    with pytest.raises(ValueError, match="clockwise"):
        elderhand.tournament("gin", ["simple"] * 3, format="clockwise")


@pytest.mark.parametrize(
    ("format", "players", "seats", "rounds"),
    [
        ("series", 2, 2, None),
        ("winner-stays-on", 5, 2, None),
        ("loser-stays-on", 5, 2, None),
        ("captains", 3, 2, None),
        ("rounds", 3, 3, 6),
        ("elimination", 4, 4, 3),
        ("elimination", 4, 2, 2),
        ("clockwise", 6, 2, 10),
        ("seat-swap", 4, 2, 6),
        ("outsider", 3, 2, 6),
        ("hotfoot", 4, 4, 6),
        ("rotating-team", 6, 2, 6),
    ],
)
def test_a_tournament_of_which_no_end_is_said_ends_as_the_format_does(
    format: str, players: int, seats: int, rounds: int | None
) -> None:
    result = elderhand.tournament("skirmish", ["random"] * players, format=format, options={"seats": seats})
    played = max(table.round for table in result.results)
    assert result.over and all(place.rounds > 0 for place in result.standings)
    if rounds is None:
        # It is played to 100, or as long as anything is.
        assert played == 1000 if result.truncated else 2 < played < 1000 and result.standings[0].score >= 100
    else:
        # A knock-out plays on after a tie.
        assert played == rounds or (format == "elimination" and seats == 2 and played > rounds)


def test_a_tournament_that_cannot_be_played_as_it_is_asked_for_is_refused() -> None:
    skill = [1, 9, *[1] * 8]
    for problem, event in (
        ("`skill` is of seats", {"game": "snap", "format": "rounds", "options": {"seats": 2, "skill": skill}}),
        ("`series` has none here", {"game": "kuhn", "format": "series", "rounds": 9, "gambling": True}),
        ("`rounds` has none here", {"game": "kuhn", "format": "rounds", "gambling": True}),
        ("`every`", {"game": "kuhn", "format": "series", "every": 2}),
        ("`freeze-out` joins the rounds of a match", {"game": "kuhn", "format": "freeze-out"}),
    ):
        with pytest.raises(ValueError, match=problem):
            elderhand.tournament(bots=["random"] * 2, **event)  # type: ignore[arg-type]


def test_results_as_frames() -> None:
    result = elderhand.arena("kuhn", ["random", "random"], deals=20)
    frame = result.frame()
    assert frame["bot"].tolist() == [entry.bot for entry in result.bots]
    assert frame["points"].tolist() == [bot.points for bot in result.bots]
    event = elderhand.tournament("kuhn", ["random", "random"], format="series", rounds=5, seed=1)
    frame = event.frame()
    assert frame["name"].tolist() == [place.name for place in event.standings] and "paid" in frame
