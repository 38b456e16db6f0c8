"""The commands that look after the bot, and after what the platforms keep for us."""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.doctoring import add_doctor, quiet

if TYPE_CHECKING:
    from bot.service.ports import Store
    from bot.settings import Settings

__all__ = ["DECKS", "add_tending"]

GOOD, TOKEN_REFUSED = 0, 78
DECKS = ("neapolitan", "piacentine", "spanish", "french")
"""The decks that platforms keep for us; named here so that the command line need not load any picture."""
ALL = "all"

Read = Callable[[], "Settings"]
Wrong = type[Exception]


def add_tending(commands: Any, read: Read, wrong: Wrong) -> None:
    """Add the commands to the others; `read` gives the settings, `wrong` is raised for what cannot be done."""
    add_doctor(commands, read)
    telegram = _family(commands, "telegram", "what Telegram keeps for the bot")
    stickers = telegram.add_parser(
        "stickers",
        help="make each deck a sticker set, or refresh it",
        description="Make each deck a sticker set, or send what changed. The owner must have opened the bot in Telegram; "
        "@userinfobot and others tell one's id.",
        allow_abbrev=False,
    )
    stickers.add_argument(
        "--owner", type=_person, required=True, metavar="USER_ID", help="whose sets they are"
    )
    _add_deck(stickers)
    stickers.set_defaults(do=partial(_stickers, read, wrong))

    discord = _family(commands, "discord", "what Discord keeps for the bot")
    emojis = discord.add_parser(
        "emojis",
        help="give the application an emoji for each card",
        description="Give the application an emoji for each card, or send what changed. It takes some minutes at first.",
        allow_abbrev=False,
    )
    _add_deck(emojis)
    emojis.set_defaults(do=partial(_emojis, read, wrong))
    sync = discord.add_parser(
        "sync",
        help="tell Discord the commands now",
        description="Tell Discord the commands now. The bot does so by itself at its start when they changed.",
        allow_abbrev=False,
    )
    sync.set_defaults(do=partial(_sync, read, wrong))


def _family(commands: Any, name: str, about: str) -> Any:
    parser = commands.add_parser(
        name, help=about, description=about[0].upper() + about[1:] + ".", allow_abbrev=False
    )
    return parser.add_subparsers(metavar="command", title="commands", required=True)


def _add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck", choices=(*DECKS, ALL), default=ALL, metavar="NAME", help=f"{', '.join(DECKS)}, or all (all)"
    )


def _person(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("the id of a person is a number")
    return int(text)


class _Facts:
    """Small things kept by name in the store."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    async def fact(self, name: str) -> str | None:
        return await self._store.read(lambda tx: tx.fact(name))

    async def keep_fact(self, name: str, value: str) -> None:
        await self._store.write(lambda tx: tx.keep_fact(name, value))


def _kept_at(
    read: Read, wrong: Wrong, variable: str, work: "Callable[[Settings, str, _Facts], Awaitable[int]]"
) -> int:
    """Do what needs a token and the store; what keeps us from it is said in one sentence."""
    from bot.service.ports import StoreUnavailable
    from storage import open_store

    settings = read()
    token = getattr(settings, variable.lower())
    if token is None:
        raise wrong(f"{variable} is not set: put it into .env (README.md says where to get one).")
    quiet(settings)

    async def run() -> int:
        store = open_store(settings.database_url)
        try:
            return await work(settings, token.get_secret_value(), _Facts(store))
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except StoreUnavailable as why:
        raise wrong(str(why)) from None


def _stickers(read: Read, wrong: Wrong, wanted: argparse.Namespace) -> int:
    async def work(settings: "Settings", token: str, facts: _Facts) -> int:
        from telegram.error import InvalidToken

        from adapters.telegram.stickers import StickerSet
        from adapters.telegram.visiting import Unanswered, visiting
        from bot.pictures.kept import stickers

        try:
            async with visiting(token, settings.telegram_api_base) as visit:
                for deck in _decks(wanted):
                    made = StickerSet(visit, facts, deck, wanted.owner, tell=_report)
                    await made.refresh(await asyncio.to_thread(stickers, deck))
                    _tell(f"{deck}: {made.sent} pictures sent, https://t.me/addstickers/{made.name}")
        except Unanswered as why:
            return _refused(wrong, why, token_is_wrong=isinstance(why.error, InvalidToken))
        return GOOD

    return _kept_at(read, wrong, "TELEGRAM_TOKEN", work)


def _emojis(read: Read, wrong: Wrong, wanted: argparse.Namespace) -> int:
    async def work(_settings: "Settings", token: str, facts: _Facts) -> int:
        from discord import LoginFailure

        from adapters.discord.emojis import Emojis
        from adapters.discord.visiting import Unanswered, visiting
        from bot.pictures.kept import emojis

        pictures = await asyncio.to_thread(lambda: {deck: emojis(deck) for deck in _decks(wanted)})
        try:
            async with visiting(token, facts) as visit:
                done = await Emojis(visit, tell=_report).refresh(pictures)
        except Unanswered as why:
            return _refused(wrong, why, token_is_wrong=isinstance(why.error, LoginFailure))
        _tell(
            f"{len(done.missing)} emojis made, {len(done.outdated)} taken away, {done.there} left as they were"
        )
        return GOOD

    return _kept_at(read, wrong, "DISCORD_TOKEN", work)


def _sync(read: Read, wrong: Wrong, _wanted: argparse.Namespace) -> int:
    async def work(_settings: "Settings", token: str, facts: _Facts) -> int:
        from discord import LoginFailure

        from adapters.discord.announcing import announce
        from adapters.discord.visiting import Unanswered, visiting

        try:
            async with visiting(token, facts) as visit:
                count = await announce(visit, facts)
        except Unanswered as why:
            return _refused(wrong, why, token_is_wrong=isinstance(why.error, LoginFailure))
        _tell(f"Discord knows {count} commands; people see new ones after a moment")
        return GOOD

    return _kept_at(read, wrong, "DISCORD_TOKEN", work)


def _refused(wrong: Wrong, why: Exception, *, token_is_wrong: bool) -> int:
    if token_is_wrong:
        _report(f"briscola-bot: {why}")
        return TOKEN_REFUSED
    raise wrong(str(why))


def _decks(wanted: argparse.Namespace) -> Sequence[str]:
    return DECKS if wanted.deck == ALL else (wanted.deck,)


def _tell(line: str) -> None:
    """A line of the answer."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _report(line: str) -> None:
    """How far it is."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
