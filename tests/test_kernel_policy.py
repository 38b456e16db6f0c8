"""The kernel's way of playing on: weights that are learned, and last tricks of two without error."""

from random import Random

import pytest

from bot.computer import kernel
from bot.computer.engine import fitting, is_compiled, new_kernel, new_solver
from bot.computer.kernel import PLAN, ROWS, STAGES, Kernel
from bot.computer.knowing import STAGE_AT
from bot.computer.plans import CLASSES, KINDS, NUMBERS, expanded, tuned_plan

compiled_only = pytest.mark.skipif(not is_compiled(), reason="the kernel is not compiled here")
FORMS = pytest.mark.parametrize("module", [kernel, fitting("kernel")], ids=["interpreted", "as-installed"])


def kernel_of(module: object, players: int, trump: int = 3) -> Kernel:
    one: Kernel = module.Kernel(players, trump)  # type: ignore[attr-defined]  # either form of the kernel
    one.stages(STAGE_AT[players])
    for seat in range(players):
        one.sides(seat, 1 << seat, 1 << seat)
    one.weigh_win(0)
    return one


@FORMS
def test_the_last_three_tricks_of_two_go_as_well_as_they_can(module: object) -> None:
    for seed in range(60):
        trump = 3 if seed % 3 else 4
        deck = Random(seed).sample(range(40), 8)
        mine, theirs, led = deck[:4], deck[4:7], deck[7]
        one = kernel_of(module, 2, trump)
        one.hold(0, mine, 4)
        one.hold(1, theirs, 3)
        one.unknown([], [], 0)
        one.table(1, [led], [0, 0])
        one.search(0, 1, 1, fresh=True)
        for place, card in enumerate(mine):
            rest = [other for other in mine if other != card]
            assert one.total(place) == after(trump, led, card, rest, theirs)


def after(trump: int, led: int, card: int, mine: list[int], theirs: list[int]) -> int:
    """What who played this card to the one led comes out ahead, if both go on without error."""
    worths = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
    points = worths[led % 10] + worths[card % 10]
    taken = card > led if card // 10 == led // 10 else card // 10 == trump
    solver = new_solver(trump, [], 1 << 10, 10**6)
    answer = solver.solve(mine, theirs, -1) if taken else solver.solve(theirs, mine, -1)
    assert answer is not None
    return points + answer[1] if taken else -points - answer[1]


def led_by(plan: list[int], hand: list[int], *, played: tuple[int, ...] = ()) -> int:
    """The card that a seat of two leads from this hand by a plan."""
    one = new_kernel(2, 3)
    one.stages(STAGE_AT[2])
    one.plan_for(0, expanded(plan))
    one.hold(0, hand, len(hand))
    unseen = [card for card in range(40) if card not in {*hand, *played}]
    one.unknown(unseen, [-1] * (len(unseen) - 3), len(unseen) - 3)
    one.hold(1, [], 3)
    one.table(0, [], [0, 0])
    return hand[one.choice(0)]


def plan_with(row: int, card: int, weight: int) -> list[int]:
    """Weights that are nothing but for this class of card in one row, in every stage."""
    plan = [0] * (STAGES * NUMBERS)
    for stage in range(STAGES):
        plan[stage * NUMBERS + row * CLASSES + card % 10 + (10 if card >= 30 else 0)] = weight
    return plan


def test_a_card_is_weighed_by_what_may_still_beat_it() -> None:
    six, ace = 4, 9
    by_carichi = plan_with(2, six, 100)
    assert led_by(by_carichi, [11, six]) == six
    assert led_by(by_carichi, [11, six], played=(8, 9)) == 11
    assert led_by(plan_with(1, six, 100), [11, six], played=(8, 9)) == six
    assert led_by(plan_with(0, six, 100), [11, six], played=(5, 6, 7, 8, 9)) == six
    assert led_by(plan_with(0, ace, 100), [11, ace]) == ace


def test_a_card_in_the_own_hand_beats_nothing() -> None:
    assert led_by(plan_with(0, 8, 100), [11, 8]) == 11
    assert led_by(plan_with(0, 8, 100), [11, 8, 9]) == 8


def test_a_card_is_weighed_by_how_many_trumps_are_about() -> None:
    assert led_by(plan_with(3, 9, 100), [11, 9]) == 11
    assert led_by(plan_with(6, 9, 100), [11, 9]) == 9
    assert led_by(plan_with(3, 9, 100), [11, 9], played=tuple(range(30, 40))) == 9
    assert led_by(plan_with(4, 9, 100), [11, 9], played=tuple(range(30, 38))) == 9
    assert led_by(plan_with(10, 9, 100), [11, 30, 31, 9]) == 9


@pytest.mark.parametrize("kind", KINDS)
def test_each_game_has_weights_of_its_own(kind: str) -> None:
    assert len(tuned_plan(kind)) == STAGES * PLAN == STAGES * ROWS * 40
    assert any(tuned_plan(kind))


def learned(module: object, players: int, deals: int) -> list[float]:
    one = kernel_of(module, players)
    one.plan_for(0, expanded([0] * (STAGES * NUMBERS)))
    one.learn(deals, 7, 8 if players == 5 else 3, range(39 if players == 3 else 40), 0.01)
    return one.learned(0)


@compiled_only
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_forms_learn_the_same_to_the_last_bit(players: int) -> None:
    assert learned(kernel, players, 2) == learned(fitting("kernel"), players, 2)


def test_what_was_learned_wins_against_nothing_learned() -> None:
    one, nothing = kernel_of(fitting("kernel"), 2), [0] * (STAGES * NUMBERS)
    weights = learned(fitting("kernel"), 2, 2000 if is_compiled() else 20)
    one.plan_for(0, expanded(nothing))
    one.plan_for(1, expanded([round(weight) for weight in weights]))
    deals = 1000 if is_compiled() else 20
    assert one.contest(deals, 3, 3, range(40), 0b10)[0] / deals > 10
