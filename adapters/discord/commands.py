"""The command group /briscola: what people may type."""

import hashlib
import json
from collections.abc import Sequence

import discord
from discord import app_commands

from adapters.discord.answering import Answering
from adapters.discord.completing import cards_each, numbers_of_players
from adapters.discord.opening import Opening, Wish
from adapters.discord.options import CHOICES, DECKS, GAMES, NAMES, SHOWN, rules_of
from adapters.discord.places import admin_of, head_of, where_of, who_of
from adapters.discord.texts import ENGLISH, Translations, Translator, text, translations
from bot.computer import Level
from bot.screens.guide import Topic
from bot.screens.tokens import COMPUTER, Choose
from bot.service.answers import Answer
from bot.service.desk import Desk, Opponent

__all__ = [
    "COMPUTER",
    "ENGLISH",
    "Briscola",
    "Translations",
    "Translator",
    "fingerprint",
    "opponent_in",
    "translations",
]

PEOPLE = "people"
WATCH = "watch"
OPPONENTS = {
    PEOPLE: "play.people",
    COMPUTER: "play.computer",
    **{level.value: f"play.{level}" for level in Level},
    WATCH: "play.watch",
}
"""Whom one may play with, and the text of each; and that one would rather watch."""

THREADED = {"yes": True, "no": False}
"""Whether a table shall have a thread of its own; not said, it is as the channel usually has it."""

PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)

Seats = app_commands.Range[int, 2, 6]
Cards = app_commands.Range[int, 1, 19]
Points = app_commands.Range[int, 62, 120]
"""What may be bid once the two is; the desk says it to those who write it elsewhere."""


def _choices(option: str, values: Sequence[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=text(f"play.{option}.{value}"), value=value) for value in values]


def opponent_in(interaction: discord.Interaction, asked: Opponent) -> Opponent:
    """Whom a table opened there can be played with: nobody else can come into a private chat, so the computer does."""
    return asked if interaction.guild_id is not None else asked or COMPUTER


