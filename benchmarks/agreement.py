"""That the kernel plays by the rules, and that compiled it does what its source does, on very many deals.

Five comparisons, each with a figure: deals played at random by both forms of the kernel, move by move; the same by the
kernel and by bot/game; deals played out by both; what hard players choose with either form; and the solver's answers
in either form. They cover every number of players, decks with and without twos, both rankings, games without a trump,
and the auction's declarer, called card and trump. What disagrees is told, and the exit code is 1.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import Any, TypeAlias
from unittest.mock import patch

from bot.computer import Level, auctioning, choose, engine, hard, kernel, solver
from bot.computer.engine import fitting, is_compiled
from bot.computer.kernel import Kernel
from bot.game import Bid, Call, Called, Card, Deal, IllegalMove, Pass, Play, Preset, Rank, Rules, Suit
from bot.game.presets import players_of

CHUNK = 20
"""So many deals are compared between two looks at the bar."""
BAR = 30

SHAPES: tuple[Rules, ...] = (
    Rules.preset("briscola", players=2),
    Rules.preset("briscola", players=3),
    Rules.preset("briscola", players=4),
    Rules.preset("chiamata", players=5),
    Rules.preset("briscola", players=6),
    Rules.preset("briscolone", players=2),
    Rules.preset("bisca", players=3),
    Rules.preset("briscola", players=4, sides="alone", removed="four_twos"),
    Rules.preset("briscola", players=4, trump="none", ranking="manilha"),
    Rules.preset("briscola", players=6, trump="none"),
    Rules.preset("bisca", players=2, hand=9),
)
"""Deals of different shapes, taken in turn: by players, deck, hand, ranking, sides and trump."""
GAMES = tuple(Rules.preset(game, players=players) for game in Preset for players in players_of(game))
"""What hard players are asked in."""


# -- deals at random ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Game:
    """A deal that the kernel has dealt and played, in its numbers."""

    deck: list[int]
    """In the order dealt; after the hands the card that is drawn last, then the others as they are drawn."""
    plays: list[int]
    points: list[int]
    trump: int


def shape(number: int) -> Rules:
    """The rules of the deal with this number."""
    return SHAPES[number % len(SHAPES)]


def codes_of(rules: Rules) -> dict[int, Card]:
    """The cards by the kernel's numbers, each suit in its usual place."""
    suits = [*Suit]
    return {10 * suits.index(card.suit) + rules.ranking.strength(card): card for card in rules.cards}


def game_of(module: Any, number: int) -> Game:
    """The random deal with this number, by either form of the kernel."""
    rules = shape(number)
    codes, hands = [*codes_of(rules)], rules.players * rules.hand
    deck, _, _ = _kernel(module, rules.players, 0).random_game(number, rules.hand, codes)
    trump = {"turned": deck[-1 if len(deck) == hands else hands] // 10, "none": 4}.get(
        rules.trump, number % 4
    )
    return Game(*_kernel(module, rules.players, trump).random_game(number, rules.hand, codes), trump)


def _kernel(module: Any, players: int, trump: int) -> Kernel:
    made: Kernel = module.Kernel(players, trump)
    return made


def begun(number: int, game: Game) -> Deal:
    """The same deal by the rules, when its first card is to be played."""
    rules, codes = shape(number), codes_of(shape(number))
    deck, hands = [codes[code] for code in game.deck], rules.players * rules.hand
    if rules.trump == "none":
        deck = [*deck[:hands], *deck[hands + 1 :], *deck[hands : hands + 1]]
    deal = Deal.begin(rules, deck, 0)
    return _bargained(deal, game.trump, number) if rules.trump == "called" else deal


def _bargained(deal: Deal, trump: int, number: int) -> Deal:
    """After an auction that gives one seat this trump, with one card of it or another as its partner's."""
    rank, declarer = [*Rank][number % 10], number % 5
    for seat in range(5):
        deal = deal.play(seat, Bid(rank) if seat == declarer else Pass())
    return deal.play(declarer, Call(Card(rank, [*Suit][trump])))


def forms_differ(number: int) -> str:
    """What the two forms do not have in common in a random deal."""
    one, other = game_of(fitting("kernel"), number), game_of(kernel, number)
    return "" if one == other else f"{one} is not {other}"


