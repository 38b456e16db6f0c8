"""One deal, from the cards dealt to the points."""

from itertools import pairwise

import pytest
from deals_for_tests import (
    TWO,
    cards_in,
    choices,
    deck_won_by,
    decks,
    moments,
    played_out,
    shuffled,
    steps,
)
from hypothesis import given, settings

from bot.game import (
    DECK,
    Card,
    Deal,
    FaceDown,
    IllegalMove,
    OpenTrick,
    Play,
    Refusal,
    Rules,
    Suit,
    Trick,
    cards,
)
from bot.game.cards import points_of

DECK_OF_THE_EVENING = cards(
    "Ad 3c 4s 5s 2d 7c Js "  # hands: seat 0 Ad 4s 2d, seat 1 3c 5s 7c; trump: the knave of swords
    "3d Ac Kd Kc Ks Qd Qc Qs Qb Jd Jc Jb As 3s 3b Ab 7d 7s 7b 6d 6c 6s 6b 5d 5c Kb 5b 4d 4c 4b 2c 2s 2b"
)


def evening(leader: int = 0) -> Deal:
    return Deal.begin(TWO, DECK_OF_THE_EVENING, leader)


def play(deal: Deal, codes: str) -> Deal:
    for card in cards(codes):
        assert deal.turn is not None
        deal = deal.play(deal.turn, Play(card))
    return deal


def test_cards_are_dealt_one_at_a_time_from_the_leader_on() -> None:
    assert evening(leader=0).hands == (cards("Ad 4s 2d"), cards("3c 5s 7c"))
    assert evening(leader=1).hands == (cards("3c 5s 7c"), cards("Ad 4s 2d"))


def test_the_next_card_is_turned_and_its_suit_is_trump() -> None:
    deal = evening()
    assert (deal.trump_card, deal.trump, deal.trump_card_in_stock) == (Card.parse("Js"), Suit.SWORDS, True)
    assert deal.stock_count == 34


def test_the_leader_leads() -> None:
    assert [evening(leader).turn for leader in (0, 1)] == [0, 1]
    assert evening(1).trick == OpenTrick(leader=1)


def test_any_card_may_be_played_at_any_time() -> None:
    deal = play(evening(), "Ad")
    assert deal.legal_moves(1) == tuple(map(Play, cards("3c 5s 7c")))
    assert deal.legal_moves(0) == ()


def test_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    deal = play(evening(), "Ad 3c")
    assert deal.tricks == (Trick(leader=0, cards=cards("Ad 3c"), winner=0, points=21),)
    assert deal.points == (21, 0)


@pytest.mark.parametrize(("trick", "winner", "points"), [("Ad 5s", 1, 11), ("4s 3c", 0, 10), ("4s 5s", 1, 0)])
def test_the_highest_trump_takes_the_trick(trick: str, winner: int, points: int) -> None:
    deal = evening()
    assert deal.trump is Suit.SWORDS
    assert play(deal, trick).tricks == (Trick(leader=0, cards=cards(trick), winner=winner, points=points),)


def test_the_winner_draws_first_and_leads() -> None:
    deal = play(evening(), "2d 3c")
    assert deal.tricks[0].winner == 0
    assert deal.hands == (cards("Ad 4s 3d"), cards("5s 7c Ac"))
    assert deal.trick == OpenTrick(leader=0)
    deal = play(evening(leader=1), "4s 3c")
    assert deal.tricks[0].winner == 1
    assert deal.hands == (cards("5s 7c Ac"), cards("Ad 2d 3d"))
    assert deal.turn == 1


@pytest.mark.parametrize("seed", range(20))
def test_the_turned_card_is_drawn_last_by_the_loser_of_that_trick(seed: int) -> None:
    for before, after in pairs(Deal.begin(TWO, shuffled(seed), 0)):
        if before.trump_card_in_stock and not after.trump_card_in_stock:
            loser = 1 - after.tricks[-1].winner
            assert len(after.tricks) == 17
            assert after.hands[loser][-1] is after.trump_card
            assert after.stock_count == 0
            return
    pytest.fail("the turned card was never drawn")


