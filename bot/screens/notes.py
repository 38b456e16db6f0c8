"""Answers that hold nothing hidden: help, statistics, the leaderboard, what else one can do."""

from collections.abc import Sequence

from bot.people import Tally
from bot.screens.fitting import fitted
from bot.screens.people import shown_name
from bot.screens.tokens import Ask, Choose, Do, Open
from bot.screens.types import Button, NoteScreen, Rows, Style
from bot.table import End, Leave, Lobby, Over, Playing, Resign, Table
from bot.words import LANGUAGES, Words

__all__ = ["fair_note", "help_note", "leaderboard_note", "menu_note", "stats_note", "stop_note", "sure_note"]


ROOM = 1024
"""Room for a note in UTF-16 units."""


def help_note(words: Words, commands: Sequence[tuple[str, str]], *, chat_language: bool) -> NoteScreen:
    """What the bot is and how to begin. `commands` are the platform's, with what each does."""
    lines = [
        words.say(
            "Briscola: three cards each, one suit is trump, and whoever takes more than 60 points wins."
        ),
        words.say(
            "The ace counts 11, the three 10, king 4, knight 3, knave 2. You may play any card at any time."
        ),
        words.say("The highest trump takes the trick, else the highest card of the suit led."),
        *(f"{command} – {meaning}" for command, meaning in commands),
    ]
    return NoteScreen("\n".join(lines), _help_rows(words, chat_language=chat_language))


def _help_rows(words: Words, *, chat_language: bool) -> Rows:
    play = (
        Button(words.say("Play with a friend"), str(Open("")), Style.SUCCESS, symbol="🪑"),
        Button(words.say("Play the computer"), str(Open("normal")), Style.PRIMARY, symbol="🤖"),
    )
    mine = tuple(Button(name, str(Choose("me", code))) for code, name in LANGUAGES.items())
    if not chat_language:
        return (play, mine)
    whole = tuple(
        Button(words.say("Chat: {language}", language=name), str(Choose("chat", code)))
        for code, name in LANGUAGES.items()
    )
    return (play, mine, whole)


def menu_note(table: Table, words: Words, *, seated: bool) -> NoteScreen:
    """What else one can do at a table, besides playing. Who does not sit there ends nothing: an admin has `stop`."""
    row: list[Button] = []
    if isinstance(table.phase, Playing) and seated:
        row.append(
            Button(words.say("Give up the match"), str(Ask(table.id, "resigning")), Style.DANGER, symbol="🏳️")
        )
    if seated and not isinstance(table.phase, Over):
        row.append(
            Button(words.say("End the table"), str(Ask(table.id, "ending")), Style.DANGER, symbol="🛑")
        )
    row.append(Button(words.say("Fair deal"), str(Ask(table.id, "fair")), symbol="🔒"))
    languages = tuple(Button(name, str(Choose("me", code))) for code, name in LANGUAGES.items())
    text = words.say(
        "What would you like? The language below is for your own cards and for what I answer you."
    )
    return NoteScreen(text, (tuple(row), languages))


def sure_note(table: Table, words: Words, *, ending: bool) -> NoteScreen:
    """Asked back once: whether the match shall really be given up, or the table ended."""
    back = Button(words.say("No, play on"), str(Ask(table.id, "more")))
    if ending:
        text = words.say("End the table? A host who ends a match alone loses it; others need a majority.")
        yes = Button(words.say("Yes, end it"), str(Do(table.id, End())), Style.DANGER, symbol="🛑")
    else:
        text = words.say("Give up the match? It counts as lost.")
        yes = Button(words.say("Yes, give up"), str(Do(table.id, Resign())), Style.DANGER, symbol="🏳️")
    return NoteScreen(text, ((yes, back),))


def stop_note(table: Table, words: Words, *, seated: bool, alone: bool) -> NoteScreen:
    """What a person may leave or end here; `alone`: they can end it at once, without a vote."""
    row: list[Button] = []
    if isinstance(table.phase, Lobby) and seated:
        row.append(Button(words.say("Leave"), str(Do(table.id, Leave())), Style.PLAIN, symbol="🚪"))
    if isinstance(table.phase, Playing) and seated:
        row.append(
            Button(words.say("Give up the match"), str(Do(table.id, Resign())), Style.DANGER, symbol="🏳️")
        )
    row.append(Button(words.say("End the table"), str(Do(table.id, End())), Style.DANGER, symbol="🛑"))
    text = (
        words.say("You can end this table at once. What would you like?")
        if alone
        else words.say("The table ends when most of its players want it. What would you like?")
    )
    return NoteScreen(text, (tuple(row),))


def fair_note(table: Table, words: Words) -> NoteScreen:
    """The proof of the deal: what was promised, and once the table is over what it was made of."""
    lines = [
        words.say("Before anyone sat down, this was shown: {seal}", seal=table.commitment),
        words.say(
            "It is the SHA-256 of the seed that shuffles every deal of this table, {table}.", table=table.id
        ),
    ]
    command = ""
    if not isinstance(table.phase, Over):
        lines.append(words.say("The seed is shown when the table is over; then anyone can check the deck."))
    elif table.match is not None:
        lines += [
            words.say("The seed: {seed}", seed=table.seed.hex()),
            words.say("To see the deck of deal {n}:", n=table.match.deal_number),
            command := _shuffle_command(table, table.match.deal_number),
        ]
    return NoteScreen("\n".join(lines), copy=command)


def _shuffle_command(table: Table, deal: int) -> str:
    keys = ",".join(table.keys)
    return f"briscola-bot shuffle --seed {table.seed.hex()} --table {table.id} --deal {deal} --players {keys}"


def stats_note(words: Words, here: Tally, everywhere: Tally, computers: Tally) -> NoteScreen:
    """A person's matches: in this chat and everywhere against people, and against the computer."""
    if not (everywhere.played or computers.played):
        return NoteScreen(
            words.say("You have not finished a match yet. Open a table and play!"), _play_row(words)
        )
    lines = [
        words.say("Your matches, {name}:", name=_name(words, here)),
        _tally_line(words, words.say("Here"), here),
        _tally_line(words, words.say("Everywhere"), everywhere),
        _tally_line(words, words.say("Against the computer"), computers),
    ]
    return NoteScreen("\n".join(lines))


def _name(words: Words, tally: Tally) -> str:
    return shown_name(tally.name) or words.say("somebody")


def _tally_line(words: Words, label: str, tally: Tally) -> str:
    if not tally.played:
        return words.say("{label}: none yet", label=label)
    won = words.count("{n} won", "{n} won", tally.won)
    lost = words.count("{n} lost", "{n} lost", tally.lost)
    drawn = words.count("{n} drawn", "{n} drawn", tally.drawn)
    return f"{label}: {won}, {lost}, {drawn} ({tally.share} %)"


def leaderboard_note(words: Words, rows: Sequence[Tally]) -> NoteScreen:
    """The best of a chat, by matches against people."""
    if not rows:
        text = words.say("Nobody has finished a match against people here yet. Who begins?")
        return NoteScreen(text, _play_row(words))
    lines = [words.say("The best here, in matches against people:")]
    lines += [f"{place}. {_tally_line(words, _name(words, row), row)}" for place, row in enumerate(rows, 1)]
    return NoteScreen(fitted(lines, ROOM))


def _play_row(words: Words) -> Rows:
    return _help_rows(words, chat_language=False)[:1]
