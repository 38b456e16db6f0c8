"""The command `simulate`: its options, its bar and its answer."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from bot.game.rules import Rules
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
        "95 % intervals; in chiamata the margin is the score of a deal.",
        allow_abbrev=False,
    )
    simulate.add_argument("--players", type=_positive, metavar="N", help="how many play (2; in chiamata 5)")
    simulate.add_argument(
        "--seats", type=names, default=("hard", "normal"), metavar="A,B", help="who sits where (hard,normal)"
    )
    simulate.add_argument("--deals", type=_positive, default=1000, metavar="N", help="how many decks (1000)")
    simulate.add_argument("--seed", default="7", metavar="TEXT", help="the same seed, the same deals (7)")
    simulate.add_argument(
        "--rules",
        metavar="PRESET",
        help="which game (briscola; of five chiamata), or all rules as a JSON object with preset and players",
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
    try:
        answer = simulated(plan, wanted.deals, wanted.processes, lambda done: _show_bar(done, wanted.deals))
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        raise
    except BrokenProcessPool:
        sys.stderr.write("\n")
        raise wrong("a process that played was ended, or had no memory left") from None
    sys.stdout.write(json.dumps(answer) if wanted.json else _sentences(answer))
    sys.stdout.write("\n")
    sys.stdout.flush()
    return 0


def _plan(wanted: argparse.Namespace) -> "Plan":
    from bot.simulate import planned

    return planned(_rules(wanted), wanted.seats, wanted.seed)


def _rules(wanted: argparse.Namespace) -> "Rules":
    """The rules that are asked for; without a number of players, the game's usual one."""
    from bot.game.presets import Preset, players_of
    from bot.game.rules import Rules

    told = _told_rules(wanted.rules or ("chiamata" if wanted.players == 5 else "briscola"))
    game = told.get("preset")
    usual = players_of(Preset(str(game)))[0] if game in tuple(Preset) else 2
    return Rules.from_json(
        {"players": usual, **told} | ({"players": wanted.players} if wanted.players else {})
    )


def _told_rules(text: str) -> dict[str, object]:
    """A preset's name, or an object that has one."""
    if not text.lstrip().startswith("{"):
        return {"preset": text}
    try:
        told: dict[str, object] = json.loads(text)
    except (ValueError, RecursionError) as why:
        raise ValueError(f"the rules are no JSON object: {why}") from None
    return told


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