class Briscola(app_commands.Group):
    """/briscola and its commands."""

    def __init__(self, desk: Desk, answering: Answering, opening: Opening) -> None:
        super().__init__(
            name="briscola",
            description=text("briscola.about"),
            allowed_contexts=PLACES,
            allowed_installs=INSTALLS,
        )
        self._desk = desk
        self._answering = answering
        self._opening = opening

    @app_commands.command(name=text("play"), description=text("play.about"))
    @app_commands.rename(
        opponent=text("play.opponent"),
        thread=text("play.thread"),
        **{option: text(f"play.{option}") for option in NAMES},
    )
    @app_commands.describe(
        opponent=text("play.opponent.about"),
        thread=text("play.thread.about"),
        **{option: text(f"play.{option}.about") for option in NAMES},
    )
    @app_commands.choices(
        opponent=[app_commands.Choice(name=text(name), value=value) for value, name in OPPONENTS.items()],
        preset=_choices("preset", GAMES),
        thread=_choices("thread", tuple(THREADED)),
        **{option: _choices(option, values) for option, values in CHOICES.items()},
    )
    @app_commands.autocomplete(players=numbers_of_players, hand=cards_each)
    async def play(
        self,
        interaction: discord.Interaction,
        preset: str = "",
        players: Seats | None = None,
        opponent: str = "",
        thread: str = "",
        match: str = "",
        clock: str = "",
        sides: str = "",
        tie: str = "",
        exchange: str = "",
        exchange_window: str = "",
        signs: str = "",
        partners_look: str = "",
        show_points: str = "",
        cappotto: str = "",
        after_two: str = "",
        blind_first_trick: str = "",
        open_hands: str = "",
        hand: Cards | None = None,
    ) -> None:
        """Open a table of that game by these rules; what is not said is as it was here last."""
        said: dict[str, str | int | None] = {
            "preset": preset,
            "players": players,
            "match": match,
            "clock": clock,
            "sides": sides,
            "tie": tie,
            "exchange": exchange,
            "exchange_window": exchange_window,
            "signs": signs,
            "partners_look": partners_look,
            "show_points": show_points,
            "cappotto": cappotto,
            "after_two": after_two,
            "blind_first_trick": blind_first_trick,
            "open_hands": open_hands,
            "hand": hand,
        }
        rules, wish = (
            rules_of(said),
            Wish(preset or "briscola", THREADED.get(thread), people=opponent == PEOPLE),
        )
        against = "" if opponent in (PEOPLE, WATCH) else opponent
        await self._opening.open(
            interaction,
            lambda where: self._desk.open(
                where,
                who_of(interaction),
                opponent=opponent_in(interaction, against),
                rules=rules,
                event=str(interaction.id),
                watch=opponent == WATCH,
            ),
            wish,
        )

    @app_commands.command(name=text("hand"), description=text("hand.about"))
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show the person's hand."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.hand(where, who))

    @app_commands.command(name=text("rules"), description=text("rules.about"))
    async def rules(self, interaction: discord.Interaction) -> None:
        """Tell the rules of the table here."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.rules(where, who))

    @app_commands.command(name=text("guide"), description=text("guide.about"))
    @app_commands.rename(topic=text("guide.topic"))
    @app_commands.describe(topic=text("guide.topic.about"))
    @app_commands.choices(
        topic=[app_commands.Choice(name=text(f"guide.{topic}"), value=topic.value) for topic in Topic]
    )
    async def guide(self, interaction: discord.Interaction, topic: str = "") -> None:
        """Let the person read about the games."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.guide(where, who, topic=topic))

    @app_commands.command(name=text("sheet"), description=text("sheet.about"))
    async def sheet(self, interaction: discord.Interaction) -> None:
        """Show the score of the match."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.sheet(where, who))

    @app_commands.command(name=text("bid"), description=text("bid.about"))
    @app_commands.rename(points=text("bid.points"))
    @app_commands.describe(points=text("bid.points.about"))
    async def bid(self, interaction: discord.Interaction, points: Points) -> None:
        """Bid a number of points in the auction."""
        where, who, event = where_of(interaction), who_of(interaction), str(interaction.id)
        await self._answering.ask(interaction, lambda: self._desk.bid(where, who, str(points), event=event))

    @app_commands.command(name=text("export"), description=text("export.about"))
    async def export(self, interaction: discord.Interaction) -> None:
        """Give a finished match as a file."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.export(where, who))

    @app_commands.command(name=text("stats"), description=text("stats.about"))
    async def stats(self, interaction: discord.Interaction) -> None:
        """Show what the person has won and lost."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.stats(where, who))

    @app_commands.command(name=text("leaderboard"), description=text("leaderboard.about"))
    async def leaderboard(self, interaction: discord.Interaction) -> None:
        """Show who wins most here."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.leaderboard(where, who))

    @app_commands.command(name=text("deck"), description=text("deck.about"))
    @app_commands.rename(cards=text("deck.cards"), shown=text("deck.shown"))
    @app_commands.describe(cards=text("deck.cards.about"), shown=text("deck.shown.about"))
    @app_commands.choices(
        cards=[app_commands.Choice(name=text(f"deck.{deck}"), value=deck) for deck in DECKS],
        shown=[app_commands.Choice(name=text(f"deck.{shown}"), value=shown) for shown in SHOWN],
    )
    async def deck(self, interaction: discord.Interaction, cards: str = "", shown: str = "") -> None:
        """Show the person's cards as they like them; say how that is where nothing was said."""
        where, who, admin = where_of(interaction), who_of(interaction), admin_of(interaction)
        said = [Choose("me", topic, value) for topic, value in (("deck", cards), ("shows", shown)) if value]

        async def ask() -> Answer:
            answer = None
            for one in said:
                answer = await self._desk.press(str(one), where, who, admin=admin)
            return answer or await self._desk.tastes(where, who, admin=admin)

        await self._answering.ask(interaction, ask)

    @app_commands.command(name=text("settings"), description=text("settings.about"))
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show all that the person can choose, for the channel where they have authority."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(
            interaction, lambda: self._desk.settings(where, who, admin=admin_of(interaction))
        )

    @app_commands.command(name=text("help"), description=text("help.about"))
    async def help(self, interaction: discord.Interaction) -> None:
        """Explain the bot."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.help(where, who))

    @app_commands.command(name=text("leave"), description=text("leave.about"))
    async def leave(self, interaction: discord.Interaction) -> None:
        """Show the person's own tables, each to be left."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.leave(where, who))

    @app_commands.command(name=text("stop"), description=text("stop.about"))
    async def stop(self, interaction: discord.Interaction) -> None:
        """Show what the person may leave or end."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(
            interaction, lambda: self._desk.stop(where, who, admin=admin_of(interaction))
        )

    @app_commands.command(name=text("house"), description=text("house.about"))
    async def house(self, interaction: discord.Interaction) -> None:
        """Show the house rules of the channel and of the server."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(
            interaction,
            lambda: self._desk.house(where, who, admin=admin_of(interaction), head=head_of(interaction)),
        )

    @app_commands.command(name=text("status"), description=text("status.about"))
    async def status(self, interaction: discord.Interaction) -> None:
        """Say that the bot is alive, and what is open there."""
        where, who = where_of(interaction), who_of(interaction)
        await self._answering.ask(interaction, lambda: self._desk.status(where, who))


def fingerprint(group: Briscola, tree: app_commands.CommandTree[discord.Client], texts: Translations) -> str:
    """Equal for equal commands: Discord is told of them only when this changed."""
    told = [group.to_dict(tree), {locale: dict(names) for locale, names in texts.items()}]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
