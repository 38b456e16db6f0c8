"""Every sentence for people stands in every language, says the same, and fits where it is shown."""

import ast
import re
import string
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from adapters.discord.commands import ENGLISH, translations
from adapters.discord.phrases import Phrases as DiscordPhrases
from bot.computer import Level
from bot.game import DECK, Card, Ranking, Refusal, Suit
from bot.screens.fitting import size
from bot.table import Reason
from bot.words import LANGUAGES, language_of, words
from bot.words.cards import card_name, card_short, cards_list, suit_name, suit_sign
from bot.words.commands import COMMANDS, command_lines, command_texts
from bot.words.decks import DECK_NAMES, deck_line, deck_name
from bot.words.levels import level_name
from bot.words.reasons import reason

ROOT = Path(__file__).parents[1]
TRANSLATED = sorted(set(LANGUAGES) - {"en"})
TWO_WORDS = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")
ALERT = 200
"""Characters that Telegram shows in answer to a press."""

SAID_TO_PRESSES = {
    "bot/service/tables.py",
    "bot/service/tastes.py",
    "adapters/telegram/phrases.py",
    "adapters/discord/phrases.py",
}
"""Where the sentences stand that answer a press."""

in_every_language = pytest.mark.parametrize("language", sorted(LANGUAGES))
in_every_translation = pytest.mark.parametrize("language", TRANSLATED)

Sentence = tuple[str, ...]
"""A sentence, or its singular and plural."""


@cache
def marked() -> Mapping[Sentence, frozenset[str]]:
    """The sentences that the code marks, each with the files it stands in; found as `make words` finds them."""
    calls = re.findall(r"-k (\w+)(?::([\d,]+))?", (ROOT / "Makefile").read_text("utf-8"))
    keywords = {name: tuple(map(int, places.split(","))) if places else None for name, places in calls}
    mapping = ConfigParser()
    mapping.read(ROOT / "babel.cfg", encoding="utf-8")
    methods = [(files, method) for method, _, files in (one.partition(": ") for one in mapping.sections())]
    found: dict[Sentence, set[str]] = {}
    for file, _, message, *_ in extract_from_dir(ROOT, methods, keywords=keywords):
        found.setdefault(as_sentence(message), set()).add(file)
    return {sentence: frozenset(files) for sentence, files in found.items()}


def as_sentence(message: str | tuple[str, ...] | list[str] | None) -> Sentence:
    return (message or "",) if message is None or isinstance(message, str) else tuple(message)


@cache
def catalogue(language: str) -> Catalog:
    source = ROOT / "bot" / "words" / "locale" / language / "bot.po"
    with source.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def translated(language: str) -> Mapping[Sentence, Sentence]:
    return {
        as_sentence(message.id): as_sentence(message.string) for message in catalogue(language) if message.id
    }


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# -- the catalogues -------------------------------------------------------------------------------


@in_every_translation
def test_a_catalogue_holds_every_sentence_of_the_code_and_no_other(language: str) -> None:
    assert len(marked()) > 100
    there = set(translated(language))
    assert there == set(marked()), "run `make words`, then translate"
    assert not catalogue(language).obsolete


@in_every_translation
def test_every_sentence_is_translated_in_each_of_its_plurals(language: str) -> None:
    plurals = catalogue(language).num_plurals
    for sentence, said in translated(language).items():
        assert len(said) == (1 if len(sentence) == 1 else plurals), sentence
        assert all(text.strip() for text in said), sentence
    assert not [message.id for message in catalogue(language) if message.id and message.fuzzy]


@in_every_translation
def test_a_translation_fills_in_what_the_sentence_fills_in(language: str) -> None:
    for sentence, said in translated(language).items():
        for text in said:
            assert fields_of(text) == fields_of(sentence[-1]), sentence
            assert (text[:1].isspace(), text[-1:].isspace()) == (False, False), sentence


@in_every_translation
def test_a_translation_ends_as_the_sentence_ends(language: str) -> None:
    for sentence, said in translated(language).items():
        for text in said:
            assert (text[-1] in ".!?:…)") == (sentence[-1][-1] in ".!?:…)") or "{card}" in text, sentence