def rules_differ(number: int) -> str:
    """What the kernel's random deal and the same deal by the rules do not have in common."""
    game, codes = game_of(fitting("kernel"), number), codes_of(shape(number))
    deal = begun(number, game)
    for code in game.plays:
        if deal.turn is None:
            return "the kernel plays on"
        deal = deal.play(deal.turn, Play(codes[code]))
    won = won_by(deal)
    return (
        ""
        if deal.is_over and won == game.points
        else f"{won} points by the rules, {game.points} by the kernel"
    )


def won_by(deal: Deal) -> list[int]:
    """By seat, the points of its tricks."""
    return [
        sum(trick.points for trick in deal.tricks if trick.winner == seat)
        for seat in range(deal.rules.players)
    ]


# -- deals played out -----------------------------------------------------------------------------


def playouts_differ(number: int) -> str:
    """How the kernel's result of playing a known deal out differs from that by the rules.

    Without weights every seat plays the first card of its hand, a drawn card coming last and the last card taking
    the place of the one played. Two players' last tricks may be solved instead: they are not looked at here.
    """
    game, rules = game_of(fitting("kernel"), number), shape(number)
    if rules.players == 2:
        return ""
    one = _known(game, rules)
    one.weigh_win(0)
    deal = begun(number, game)
    if rules.trump == "called":
        return _contract_differs(one, deal, game)
    one.search(0, 1, 0, fresh=True)
    told = [one.total(place) for place in range(rules.hand)]
    wanted = [ahead_of(_first_cards(deal, game, place)) for place in range(rules.hand)]
    return "" if told == wanted else f"{wanted} by the rules, {told} by the kernel"


def _known(game: Game, rules: Rules) -> Kernel:
    """A kernel that knows where each card is, and nothing of how to play it."""
    one, n = _kernel(fitting("kernel"), rules.players, game.trump), rules.players
    hands = [game.deck[seat : n * rules.hand : n] for seat in range(n)]
    for seat, hand in enumerate(hands):
        one.hold(seat, hand, len(hand))
    rest = game.deck[n * rules.hand :]
    one.unknown([], [*rest[1:], *rest[:1]], 0)
    one.table(0, [], [0] * n)
    for side in rules.side_seats:
        mask = sum(1 << seat for seat in side)
        for seat in side:
            one.sides(seat, mask, mask)
    return one


def _first_cards(deal: Deal, game: Game, first: int) -> Deal:
    """The deal when each seat has always played its first card, but for seat 0 this one before."""
    codes, n = codes_of(deal.rules), deal.rules.players
    hands = [[*game.deck[seat : n * deal.rules.hand : n]] for seat in range(n)]
    rest = game.deck[n * deal.rules.hand :]
    stock = [*rest[1:], *rest[:1]]
    while deal.turn is not None:
        hand, place = hands[deal.turn], first
        hand[place], hand[-1] = hand[-1], hand[place]
        deal, first = deal.play(deal.turn, Play(codes[hand.pop()])), 0
        if deal.tricks and stock and not (deal.trick and deal.trick.cards):
            for seat in range(n):
                hands[(deal.tricks[-1].winner + seat) % n].append(stock.pop(0))
    return deal


def ahead_of(deal: Deal) -> int:
    """What the deal comes to for seat 0 if a win counts nothing: the points ahead; alone, of half of them all."""
    ours, others = deal.points[0], sum(deal.points[1:])
    alone = deal.rules.players > 2 and len(deal.points) > 2
    return 2 * ours - 60 if alone else ours - others


def _contract_differs(one: Kernel, deal: Deal, game: Game) -> str:
    """Whether the contract is kept at just the points that it is by the rules."""
    bargain, over = deal.bargain, _first_cards(deal, game, 0)
    if not isinstance(bargain, Called):
        return "nothing was called"
    called = next(code for code, card in codes_of(deal.rules).items() if card is bargain.card)
    declarer, points = bargain.contract.declarer, over.points[0]
    kept = []
    for target in (points, points + 1):
        one.five(declarer, called, target, out=False)
        kept.append(one.promise(declarer, 1, 0))
    return "" if kept == [1, 0] else f"{points} points by the rules; kept {kept} at this and one more"


# -- what is chosen -------------------------------------------------------------------------------


@contextmanager
def interpreted() -> Iterator[None]:
    """Searches and solves by the sources, also where there are compiled forms."""
    with patch.multiple(engine, _KERNEL=kernel, _SOLVER=solver):
        yield


