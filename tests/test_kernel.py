"""The search kernel: it plays by the rules of bot/game, and compiled it does what its source does."""

from random import Random

import pytest
from deals_for_tests import shuffled

from bot.computer import Level, choose, engine, hard, kernel, solver
from bot.computer.engine import fitting, is_compiled, new_kernel, new_solver
from bot.computer.kernel import Kernel
from bot.game import Deal, Play, Ranking, Rules, Suit
from bot.game.cards import DECK, Card

compiled_only = pytest.mark.skipif(not is_compiled(), reason="the kernel is not compiled here")
CODES = {
    10 * row + Ranking.STANDARD.strength(card): card
    for row, suit in enumerate(Suit)
    for card in DECK
    if card.suit is suit
}
GAMES = {2: (40, 3), 3: (39, 3), 4: (40, 3), 6: (36, 3)}
PLAYS = 40


def numbers(players: int) -> list[int]:
    """The deck of so many, as the kernel numbers it."""
    rules = Rules.preset("briscola", players=players)
    return [code for code, card in CODES.items() if card in rules.cards]


def random_game(module: object, players: int, seed: int) -> tuple[list[int], list[int], list[int], int]:
    """A deal at random, and its trump: known from the same deal with any other."""
    deck, hand = numbers(players), GAMES[players][1]
    first: Kernel = module.Kernel(players, 0)  # type: ignore[attr-defined]  # either form of the kernel
    trump = first.random_game(seed, hand, deck)[0][players * hand] // 10
    again: Kernel = module.Kernel(players, trump)  # type: ignore[attr-defined]  # the same
    return (*again.random_game(seed, hand, deck), trump)


@pytest.mark.parametrize("players", GAMES)
def test_it_plays_by_the_rules(players: int) -> None:
    rules = Rules.preset("briscola", players=players)
    for seed in range(150):
        dealt, plays, points, _ = random_game(fitting("kernel"), players, seed)
        deal = Deal.begin(rules, [CODES[code] for code in dealt], 0)
        for code in plays:
            assert deal.turn is not None
            deal = deal.play(deal.turn, Play(CODES[code]))
        assert deal.is_over
        by_seat = [0] * players
        for trick in deal.tricks:
            by_seat[trick.winner] += trick.points
        assert by_seat == points


@compiled_only
@pytest.mark.parametrize("players", GAMES)
def test_compiled_it_deals_and_plays_the_same_random_games(players: int) -> None:
    for seed in range(150):
        assert random_game(fitting("kernel"), players, seed) == random_game(kernel, players, seed)


@compiled_only
@pytest.mark.parametrize("preset", ["briscola", "bisca", "brisca", "chiamata", "aperta", "briscolone"])
def test_a_hard_player_makes_the_same_moves_interpreted(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.preset(preset, players={"chiamata": 5, "brisca": 4, "bisca": 3}.get(preset, 2))
    monkeypatch.setattr(hard, "SAMPLES", dict.fromkeys(range(2, 7), 16))
    monkeypatch.setattr(hard, "COMPILED", dict.fromkeys(range(2, 7), 1))  # by the same number of deals
    deal = Deal.begin(rules, shuffled(5, rules), 0)
    while deal.turn is not None:
        view = deal.seat_view(deal.turn)
        move = choose(view, Level.HARD, b"one seed")
        with monkeypatch.context() as patch:
            patch.setattr(engine, "_KERNEL", kernel)
            patch.setattr(engine, "_SOLVER", solver)
            assert choose(view, Level.HARD, b"one seed") == move
        deal = deal.play(deal.turn, move)


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
