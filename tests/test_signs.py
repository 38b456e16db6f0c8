"""Signs between partners, and looking at each other's cards at the end."""

import pytest
from deals_for_tests import played_out, refused, shuffled, told

from bot.game import Deal, PartnerHand, Refusal, Rules, Sign, Signed, SignWord


def four(**options: object) -> Deal:
    rules = Rules.from_json({"preset": "briscola", "players": 4, "signs": "table", **options})
    return Deal.begin(rules, shuffled(1, rules), 0)


def after_a_trick(deal: Deal) -> Deal:
    """The deal after everyone has played their first card."""
    for _ in range(deal.rules.players):
        assert deal.turn is not None
        deal = deal.play(deal.turn, deal.legal_moves(deal.turn)[0])
    return deal


def test_no_sign_is_made_in_the_first_trick() -> None:
    assert refused(four(), 0, "sign ace") is Refusal.SIGN_NOT_YET
    assert refused(four(), 2, "sign ace") is Refusal.SIGN_NOT_YET


@pytest.mark.parametrize("word", SignWord)
def test_from_the_second_trick_on_anyone_makes_a_sign_at_any_moment(word: SignWord) -> None:
    deal = after_a_trick(four())
    for seat in range(4):
        after = deal.play(seat, Sign(word))
        assert after.signs == (Signed(seat, 2, word),)
        assert (after.turn, after.step(seat), after.trick) == (deal.turn, deal.step(seat), deal.trick)


def test_a_sign_may_be_false() -> None:
    deal = after_a_trick(four())
    for seat in range(4):
        deal = deal.play(seat, Sign(SignWord.ACE))
    assert len(deal.signs) == 4


def test_one_sign_is_made_by_a_seat_in_a_trick() -> None:
    deal = told(after_a_trick(four()), "sign ace 3")
    assert refused(deal, 3, "sign three") is Refusal.SIGNED_ALREADY
    assert refused(deal, 3, "sign ace") is Refusal.SIGNED_ALREADY
    deal = told(after_a_trick(deal), "sign three 3")
    assert deal.signs == (Signed(3, 2, SignWord.ACE), Signed(3, 3, SignWord.THREE))


def test_a_sign_after_ones_own_card_belongs_to_the_trick_on_the_table() -> None:
    deal = after_a_trick(four())
    seat = deal.turn
    assert seat is not None
    deal = deal.play(seat, deal.legal_moves(seat)[0])
    sign = Sign(SignWord.CARICO)
    assert (deal.step(seat), deal.step_for(seat, sign)) == ("t3", "t2")
    deal = deal.play(seat, sign)
    assert (deal.asides(seat, "t2"), deal.asides(seat, "t3")) == ((sign,), ())


def test_where_there_are_no_signs_none_is_made() -> None:
    assert refused(after_a_trick(four(signs="off")), 0, "sign ace") is Refusal.NO_SIGNS
    assert refused(played_out(four()), 0, "sign ace") is Refusal.DEAL_OVER
    assert not any(isinstance(move, Sign) for move in after_a_trick(four(signs="off")).legal_moves(1))


def test_signs_are_among_the_legal_moves_also_off_turn() -> None:
    deal = after_a_trick(four())
    for seat in range(4):
        signs = [move for move in deal.legal_moves(seat) if isinstance(move, Sign)]
        assert signs == list(map(Sign, SignWord))
        after = deal.play(seat, Sign(SignWord.KING))
        assert not any(isinstance(move, Sign) for move in after.legal_moves(seat))


def test_a_seat_that_does_not_exist_makes_no_sign() -> None:
    with pytest.raises(ValueError, match="seats are 0 to 3"):
        after_a_trick(four()).play(4, Sign(SignWord.ACE))


def test_at_the_table_everyone_sees_a_sign() -> None:
    deal = told(after_a_trick(four()), "sign ace 3")
    assert deal.table_view().signs == deal.signs
    assert all(deal.seat_view(seat).signs == deal.signs for seat in range(4))


@pytest.mark.parametrize(("players", "seeing"), [(4, (1, 3)), (6, (1, 3, 5))])
def test_a_sign_for_partners_is_seen_by_nobody_else(players: int, seeing: tuple[int, ...]) -> None:
    rules = Rules.preset("briscola", players=players, signs="partner")
    deal = told(after_a_trick(Deal.begin(rules, shuffled(2, rules), 0)), "sign knave 3")
    assert deal.table_view().signs == ()
    for seat in range(players):
        assert deal.seat_view(seat).signs == (deal.signs if seat in seeing else ())
    assert "knave" not in repr(deal)
    assert "knave" not in repr(deal.seat_view(1))


@pytest.mark.parametrize(("players", "partners"), [(4, {0: (2,), 1: (3,)}), (6, {0: (2, 4), 5: (1, 3)})])
def test_partners_look_at_each_others_cards_once_the_stock_is_empty(
    players: int, partners: dict[int, tuple[int, ...]]
) -> None:
    rules = Rules.preset("briscola", players=players)
    deal = Deal.begin(rules, shuffled(1, rules), 0)
    while deal.stock_count:
        assert all(deal.seat_view(seat).partner_hands == () for seat in range(players))
        deal = after_a_trick(deal)
    for seat, others in partners.items():
        seen = deal.seat_view(seat).partner_hands
        assert seen == tuple(PartnerHand(other, deal.hands[other]) for other in others)
        assert repr(seen[0]) == f"PartnerHand(seat={others[0]}, hand=<3 face down>)"


@pytest.mark.parametrize("options", [{"partners_look": "off"}, {"sides": "alone", "signs": "off"}])
def test_nobody_looks_where_they_agreed_not_to_or_have_no_partner(options: dict[str, object]) -> None:
    deal = four(**options)
    while deal.turn is not None:
        assert deal.seat_view(0).partner_hands == ()
        deal = after_a_trick(deal)