def test_no_sentence_escapes_the_catalogues() -> None:
    told = [
        *(ROOT / "bot" / "screens").glob("*.py"),
        *(ROOT / "bot" / "words").glob("*.py"),
        *(ROOT / "adapters").glob("*/phrases.py"),
        *(ROOT / "adapters").glob("*/render.py"),
        ROOT / "bot" / "service" / "tables.py",
        ROOT / "bot" / "service" / "tastes.py",
        ROOT / "adapters" / "discord" / "texts.py",
    ]
    told.remove(ROOT / "bot" / "words" / "wishes.py")  # what people may type, in every language at once
    assert len(told) > 20
    escaped = {text for path in told for text in unmarked(ast.parse(path.read_text("utf-8")))}
    assert escaped == {"briscola-bot shuffle --seed "}, "wrap it in say(), count() or N_()"


def unmarked(module: ast.Module) -> Iterator[str]:
    """Texts of two words and more that are neither marked nor docstrings, logs or what an error says."""
    known: set[ast.AST] = set()
    for node in ast.walk(module):
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                known.add(docstring)
            case ast.Raise():
                known.update(ast.walk(node))
            case ast.Call(func=ast.Attribute(attr="say" | "count" | "look_up") | ast.Name(id="N_")):
                known.update(ast.walk(node))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                known.update(ast.walk(node))
            case _:
                pass
    for node in ast.walk(module):
        match node:
            case ast.Constant(value=str(text)) if node not in known and TWO_WORDS.search(text):
                yield text
            case _:
                pass


def test_a_sentence_that_escapes_is_found() -> None:
    module = ast.parse('"""A docstring."""\nshown = f"{name} is away"\nwords.say("Sit down")\n')
    assert list(unmarked(module)) == [" is away"]


# -- saying ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("it", "it"),
        ("it-IT", "it"),
        ("IT_it", "it"),
        ("pt-BR", "pt"),
        ("pt_PT.UTF-8", "pt"),
        ("PT", "pt"),
        ("en-GB", "en"),
        ("", "en"),
        ("-", "en"),
        ("de", "en"),
        ("ita", "en"),
        ("zh-Hant-TW", "en"),
        ("../it", "en"),
        ("C", "en"),
    ],
)
def test_an_odd_locale_has_a_language_all_the_same(locale: str, language: str) -> None:
    assert language_of(locale) == language
    assert words(locale).language == language


def test_a_number_has_the_plural_of_the_language() -> None:
    said = {
        language: [
            words(language).count("{n} card in the stock", "{n} cards in the stock", n) for n in (0, 1, 2)
        ]
        for language in ("en", "it", "pt")
    }
    assert said["en"] == ["0 cards in the stock", "1 card in the stock", "2 cards in the stock"]
    assert said["it"] == ["0 carte nel mazzo", "1 carta nel mazzo", "2 carte nel mazzo"]
    assert said["pt"] == ["0 cartas no baralho", "1 carta no baralho", "2 cartas no baralho"]


def test_what_is_filled_in_is_never_read_as_a_sentence() -> None:
    assert words("it").say("{name} to play", name="{seed} %s {0}") == "Tocca a {seed} %s {0}"


@in_every_language
@pytest.mark.parametrize("deck", DECK_NAMES)
def test_every_card_has_a_name_of_its_own(language: str, deck: str) -> None:
    spoken = words(language).of_deck(deck)
    assert len({card_name(spoken, card) for card in DECK}) == 40
    assert len({card_short(spoken, card) for card in DECK}) == 40
    assert max(len(card_short(spoken, card)) for card in DECK) <= 20
    assert (
        len({suit_name(spoken, suit) for suit in Suit}) == len({suit_sign(suit, deck) for suit in Suit}) == 4
    )


def test_cards_are_called_as_players_call_them() -> None:
    cards = tuple(map(Card.parse, ["Ad", "Jc", "Qc", "Kc", "3s", "Ab"]))

    def named(language: str) -> str:
        return cards_list(words(language), cards)

    assert named("en") == (
        "ace of coins, knave of cups, knight of cups, king of cups, three of swords, ace of clubs"
    )
    assert named("it") == (
        "asso di denari, fante di coppe, cavallo di coppe, re di coppe, tre di spade, asso di bastoni"
    )
    assert (
        named("pt")
        == "ás de ouros, valete de copas, cavalo de copas, rei de copas, três de espadas, ás de paus"
    )
    assert card_short(words("it"), Card.parse("Ad")) == "Asso denari"
    assert card_short(words("pt"), Card.parse("3s")) == "3 espadas"


