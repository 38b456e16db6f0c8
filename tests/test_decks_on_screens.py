"""Every deck on every screen: room for its words, the same buttons, and pictures that the words agree with."""

from random import Random

import pytest
from deals_for_tests import HOUSES, name_of
from games_for_tests import KEYS, LONG, NAMES, buttons, moments, said, seated

from bot.game import Card, Ranking, Rules
from bot.screens.cardwords import CardWords
from bot.screens.fitting import size
from bot.screens.hand import hand_screen
from bot.screens.table import table_screen
from bot.screens.types import HandScreen
from bot.table import Table
from bot.words import LANGUAGES, words
from bot.words.cards import shown_as
from bot.words.decks import DECK_NAMES, FRENCH

DECKS = tuple(DECK_NAMES)
LABEL = 40

in_every_game = pytest.mark.parametrize("rules", HOUSES, ids=name_of)


def some(rules: Rules, seed: int) -> list[Table]:
    return [*moments(said(seated(rules), (KEYS[0], "start")), Random(seed), deals=1)][::6]


def held(table: Table, seat: int, deck: str, language: str = "en") -> HandScreen | None:
    return hand_screen(table, seat, LONG, words(language), place="Friday evening", deck=deck)


@in_every_game
def test_every_deck_has_room_in_every_language_whatever_the_names(rules: Rules) -> None:
    for moment, table in enumerate(some(rules, 1)):
        deck, language = DECKS[moment % len(DECKS)], sorted(LANGUAGES)[moment % len(LANGUAGES)]
        screen = table_screen(table, LONG, words(language), next_commitment="f" * 64, deck=deck)
        assert 0 < size(screen.caption) <= 1024
        assert 0 < size(screen.alt) <= 256
        for seat in range(rules.players):
            if hand := held(table, seat, deck, language):
                assert 0 < size(hand.caption) <= 1024
                assert size(hand.alt) <= 256
                assert 0 < size(hand.brief) <= 200
                assert all(0 < size(one.label) <= LABEL for one in buttons(hand.rows))


@in_every_game
def test_old_buttons_mean_the_same_whatever_the_deck(rules: Rules) -> None:
    for moment, table in enumerate(some(rules, 2)):
        one, other = (
            table_screen(table, NAMES, words("en"), deck=deck) for deck in ("neapolitan", DECKS[moment % 5])
        )
        assert [b.token for b in buttons(one.rows)] == [b.token for b in buttons(other.rows)]
        for seat in range(rules.players):
            mine, same = held(table, seat, "neapolitan"), held(table, seat, DECKS[moment % 5])
            assert [b.token for b in buttons(mine.rows if mine else ())] == [
                b.token for b in buttons(same.rows if same else ())
            ]


@in_every_game
def test_a_hand_is_drawn_as_it_is_called(rules: Rules) -> None:
    for moment, table in enumerate(some(rules, 3)):
        deck, seat = DECKS[moment % len(DECKS)], moment % rules.players
        hand, view = held(table, seat, deck), table.seat_view(seat)
        if hand is None or hand.scene is None or view is None:
            continue
        drawn = [
            CardWords(words("en").of_deck(deck), Ranking.STANDARD).name(Card.parse(c))
            for c in hand.scene.cards
        ]
        assert hand.scene.deck == hand.deck == deck
        assert f"You hold: {', '.join(f'{n}: {name}' for n, name in enumerate(drawn, 1))}." in hand.caption
        for button in buttons(hand.rows):
            if button.card is not None and "-play-" in button.token:
                played = Card.parse(button.token[-2:])
                assert button.card == shown_as(played, rules.ranking, deck).code
                assert (deck == FRENCH) <= (button.card == played.code), "a jack is a jack"
