"""Answers that hold nothing hidden: help, statistics, the leaderboard, what else one can do."""

from collections.abc import Sequence

from bot.computer import Level
from bot.game import Preset
from bot.people import Tally
from bot.screens.computers import anew_row
from bot.screens.fitting import fitted
from bot.screens.people import Names, shown_name, side_letter
from bot.screens.titles import is_long
from bot.screens.tokens import COMPUTER, Ask, Choices, Choose, Do, Open, Read, Settings, Weeks
from bot.screens.types import Button, NoteScreen, Rows, Style
from bot.table import End, Leave, Lobby, Over, Person, Playing, Resign, SeatComputer, Table
from bot.words import LANGUAGES, Words

__all__ = [
    "fair_note",
    "help_note",
    "leaderboard_note",
    "menu_note",
    "stats_note",
    "status_note",
    "stop_note",
    "sure_note",
]


ROOM = 1024
"""Room for a note in UTF-16 units."""


def help_note(words: Words, commands: Sequence[tuple[str, str]], *, chat_language: bool) -> NoteScreen:
    """What the bot is and how to begin. `commands` are the platform's, with what each does."""
    lines = [
        words.say("Briscola, Brisca and Bisca for two to six: whoever takes the most points in tricks wins."),
        *([] if commands else _in_short(words)),
        *(f"{command} – {meaning}" for command, meaning in commands),
    ]
    play, *rest = _help_rows(words, chat_language=chat_language)
    more = _more_row(words) if commands else ()
    return NoteScreen("\n".join(lines), tuple(row for row in (play, more, *rest) if row))


def _more_row(words: Words) -> tuple[Button, ...]:
    """All there is to read and to choose, which a page has in its own places."""
    return (
        Button(words.say("Rules and tips"), str(Read("rules", Preset.BRISCOLA.value)), symbol="📖"),
        Button(words.say("All settings…"), str(Settings("me")), symbol="⚙️"),
    )


def _in_short(words: Words) -> list[str]:
    """How it is played, where there is room for it beside the commands; else the guide has it."""
    return [
        words.say(
            "Usually the ace counts 11, the three 10, king 4, knight 3, knave 2. You may play any card at any time."
        ),
        words.say("The highest trump takes the trick, else the highest card of the suit led."),
        words.say(
            "“Game and rules” in a lobby has all games and options, “Rules” tells those of your table."
        ),
    ]


def _help_rows(words: Words, *, chat_language: bool) -> Rows:
    play = (
        Button(words.say("Play with a friend"), str(Open("")), Style.SUCCESS, symbol="🪑"),
        Button(words.say("Play the computer"), str(Open(COMPUTER)), Style.PRIMARY, symbol="🤖"),
    )
    languages = tuple(Button(name, str(Choose("me", "speaks", code))) for code, name in LANGUAGES.items())
    mine = (*languages, Button(words.say("Cards…"), str(Choices("me")), symbol="🎴"))
    if not chat_language:
        return (play, mine)
    whole = tuple(
        Button(words.say("Chat: {language}", language=name), str(Choose("chat", "speaks", code)))
        for code, name in LANGUAGES.items()
    )
    return (play, mine, whole)


def menu_note(
    table: Table,
    words: Words,
    *,
    seated: bool,
    host: bool = False,
    names: Names | None = None,
    level: Level = Level.NORMAL,
) -> NoteScreen:
    """What else one can do at a table, besides playing. Who does not sit there ends nothing: an admin has `stop`.

    The `host` may let a computer of this `level` have the seat of a person who is away, called as the table's
    `names` say.
    """
    languages = tuple(Button(name, str(Choose("me", "speaks", code))) for code, name in LANGUAGES.items())
    look = Button(words.say("Cards…"), str(Ask(table.id, "look")), symbol="🎴")
    away = _away_row(table, names, level) if host and names else ()
    ways_out = _ways_out(table, words) if seated or (host and table.is_watched) else ()
    anew = anew_row(table, words) if seated else ()
    rows = (_papers_row(table, words), ways_out, anew, away, (*languages, look))
    text = words.say(
        "What would you like? The language below is for your own cards and for what I answer you."
    )
    return NoteScreen(text, tuple(row for row in rows if row))


def _papers_row(table: Table, words: Words) -> tuple[Button, ...]:
    """What there is to read: the rules, the score, the proof, and once it is over the match itself."""
    row = [Button(words.say("Rules"), str(Ask(table.id, "rules")), symbol="📜")]
    if table.match is not None and is_long(table):
        row.append(Button(words.say("Score sheet"), str(Ask(table.id, "sheet")), symbol="🧮"))
    row.append(Button(words.say("Fair deal"), str(Ask(table.id, "fair")), symbol="🔒"))
    if table.match is not None and isinstance(table.phase, Over):
        row.append(Button(words.say("Export"), str(Ask(table.id, "export")), symbol="💾"))
    return tuple(row)


