"""What holds in every game, whatever the house rules, cards and moves."""

import json
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from deals_for_tests import HOUSES, any_picks, any_rules, cards_in, name_of, seeds, shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import Card, Deal, Exchange, IllegalMove, Move, Play, Rules, RulesError, Sign, parse_move
from bot.game.options import CHOICES
from bot.game.record import replay_game, replay_lines

DATA = Path(__file__).parent / "data"

FILES = [(2, 200), (3, 100), (4, 200), (5, 150), (6, 100)]


@pytest.mark.parametrize(("players", "games"), FILES)
def test_games_of_other_engines_come_out_as_they_say(players: int, games: int) -> None:
    lines = (DATA / f"games{players}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == games
    for line, reply in zip(lines, replay_lines(lines), strict=True):
        expected, answer = json.loads(line)["expect"], json.loads(reply)
        tricks = answer.pop("tricks")
        answer |= {key + "s": [trick[key] for trick in tricks] for key in ("winner", "leader")}
        assert {key: answer[key] for key in expected} == expected


def played(deal: Deal, picks: list[int]) -> Iterator[tuple[Deal, int, Move]]:
    """Every moment of a deal with some legal move: now and then one of a seat that is not on turn."""
    for pick in picks:
        if deal.turn is None:
            return
        seat = deal.turn if pick % 4 else pick // 4 % deal.rules.players
        moves = deal.legal_moves(seat) or deal.legal_moves(deal.turn)
        seat = seat if deal.legal_moves(seat) else deal.turn
        move = moves[pick % len(moves)]
        yield deal, seat, move
        deal = deal.play(seat, move)


long_picks = st.lists(st.integers(0, 9999), min_size=200, max_size=200)


def everything(deal: Deal) -> list[Card]:
    """All cards, wherever they are."""
    where = [card for hand in deal.hands for card in hand]
    where += [card for trick in deal.tricks for card in trick.cards]
    where += deal.trick.cards if deal.trick else ()
    return [*where, *deal.stock.cards]


option_choices = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(choices) for name, choices in CHOICES.items()}
    | {"hand": st.integers(1, 9)},
)


@st.composite
def valid_rules(draw: st.DrawFn) -> Rules:
    """A game with as many of some random options as go together."""
    base = draw(any_rules)
    made = base
    options: dict[str, object] = {}
    for name, value in draw(option_choices).items():
        try:
            made = Rules.preset(base.game, players=base.players, **options, **{name: value})
        except RulesError:
            continue
        options[name] = value
    return made


@settings(deadline=None, max_examples=60)
@given(valid_rules(), long_picks, seeds)
def test_no_card_is_lost_and_all_points_are_shared_out(rules: Rules, picks: list[int], seed: int) -> None:
    deal = Deal.begin(rules, shuffled(seed, rules), seed % rules.players)
    for before, seat, move in played(deal, picks):
        assert sorted(map(str, everything(before))) == sorted(map(str, rules.cards))
        shown = repr(before)
        deal = before.play(seat, move)
        assert repr(before) == shown
        assert before != deal
        assert sum(deal.points) == sum(trick.points for trick in deal.tricks)
        assert deal.is_over == (deal.turn is None)
    assert deal.is_over
    assert sum(deal.points) == (0 if deal.passed_out else 120)
    assert deal.points == deal.table_view().points
    assert deal.sides == deal.table_view().sides
    assert not any(deal.hands) or deal.passed_out


@settings(deadline=None, max_examples=60)
@given(valid_rules(), long_picks, seeds)
def test_a_played_deal_is_told_and_replayed(rules: Rules, picks: list[int], seed: int) -> None:
    deck = shuffled(seed, rules)
    moves = list[str]()
    deal = Deal.begin(rules, deck, 0)
    for before, seat, move in played(deal, picks):
        named = isinstance(move, Sign) and seat != before.turn
        moves.append(f"{move} {seat}" if named else str(move))
        assert parse_move(str(move)) == move
        deal = before.play(seat, move)
    game = {"rules": rules.to_json(), "deck": list(map(str, deck)), "leader": 0, "moves": moves}
    answer = replay_game(json.loads(json.dumps(game)))
    assert "error" not in answer
    assert answer["winner"] == deal.winner
    if not deal.passed_out:
        assert answer["points"] == list(deal.points)


@settings(deadline=None, max_examples=40)
@given(any_rules, long_picks, seeds)
def test_every_move_can_be_told_again_from_one_that_comes_too_late(
    rules: Rules, picks: list[int], seed: int
) -> None:
    made: list[tuple[int, str, Move]] = []
    deal = Deal.begin(rules, shuffled(seed, rules), 0)
    for before, seat, move in played(deal, picks):
        step, deal = before.step_for(seat, move), before.play(seat, move)
        if isinstance(move, Exchange | Sign):
            assert deal.step(seat) == before.step(seat)
            assert move in deal.asides(seat, step)
            assert move not in before.asides(seat, step)
        else:
            assert before.step(seat) == step != deal.step(seat)
            assert before.done(seat, step) is None
        made.append((seat, step, move))
    for seat, step, move in made:
        assert move == deal.done(seat, step) or move in deal.asides(seat, step)


@settings(deadline=None, max_examples=15)
@given(any_rules, long_picks, seeds)
def test_legal_moves_are_those_that_are_not_refused(rules: Rules, picks: list[int], seed: int) -> None:
    deal = Deal.begin(rules, shuffled(seed, rules), 0)
    for now, _, _ in played(deal, picks[:30]):
        turn = now.turn or 0
        for seat in (turn, (turn + 1) % rules.players):
            legal = now.legal_moves(seat)
            assert now.seat_view(seat).legal_moves == legal
            assert len(set(legal)) == len(legal)
            for move in (*map(Play, rules.cards), *map(Exchange, rules.cards), parse_move("pass")):
                if move in legal:
                    continue
                with pytest.raises(IllegalMove):
                    now.play(seat, move)


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=4)
@given(picks=any_picks, seed=seeds)
def test_no_repr_shows_a_card_that_was_not_shown_to_all(rules: Rules, picks: list[int], seed: int) -> None:
    for deal, _, _ in played(Deal.begin(rules, shuffled(seed, rules), 0), picks):
        public = set(cards_in(deal.table_view()))
        hidden = [card for card in rules.cards if card not in public]
        views = [deal.seat_view(seat) for seat in range(rules.players)]
        shown = repr(deal) + repr(deal.hands) + "".join(map(repr, views))
        assert not [card for card in hidden if f"'{card}'" in shown]


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_no_deal_can_be_changed(rules: Rules) -> None:
    deal = Deal.begin(rules, shuffled(1, rules), 0)
    with pytest.raises(FrozenInstanceError):
        deal.tricks = ()  # type: ignore[misc]  # that it is refused is the point
    assert hash(deal) == hash(Deal.begin(rules, shuffled(1, rules), 0))