def test_cards_are_called_as_their_deck_shows_them() -> None:
    cards = tuple(map(Card.parse, ["Ad", "Jc", "Qs", "Kb"]))

    def named(language: str, deck: str, ranking: Ranking = Ranking.STANDARD) -> str:
        return cards_list(words(language).of_deck(deck), cards, ranking)

    assert named("en", "french") == "ace of diamonds, jack of hearts, queen of spades, king of clubs"
    assert named("it", "french") == "asso di quadri, fante di cuori, donna di picche, re di fiori"
    assert named("pt", "french") == "ás de ouros, valete de copas, dama de espadas, rei de paus"
    assert named("en", "spanish") == (
        "ace of coins, knave (10) of cups, knight (11) of swords, king (12) of clubs"
    )
    assert named("it", "neapolitan") == named("it", "piacentine") == named("it", "plain") == named("it", "")
    manilha = named("en", "french", Ranking.MANILHA)
    assert manilha == named("en", "french"), "a jack is a jack, whatever it counts"
    assert named("en", "spanish", Ranking.MANILHA) == (
        "ace of coins, knight (11) of cups, knave (10) of swords, king (12) of clubs"
    )


@in_every_language
def test_the_rules_say_how_to_know_their_cards_on_each_deck(language: str) -> None:
    lines = {
        deck_line(words(language).of_deck(deck), ranking)
        for deck in DECK_NAMES
        for ranking in (Ranking.STANDARD, Ranking.MANILHA)
    }
    assert "" not in lines
    assert len(lines) == 5, "two decks are marked alike, and French cards in two ways"
    assert not deck_line(words(language), Ranking.STANDARD)


@in_every_language
@pytest.mark.parametrize("deck", DECK_NAMES)
def test_a_deck_changes_how_cards_are_called_and_nothing_else(language: str, deck: str) -> None:
    spoken = words(language).of_deck(deck)
    assert spoken.of_deck("") is words(language)
    assert spoken.of_deck(deck) is spoken
    assert spoken.say("{name} to play", name="Anna") == words(language).say("{name} to play", name="Anna")
    assert deck_name(spoken, deck) == deck_name(words(language), deck)


@in_every_translation
def test_every_level_is_called_something(language: str) -> None:
    for level in Level:
        assert level_name(words(language), level)


# -- what has little room -------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize("why", [*Refusal, *Reason])
def test_every_refusal_says_why_within_an_alert(language: str, why: Refusal | Reason) -> None:
    said = reason(words(language), why)
    assert 0 < size(said) <= ALERT
    assert said.endswith(".")


@in_every_language
def test_every_answer_to_a_press_fits_an_alert(language: str) -> None:
    longest = max((card_name(words(language), card) for card in DECK), key=len)
    answers = [
        sentence
        for (sentence, *_), files in marked().items()
        if files & SAID_TO_PRESSES and "{rights}" not in sentence
    ]
    assert len(answers) > 20
    for sentence in answers:
        assert 0 < size(words(language).look_up(sentence).replace("{card}", longest)) <= ALERT, sentence


@in_every_language
def test_commands_have_descriptions_that_telegram_takes(language: str) -> None:
    texts = command_texts()[language]
    assert texts.keys() == COMMANDS.keys()
    assert all(re.fullmatch("[a-z0-9_]{1,32}", name) for name in texts)
    assert all(1 <= size(text) <= 256 for text in texts.values())


def test_commands_have_names_and_descriptions_that_discord_takes() -> None:
    told = {"en": ENGLISH, **translations()}
    assert set(told) == set(LANGUAGES)
    for language, texts in told.items():
        assert set(texts) <= set(ENGLISH)
        assert {name for name in ENGLISH if "." in name} <= set(texts), language
        for name, text in texts.items():
            assert 1 <= size(text) <= 100, (language, name)
            if "." not in name or name == "play.opponent":
                assert re.fullmatch(r"[-_\w]{1,32}", text), (language, name)
                assert text == text.lower(), (language, name)


@in_every_language
def test_help_lists_every_command_as_it_is_typed(language: str) -> None:
    lines = command_lines(words(language), "/briscola ")
    assert [typed for typed, _ in lines] == [f"/briscola {name}" for name in COMMANDS]
    assert all(meaning for _, meaning in lines)


@in_every_translation
def test_discord_names_every_right_in_its_own_words(language: str) -> None:
    english = DiscordPhrases()
    rights = [
        english.view_channel,
        english.send_messages,
        english.send_messages_in_threads,
        english.embed_links,
    ]
    assert len({words(language).look_up(right) for right in rights}) == len(rights)
