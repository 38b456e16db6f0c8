"""Three to six at a table in words and buttons: seats and sides, auctions, exchanges, signs, leavers, the count."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from deals_for_tests import deck_won_by, stacked, told
from games_for_tests import (
    KEYS,
    LONG,
    NAMES,
    TABLE,
    at,
    begun,
    buttons,
    held,
    lobby,
    moves_on,
    public,
    said,
)

from bot.computer import Level
from bot.game import Card, Deal, Match, Rules, Sign, SignWord, ToDeals
from bot.screens.asking import points_note, signs_note
from bot.screens.cardplay import known_lines
from bot.screens.hand import hand_screen
from bot.screens.notes import fair_note, menu_note, stop_note, sure_note
from bot.screens.people import Names
from bot.screens.ping import ping_screen
from bot.screens.sheets import sheet_note, signed
from bot.screens.tokens import Ask, Do, parse_token
from bot.table import (
    Computer,
    Ending,
    FillSeats,
    Leave,
    Over,
    Person,
    Playing,
    SeatComputer,
    Sit,
    Start,
    Table,
)
from bot.words import words

ENGLISH = words("en")
ANNA, BRUNO, CARLA, DORA, ELIO, FRANCA = KEYS
PAIRS = Rules.preset("briscola", players=4)
FIVE = Rules.preset("chiamata", players=5)


def names(table: Table) -> Names:
    return Names(table, NAMES, ENGLISH)


def lines(table: Table) -> list[str]:
    return public(table).caption.splitlines()


def sheet_text(table: Table) -> str:
    return sheet_note(table, names(table), ENGLISH).text


def acts(table: Table) -> list[object]:
    found = [parse_token(button.token) for button in buttons(public(table).rows)]
    return [one.act if isinstance(one, Do) else one for one in found]


def labels(table: Table) -> list[list[str]]:
    return [[button.label for button in row] for row in public(table).rows]


def chiamata(*moves: str, rules: Rules = FIVE, hands: Mapping[int, str] | None = None) -> Table:
    """A table of five with these hands, by seat, after these moves."""
    return at(rules, told(stacked(rules, dict(hands or {})), *moves))


# -- the lobby ------------------------------------------------------------------------------------


def test_a_lobby_of_pairs_lets_people_choose_seat_and_side() -> None:
    table = said(lobby("brisca", 4), (BRUNO, "sit 2"))
    assert lines(table)[:7] == [
        "Anna opens a table of Brisca",
        lines(table)[1],
        "1. A · Anna, host",
        "2. B · free",
        "3. A · Bruno",
        "4. B · free",
        "There is room: sit down, or let the host add computers.",
    ]
    assert labels(table) == [
        ["Seat 2 · B", "Seat 4 · B"],
        ["Computer: normal", "Fill all: normal"],
        ["Computers…", "Game and rules"],
        ["Leave"],
    ]
    fill = [SeatComputer(1, Level.NORMAL), FillSeats(Level.NORMAL)]
    assert acts(table) == [Sit(1), Sit(3), *fill, Ask(TABLE, "levels"), Ask(TABLE, "games"), Leave()]
    scene = public(table).scene
    assert scene is not None
    assert [seat.side for seat in scene.seats] == ["A", "B", "A", "B"]
    assert [seat.note for seat in scene.seats] == ["host", "2 · free", "", "4 · free"]


def test_whoever_sits_may_move_to_a_free_seat_of_the_other_side() -> None:
    table = said(lobby("briscola", 6), (BRUNO, "sit 1"), (BRUNO, "sit 2"))
    assert [line[:12] for line in lines(table)[2:5]] == ["1. A · Anna,", "2. B · free", "3. A · Bruno"]


def test_where_everyone_plays_alone_one_chooses_after_whom_to_play() -> None:
    assert labels(lobby("chiamata", 5))[0] == ["Seat 2", "Seat 3", "Seat 4", "Seat 5"]
    assert labels(lobby("briscola", 4, sides="alone"))[0] == ["Seat 2", "Seat 3", "Seat 4"]
    assert lines(lobby("briscola", 3))[2:5] == ["1. Anna, host", "2. free", "3. free"]


def test_a_lobby_with_one_free_seat_needs_no_filling() -> None:
    table = lobby("briscola", 3, "seat 1 normal")
    assert FillSeats(Level.NORMAL) not in acts(table)
    assert labels(table)[1:] == [["Computer: normal", "Computers…"], ["Game and rules", "Leave"]]
    full = lobby("briscola", 4, "fill normal")
    assert acts(full)[:2] == [Start(), Ask(TABLE, "levels")]
    assert [line[3:] for line in lines(full)[2:6]] == [
        "A · Anna, host",
        "B · Computer 2 (normal)",
        "A · Computer 3 (normal)",
        "B · Computer 4 (normal)",
    ]


# -- pairs and trios ------------------------------------------------------------------------------


def test_whose_side_is_whose_is_told_beside_the_cards() -> None:
    assert "Sides: A Anna + Carla, B Bruno + Dora" in lines(begun("briscola", 4))
    assert "Sides: A Anna + Carla + Elio, B Bruno + Dora + Franca" in lines(begun("briscola", 6))
    assert not [line for line in lines(begun("briscola", 3)) if line.startswith("Sides")]
    assert "Everybody holds 3 cards." in lines(begun("briscola", 3))


def test_a_partners_hand_is_shown_once_the_stock_is_empty_and_to_the_partner_alone() -> None:
    deal = Deal.begin(PAIRS, PAIRS.cards, 0)
    while deal.stock_count:
        seat = deal.turn or 0
        deal = deal.play(seat, deal.legal_moves(seat)[0])
    table = at(PAIRS, deal)
    line = "Your partner Carla holds: " + ", ".join(_name(card) for card in deal.hands[2]) + "."
    assert line in held(table, 0).caption.splitlines()
    assert line in held(table, 0).brief.splitlines()
    scene = held(table, 0).scene
    assert scene is not None
    assert scene.others == (("Carla", tuple(card.code for card in deal.hands[2])),)
    assert "partner" not in held(at(PAIRS, Deal.begin(PAIRS, PAIRS.cards, 0)), 0).caption
    assert all(_name(card) not in held(table, 1).caption for card in deal.hands[2])


def _name(card: Card) -> str:
    ranks = {"A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven"}
    ranks |= {"J": "knave", "Q": "knight", "K": "king"}
    suits = {"d": "coins", "c": "cups", "s": "swords", "b": "clubs"}
    return f"{ranks[card.code[0]]} of {suits[card.code[1]]}"


def test_several_win_and_one_wins() -> None:
    table = played_out("briscola", 4)
    assert public(table).title in {
        f"{side} win, {score}"
        for side in ("Anna + Carla", "Bruno + Dora")
        for score in [public(table).title.split(", ")[1]]
    }
    assert " wins, " in public(played_out("briscola", 3)).title


def played_out(game: str, players: int, picks: int = 0, **options: object) -> Table:
    table = begun(game, players, **options)
    while table.turn is not None and table.deal is not None:
        seat = table.turn
        move = table.deal.legal_moves(seat)[picks]
        table = said(table, (KEYS[seat], f"{table.step} {move}"))
    return table


def test_a_worked_count_names_what_made_the_points() -> None:
    table = played_out("briscola", 2)
    (first, second) = [line for line in lines(table) if " = " in line]
    assert first.startswith("Anna: ")
    assert second.startswith("Bruno: ")
    assert "aces = " in first + second


# -- the seven and the two ------------------------------------------------------------------------


def exchanging(**options: object) -> Table:
    rules = Rules.preset("briscola", players=2, exchange="seven_and_two", exchange_window="free", **options)
    return at(rules, stacked(rules, {0: "7d 4c 5c", 1: "2d 6c 7c"}, turned="Ad", stock="4s 5s"))


def test_an_exchange_is_a_button_of_whoever_may_make_it_and_of_all() -> None:
    table = exchanging()
    assert [button.label for button in held(table, 0).rows[1]] == ["Exchange 7 for Ace coins"]
    assert [button.label for button in public(table).positions] == ["1", "2", "3", "Exchange 7 for Ace coins"]
    assert len(held(table, 1).rows) == 2, "cards, and what else there is"
    lead = at(
        Rules.preset("briscola", players=2, exchange="seven"),
        stacked(Rules.preset("briscola", players=2, exchange="seven"), {0: "7d 4c 5c"}, turned="Ad"),
    )
    assert len(public(lead).positions) == 3, "no trick is won yet"


def test_an_exchange_is_told_to_all_and_what_was_taken_is_known_until_it_is_played() -> None:
    table = exchanging()
    assert table.deal is not None
    after = told(table.deal, "exchange 7d")
    shown = lines(at(after.rules, after))
    assert "Anna exchanged the seven of coins for the ace of coins." in shown
    assert "Everyone knows that Anna holds: ace of coins." in shown
    assert "Trump: coins (seven of coins turned up), 34 cards in the stock" in shown
    assert [b.label for b in public(at(after.rules, after)).positions][3:] == ["Exchange 2 for 7 coins"]
    both = told(after, "play 4c", "exchange 2d", "play 6c")
    assert "Bruno exchanged the two of coins for the seven of coins." in lines(at(both.rules, both))
    assert "exchange" not in held(at(both.rules, both), 0).rows[0][0].token
    late = told(both, "play 7c", "play Ad", "play 5c", "play 4s")
    assert not [line for line in lines(at(late.rules, late)) if "exchanged" in line]
    assert "Everyone knows that Bruno holds: seven of coins." in lines(at(late.rules, late))
    assert not [line for line in lines(at(late.rules, late)) if "that Anna holds" in line]


# -- signs ----------------------------------------------------------------------------------------


def second_trick(signs: str) -> Table:
    rules = Rules.preset("briscola", players=4, signs=signs)
    deal = Deal.begin(rules, rules.cards, 0)
    for _ in range(4):
        seat = deal.turn or 0
        deal = deal.play(seat, deal.legal_moves(seat)[0])
    return at(rules, deal)


def with_sign(table: Table, seat: int, word: SignWord) -> Table:
    assert table.deal is not None
    return at(table.rules, table.deal.play(seat, Sign(word)))


def test_signs_are_made_from_a_note_with_what_each_looks_like() -> None:
    table = second_trick("table")
    note = signs_note(table, 3, ENGLISH)
    assert "King: eyes up (the king of trump)" in note.text.splitlines()
    assert [str(act) for act in moves_on(buttons(note.rows))] == [f"d1t2 sign {word}" for word in SignWord]
    assert Ask(TABLE, "signs") in [parse_token(b.token) for b in buttons(held(table, 3).rows)]
    assert Ask(TABLE, "signs") in [parse_token(b.token) for b in public(table).positions]
    again = signs_note(with_sign(table, 3, SignWord.KING), 3, ENGLISH)
    assert (again.text, again.rows) == ("You have already made a sign in this trick.", ())


@pytest.mark.parametrize(
    ("table", "seat", "why"),
    [
        (second_trick("table"), None, "You do not sit at this table."),
        (begun("briscola", 4), 0, "No signs are made at this table."),
        (begun("briscola", 4, signs="table"), 0, "Signs are made from the second trick on."),
        (lobby("briscola", 4, signs="table"), 0, "Signs are made while cards are played."),
    ],
)
def test_where_no_sign_can_be_made_the_note_says_why(table: Table, seat: int | None, why: str) -> None:
    note = signs_note(table, seat, ENGLISH)
    assert note.text == why
    assert note.rows == ()


def test_a_sign_for_the_table_is_told_to_all_and_one_for_partners_to_them_alone() -> None:
    king = "Signs: Dora eyes up (the king of trump)"
    open_sign = with_sign(second_trick("table"), 3, SignWord.KING)
    assert king in lines(open_sign)
    secret = second_trick("partner")
    made = with_sign(secret, 3, SignWord.KING)
    assert public(made) == public(secret)
    told_to = [seat for seat in range(4) if king in held(made, seat).caption.splitlines()]
    assert told_to == [1, 3]
    assert king in held(made, 1).brief.splitlines(), "there may be nothing but an alert to read it in"
    assert king not in held(made, 0).brief
    assert "Only your partners see it." in signs_note(secret, 1, ENGLISH).text


def test_a_sign_of_the_last_trick_goes_once_the_next_is_led() -> None:
    made = with_sign(second_trick("table"), 3, SignWord.KING)
    assert made.deal is not None
    deal = made.deal
    for card in range(5):
        assert ("Signs: Dora eyes up (the king of trump)" in lines(at(deal.rules, deal))) == (card < 5)
        deal = deal.play(deal.turn or 0, deal.legal_moves(deal.turn or 0)[0])
    assert not [line for line in lines(at(deal.rules, deal)) if line.startswith("Signs")]


# -- open hands, no trump, manilha ----------------------------------------------------------------


def test_open_hands_and_the_top_of_the_stock_are_told_in_words_and_drawn() -> None:
    rules = Rules.preset("aperta", players=2)
    table = at(rules, stacked(rules, {0: "7d 4c 5c", 1: "2d 6c 7c"}, turned="Ad", stock="4s 5s"))
    shown = lines(table)
    assert "Anna holds: seven of coins, four of cups, five of cups." in shown
    assert "Bruno holds: two of coins, six of cups, seven of cups." in shown
    assert "On top of the stock: four of swords" in shown
    scene = public(table).scene
    assert scene is not None
    assert scene.stock_top == "4s"
    assert [seat.open_hand for seat in scene.seats] == [("7d", "4c", "5c"), ("2d", "6c", "7c")]
    assert not [line for line in shown if "3 cards" in line], "they can be counted"
    assert "Anna holds" not in held(table, 0).caption, "who holds them sees them above"


def test_a_game_without_trump_says_so() -> None:
    rules = Rules.preset("briscolone", players=2)
    table = at(rules, Deal.begin(rules, rules.cards, 0))
    assert "There is no trump, 30 cards in the stock" in lines(table)
    scene, hand = public(table).scene, held(table, 0).scene
    assert scene is not None
    assert hand is not None
    assert (scene.trump, scene.trump_word, hand.trump_word) == (None, "No trump", "No trump")
    assert "Trump" not in held(table, 0).brief
    ended = played_out("briscolone", 2)
    assert ended.deal is not None
    late = replace(ended.deal.table_view(), is_over=False)
    assert known_lines(late, names(ended), ENGLISH) == [""]


def test_in_the_manilha_ranking_figures_are_named_and_drawn_by_their_worth() -> None:
    rules = Rules.preset("bisca", players=2)
    table = at(rules, stacked(rules, {0: "Jd Qc 7s"}, turned="Jb"))
    hand = hand_screen(table, 0, NAMES, ENGLISH, deck="neapolitan")
    assert hand is not None
    assert "You hold: 1: knight of coins, 2: knave of cups, 3: seven of swords." in hand.caption
    assert [(b.label, b.card, b.token[-2:]) for b in hand.rows[0]] == [
        ("Knight coins", "Qd", "Jd"),
        ("Knave cups", "Jc", "Qc"),
        ("7 swords", "7s", "7s"),
    ]
    assert hand.scene is not None
    assert hand.scene.cards == ("Qd", "Jc", "7s")
    assert hand.scene.trump_card == "Qb"
    assert any("sevens = " in line for line in lines(played_out("bisca", 2)))


def test_on_french_cards_the_jack_is_a_jack_and_counts_more_than_the_queen() -> None:
    rules = Rules.preset("bisca", players=2)
    hand = held(at(rules, stacked(rules, {0: "Jd Qc 7s"}, turned="Jb")), 0)
    assert "You hold: 1: jack of diamonds, 2: queen of hearts, 3: seven of spades." in hand.caption
    assert [(b.label, b.symbol, b.card, b.token[-2:]) for b in hand.rows[0]] == [
        ("Jack diamonds", "♦️", "Jd", "Jd"),
        ("Queen hearts", "♥️", "Qc", "Qc"),
        ("7 spades", "♠️", "7s", "7s"),
    ]
    assert hand.scene is not None
    assert hand.scene.cards == ("Jd", "Qc", "7s")
    counts = "\n".join(lines(played_out("bisca", 2)))
    assert all(int(points) == 3 * int(n) for n, points in re.findall(r"(\d) jacks? = (\d+)", counts))
    assert all(int(points) == 2 * int(n) for n, points in re.findall(r"(\d) queens? = (\d+)", counts))
    assert sum(int(n) for n in re.findall(r"(\d) (?:jack|queen)s? = ", counts)) == 8


# -- the auction ----------------------------------------------------------------------------------


def test_an_auction_offers_what_can_still_be_bid() -> None:
    table = chiamata("bid 3", "pass", "bid J")
    assert public(table).title == "Dora to bid"
    assert lines(table)[1:] == [
        "The bid to beat is the knave, by Carla.",
        "Bids: Anna three, Bruno pass, Carla knave",
    ]
    assert labels(table) == [["7", "6", "5", "4", "2"], ["Pass"], ["My hand", "More"]]
    assert [str(act) for act in moves_on(buttons(public(table).rows))][-1] == "d1b1 pass"
    assert held(table, 3).title == "Your turn: bid or pass."
    assert str(moves_on(buttons(held(table, 3).rows))[0]) == "d1b1 bid 7"
    assert held(table, 0).title == "Dora is to bid."
    assert moves_on(buttons(held(table, 0).rows)) == [], "who may bid again has no card to play next"
    assert len(moves_on(buttons(held(table, 1).rows))) == 8, "who has passed has"
    scene = public(table).scene
    assert scene is not None
    assert [seat.role for seat in scene.seats] == ["three", "pass", "knave", "", ""]
    assert scene.facts == ("To beat: knave", "(Carla)")
    assert [seat.dealer for seat in scene.seats] == [False, False, False, False, True]
    assert public(table).positions == ()


def test_an_auction_begins_with_nobody_having_bid() -> None:
    table = chiamata()
    assert lines(table) == ["Anna to bid", "Nobody has bid yet."]
    assert labels(table)[:3] == [["Ace", "3", "King", "Knight", "Knave"], ["7", "6", "5", "4", "2"], ["Pass"]]
    scene = public(table).scene
    assert scene is not None
    assert scene.facts == ("No bid yet",)


def test_after_the_two_points_are_bid_by_the_next_the_multipliers_and_a_typed_number() -> None:
    table = chiamata("bid 2", "bid 75", "pass", "pass")
    assert "The bid to beat is the two with 75 points, by Bruno." in lines(table)
    assert labels(table)[:2] == [["76", "81 ×3", "91 ×4", "101 ×5", "120"], ["Another number…", "Pass"]]
    assert points_note(table, ENGLISH).text == (
        "How many points do you bid? Any number from 76 to 120.\nWrite it like this: /bid 80"
    )
    assert labels(chiamata("bid 2", "bid 118"))[0] == ["119", "120", "Pass"]
    assert "/bid 120" in points_note(chiamata("bid 2", "bid 118"), ENGLISH).text
    for other in (chiamata("bid 3"), begun("briscola", 4), lobby("chiamata", 5)):
        assert points_note(other, ENGLISH).text == "Points are bid in the auction, once the two has been bid."


def test_the_declarer_calls_one_of_four_cards() -> None:
    table = chiamata("bid J", "pass", "pass", "pass", "pass")
    assert lines(table)[:2] == [
        "Anna calls a card",
        "Anna has won the auction with the knave and needs 61 points.",
    ]
    assert labels(table)[0] == ["Knave coins", "Knave cups", "Knave swords", "Knave clubs"]
    assert [button.card for button in held(table, 0).rows[0]] == ["Jd", "Jc", "Js", "Jb"]
    assert held(table, 0).title == "Your turn: call a card."
    assert held(table, 1).title == "Anna is to call a card."
    scene = public(table).scene
    assert scene is not None
    assert scene.facts == ("Knave", "61 points needed")
    assert scene.seats[0].role == "declarer"


def test_a_computers_auction_offers_nothing_to_press() -> None:
    table = lobby("chiamata", 5, "sit 4", "fill normal", "start")
    assert table.turn == 0
    assert labels(table) == [["My hand", "More"]]


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ((), "Anna, it is your turn to bid."),
        (("bid J", "pass", "pass", "pass", "pass"), "Anna, it is your turn to call a card."),
        (("bid J", "pass", "pass", "pass", "pass", "call Js"), "Anna, it is your turn."),
    ],
)
def test_a_ping_says_for_what_one_is_called(moves: tuple[str, ...], text: str) -> None:
    table = chiamata(*moves)
    ping = ping_screen(table, ANNA, names(table), ENGLISH)
    assert ping is not None
    assert ping.text == text


CALLED = ("bid J", "pass", "pass", "pass", "pass", "call Js")
HANDS = {0: "Ad 3d Kd Qd Jd 7d 6d 5d", 1: "Js As 3s Ks Qs 7s 6s 5s"}


def test_who_holds_the_called_card_is_told_so_and_nobody_else() -> None:
    table = chiamata(*CALLED, hands=HANDS)
    assert "Anna calls the knave of swords and needs 61 points." in lines(table)
    assert "Trump: swords" in lines(table)
    assert not [line for line in lines(table) if "partner" in line.lower()]
    roles = [held(table, seat).caption.splitlines()[2] for seat in range(5)]
    assert roles == [
        "You are the declarer; your partner is still secret.",
        "You are the partner: you hold the called card.",
        *["You play against Anna."] * 3,
    ]
    assert roles[1] in held(table, 1).brief
    scene = public(table).scene
    assert scene is not None
    assert (scene.called, scene.trump, [seat.role for seat in scene.seats]) == (
        "Js",
        "s",
        ["declarer", "", "", "", ""],
    )


def test_the_partner_is_told_to_all_once_the_card_lies_there() -> None:
    table = chiamata(*CALLED, "play Ad", "play Js", hands=HANDS)
    assert "The partner is Bruno." in lines(table)
    assert "You are the partner of Anna." in held(table, 1).caption
    assert "You are the declarer; Bruno is your partner." in held(table, 0).caption
    scene = public(table).scene
    assert scene is not None
    assert [seat.role for seat in scene.seats] == ["declarer", "partner", "", "", ""]
    assert [seat.side for seat in scene.seats] == ["A", "A", "B", "B", "B"]


def test_no_side_has_a_letter_before_all_know_the_partner() -> None:
    for moves in ((), ("bid 2",), CALLED[:-1], CALLED, (*CALLED, "play Ad")):
        scene = public(chiamata(*moves, hands=HANDS)).scene
        assert scene is not None
        assert [seat.side for seat in scene.seats] == [None] * 5
    scene = public(counted(chiamata(*CALLED, hands=HANDS))).scene
    assert scene is not None
    assert [seat.side for seat in scene.seats] == ["A", "A", "B", "B", "B"]
    assert [pile.side for pile in scene.piles] == ["A", "B"]


def test_points_that_are_always_shown_are_told_once_cards_are_played() -> None:
    always = Rules.preset("chiamata", players=5, show_points="always")
    bidding = chiamata("bid 2", rules=always, hands=HANDS)
    assert not [line for line in lines(bidding) if line.startswith("Points")]
    playing = chiamata(*CALLED, rules=always, hands=HANDS)
    assert "Points: Anna 0, Bruno 0, Carla 0, Dora 0, Elio 0" in lines(playing)
    scene = public(bidding).scene
    assert scene is not None
    assert {seat.note for seat in scene.seats} == {""}


def test_what_a_hand_tells_its_person_alone_is_marked() -> None:
    assert held(chiamata("bid 2", hands=HANDS), 1).secrets == ()
    called = chiamata(*CALLED, hands=HANDS)
    assert held(called, 1).secrets == ("You are the partner: you hold the called card.",)
    table = second_trick("partner")
    made = with_sign(table, 3, SignWord.KING)
    assert held(made, 1).secrets == ("Signs: Dora eyes up (the king of trump)",)
    assert held(made, 0).secrets == ()
    assert held(with_sign(second_trick("table"), 3, SignWord.KING), 1).secrets == ()


def test_a_declarer_alone_knows_it_first_and_all_know_it_later() -> None:
    secret = chiamata(*CALLED[:5], "call Jd", hands=HANDS)
    assert "You are the declarer, and alone against four." in held(secret, 0).caption
    assert "alone" not in public(secret).caption
    known = chiamata(*CALLED[:5], "call Jd", "play Jd", hands=HANDS)
    assert "Anna plays alone against four." in lines(known)
    scene = public(known).scene
    assert scene is not None
    assert scene.seats[0].role == "alone"


def test_a_target_that_was_bid_stands_on_the_declarers_badge() -> None:
    scene = public(chiamata("bid 2", "bid 75", "pass", "pass", "pass", "pass")).scene
    assert scene is not None
    assert scene.seats[1].role == "declarer, 75"


def test_a_blind_first_trick_is_told_and_lies_there_while_the_card_is_called() -> None:
    rules = Rules.preset("chiamata", players=5, blind_first_trick="on")
    bid = chiamata("bid J", "pass", "pass", "pass", "pass", rules=rules, hands=HANDS)
    assert "The first trick is played before the trump is called." in lines(bid)
    assert len(public(bid).positions) == 8
    assert bid.deal is not None
    deal = told(bid.deal, "play Ad", "play Js")
    while not deal.is_calling:
        deal = deal.play(deal.turn or 0, deal.legal_moves(deal.turn or 0)[0])
    calling = at(rules, deal)
    assert lines(calling)[0] == "Anna calls a card"
    assert "The first trick is played before" not in public(calling).caption
    assert "On the table: Anna the ace of coins, Bruno the knave of swords" in public(calling).caption
    shown = lines(at(rules, told(deal, "call Js")))
    assert "The partner is Bruno." in shown


# -- what a deal of chiamata came to --------------------------------------------------------------


def counted(table: Table) -> Table:
    """The table when the deal on it is played out, each seat playing its first card, and its result counted."""
    assert table.deal is not None
    match = Match.begin(table.rules, 4).deal_cards(table.rules.cards)
    match = replace(match, deal=table.deal)
    while match.deal is not None and match.deal.turn is not None:
        seat = match.deal.turn
        match = match.play(seat, match.deal.legal_moves(seat)[0])
    return replace(table, phase=Playing(match), dealt_to=(table.keys,))


def test_a_contract_is_counted_with_what_it_brought_to_each() -> None:
    table = counted(chiamata("bid 2", "bid 75", "pass", "pass", "pass", "pass", "call 2s", hands=HANDS))
    assert table.deal is not None
    deal, points = table.deal, table.deal.points
    word = "made" if points[0] >= 75 else "failed"
    assert public(table).title.endswith(f": contract {word} with {points[0]} points, 75 needed")
    (partner,) = [seat for seat in deal.sides[0] if seat != 1]
    each = ", ".join(f"{NAMES[KEYS[seat]]} {signed(score)}" for seat, score in enumerate(deal.score))
    shown = lines(table)
    assert f"Bruno + {NAMES[KEYS[partner]]} took {points[0]} points, 75 needed. {each}" in sheet_text(table)
    assert f"{' + '.join(NAMES[KEYS[seat]] for seat in deal.sides[0])}: {points[0]} points, 75 needed (" in (
        public(table).caption
    )
    assert f"Bruno was declarer, {NAMES[KEYS[partner]]} the partner." in shown
    assert "The target of 75 makes it count 2 times." in shown
    assert f"This deal: {each}" in shown
    scene = public(table).scene
    assert scene is not None
    assert scene.score == "75 points needed"
    rest = deal.score[deal.sides[1][0]]
    assert [pile.score for pile in scene.piles] == [
        f"{signed(deal.score[1])} {signed(deal.score[partner])}",
        signed(rest),
    ]
    assert scene.sheet is not None
    assert scene.sheet.columns == tuple(NAMES[key] for key in KEYS[:5])
    assert scene.sheet.rows == (("1", *map(signed, deal.score)),)
    assert [signed(score) for score in (4, 0, -2)] == ["+4", "0", "\u22122"]


def test_alone_against_four_counts_four() -> None:
    table = counted(chiamata(*CALLED[:5], "call Jd", hands=HANDS))
    assert "Anna played alone against four." in lines(table)
    assert any(
        sign in public(table).caption for sign in ("Anna +4", "Anna \u22124", "Anna +8", "Anna \u22128")
    )


def test_five_passes_are_dealt_anew_and_count_nothing() -> None:
    table = said(begun("chiamata", 5), *((key, "d1b1 pass") for key in KEYS[:5]))
    assert public(table).title == "All have passed: the cards are dealt anew"
    assert labels(table) == [["Next deal", "More"]]
    assert "Deal 1: all passed" in sheet_note(table, names(table), ENGLISH).text
    scene = public(table).scene
    assert scene is not None
    assert scene.piles == ()
    assert scene.sheet is not None
    assert scene.sheet.rows == (("1", "–", "–", "–", "–", "–"),)


def test_all_the_points_count_double_and_the_result_says_why() -> None:
    hands = {0: "As 3s Ks Qs Js 7s 6s 5s"}
    table = counted(chiamata("bid 4", "pass", "pass", "pass", "pass", "call 4s", hands=hands))
    assert table.deal is not None
    assert table.deal.is_cappotto == ("All 120 points to one side: it counts double." in lines(table))


# -- matches of several deals ---------------------------------------------------------------------


def scored(table: Table, score: tuple[int, ...]) -> Table:
    """The table at the end of its match with this score."""
    assert isinstance(table.phase, Playing)
    match = replace(table.phase.match, score=score)
    top = [side for side, one in enumerate(score) if one == max(score)]
    match = replace(match, results=match.results * 5)
    return replace(table, phase=Over(Ending.PLAYED, match, top[0] if len(top) == 1 else None))


def test_equal_totals_share_the_win() -> None:
    table = counted(chiamata(*CALLED, hands=HANDS))
    table = replace(table, rules=replace(FIVE, match=ToDeals(5)))
    assert isinstance(table.phase, Playing)
    match = replace(table.phase.match, rules=table.rules)
    table = replace(table, phase=Playing(match))
    assert public(scored(table, (3, 3, -2, -2, -2))).title == "Anna, Bruno share the win, +3"
    assert public(scored(table, (8, -2, -2, -2, -2))).title == "Anna wins the match, +8"


def test_a_tie_that_is_played_again_counts_for_nobody() -> None:
    rules = Rules.preset("briscola", players=2, tie="replay")
    table = at(rules, Deal.begin(rules, deck_won_by(None), 0))
    assert isinstance(table.phase, Playing)
    match = table.phase.match
    while match.deal is not None and match.deal.turn is not None:
        match = match.play(match.deal.turn, match.deal.legal_moves(match.deal.turn)[0])
    table = replace(table, phase=Playing(match))
    assert public(table).title == "A tie, 60–60: it counts for nobody and is dealt again"
    assert "Deal 1: Anna 60, Bruno 60 (did not count)" in sheet_note(table, names(table), ENGLISH).text


def three_wins() -> Table:
    return after_deals("briscola", 4, match={"wins": 2})


def after_deals(game: str, players: int, **options: object) -> Table:
    """A match to its end, everybody playing their first card."""
    table = begun(game, players, **options)
    while isinstance(table.phase, Playing):
        if table.phase.match.needs_deal:
            table = said(table, (ANNA, f"deal {table.phase.match.deal_number + 1}"))
        assert table.turn is not None
        assert table.deal is not None
        move = table.deal.legal_moves(table.turn)[0]
        table = said(table, (KEYS[table.turn], f"{table.step} {move}"))
    return table


def test_a_match_of_several_deals_ends_with_its_score_and_its_deals() -> None:
    table = three_wins()
    assert table.match is not None
    high, low = max(table.match.score), min(table.match.score)
    assert public(table).title.endswith(f" win the match, {high}–{low}")
    shown = lines(table)
    assert shown[1] == "Match: " + ", ".join(
        f"{side} {score}"
        for side, score in zip(("Anna + Carla", "Bruno + Dora"), table.match.score, strict=True)
    )
    assert " win the deal, " in shown[2]
    earlier = [line for line in shown if line.startswith("Deal ")]
    assert len(earlier) == len(table.match.results) - 1
    sheet = sheet_note(table, names(table), ENGLISH).text.splitlines()
    assert [line.split(":")[0] for line in sheet[1:]] == [
        f"Deal {one.number}" for one in reversed(table.match.results)
    ]


def test_three_who_play_to_points_see_what_each_has_at_their_seats() -> None:
    table = begun("briscola", 3, match={"points": 200})
    while isinstance(table.phase, Playing) and not table.phase.match.results:
        assert table.turn is not None
        assert table.deal is not None
        move = table.deal.legal_moves(table.turn)[0]
        table = said(table, (KEYS[table.turn], f"{table.step} {move}"))
    table = said(table, (ANNA, "deal 2"))
    scene = public(table).scene
    assert scene is not None
    assert table.match is not None
    assert [seat.note for seat in scene.seats] == [f"{points} points" for points in table.match.score]
    assert scene.score == ""
    assert lines(table)[1].startswith("Match: Anna ")


@pytest.mark.parametrize(
    ("match", "title"),
    [
        ({"wins": 1}, "{name} wins, {points} points"),
        ({"wins": 2}, "{name} wins the match, 2 deals won"),
        ({"points": 200}, "{name} wins the match, {score} points"),
    ],
)
def test_of_more_than_two_sides_the_winner_stands_with_what_it_has(match: object, title: str) -> None:
    table = after_deals("briscola", 3, match=match)
    assert isinstance(table.phase, Over)
    assert table.match is not None
    assert table.deal is not None
    winner = table.phase.winner
    assert winner is not None
    told = {"points": table.deal.points[winner], "score": table.match.score[winner]}
    assert public(table).title == title.format(name=NAMES[KEYS[winner]], **told)


def test_the_winner_of_one_of_several_deals_stands_with_its_points() -> None:
    table = played_out("briscola", 3, match={"points": 200})
    assert table.deal is not None
    winner = table.deal.winner
    assert winner is not None
    assert public(table).title == f"{NAMES[KEYS[winner]]} wins the deal, {table.deal.points[winner]} points"


def test_a_draw_of_more_than_two_sides_names_them_all() -> None:
    table = played_out("briscola", 3, match={"points": 200})
    drawn = scored(table, (210, 210, 180))
    assert public(drawn).title == "A draw, Anna 210, Bruno 210, Carla 180"


def test_a_sheet_without_deals_says_so() -> None:
    table = begun("chiamata", 5)
    assert sheet_note(table, names(table), ENGLISH).text == "No deal is finished yet: the sheet is empty."


# -- leaving and being away -----------------------------------------------------------------------


def test_whoever_leaves_is_named_and_so_is_the_computer_in_that_seat() -> None:
    table = said(begun("briscola", 4), (CARLA, "leave"))
    assert "Carla has left: Computer 3 plays on in that seat." in lines(table)
    unknown = public(table, {ANNA: "Anna"}).caption
    assert "Player 3 has left: Computer 3 plays on in that seat." in unknown


def test_all_who_have_left_stand_in_one_line() -> None:
    table = said(begun("briscola", 4), (CARLA, "leave"), (BRUNO, "leave"))
    told = [line for line in lines(table) if "left" in line]
    assert told == ["Carla and Bruno have left: computers play on in their seats."]


def test_nobodys_name_changes_when_somebody_goes() -> None:
    called = dict.fromkeys(NAMES, "Ada")
    table = said(begun("briscola", 4), (BRUNO, "leave"))
    assert Names(table, called, ENGLISH).all == ("Ada", "Computer 2", "Ada (3)", "Ada (4)")
    after = said(table, (ANNA, "leave"))
    assert Names(after, called, ENGLISH).all == ("Computer 1", "Computer 2", "Ada (3)", "Ada (4)")
    assert "Ada (2) and Ada have left" in public(after, called).caption


def test_a_number_beside_a_name_that_ends_in_one_stands_apart() -> None:
    table = said(begun("briscola", 3), (BRUNO, "leave"))
    assert table.deal is not None
    table = at(table.rules, table.deal.play(0, table.deal.legal_moves(0)[0]))
    table = replace(table, seats=(table.seats[0], Computer(Level.NORMAL), table.seats[2]))
    assert "Cards in hand: Anna: 2, Computer 2: 3, Carla: 3" in lines(table)


def test_nobody_takes_a_computers_name() -> None:
    called = {**NAMES, BRUNO: "Computer 3"}
    table = begun("briscola", 4)
    assert Names(table, called, ENGLISH).all == ("Anna", "Computer 3 (2)", "Carla", "Dora")
    left = said(table, (CARLA, "leave"))
    assert Names(left, called, ENGLISH).all == ("Anna", "Computer 3 (2)", "Computer 3", "Dora")


def missing(table: Table, *missed: int) -> Table:
    """The table, so many turns of each seat having been left to the clock."""
    seats = tuple(Person(key, turns) for key, turns in zip(KEYS, missed, strict=False))
    return replace(table, seats=seats)


def test_all_whose_time_was_up_stand_in_one_line_and_so_do_all_who_are_away() -> None:
    late = lines(missing(begun("briscola", 4), 1, 0, 2, 1))
    assert [line for line in late if "Time" in line] == [
        "Time was up: the computer played for Anna, Carla and Dora."
    ]
    away = lines(missing(begun("briscola", 4), 3, 3, 1, 0))
    assert away[1:3] == [
        "The computer plays for Anna and Bruno, who are away.",
        "Time was up: the computer played for Carla.",
    ]


@pytest.mark.parametrize(
    ("players", "told"),
    [(2, ""), (3, "a computer plays on in your seat."), (4, "a computer plays on for your side.")],
)
def test_the_question_what_to_stop_says_what_becomes_of_the_others(players: int, told: str) -> None:
    table = begun("briscola", players)
    seated = stop_note(table, ENGLISH, seated=True, alone=False).text.splitlines()
    assert seated[1:] == ([f"If you give up, {told}"] if told else [])
    assert len(stop_note(table, ENGLISH, seated=False, alone=True).text.splitlines()) == 1


@pytest.mark.parametrize(
    ("players", "words_"),
    [(2, "It counts as lost."), (3, "a computer plays on in your seat."), (4, "plays on for your side.")],
)
def test_giving_up_says_what_becomes_of_the_others(players: int, words_: str) -> None:
    assert sure_note(begun("briscola", players), ENGLISH, ending=False).text.endswith(words_)


def test_the_host_may_let_a_computer_have_the_seat_of_whoever_is_away() -> None:
    table = begun("briscola", 3)
    away = table.with_seat(1, Person(BRUNO, missed=3))
    menu = menu_note(away, ENGLISH, seated=True, host=True, names=names(away))
    (button,) = [one for one in buttons(menu.rows) if one.label == "Computer for Bruno"]
    said(away, (ANNA, "seat 1 normal"))
    assert parse_token(button.token) == Do(TABLE, SeatComputer(1, Level.NORMAL))
    others = [
        menu_note(away, ENGLISH, seated=True, host=False, names=names(away)),
        menu_note(table, ENGLISH, seated=True, host=True, names=names(table)),
        menu_note(begun("briscola", 2), ENGLISH, seated=True, host=True, names=names(table)),
    ]
    assert not [one for note in others for one in buttons(note.rows) if one.label.startswith("Computer for")]


# -- the end and the proof ------------------------------------------------------------------------


def test_whoever_changes_the_rules_opens_the_next_table() -> None:
    table = played_out("briscola", 3)
    assert labels(table) == [["Play again", "Change the rules", "More"]]
    anew = said(table, (BRUNO, "anew"))
    assert labels(anew) == [["More"]]
    assert "Bruno opens the next table." in lines(anew)


def test_the_proof_of_several_deals_names_the_file_that_proves_all() -> None:
    text = fair_note(three_wins(), ENGLISH).text
    assert f"briscola-bot verify briscola-{TABLE}.json" in text
    assert "--removed" not in text
    assert fair_note(played_out("briscola", 3), ENGLISH).copy.endswith("--removed 2c")
    assert fair_note(played_out("briscola", 6), ENGLISH).copy.endswith("--removed 2d,2c,2s,2b")
    left = said(begun("briscola", 3), (CARLA, "leave"), (ANNA, "end"))
    assert "--players pAnna,pBruno,pCarla " in fair_note(left, ENGLISH).copy, "to whom it was dealt"


def test_long_names_are_shorter_where_more_sit() -> None:
    six, two = Names(begun("briscola", 6), LONG, ENGLISH), Names(begun("briscola", 2), LONG, ENGLISH)
    assert six.all[1] == "W" * 15 + "…"
    assert two.all[1] == "W" * 23 + "…"
    assert all(len(name.encode("utf-16-le")) // 2 <= 27 for name in six.all)
