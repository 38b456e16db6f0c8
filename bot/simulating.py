"""The command `simulate`: its options, its bar and its answer."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from bot.simulate import Plan

__all__ = ["add_simulate"]

BAR = 30
"""How wide the bar is."""


def add_simulate(commands: Any, names: Callable[[str], tuple[str, ...]], wrong: type[Exception]) -> None:
    """Add the command to the others; `names` reads names with commas between, `wrong` is raised for wrong usage."""
    simulate = commands.add_parser(
        "simulate",
        help="let computer players play each other",
        description="Let computer players play each other on mirrored deals: each deck is played again with the seats "
        "turned round. Players are easy, normal and hard; random plays anything, and X plays by tuned weights without "
        "looking ahead. Names are repeated round the table. Figures are those of the first named player's side, with "
        "95%% intervals; in chiamata the margin is the score of a deal.",
        allow_abbrev=False,
    )
    simulate.add_argument("--players", type=_positive, default=2, metavar="N", help="how many play (2)")
    simulate.add_argument(
        "--seats", type=names, default=("hard", "normal"), metavar="A,B", help="who sits where (hard,normal)"
    )
    simulate.add_argument("--deals", type=_positive, default=1000, metavar="N", help="how many decks (1000)")
    simulate.add_argument("--seed", default="7", metavar="TEXT", help="the same seed, the same deals (7)")
    simulate.add_argument(
        "--rules", default=None, metavar="PRESET", help="which game (briscola; of five chiamata)"
    )
    simulate.add_argument(
        "--processes", type=_positive, default=os.cpu_count() or 1, metavar="N", help="how many at once"
    )
    simulate.add_argument("--json", action="store_true", help="end with one JSON object")
    simulate.set_defaults(do=partial(_simulate, wrong))


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) == int(text):
        raise argparse.ArgumentTypeError("a whole number from 1 is wanted")
    return int(text)


def _simulate(wrong: type[Exception], wanted: argparse.Namespace) -> int:
    from bot.simulate import simulated

    try:
        plan = _plan(wanted)
    except ValueError as why:
        raise wrong(str(why)) from None
    answer = simulated(plan, wanted.deals, wanted.processes, lambda done: _show_bar(done, wanted.deals))
    sys.stdout.write(json.dumps(answer) if wanted.json else _sentences(answer))
    sys.stdout.write("\n")
    sys.stdout.flush()
    return 0


def _plan(wanted: argparse.Namespace) -> "Plan":
    from bot.game.rules import Rules
    from bot.simulate import planned

    usual = "chiamata" if wanted.players == 5 else "briscola"
    rules = Rules.preset(wanted.rules or usual, players=wanted.players)
    return planned(rules, wanted.seats, wanted.seed)


def _show_bar(done: int, deals: int) -> None:
    full = BAR * done // deals
    end = "\n" if done == deals else ""
    sys.stderr.write(f"\r[{'#' * full}{'.' * (BAR - full)}] {done} of {deals} deals{end}")
    sys.stderr.flush()


def _sentences(answer: Mapping[str, object]) -> str:
    """The same figures for people."""
    return (
        f"{', '.join(cast('list[str]', answer['seats']))}\n"
        f"{answer['games']} games: {answer['wins']} won, {answer['draws']} drawn, {answer['losses']} lost\n"
        f"score {answer['score']} ± {answer['score_ci']} %, margin {answer['margin']} ± {answer['margin_ci']}\n"
        f"{answer['ms_per_move']} ms a move"
    )
