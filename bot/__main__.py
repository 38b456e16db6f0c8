"""The command line: says what is wanted in one line, and what went wrong in one sentence."""

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, NoReturn, TextIO

if TYPE_CHECKING:
    from bot.game.cards import Card
    from bot.settings import Settings


LONGEST_DEAL_NUMBER = 18
"""Digits of a deal's number."""


class Exit(IntEnum):
    """How a command ends, told to whoever started it."""

    GOOD = 0
    """Done, and the answer is yes."""
    NO = 1
    """Done, and the answer is no."""
    WRONG = 2
    """Not done: the command, a file or a setting is wrong."""
    TOKEN_REFUSED = 78
    """Not done: a platform refused its token (``bot.app.run`` returns it)."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C: 128 and the number of the signal, as shells have it."""
    NO_READER = 141
    """Nobody reads on, as when piped to ``head``; counted in the same way."""


class WrongUsageError(Exception):
    """Says in one sentence why a command cannot be done."""


class _Parser(argparse.ArgumentParser):
    """argparse that answers a wrong command in one line."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{message}; {self.prog} --help says more")
        raise SystemExit(Exit.WRONG)


class _Version(argparse.Action):
    """Says the version; looking for it takes long, so that only who asks waits for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from bot.release import version

        _tell(f"briscola-bot {version() or '(not installed)'}")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks and return the exit code; `arguments` are those of the process if not given."""
    try:
        wanted = _parser().parse_args(arguments)
        command: Callable[[argparse.Namespace], int] = wanted.do
        code = command(wanted)
    except WrongUsageError as why:
        _complain(str(why))
        return Exit.WRONG
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return Exit.NO_READER
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="briscola-bot",
        description="Briscola in Discord channels, Telegram groups and a local web page.",
        epilog="Without a command it runs. Settings come from the environment and .env; .env.example names them.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.set_defaults(do=_run)
    commands = parser.add_subparsers(metavar="command", title="commands")

    from bot.simulating import add_simulate
    from bot.tending import add_tending

    run = commands.add_parser(
        "run",
        help="run every adapter whose token is set, and the web table",
        description="Run every adapter whose token is set, and the web table.",
        allow_abbrev=False,
    )
    run.set_defaults(do=_run)

    replay = commands.add_parser(
        "replay",
        help="play recorded games through the rules",
        description="Play games, one JSON object a line, through the rules and print one JSON line for each. "
        "The exit code is 1 if any line was an error.",
        allow_abbrev=False,
    )
    replay.add_argument("file", metavar="FILE", help="the games; - is standard input")
    replay.set_defaults(do=_replay)

    verify = commands.add_parser(
        "verify",
        help="check an exported match against its own seed",
        description="Compute all deals of an exported match again. The exit code is 1 if anything does not agree.",
        allow_abbrev=False,
    )
    verify.add_argument("file", metavar="FILE", help="the match; - is standard input")
    verify.set_defaults(do=_verify)

    shuffle = commands.add_parser(
        "shuffle",
        help="show the deck that a seed gives",
        description="Print the commitment of a seed on one line and the deck of one deal on the next.",
        allow_abbrev=False,
    )
    shuffle.add_argument("--seed", required=True, metavar="HEX", type=_seed, help="64 hexadecimal digits")
    shuffle.add_argument("--table", required=True, metavar="ID", help="the id of the table")
    shuffle.add_argument("--deal", required=True, metavar="N", type=_deal_number, help="counted from 1")
    shuffle.add_argument("--players", required=True, metavar="P1,P2", type=_names, help="player keys by seat")
    shuffle.add_argument(
        "--removed", default=(), metavar="2C", type=_cards, help="cards taken out, like 2c,2d"
    )
    shuffle.set_defaults(do=_shuffle)

    cards = commands.add_parser(
        "cards",
        help="write the cards of a deck as pictures",
        description="Write every card of a deck and its back as PNG (Ad.png is the ace of coins), and sheet.png.",
        allow_abbrev=False,
    )
    cards.add_argument(
        "--deck", required=True, metavar="NAME", help="plain, neapolitan, piacentine, spanish or french"
    )
    cards.add_argument(
        "--out", required=True, metavar="DIR", help="the folder; it is made if it is not there"
    )
    cards.set_defaults(do=_cards_of_a_deck)

    add_simulate(commands, _names, WrongUsageError)

    migrate = commands.add_parser(
        "migrate",
        help="bring the database up to date",
        description="Bring the database of DATABASE_URL up to date. SQLite needs it only if you want to look first: "
        "it is brought up to date at every start.",
        allow_abbrev=False,
    )
    migrate.set_defaults(do=_migrate)

    add_tending(commands, _settings, WrongUsageError)
    return parser


def _run(_wanted: argparse.Namespace) -> int:
    # Until the event loop serves and has handlers of its own, nothing is under way that must come to an end.
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, _leave_at_once)
    from bot.logs import set_up_logging

    settings = _settings()
    set_up_logging(settings.log_level, secrets=settings.secrets)
    from bot.app import run

    return run(settings)


def _leave_at_once(_signal: int, _frame: object) -> None:
    """End well and without a word; an exception could be lost, or told, in the middle of an import."""
    os._exit(Exit.GOOD)


def _replay(wanted: argparse.Namespace) -> int:
    from bot.game.record import replay_lines

    answer = Exit.GOOD
    with _reading(wanted.file) as lines:
        for line in replay_lines(lines):
            _tell(line)
            if line.startswith('{"error"'):
                answer = Exit.NO
    return answer


def _verify(wanted: argparse.Namespace) -> int:
    from bot.table.verify import UnreadableError, verified

    with _reading(wanted.file) as file:
        text = file.read()
    try:
        verdicts = verified(text)
    except UnreadableError as why:
        raise WrongUsageError(f"cannot verify {_name_of(wanted.file)}: {why}") from None
    for verdict in verdicts:
        _tell(verdict.sentence)
    return Exit.GOOD if verdicts[-1].agrees else Exit.NO


def _shuffle(wanted: argparse.Namespace) -> int:
    from bot.game.shuffle import commitment, shuffle

    try:
        promise = commitment(wanted.seed)
        deck = shuffle(wanted.seed, wanted.table, wanted.deal, wanted.players, wanted.removed)
    except ValueError as why:
        raise WrongUsageError(str(why)) from None
    _tell(promise)
    _tell(" ".join(map(str, deck)))
    return Exit.GOOD


def _cards_of_a_deck(wanted: argparse.Namespace) -> int:
    from pathlib import Path

    from bot.pictures.cards import DECKS
    from bot.pictures.export import write_cards

    if wanted.deck not in DECKS:
        raise WrongUsageError(f"there is no deck {wanted.deck!r}; the decks are {', '.join(DECKS)}")
    try:
        count = write_cards(wanted.deck, Path(wanted.out))
    except OSError as why:
        raise WrongUsageError(f"cannot write to {wanted.out}: {why.strerror or why}") from None
    _tell(f"{count} pictures in {wanted.out}")
    return Exit.GOOD


def _migrate(_wanted: argparse.Namespace) -> int:
    from storage import StorageError, migrate

    try:
        database = migrate(_settings().database_url)
    except StorageError as why:
        raise WrongUsageError(str(why)) from None
    _tell(f"{database} is up to date.")
    return Exit.GOOD


def _settings() -> "Settings":
    from bot.settings import WrongSettingError, read_settings

    try:
        return read_settings()
    except WrongSettingError as why:
        raise WrongUsageError(str(why)) from None


@contextmanager
def _reading(name: str) -> Generator[TextIO, None, None]:
    """An open file; what goes wrong with it is told in one sentence."""
    try:
        with _lines_of(name) as lines:
            yield lines
    except BrokenPipeError:
        raise
    except OSError as why:
        raise WrongUsageError(f"cannot read {_name_of(name)}: {why.strerror}") from None


def _name_of(file: str) -> str:
    return "standard input" if file == "-" else file


def _lines_of(name: str) -> TextIO:
    """Open a file of JSON lines. Bytes that are no UTF-8 become characters by which a bad line is known."""
    standard_input = name == "-"
    return open(
        0 if standard_input else name,
        encoding="utf-8-sig",
        errors="surrogateescape",
        newline="\n",
        closefd=not standard_input,
    )


def _seed(text: str) -> bytes:
    if not re.fullmatch(r"[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError("a seed is 64 hexadecimal digits")
    return bytes.fromhex(text)


def _deal_number(text: str) -> int:
    if not re.fullmatch(r"0*[1-9][0-9]*", text, re.ASCII):
        raise argparse.ArgumentTypeError("deals are counted from 1")
    if len(text.lstrip("0")) > LONGEST_DEAL_NUMBER:
        raise argparse.ArgumentTypeError(f"a deal's number has at most {LONGEST_DEAL_NUMBER} digits")
    return int(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _cards(text: str) -> "tuple[Card, ...]":
    from bot.game.cards import Card

    try:
        named = tuple(Card.parse(code.strip()) for code in text.split(",") if code.strip())
    except ValueError as why:
        raise argparse.ArgumentTypeError(str(why)) from None
    if len(set(named)) < len(named):
        raise argparse.ArgumentTypeError("a card is named twice")
    return named


def _tell(line: str) -> None:
    """Print a line of the answer at once, so that others can work on it while we go on."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        raise
    except OSError as why:
        _give_up_output()
        raise WrongUsageError(f"cannot write the answer: {why.strerror}") from None


def _give_up_output() -> None:
    """Send what is still buffered nowhere; Python would try again at exit, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> None:
    print(f"briscola-bot: {' '.join(sentence.split())}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