@contextmanager
def samples(count: int) -> Iterator[None]:
    """Hard players play so many deals out, in either form."""
    with (
        patch.multiple(
            hard, SAMPLES=dict.fromkeys(range(2, 7), count), COMPILED=dict.fromkeys(range(2, 7), 1)
        ),
        patch.object(auctioning, "SAMPLES", count),
    ):
        yield


def choices_differ(number: int) -> str:
    """Where hard players choose otherwise by the other form, in a deal that anybody plays."""
    rules, random = GAMES[number % len(GAMES)], Random(number)
    deal = Deal.begin(rules, random.sample(rules.cards, len(rules.cards)), number % rules.players)
    with samples(16):
        while deal.turn is not None:
            view, seed = deal.seat_view(deal.turn), random.randbytes(8)
            move = choose(view, Level.HARD, seed)
            with interpreted():
                other = choose(view, Level.HARD, seed)
            if move != other:
                return f"{move} compiled, {other} interpreted, after {len(deal.tricks)} tricks"
            normal = choose(view, Level.NORMAL, seed)
            deal = deal.play(deal.turn, random.choice((move, normal, random.choice(view.legal_moves))))
    return ""


def solutions_differ(number: int) -> str:
    """What the two forms of the solver do not have in common, in a position of two with open cards."""
    random = Random(number)
    size, drawn, led = random.randint(1, 5), 2 * random.randint(0, 2), random.random() < 0.5
    deck = random.sample(range(40), 2 * size + drawn + led)
    mine, theirs, stock = deck[:size], deck[size : 2 * size], deck[2 * size : 2 * size + drawn]
    found = []
    for module in (fitting("solver"), solver):
        one = module.Solver(3 if number % 3 else 4, stock, 1 << 10, 1 << 40)
        found.append((one.solve(mine, theirs[led:], theirs[0] if led else -1), one.looked_at()))
    return "" if found[0] == found[1] else f"{found[0]} compiled, {found[1]} interpreted"


# -- the whole ------------------------------------------------------------------------------------

Comparison: TypeAlias = Callable[[int], str]

COMPARISONS: dict[str, tuple[Comparison, str]] = {
    "forms": (forms_differ, "deals at random: compiled and interpreted, every move is alike"),
    "rules": (rules_differ, "deals at random: the kernel and bot/game agree on every trick's winner"),
    "playouts": (playouts_differ, "deals played out: the kernel and bot/game come to the same"),
    "choices": (choices_differ, "deals: hard players choose alike at every step by either form"),
    "solutions": (solutions_differ, "positions with open cards: both forms of the solver answer alike"),
}


def compared(name: str, numbers: range) -> list[str]:
    """What disagrees in the deals with these numbers."""
    return [f"{name} {number}: {why}" for number in numbers if (why := _told(COMPARISONS[name][0], number))]


def _told(compare: Comparison, number: int) -> str:
    """What the comparison says; a card that the rules do not let be played is a disagreement too."""
    try:
        return compare(number)
    except IllegalMove as why:
        return repr(why)


def run(name: str, count: int, processes: int) -> list[str]:
    """Compare so many, in several processes, and say how far it is."""
    chunks = [range(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
    started, found, done = time.monotonic(), list[str](), 0
    with ProcessPoolExecutor(processes, mp_context=get_context("forkserver")) as pool:
        for chunk, wrong in zip(chunks, pool.map(compared, [name] * len(chunks), chunks), strict=True):
            found, done = found + wrong, done + len(chunk)
            full = BAR * done // count
            sys.stderr.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {name}: {done:,} of {count:,}")
    sys.stderr.write("\n")
    print(f"{count - len(found):,} of {count:,} {COMPARISONS[name][1]} ({time.monotonic() - started:.0f} s)")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    counts = {"forms": 10_000, "rules": 100_000, "playouts": 10_000, "choices": 200, "solutions": 2_000}
    for name, count in counts.items():
        parser.add_argument(
            f"--{name}", type=int, default=count, metavar="N", help=f"{COMPARISONS[name][1]} ({count})"
        )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    asked = vars(parser.parse_args())
    if not is_compiled():
        print(
            "The kernel is not compiled here: comparing its source with itself proves nothing of the two forms."
        )
    wrong = [one for name in counts if asked[name] for one in run(name, asked[name], asked["processes"])]
    print(*wrong[:20], sep="\n", end="\n" if wrong else "")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