def pairs(deal: Deal) -> list[tuple[Deal, Deal]]:
    whole = moments(deal, (0,) * 40)
    return list(pairwise(whole))


def test_the_last_three_tricks_are_played_without_drawing() -> None:
    counts = [
        tuple(map(len, deal.hands))
        for deal in moments(evening(), (0,) * 40)
        if deal.trick == OpenTrick(deal.turn or 0)
    ]
    assert counts == [(3, 3)] * 18 + [(2, 2), (1, 1)]


def test_a_deal_has_twenty_tricks_and_then_nobody_is_on_turn() -> None:
    deal = played_out(evening())
    assert (len(deal.tricks), deal.is_over, deal.turn, deal.trick, deal.stock_count) == (
        20,
        True,
        None,
        None,
        0,
    )
    assert [deal.legal_moves(seat) for seat in (0, 1)] == [(), ()]


def test_sixty_one_wins_and_sixty_each_is_a_tie() -> None:
    for winner in (0, 1):
        deal = played_out(Deal.begin(TWO, deck_won_by(winner), 0))
        assert deal.winner == winner
        assert deal.points[winner] >= 61
    tied = played_out(Deal.begin(TWO, deck_won_by(None), 0))
    assert (tied.points, tied.is_over, tied.winner) == ((60, 60), True, None)


def test_nobody_has_won_before_the_last_card() -> None:
    *before, last = moments(Deal.begin(TWO, deck_won_by(1), 0), (0,) * 40)
    assert {deal.winner for deal in before} == {None}
    assert last.winner == 1


@settings(deadline=None, max_examples=30)
@given(decks, choices)
def test_no_card_is_ever_lost_or_there_twice(deck: list[Card], picks: list[int]) -> None:
    for deal in moments(Deal.begin(TWO, deck, 1), picks):
        where = [card for hand in deal.hands for card in hand]
        where += [card for trick in deal.tricks for card in trick.cards]
        where += deal.trick.cards if deal.trick else ()
        where += deal.stock.cards
        assert len(where) == 40
        assert set(where) == set(DECK)


@settings(deadline=None, max_examples=30)
@given(decks, choices)
def test_all_points_are_shared_out(deck: list[Card], picks: list[int]) -> None:
    deal = played_out(Deal.begin(TWO, deck, 0), picks)
    assert sum(deal.points) == 120
    for side, points in enumerate(deal.points):
        assert points == sum(points_of(trick.cards) for trick in deal.tricks if trick.winner == side)


def test_a_move_makes_a_new_deal_and_leaves_the_old_one() -> None:
    deal = evening()
    after = play(deal, "Ad")
    assert deal == evening()
    assert after != deal
    assert len({deal, evening(), after}) == 2