def _ways_out(table: Table, words: Words) -> tuple[Button, ...]:
    row: list[Button] = []
    if isinstance(table.phase, Playing) and not table.is_watched:
        row.append(
            Button(words.say("Give up the match"), str(Ask(table.id, "resigning")), Style.DANGER, symbol="🏳️")
        )
    if not isinstance(table.phase, Over):
        row.append(
            Button(words.say("End the table"), str(Ask(table.id, "ending")), Style.DANGER, symbol="🛑")
        )
    return tuple(row)


def _away_row(table: Table, names: Names, level: Level) -> tuple[Button, ...]:
    """A computer for each person who is away, where the match goes on without them."""
    if not isinstance(table.phase, Playing) or len(table.seats) == 2:
        return ()
    return tuple(
        Button(
            names.words.say("Computer for {name}", name=names.of_seat(seat)),
            str(Do(table.id, SeatComputer(seat, level))),
            symbol="🤖",
        )
        for seat, one in enumerate(table.seats)
        if isinstance(one, Person) and one.away and one.key != table.host
    )


def sure_note(table: Table, words: Words, *, ending: bool) -> NoteScreen:
    """Asked back once: whether the match shall really be given up, or the table ended."""
    back = Button(words.say("No, play on"), str(Ask(table.id, "more")))
    if ending:
        text = _ending(table, words)
        yes = Button(words.say("Yes, end it"), str(Do(table.id, End())), Style.DANGER, symbol="🛑")
    else:
        text = _giving_up(table, words)
        yes = Button(words.say("Yes, give up"), str(Do(table.id, Resign())), Style.DANGER, symbol="🏳️")
    return NoteScreen(text, ((yes, back),))


def _ending(table: Table, words: Words) -> str:
    """What ending the table costs."""
    if table.is_watched:
        return words.say("End the table? Nobody loses anything.")
    return words.say("End the table? A host who ends a match alone loses it; others need a majority.")


def _giving_up(table: Table, words: Words) -> str:
    """What giving up costs, and what becomes of the others."""
    if len(table.seats) == 2:
        return words.say("Give up the match? It counts as lost.")
    if side_letter(table.rules, 0) is None:
        return words.say("Give up the match? It counts as lost for you; a computer plays on in your seat.")
    return words.say("Give up the match? It counts as lost for you; a computer plays on for your side.")


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
    gives_up = isinstance(table.phase, Playing) and seated
    return NoteScreen(fitted([text, _played_on(table, words) if gives_up else ""], ROOM), (tuple(row),))


def _played_on(table: Table, words: Words) -> str:
    """What becomes of the others when somebody gives up, where the match goes on without them."""
    if len(table.seats) == 2:
        return ""
    if side_letter(table.rules, 0) is None:
        return words.say("If you give up, a computer plays on in your seat.")
    return words.say("If you give up, a computer plays on for your side.")


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
            *_check_lines(table, table.match.deal_number, words),
            words.say("To see the deck of deal {n}:", n=table.match.deal_number),
            command := _shuffle_command(table, table.match.deal_number),
        ]
    return NoteScreen("\n".join(lines), copy=command)


def _check_lines(table: Table, deals: int, words: Words) -> list[str]:
    """How to check every deal at once, where there are several."""
    if deals < 2:
        return []
    file = f"briscola-{table.id}.json"
    return [
        words.say(
            "To check all {n} deals, press “Export” under “More”, and run: briscola-bot verify {file}",
            n=deals,
            file=file,
        )
    ]


def _shuffle_command(table: Table, deal: int) -> str:
    keys, removed = table.dealt_to[deal - 1], ",".join(map(str, table.rules.removed_cards))
    command = f"briscola-bot shuffle --seed {table.seed.hex()} --table {table.id} --deal {deal}"
    return f"{command} --players {','.join(keys)}" + (f" --removed {removed}" if removed else "")


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


def status_note(words: Words, tables: int, version: str) -> NoteScreen:
    """That the bot is there, and what goes on in the chat."""
    here = (
        words.count("{n} table is open in this chat.", "{n} tables are open in this chat.", tables)
        if tables
        else words.say("No table is open in this chat.")
    )
    lines = [words.say("I am here and awake."), here]
    lines += [words.say("Version: {version}", version=version)] if version else []
    return NoteScreen("\n".join(lines), () if tables else _play_row(words))


def leaderboard_note(words: Words, rows: Sequence[Tally]) -> NoteScreen:
    """The best of a chat, by matches against people."""
    if not rows:
        text = words.say("Nobody has finished a match against people here yet. Who begins?")
        return NoteScreen(text, _play_row(words))
    lines = [words.say("The best here, in matches against people:")]
    lines += [f"{place}. {_tally_line(words, _name(words, row), row)}" for place, row in enumerate(rows, 1)]
    weeks = Button(words.say("Chart"), str(Weeks()), symbol="📈")
    return NoteScreen(fitted(lines, ROOM), ((weeks,),) if any(row.won for row in rows) else ())


def _play_row(words: Words) -> Rows:
    return _help_rows(words, chat_language=False)[:1]
