"""The search kernel: it plays by the rules of bot/game, and compiled it does what its source does."""

from random import Random

import pytest
from deals_for_tests import name_of

from benchmarks import agreement
from benchmarks.agreement import GAMES, compared
from bot.computer import engine, kernel, solver
from bot.computer.engine import fitting, is_compiled, new_kernel, new_solver
from bot.game import Ranking, Suit
from bot.game.cards import DECK, Card

compiled_only = pytest.mark.skipif(not is_compiled(), reason="the kernel is not compiled here")
CODES = {
    10 * row + Ranking.STANDARD.strength(card): card
    for row, suit in enumerate(Suit)
    for card in DECK
    if card.suit is suit
}


def test_it_plays_by_the_rules() -> None:
    """Many more deals: `python benchmarks/agreement.py`."""
    assert compared("rules", range(660)) == []


def test_playing_a_deal_out_it_keeps_to_the_rules() -> None:
    assert compared("playouts", range(330)) == []


@compiled_only
def test_compiled_it_deals_and_plays_the_same_random_games() -> None:
    assert compared("forms", range(330)) == []


@compiled_only
@pytest.mark.parametrize("number", range(1, len(GAMES), 2), ids=lambda number: name_of(GAMES[number]))
def test_a_hard_player_makes_the_same_moves_interpreted(number: int) -> None:
    assert compared("choices", range(number, number + 1)) == []


@compiled_only
def test_compiled_the_solver_finds_the_same() -> None:
    assert compared("solutions", range(60)) == []


class WithoutTrump:
    """A kernel in which no trump takes."""

    class Kernel(kernel.Kernel):
        def __init__(self, players: int, trump: int) -> None:
            super().__init__(players, 4)


def test_a_kernel_with_other_rules_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "fitting", lambda _: WithoutTrump)
    assert compared("rules", range(11))
    assert compared("forms", range(11))
    assert compared("playouts", range(11))


@compiled_only
def test_a_kernel_edited_after_it_was_compiled_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitting("kernel") is not kernel
    monkeypatch.setattr(engine, "source_hash", lambda _: "another")
    assert fitting("kernel") is kernel
    assert fitting("solver") is solver


def test_where_nothing_was_compiled_the_source_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        if "compiled" in name:
            raise ImportError(name)
        return {"bot.computer.kernel": kernel, "bot.computer.solver": solver}[name]

    monkeypatch.setattr(engine, "import_module", missing)
    assert fitting("kernel") is kernel


# -- the solver -----------------------------------------------------------------------------------


def best_ahead(
    trump: Suit | None, stock: list[Card], mine: list[Card], theirs: list[Card], led: Card | None
) -> int:
    """What the seat on turn comes out ahead, by trying everything with the rules' own words."""
    if not mine and led is None:
        return 0
    return max(_after(trump, stock, mine, theirs, led, card) for card in mine)


def _after(
    trump: Suit | None, stock: list[Card], mine: list[Card], theirs: list[Card], led: Card | None, card: Card
) -> int:
    left = [one for one in mine if one is not card]
    if led is None:
        return -best_ahead(trump, stock, theirs, left, card)
    points, wins = led.points + card.points, card.beats(led, trump)
    first, second = (left, theirs) if wins else (theirs, left)
    ahead = best_ahead(trump, stock[2:], first + stock[:1], second + stock[1:2], None)
    return points + ahead if wins else -points - ahead


@pytest.mark.parametrize("module", [solver, fitting("solver")], ids=["interpreted", "as-installed"])
def test_with_nothing_hidden_it_finds_the_best_that_can_be_had(module: object) -> None:
    codes = {card: code for code, card in CODES.items()}
    for seed in range(40):
        deck = Random(seed).sample(DECK, len(DECK))
        size = (3, 2, 4)[seed % 3]
        stock, mine, theirs = deck[: (2, 4, 0)[seed % 3]], deck[10 : 10 + size], deck[20 : 20 + size]
        led = theirs.pop() if seed % 2 else None
        trump = (None, Suit.CLUBS)[seed // 2 % 2]
        one = module.Solver(3 if trump else 4, [codes[card] for card in stock], 1 << 12, 10**9)  # type: ignore[attr-defined]  # either form
        found = one.solve([codes[c] for c in mine], [codes[c] for c in theirs], codes[led] if led else -1)
        assert found is not None
        card, ahead = CODES[found[0]], found[1]
        assert ahead == best_ahead(trump, stock, mine, theirs, led)
        assert ahead == _after(trump, stock, mine, theirs, led, card)


def test_beyond_its_budget_it_says_nothing() -> None:
    assert new_solver(3, list(range(20, 40)), 1 << 12, 10).solve([0, 1, 2], [10, 11, 12], -1) is None


def test_the_search_depends_on_its_seed_and_on_nothing_else() -> None:
    def totals(seed: int) -> list[int]:
        one = new_kernel(2, 3)
        one.stages([0] * 24)
        one.sides(0, 1, 1)
        one.sides(1, 2, 2)
        one.hold(0, [0, 11, 32], 3)
        one.hold(1, [], 3)
        one.unknown([code for code in range(40) if code not in {0, 11, 32, 33}], [-1] * 33 + [33], 33)
        one.table(0, [], [0, 0])
        one.seed(seed)
        one.search(0, 50, 2, fresh=True)
        return [one.total(place) for place in range(3)]

    assert totals(5) == totals(5) != totals(6)
