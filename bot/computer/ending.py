"""Two players with nothing hidden any more: what to play, without error."""

from bot.computer.engine import new_solver
from bot.computer.knowing import Codes, stock_of
from bot.computer.outlook import whereabouts
from bot.game.cards import Card
from bot.game.views import SeatView

__all__ = ["certain_card"]

SLOTS = 1 << 15
BUDGET = 20_000
"""So many positions may be looked at; beyond them the search decides, compiled or not."""
MOST_TRICKS = 8
"""With more tricks left than this the budget would be spent in vain."""


def certain_card(view: SeatView) -> Card | None:
    """The card that is best whatever the other does; None as long as anything is hidden, or there is too much of it."""
    table = view.table
    if table.players != 2 or len(view.hand) + table.stock_count // 2 > MOST_TRICKS:
        return None
    known, unseen = whereabouts(view)
    codes = Codes(table.rules.ranking, table.trump)
    stock = stock_of(codes, table)
    in_stock = stock.count(-1)
    if in_stock > 1 or (in_stock == 1 and len(unseen) > 1):
        return None
    other = 1 - view.seat
    missing = codes.codes(unseen)
    theirs = codes.codes(known[other]) + ([] if in_stock else missing)
    stock = [missing[0] if card < 0 else card for card in stock]
    by_code = {codes.code(card): card for card in view.hand}
    led = codes.code(table.trick.cards[0]) if table.trick and table.trick.cards else -1
    solver = new_solver(codes.trump_code, stock, SLOTS, BUDGET)
    answer = solver.solve(sorted(by_code), sorted(theirs), led)
    return by_code[answer[0]] if answer else None
