"""One game in progress, records, and decisions to learn from."""

import copy
import json

import numpy as np
import pytest

import elderhand
from elderhand import ActionError, RecordError, Table


def play_on(table: Table) -> Table:
    """Plays the first legal action to the end."""
    while not table.over:
        table.play(table.legal_actions[0])
    return table


def test_a_game_by_names_with_undo() -> None:
    table = Table("kuhn", seed=1)
    assert (table.seat, table.legal, table.legal_actions) == (0, ["check", "bet"], [0, 1])
    table.play("check")
    table.play("bet")
    assert table.actions == ["check", "bet"]
    table.undo()
    copies = [table.copy(), copy.copy(table), copy.deepcopy(table)]
    table.play(0)
    assert table.over and table.seat is None and sum(table.returns) == 0
    assert all(other.actions == ["check"] and not other.over for other in copies)
    with pytest.raises(ValueError, match="2 decisions were made, not 3"):
        table.undo(3)
    with pytest.raises(ValueError, match="no seat is to move"):
        table.view()
    assert table.view(1)["seat"] == 1
    with pytest.raises(IndexError):
        table.view(2)


@pytest.mark.parametrize(
    ("tried", "problem", "action", "name"),
    [
        ("check", "`check` is not legal here", 0, "check"),
        ("Check", "`check` is not legal here", 0, "check"),
        (0, "`check` is not legal here", 0, "check"),
        ("fly", "no action `fly`", None, None),
        (9, "no action 9", 9, None),
        (2**70, f"no action {2**70}", 2**70, None),
    ],
)
def test_wrong_actions_are_named_and_change_nothing(
    tried: int | str, problem: str, action: int | None, name: str | None
) -> None:
    table = Table("kuhn", seed=1)
    table.play("bet")
    with pytest.raises(ActionError, match=problem) as wrong:
        table.play(tried)
    assert (wrong.value.lane, wrong.value.action, wrong.value.name) == (None, action, name)
    assert table.actions == ["bet"]
    table.play("fold")
    with pytest.raises(ActionError, match="already over") as wrong:
        table.play("call")
    assert (wrong.value.action, wrong.value.name) == (table.spec.action("call"), "call")


def test_cards_dealt_by_hand() -> None:
    table = Table("kuhn", seed=None)
    assert table.seat is None and len(table.deck) == 3
    table.deal("KS")
    table.deal("QS")
    assert table.view(1)["card"] == "QS"
    with pytest.raises(ValueError):
        table.deal("JS")


def test_records_go_there_and_back() -> None:
    table = play_on(Table("gin", {"gin_bonus": 30}, seed=4))
    record = table.record()
    again = Table.from_record(record)
    assert again.returns == table.returns and again.actions == table.actions
    assert Table.from_record(json.dumps(record)).record() == record
    with pytest.raises(RecordError, match="`actions`, action 1"):
        Table.from_record({**record, "actions": ["fly"]})
    with pytest.raises(RecordError):
        Table.from_record({"game": "gin"})


def test_decisions_of_records() -> None:
    tables = [play_on(Table("gin", seed=seed)) for seed in range(5)]
    data = elderhand.dataset([table.record() for table in tables], forced=True)
    assert len(data) == sum(len(table.actions) for table in tables)
    assert data.bits().shape == (len(data), data.spec.bits)
    assert data.legal()[np.arange(len(data)), data.actions].all()
    for number, table in enumerate(tables):
        own = data.games == number
        assert [data.spec.actions[action] for action in data.actions[own]] == table.actions
        assert np.array_equal(data.returns[own], np.array(table.returns, np.float32)[data.seats[own]])
    replayed = Table("gin", seed=2)
    for place in np.flatnonzero(data.games == 2):
        observation, mask = elderhand.encode("gin", replayed.view())
        assert np.array_equal(data.bits()[place], observation) and np.array_equal(data.legal()[place], mask)
        replayed.play(int(data.actions[place]))
    free = elderhand.dataset([table.record() for table in tables])
    assert len(free) == (data.legal().sum(axis=1) > 1).sum()


def test_records_that_end_early_have_no_returns() -> None:
    table = Table("gin", seed=1)
    table.play(table.legal[0])
    assert np.isnan(elderhand.dataset([table.record()]).returns).all()
    with pytest.raises(RecordError, match="record 1"):
        elderhand.dataset([table.record(), {}])
    with pytest.raises(RecordError, match="record 1: it is of `kuhn`"):
        elderhand.dataset([table.record(), Table("kuhn").record()])


def test_records_that_wait_for_a_card_have_no_returns() -> None:
    table = Table("leduc", seed=None)
    for _ in range(2):
        table.deal(table.deck[0])
    table.play("check")
    table.play("check")
    assert table.seat is None and not table.over
    assert np.isnan(elderhand.dataset([table.record()]).returns).all()


def test_decisions_of_bots() -> None:
    data = elderhand.dataset(game="gin", bots=["simple", "random"], games=40, seed=3)
    again = elderhand.dataset(game="gin", bots=["simple", "random"], games=40, seed=3, threads=3)
    assert np.array_equal(data.observations, again.observations) and np.array_equal(data.returns, again.returns)
    assert set(data.games.tolist()) == set(range(40)) and (data.legal().sum(axis=1) > 1).all()
    # The bots change seats with every game, and the stronger one wins wherever it sits.
    simple = data.seats == data.games % 2
    assert data.returns[simple].mean() > 0 > data.returns[~simple].mean()
    with pytest.raises(ValueError, match="not both"):
        elderhand.dataset([], game="gin", bots=["simple"])
    with pytest.raises(ValueError, match="no records"):
        elderhand.dataset([])


def test_a_text_that_is_no_json_is_what_it_was_given_as() -> None:
    for text in ("{", "xx", b"{"):
        with pytest.raises(elderhand.ViewError):
            elderhand.encode("gin", text)
        with pytest.raises(RecordError):
            Table.from_record(text)
        with pytest.raises(RecordError, match="record 0"):
            elderhand.dataset([text])


def test_a_dataset_says_in_a_line_what_it_is() -> None:
    data = elderhand.dataset(game="kuhn", bots=["random"], games=20, seed=1)
    assert repr(data) == f"<Dataset of {len(data)} decisions in 20 games of kuhn>"


def test_with_records_nothing_is_asked_for_that_they_say() -> None:
    with pytest.raises(ValueError, match="leave out games, options"):
        elderhand.dataset([Table("gin").record()], games=3, options={"gin_bonus": 30})
