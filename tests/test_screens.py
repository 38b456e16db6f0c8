"""What is shown in every phase of a table: words, buttons, digests, and who is called."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from deals_for_tests import deck_won_by
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_for_tests import (
    ANNA,
    BRUNO,
    CARLA,
    DORA,
    NAMES,
    TABLE,
    accepted,
    after,
    begun,
    fresh,
    move_of,
    one_card,
    played_out,
    said_by_timers,
    stacked,
    timers_act,
    who_plays,
)

from bot.__main__ import main
from bot.computer import Level
from bot.game import Card, Deal, Match, Play
from bot.people import Tally
from bot.pictures.names import graphemes
from bot.screens.cardplay import trick_line
from bot.screens.fitting import size
from bot.screens.hand import hand_screen
from bot.screens.notes import fair_note, help_note, leaderboard_note, menu_note, stats_note, stop_note
from bot.screens.people import Names
from bot.screens.piles import piles_of
from bot.screens.ping import ping_screen
from bot.screens.table import broken_screen, table_screen
from bot.screens.telling import waiting_of
from bot.screens.tokens import COMPUTER as COMPUTER_CHOSEN_LAST
from bot.screens.tokens import Ask, Choose, Do, Open, parse_token
from bot.screens.types import Button, HandScreen, Rows, Style, TableScreen
from bot.table import (
    CLOCK,
    COMPUTER,
    Anew,
    Back,
    Ending,
    Lapse,
    Leave,
    MakeMove,
    NextDeal,
    Over,
    Person,
    Playing,
    PlayPosition,
    Rematch,
    SeatComputer,
    Sit,
    Start,
    Step,
    Table,
    TimerKind,
)
from bot.words import words
from bot.words.ruling import rules_summary

ENGLISH = words("en")


def public(table: Table, **wish: str) -> TableScreen:
    return table_screen(table, NAMES, ENGLISH, **wish)  # type: ignore[arg-type]  # the wishes are words


def held(table: Table, seat: int, **wish: str) -> HandScreen:
    hand = hand_screen(table, seat, NAMES, ENGLISH, **wish)  # type: ignore[arg-type]  # the wishes are words
    assert hand is not None
    return hand


def names(table: Table) -> Names:
    return Names(table, NAMES, ENGLISH)


def buttons(rows: Rows) -> list[Button]:
    return [button for row in rows for button in row]


def meanings(rows: Rows) -> list[object]:
    """What the buttons mean: the acts at this table, and the questions."""
    found = [parse_token(button.token) for button in buttons(rows)]
    return [one.act if isinstance(one, Do) else one for one in found]


def cards(table: Table, count: int) -> Table:
    for _ in range(count):
        table = one_card(table)
    return table


def absent(table: Table) -> Table:
    """Anna lets three turns go by, Bruno plays; and Anna is to play."""
    while not table.computer_turn:
        late = table.turn == 0
        table = accepted(table, *timers_act(table, TimerKind.TURN)) if late else one_card(table)
    return table


def lobby() -> Table:
    return after(fresh(), (ANNA, "sit 0"))


def with_computer() -> Table:
    return after(lobby(), (ANNA, "seat 1 normal"))


def between_deals() -> Table:
    decks = (deck_won_by(0), deck_won_by(1, 1), deck_won_by(0))
    return played_out(begun(stacked(*decks, match={"wins": 2})))


def won() -> Table:
    return played_out(begun(stacked(deck_won_by(0))))


def stages() -> Mapping[str, Table]:
    """A table in every phase, and in every way to its end."""
    playing, full = begun(fresh()), after(lobby(), (BRUNO, "sit 1"))
    return {
        "lobby": lobby(),
        "with the computer": with_computer(),
        "full": full,
        "first card": playing,
        "second card": cards(playing, 1),
        "middle": cards(playing, 12),
        "stock empty": cards(playing, 35),
        "against the computer": cards(begun(fresh(), COMPUTER), 5),
        "away": absent(playing),
        "vote": after(playing, (BRUNO, "end")),
        "between deals": between_deals(),
        "second deal": after(between_deals(), (ANNA, "deal 2")),
        "won": won(),
        "drawn": played_out(begun(stacked(deck_won_by(None)))),
        "rematch asked": after(won(), (BRUNO, "rematch")),
        "rematch agreed": after(won(), (BRUNO, "rematch"), (ANNA, "rematch")),
        "offer over": after(won(), (CLOCK, "lapse")),
        "given up": after(playing, (BRUNO, "resign")),
        "ended by the host": after(playing, (ANNA, "end")),
        "ended by an admin": after(playing, (CARLA, "end admin")),
        "closed": after(lobby(), (ANNA, "leave")),
        "lapsed": after(lobby(), (CLOCK, "lapse")),
    }


STAGES = stages()
in_every_stage = pytest.mark.parametrize("stage", STAGES)


# -- what holds for every screen ------------------------------------------------------------------


def every_button(table: Table) -> Iterator[Button]:
    yield from buttons(public(table).rows)
    yield from public(table).positions
    for seat in (0, 1):
        if hand := hand_screen(table, seat, NAMES, ENGLISH):
            yield from buttons(hand.rows)
    for seated in (True, False):
        yield from buttons(menu_note(table, ENGLISH, seated=seated).rows)
        yield from buttons(stop_note(table, ENGLISH, seated=seated, alone=seated).rows)


@in_every_stage
def test_every_button_means_something_at_this_table(stage: str) -> None:
    for button in every_button(STAGES[stage]):
        token = parse_token(button.token)
        assert token is not None, button
        assert str(token) == button.token
        if isinstance(token, Do | Ask):
            assert token.table == TABLE
        else:
            assert isinstance(token, Choose)


@in_every_stage
def test_the_caption_begins_with_the_title_and_the_picture_has_it(stage: str) -> None:
    screen = public(STAGES[stage])
    assert screen.caption.splitlines()[0] == screen.title
    assert screen.alt.startswith(screen.title)
    assert screen.scene is not None
    assert screen.scene.headline == screen.title
    assert screen.over == isinstance(STAGES[stage].phase, Over)


def test_equal_tables_have_equal_digests_and_others_have_others() -> None:
    again = stages()
    digests = {stage: public(table).digest for stage, table in STAGES.items()}
    assert digests == {stage: public(table).digest for stage, table in again.items()}
    assert digests.pop("offer over") == digests.pop("rematch agreed"), "there is nothing more to offer"
    assert len(set(digests.values())) == len(digests)
    hands = {held(STAGES["middle"], seat).digest for seat in (0, 1)}
    hands |= {held(STAGES["second card"], seat).digest for seat in (0, 1)}
    assert len(hands) == 4


def test_a_digest_tells_names_languages_and_pictures_apart() -> None:
    table = STAGES["middle"]
    screens = [
        public(table),
        public(table, deck="other"),
        table_screen(table, {**NAMES, ANNA: "Annina"}, ENGLISH),
        table_screen(table, NAMES, words("it")),
    ]
    assert len({screen.digest for screen in screens}) == 4
    assert len({held(table, 0).digest, held(table, 0, place="Friday").digest}) == 2
    plain = hand_screen(table, 0, NAMES, ENGLISH, picture=False)
    assert plain is not None
    assert plain.scene is None
    assert plain.digest != held(table, 0).digest


def test_a_vote_changes_the_table_and_no_hand() -> None:
    table, voted = STAGES["first card"], STAGES["vote"]
    assert public(voted).digest != public(table).digest
    assert held(voted, 0).digest == held(table, 0).digest
    assert held(voted, 0).seq == held(table, 0).seq + 1


# -- the lobby ------------------------------------------------------------------------------------


def test_a_lobby_offers_a_seat_to_people_and_to_the_computer() -> None:
    screen = public(STAGES["lobby"])
    choosers = [Ask(TABLE, "levels"), Ask(TABLE, "games")]
    assert meanings(screen.rows) == [Sit(1), SeatComputer(1, Level.NORMAL), *choosers, Leave()]
    assert screen.caption.splitlines()[:5] == [
        "Anna opens a table of Briscola",
        rules_summary(ENGLISH, STAGES["lobby"].rules),
        "1. Anna, host",
        "2. free",
        "There is room: sit down, or let the host add computers.",
    ]
    assert STAGES["lobby"].commitment in screen.caption
    assert screen.positions == ()
    assert screen.scene is not None
    assert [seat.note for seat in screen.scene.seats] == ["host", "free"]


def test_a_full_lobby_can_be_started_and_its_computer_changed() -> None:
    rules = Ask(TABLE, "games")
    assert meanings(public(STAGES["full"]).rows) == [Start(), rules, Leave()]
    assert meanings(public(STAGES["with the computer"]).rows) == [
        Start(),
        Ask(TABLE, "levels"),
        rules,
        Leave(),
    ]
    assert "Everybody is here: Anna can start." in public(STAGES["full"]).caption
    assert "2. Computer (normal)" in public(STAGES["with the computer"]).caption


@in_every_stage
def test_there_is_a_hand_for_people_who_were_dealt_cards_alone(stage: str) -> None:
    table = STAGES[stage]
    for seat in (0, 1):
        hand = hand_screen(table, seat, NAMES, ENGLISH)
        person = table.seats[seat] is not None and "cpu" not in table.keys[seat] if table.is_full else False
        assert (hand is not None) == (table.deal is not None and person)
        if hand is not None:
            assert hand.viewer == table.keys[seat]
            assert hand.caption.splitlines()[0] == hand.title


# -- play -----------------------------------------------------------------------------------------


def test_a_table_in_play_in_words() -> None:
    assert public(STAGES["second card"]).caption.splitlines() == [
        "Bruno to play",
        "Trump: clubs (ace of clubs turned up), 34 cards in the stock",
        "On the table: Anna the king of coins",
        "Anna holds 2 cards, Bruno holds 3 cards",
    ]
    assert public(STAGES["stock empty"]).caption.splitlines() == [
        "Bruno to play",
        "Trump: clubs, the stock is empty",
        "On the table: Anna the knave of coins",
        "Last trick: Anna the five of clubs, Bruno the five of coins. Anna took it.",
        "Anna holds 2 cards, Bruno holds 3 cards",
    ]
    assert "Bruno would like to end the table." in public(STAGES["vote"]).caption.splitlines()
    assert "The computer plays for Anna, who is away." in public(STAGES["away"]).caption.splitlines()


def test_a_hand_in_words() -> None:
    hand = held(STAGES["second card"], 1, place="Friday")
    assert hand.caption.splitlines() == [
        "Your turn: choose a card.",
        "You hold: 1: two of swords, 2: four of coins, 3: three of clubs.",
        "On the table: Anna the king of coins",
        "Trump: clubs (ace of clubs turned up), 34 cards in the stock",
        "Table: Friday",
    ]
    assert hand.brief.splitlines() == [
        "Your turn: choose a card.",
        "1: two of swords, 2: four of coins, 3: three of clubs",
        "Trump: clubs",
    ]
    assert held(STAGES["second card"], 0).title == "Bruno is to play."
    assert held(STAGES["between deals"], 0).title == "This deal is over."


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 39), st.lists(st.integers(0, 2), min_size=39, max_size=39))
def test_the_buttons_of_a_hand_are_its_cards_at_its_own_step(count: int, picks: list[int]) -> None:
    table = begun(fresh())
    for pick in picks[:count]:
        table = accepted(table, who_plays(table), move_of(table, pick))
    deal = table.deal
    assert deal is not None
    for seat in (0, 1):
        hand = held(table, seat)
        mine = [one for one in buttons(hand.rows) if one.card is not None]
        step = Step.at_trick(1, deal.next_trick(seat))
        assert [one.token for one in mine] == [f"{TABLE}-{step}-play-{card}" for card in deal.hands[seat]]
        assert [one.card for one in mine] == [card.code for card in deal.hands[seat]]
        assert {one.style for one in mine} <= {Style.PRIMARY if table.turn == seat else Style.PLAIN}
        for one in mine if table.turn == seat else ():
            token = parse_token(one.token)
            assert isinstance(token, Do)
            accepted(table, table.keys[seat], token.act)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 39))
def test_there_is_a_position_for_each_card_of_the_hand_on_turn(count: int) -> None:
    table = cards(begun(fresh()), count)
    assert table.turn is not None
    assert table.deal is not None
    assert table.step is not None
    mine = table.deal.hands[table.turn]
    positions = public(table).positions
    assert [one.label for one in positions] == [str(place) for place in range(1, len(mine) + 1)]
    for card, one in zip(mine, positions, strict=True):
        token = parse_token(one.token)
        assert isinstance(token, Do)
        assert isinstance(token.act, PlayPosition)
        then = accepted(table, table.keys[table.turn], token.act)
        assert then == accepted(
            table, table.keys[table.turn], MakeMove(table.step, move_of(table, mine.index(card)).move)
        )


@in_every_stage
def test_only_the_person_on_turn_is_called(stage: str) -> None:
    table = STAGES[stage]
    called = [who for who in (ANNA, BRUNO, CARLA) if ping_screen(table, who, names(table), ENGLISH)]
    assert called == (
        [table.keys[table.turn]] if table.turn is not None and "cpu" not in table.keys[table.turn] else []
    )
    for who in called:
        ping = ping_screen(table, who, names(table), ENGLISH)
        assert ping is not None
        assert ping.text == f"{NAMES[who]}, it is your turn."
        assert ping == ping_screen(table, who, names(table), ENGLISH)
        assert ping.digest != replace(ping, viewer=CARLA).digest


def test_who_is_away_can_say_that_they_are_back() -> None:
    table = STAGES["away"]
    assert Back() in meanings(public(table).rows)
    assert Back() in meanings(held(table, 0).rows)
    assert Back() not in meanings(held(table, 1).rows)
    (back,) = [one for one in buttons(held(table, 0).rows) if one.label == "I am back"]
    assert back.style is Style.SUCCESS
    there = after(table, (ANNA, "back"))
    assert Back() not in meanings(public(there).rows) + meanings(held(there, 0).rows)
    assert public(table).scene != public(there).scene


def test_the_next_deal_can_be_dealt_by_a_button() -> None:
    table = STAGES["between deals"]
    assert NextDeal(2) in meanings(public(table).rows)
    assert Ask(TABLE, "hand") not in meanings(public(table).rows)
    assert public(table).positions == ()
    assert public(table).title == "Anna wins the deal, 99–21"
    assert "Match: " not in public(STAGES["first card"]).caption
    assert "Match: Anna 1, Bruno 0" in public(STAGES["second deal"]).caption.splitlines()


# -- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["won", "drawn", "between deals"])
def test_the_piles_are_the_whole_deck_and_add_up_to_120(stage: str) -> None:
    table = STAGES[stage]
    piles = piles_of(table, names(table))
    assert sum(pile.points for pile in piles) == 120
    assert len({code for pile in piles for code in pile.cards}) == 20, "every card that counts"
    for pile in piles:
        taken = [Card.parse(code) for code in pile.cards]
        assert sum(card.points for card in taken) == pile.points
        assert taken == sorted(taken, key=lambda card: -card.points)
    assert [pile.winner for pile in piles] == {"drawn": [False, False]}.get(stage, [True, False])
    scene = public(table).scene
    assert scene is not None
    assert scene.piles == tuple(piles)


@pytest.mark.parametrize("stage", ["lobby", "middle", "given up"])
def test_there_are_no_piles_before_all_cards_are_played(stage: str) -> None:
    assert piles_of(STAGES[stage], names(STAGES[stage])) == []


@pytest.mark.parametrize(
    ("stage", "title", "offers"),
    [
        ("won", "Anna wins, 99–21", [Rematch(), Anew(), Ask(TABLE, "more")]),
        ("drawn", "A draw, 60–60", [Rematch(), Anew(), Ask(TABLE, "more")]),
        ("rematch agreed", "Anna wins, 99–21", [Ask(TABLE, "more")]),
        ("offer over", "Anna wins, 99–21", [Ask(TABLE, "more")]),
        ("given up", "Bruno gives up: Anna wins", [Rematch(), Anew(), Ask(TABLE, "more")]),
        ("ended by the host", "Anna ended the table and loses", [Ask(TABLE, "more")]),
        ("ended by an admin", "The table was ended: nothing counts", [Ask(TABLE, "more")]),
        ("closed", "Anna closed the table", []),
        ("lapsed", "Nobody came to play: the table is closed", []),
    ],
)
def test_how_a_table_ended_and_what_it_offers(stage: str, title: str, offers: list[object]) -> None:
    screen = public(STAGES[stage])
    assert screen.title == title
    assert meanings(screen.rows) == offers
    assert screen.positions == ()


def test_a_rematch_shows_who_wants_it_and_what_its_deck_is_sealed_by() -> None:
    screen = public(STAGES["rematch asked"], next_commitment="ab" * 32)
    assert "Bruno would like to play again." in screen.caption.splitlines()
    assert f"The next deck is sealed: {'ab' * 32}" in screen.caption.splitlines()
    assert "sealed" not in public(STAGES["rematch agreed"], next_commitment="ab" * 32).caption


@in_every_stage
def test_what_asks_for_an_answer_is_news_and_stands_in_the_caption(stage: str) -> None:
    screen = public(STAGES[stage])
    assert bool(screen.news) == (stage in {"vote", "rematch asked"})
    assert screen.news in screen.caption.splitlines() or not screen.news


def test_whoever_has_agreed_waits_for_the_other_alone() -> None:
    def waits(stage: str, viewer: str) -> str:
        return waiting_of(STAGES[stage], viewer, names(STAGES[stage]), ENGLISH)

    assert waits("rematch asked", BRUNO) == "Waiting for Anna…"
    assert [waits("rematch asked", one) for one in (ANNA, CARLA, "")] == ["", "", ""]
    assert [waits("rematch agreed", one) for one in (ANNA, BRUNO)] == ["", ""]
    assert waits("full", BRUNO) == "Everybody is here: Anna can start."
    assert [waits("full", one) for one in (ANNA, CARLA, "")] == ["", "", ""]
    assert [waits("middle", one) for one in (ANNA, BRUNO)] == ["", ""]


def test_the_cards_left_in_hand_can_no_longer_be_played() -> None:
    hand = held(STAGES["given up"], 0)
    assert hand.rows == ()
    assert {hand.title, hand.caption, hand.brief, hand.alt} == {"This deal is over."}, (
        "and nothing of who leads"
    )
    assert hand.scene is None
    scene = public(STAGES["given up"]).scene
    assert scene is not None
    assert [seat.cards for seat in scene.seats] == [0, 0]


def test_a_table_left_alone_shows_something_at_every_moment() -> None:
    table = begun(fresh(match={"wins": 2}, clock=15))
    shown: list[str] = []
    for actor, act in said_by_timers(table):
        table = accepted(table, actor, act)
        shown.append(public(table).digest)
    assert len(set(shown)) == len(shown)


def test_a_match_with_more_sides_has_a_loser_and_no_winner_yet() -> None:
    table = STAGES["given up"]
    assert isinstance(table.phase, Over)
    assert public(replace(table, phase=replace(table.phase, winner=None))).title == "Bruno gives up"


def test_a_match_whose_first_cards_are_not_dealt_can_be_shown() -> None:
    table = replace(STAGES["full"], phase=Playing(Match.begin(STAGES["full"].rules)))
    assert meanings(public(table).rows)[0] == NextDeal(1)
    assert public(table).caption == public(table).title
    assert hand_screen(table, 0, NAMES, ENGLISH) is None


def test_a_trick_that_is_not_there_is_not_told() -> None:
    view = STAGES["middle"].table_view()
    assert view is not None
    assert trick_line(replace(view, trick=None), names(STAGES["middle"]), ENGLISH) == ""


def test_points_are_said_during_the_deal_where_the_rules_want_it() -> None:
    table = cards(begun(fresh(show_points="always")), 12)
    scene = public(table).scene
    assert scene is not None
    assert table.deal is not None
    assert [seat.note for seat in scene.seats] == [f"{points} points" for points in table.deal.points]


def test_a_broken_table_says_what_to_do() -> None:
    screen = broken_screen(TABLE, ENGLISH)
    assert screen.over
    assert screen.rows == ()
    assert TABLE in screen.caption


# -- notes ----------------------------------------------------------------------------------------


def test_what_one_may_do_besides_playing() -> None:
    def labels(rows: Rows) -> list[str]:
        meant = [(button.label, parse_token(button.token)) for button in buttons(rows)]
        return [one for one, token in meant if not isinstance(token, Choose) and token != Ask(TABLE, "look")]

    playing = STAGES["middle"]
    assert labels(menu_note(playing, ENGLISH, seated=True).rows) == [
        "Rules",
        "Fair deal",
        "Give up the match",
        "End the table",
    ]
    assert labels(menu_note(playing, ENGLISH, seated=False).rows) == ["Rules", "Fair deal"], (
        "an admin has /stop"
    )
    assert labels(menu_note(STAGES["won"], ENGLISH, seated=True).rows) == ["Rules", "Fair deal", "Export"]
    assert labels(menu_note(STAGES["second deal"], ENGLISH, seated=False).rows) == [
        "Rules",
        "Score sheet",
        "Fair deal",
    ]
    assert labels(stop_note(STAGES["lobby"], ENGLISH, seated=True, alone=True).rows) == [
        "Leave",
        "End the table",
    ]
    assert labels(stop_note(playing, ENGLISH, seated=True, alone=False).rows) == [
        "Give up the match",
        "End the table",
    ]
    assert labels(stop_note(playing, ENGLISH, seated=False, alone=True).rows) == ["End the table"]


def test_help_opens_tables_and_sets_languages() -> None:
    note = help_note(ENGLISH, [("/play", "open a table")], chat_language=True)
    assert note.text.splitlines()[-1] == "/play – open a table"
    assert meanings(note.rows)[:2] == [Open(""), Open(COMPUTER_CHOSEN_LAST)]
    assert {one.whose for one in meanings(note.rows) if isinstance(one, Choose)} == {"me", "chat"}
    plain = help_note(ENGLISH, [], chat_language=False)
    assert {one.whose for one in meanings(plain.rows) if isinstance(one, Choose)} == {"me"}


def test_statistics_in_words() -> None:
    none, some = Tally("Anna", 0, 0, 0), Tally("Anna", 3, 1, 1)
    assert stats_note(ENGLISH, some, some, none).text.splitlines() == [
        "Your matches, Anna:",
        "Here: 3 won, 1 lost, 1 drawn (70 %)",
        "Everywhere: 3 won, 1 lost, 1 drawn (70 %)",
        "Against the computer: none yet",
    ]
    assert meanings(stats_note(ENGLISH, none, none, none).rows) == [Open(""), Open(COMPUTER_CHOSEN_LAST)]
    board = leaderboard_note(ENGLISH, [some, Tally("", 1, 0, 0)]).text.splitlines()
    assert board[1:] == [
        "1. Anna: 3 won, 1 lost, 1 drawn (70 %)",
        "2. somebody: 1 won, 0 lost, 0 drawn (100 %)",
    ]
    assert meanings(leaderboard_note(ENGLISH, []).rows) == [Open(""), Open(COMPUTER_CHOSEN_LAST)]


@pytest.mark.parametrize("stage", ["won", "given up", "ended by an admin"])
def test_the_proof_that_is_shown_deals_the_same_cards(stage: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = {"won": played_out(begun(fresh(bytes(range(32)))))}.get(stage, STAGES[stage])
    command = fair_note(table, ENGLISH).text.splitlines()[-1]
    assert fair_note(table, ENGLISH).copy == command
    assert command.startswith("briscola-bot shuffle ")
    assert main(command.split()[1:]) == 0
    sealed, deck = capsys.readouterr().out.splitlines()
    assert sealed == table.commitment
    assert table.deal is not None
    again = Deal.begin(table.rules, [Card.parse(code) for code in deck.split()], table.deal.leader)
    for trick in table.deal.tricks:
        for place, card in enumerate(trick.cards):
            again = again.play((trick.leader + place) % 2, Play(card))
    assert again == table.deal


def test_a_table_without_cards_has_nothing_to_prove() -> None:
    note = fair_note(STAGES["lapsed"], ENGLISH)
    assert "seed:" not in note.text
    assert STAGES["lapsed"].commitment in note.text
    assert note.copy == ""


# -- names ----------------------------------------------------------------------------------------


def named(table: Table, *given: str) -> list[str]:
    called = Names(table, dict(zip((ANNA, BRUNO, CARLA, DORA), given, strict=False)), ENGLISH)
    return [called.of_seat(seat) for seat in range(len(table.seats))]


def test_equal_names_at_one_table_are_numbered_from_the_second_on() -> None:
    table = STAGES["given up"]
    assert named(table, "Ada", "Ada") == ["Ada", "Ada (2)"]
    assert named(table, "Ada", "Ada\u200b ") == ["Ada", "Ada (2)"], "equal is what looks equal"
    assert named(table, "Ada", "Bruno") == ["Ada", "Bruno"]
    assert named(STAGES["with the computer"], "Computer (normal)") == [
        "Computer (normal) (2)",
        "Computer (normal)",
    ], "a computer's name is its own"
    assert named(STAGES["full"], "Player 2", "") == ["Player 2", "Player 2 (2)"]
    screen = table_screen(table, {ANNA: "Ada", BRUNO: "Ada"}, ENGLISH)
    assert screen.title in {"Ada gives up: Ada (2) wins", "Ada (2) gives up: Ada wins"}
    assert screen.scene is not None
    assert [seat.name for seat in screen.scene.seats] == ["Ada", "Ada (2)"]


def test_a_number_never_meets_a_name_that_has_it_already() -> None:
    four = replace(STAGES["full"], seats=tuple(map(Person, (ANNA, BRUNO, CARLA, DORA))))
    assert named(four, "Ada", "Ada (2)", "Ada", "Ada") == ["Ada", "Ada (2)", "Ada (3)", "Ada (4)"]


@pytest.mark.parametrize("name", ["W" * 64, "👨\u200d👩\u200d👧\u200d👦" * 20, "آنا بنت محمد آنا بنت محمد"])
def test_a_number_has_room_after_the_longest_name(name: str) -> None:
    first, second = named(STAGES["full"], name, name)
    assert second.endswith(" (2)")
    assert first != second
    assert max(size(first), size(second)) <= 41
    assert len(graphemes(second)) <= 24


# -- tokens ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "token",
    [
        "",
        "-",
        "open",
        "open-hardest",
        "me-speaks-xx",
        "you-speaks-en",
        TABLE,
        f"{TABLE}-",
        f"{TABLE}-sing",
        f"{TABLE}-d1t1-play-Xx",
        f"{TABLE}-d1t1-play",
        f"{TABLE}-seat-1-genius",
        f"{TABLE}-d01t1-play-Ad",
        f"{TABLE}-d1t1-play-Ad-",
        "K7D2M9QXAB-start",
        "short-start",
        f"{TABLE}-{'x' * 64}",
    ],
)
def test_a_token_that_is_none_of_ours_means_nothing(token: str) -> None:
    assert parse_token(token) is None


def test_every_kind_of_token_reads_as_it_is_written() -> None:
    for token in (
        Ask(TABLE, "fair"),
        Open(""),
        Open(COMPUTER_CHOSEN_LAST),
        Choose("me", "speaks", "pt"),
        Do(TABLE, Lapse()),
    ):
        assert parse_token(str(token)) == token


def test_every_ending_has_its_title() -> None:
    endings = {table.phase.ending for table in STAGES.values() if isinstance(table.phase, Over)}
    assert endings == set(Ending)