@pytest.mark.parametrize(
    ("seat", "card", "refusal"),
    [
        (1, "3c", Refusal.NOT_YOUR_TURN),
        (7, "3c", Refusal.NOT_YOUR_TURN),
        (0, "3c", Refusal.NOT_IN_HAND),
        (0, "Js", Refusal.NOT_IN_HAND),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(seat: int, card: str, refusal: Refusal) -> None:
    deal = evening()
    with pytest.raises(IllegalMove) as caught:
        deal.play(seat, Play(Card.parse(card)))
    assert caught.value.refusal is refusal
    assert deal == evening()


def test_no_card_is_played_twice() -> None:
    deal = play(evening(), "Ad 3c")
    with pytest.raises(IllegalMove, match="does not hold that card"):
        deal.play(0, Play(Card.parse("Ad")))


def test_nothing_is_played_when_the_deal_is_over() -> None:
    with pytest.raises(IllegalMove, match="the deal is over"):
        played_out(evening()).play(0, Play(Card.parse("Ad")))


def test_every_refusal_has_its_sentence() -> None:
    assert all(str(IllegalMove(refusal)) for refusal in Refusal)


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ((), "the deck has 40 cards, not 0"),
        (DECK[1:], "the deck has 40 cards, not 39"),
        ((*DECK, DECK[0]), "the deck has 40 cards, not 41"),
        ((*DECK[1:], DECK[1]), "the deck lacks Ad: each card is in it once"),
    ],
)
def test_only_the_whole_deck_is_dealt(deck: tuple[Card, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Deal.begin(TWO, deck, 0)


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_are_no_other_seats(seat: int) -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        Deal.begin(TWO, DECK, seat)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        evening().seat_view(seat)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        evening().legal_moves(seat)


def test_what_a_seat_played_to_a_trick_is_remembered() -> None:
    deal = play(evening(), "2d 3c Ad")
    assert [deal.card_played(seat, 0) for seat in (0, 1)] == list(cards("2d 3c"))
    assert [deal.card_played(seat, 1) for seat in (0, 1)] == [Card.parse("Ad"), None]
    assert [deal.card_played(0, index) for index in (-1, 2)] == [None, None]
    assert played_out(deal).card_played(0, 20) is None


def test_a_seat_that_has_played_plays_next_to_the_next_trick() -> None:
    deal = evening()
    assert (deal.trick_number, deal.next_trick(0), deal.next_trick(1)) == (1, 1, 1)
    deal = play(deal, "2d")
    assert (deal.trick_number, deal.next_trick(0), deal.next_trick(1)) == (1, 2, 1)
    deal = play(deal, "3c")
    assert (deal.trick_number, deal.next_trick(0), deal.next_trick(1)) == (2, 2, 2)
    over = played_out(deal)
    assert (over.trick_number, over.next_trick(0)) == (21, 21)


def test_a_larger_hand_leaves_a_smaller_stock() -> None:
    deal = Deal.begin(Rules(hand=19), DECK, 0)
    assert (deal.stock_count, len(deal.hands[0])) == (2, 19)
    assert len(played_out(deal).tricks) == 20
    assert sum(played_out(Deal.begin(Rules(hand=1), DECK, 0)).points) == 120


@pytest.mark.parametrize("players", [3, 4, 6])
def test_dealing_and_playing_go_round_from_the_leader(players: int) -> None:
    rules = Rules(players=players)
    deal = Deal.begin(rules, rules.cards, leader=1)
    order = [(1 + place) % players for place in range(players)]
    assert [deal.hands[seat][0] for seat in order] == list(rules.cards[:players])
    assert [seat for _, seat, _ in steps(deal, (0,) * players)] == order
    after = moments(deal, (0,) * players)[-1]
    winner = after.tricks[0].winner
    assert after.tricks[0].card_of(winner) is max(after.tricks[0].cards, key=lambda card: card.strength)
    drawn = [after.hands[(winner + place) % players][-1] for place in range(players)]
    assert drawn == list(rules.cards[3 * players + 1 : 4 * players + 1])


@pytest.mark.parametrize(("players", "tricks"), [(3, 13), (4, 10), (6, 6)])
def test_the_deal_knows_any_number_of_seats(players: int, tricks: int) -> None:
    rules = Rules(players=players)
    for seed in range(20):
        deal = Deal.begin(rules, shuffled(seed, rules), seed % players)
        for before, seat, move in steps(deal, [seed % 3] * 40):
            deal = before.play(seat, move)
            if before.trump_card_in_stock and not deal.trump_card_in_stock:
                last = (deal.tricks[-1].winner - 1) % players
                assert deal.hands[last][-1] is deal.trump_card
        assert (len(deal.tricks), sum(deal.points), len(deal.points)) == (tricks, 120, len(rules.side_seats))
        assert all(len({trick.card_of(seat) for seat in range(players)}) == players for trick in deal.tricks)


@settings(deadline=None, max_examples=30)
@given(decks, choices)
def test_nothing_of_a_deal_shows_a_hidden_card(deck: list[Card], picks: list[int]) -> None:
    for deal in moments(Deal.begin(TWO, deck, 0), picks):
        seen = set(cards_in((deal.tricks, deal.trick, deal.trump_card)))
        shown = (
            repr(deal)
            + repr(deal.hands)
            + repr(deal.hands[0])
            + repr(deal.stock.cards)
            + repr(deal.legal_moves(0))
        )
        assert not [card for card in DECK if card not in seen and f"'{card}'" in shown]
        assert type(deal.hands) is FaceDown
