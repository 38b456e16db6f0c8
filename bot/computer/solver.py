"""Two players with nothing hidden: the best that each can do, found without error; compiled like the kernel.

Alpha–beta over what the seat on turn comes out ahead of the other from here on, remembering positions in which
somebody is about to lead. A card is numbered as in `kernel.py`; hands are masks of forty bits.
"""

from array import array

import cython

__all__ = ["Solver"]


@cython.cclass
class Solver:
    """One deal between two whose cards, and the order of the stock, are known."""

    beats: cython.uchar[1600]
    worth: cython.int[40]
    stock: cython.int[40]
    size: cython.int
    one: cython.ulonglong
    marks: cython.ulonglong[80]
    keys: cython.ulonglong[::1]
    bounds: cython.longlong[::1]
    slots: cython.ulonglong
    nodes: cython.longlong
    budget: cython.longlong
    choice: cython.int

    def __init__(
        self, trump: cython.int, stock: list[int], slots: cython.int, budget: cython.longlong
    ) -> None:
        """`stock` in the order drawn; so many slots (a power of two) to remember positions, so many to look at."""
        if not cython.compiled:
            self.beats, self.worth, self.stock, self.marks = [0] * 1600, [0] * 40, [0] * 40, [0] * 80
        for card in range(40):
            self.worth[card] = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)[card % 10]
            for other in range(40):
                same = card // 10 == other // 10
                taken = card > other if same else card // 10 == trump
                self.beats[other * 40 + card] = 1 if taken else 0
        self.size = len(stock)
        for place, card in enumerate(stock):
            self.stock[place] = card
        mark = 0x9E3779B97F4A7C15
        for place in range(80):
            mark = (mark * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
            self.marks[place] = mark ^ (mark >> 29)
        self.keys = array("Q", bytes(8 * slots))
        self.bounds = array("q", bytes(8 * slots))
        self.slots, self.one, self.nodes, self.budget, self.choice = slots - 1, 1, 0, budget, -1

    def solve(self, mine: list[int], theirs: list[int], led: cython.int) -> tuple[int, int] | None:
        """The card to play for who is on turn, `led` lying there or −1, and the points it is ahead in the end.

        None if more positions would have to be looked at than the budget allows.
        """
        hand: cython.ulonglong = 0
        other: cython.ulonglong = 0
        rest: cython.int = 0
        ahead: cython.int
        for card in mine:
            hand |= self.one << card
            rest += self.worth[card]
        for card in theirs:
            other |= self.one << card
            rest += self.worth[card]
        for place in range(self.size):
            rest += self.worth[self.stock[place]]
        if led >= 0:
            rest += self.worth[led]
        self.nodes, self.choice = 0, -1
        with cython.nogil:
            if led < 0:
                ahead = self._lead(hand, other, 0, rest, -200, 200, True)
            else:
                ahead = self._follow(hand, other, 0, rest, led, -200, 200, True)
        return None if self.nodes > self.budget else (self.choice, ahead)

    def looked_at(self) -> int:
        """How many positions the last answer took."""
        return self.nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order(
        self,
        hand: cython.ulonglong,
        gone: cython.ulonglong,
        led: cython.int,
        first: cython.int,
        into: cython.p_int,
    ) -> cython.int:
        """The cards worth trying, the most promising first; of cards that are as good as each other only one."""
        count: cython.int = 0
        card: cython.int
        before: cython.int = -1
        place: cython.int
        value: cython.int
        values: cython.int[20]
        if not cython.compiled:
            values = [0] * 20
        for card in range(40):
            if card % 10 == 0:
                before = -1
            if (hand >> card) & 1:
                if before < 0 or self.worth[before] != self.worth[card] or before == first:
                    value = self._promise(led, card)
                    if card == first:
                        value = 10000
                    place = count
                    while place > 0 and values[place - 1] < value:
                        values[place] = values[place - 1]
                        into[place] = into[place - 1]
                        place -= 1
                    values[place] = value
                    into[place] = card
                    count += 1
                before = card
            elif not (gone >> card) & 1:
                before = -1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _promise(self, led: cython.int, card: cython.int) -> cython.int:
        if led < 0:
            return -4 * self.worth[card] - card % 10 - (25 if card >= 30 else 0)
        if self.beats[led * 40 + card]:
            return (
                8 * self.worth[led]
                + (-30 - 2 * self.worth[card] if card // 10 != led // 10 else 8 * self.worth[card])
                - card % 10
            )
        return -8 * self.worth[card] - card % 10 - (20 if card >= 30 else 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lead(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        top: cython.int,
        rest: cython.int,
        alpha: cython.int,
        beta: cython.int,
        root: cython.bint,
    ) -> cython.int:
        """What who leads comes out ahead from here on, with so many points left to take."""
        key: cython.ulonglong = 0
        card: cython.int
        count: cython.int
        place: cython.int
        value: cython.int
        best: cython.int = -1000
        found: cython.int = -1
        first: cython.int = -1
        low: cython.int = -rest
        high: cython.int = rest
        from_alpha: cython.int
        gone: cython.ulonglong
        slot: cython.ulonglong
        packed: cython.longlong
        order: cython.int[20]
        if not cython.compiled:
            order = [0] * 20
        if mine == 0 or (rest == 0 and not root):
            return 0
        self.nodes += 1
        if self.nodes > self.budget:
            return 0
        for card in range(40):
            if (mine >> card) & 1:
                key ^= self.marks[card]
            elif (theirs >> card) & 1:
                key ^= self.marks[40 + card]
        slot = (key ^ (key >> 32)) & self.slots
        if self.keys[slot] == key:
            packed = self.bounds[slot]
            low = cython.cast(cython.int, packed & 1023) - 512
            high = cython.cast(cython.int, (packed >> 10) & 1023) - 512
            first = cython.cast(cython.int, (packed >> 20) & 63) - 1
        if not root:
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            if low > alpha:
                alpha = low
            if high < beta:
                beta = high
        from_alpha = alpha
        gone = self._gone(mine | theirs, top)
        count = self._order(mine, gone, -1, first, order)
        for place in range(count):
            card = order[place]
            value = -self._follow(theirs, mine ^ (self.one << card), top, rest, card, -beta, -alpha, False)
            if value > best:
                best = value
                found = card
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        break
        if self.nodes <= self.budget:
            if best <= from_alpha:
                high = best
            elif best >= beta:
                low = best
            else:
                low = high = best
            self.keys[slot] = key
            self.bounds[slot] = (
                cython.cast(cython.longlong, low + 512)
                | (cython.cast(cython.longlong, high + 512) << 10)
                | (cython.cast(cython.longlong, found + 1) << 20)
            )
        if root:
            self.choice = found
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _gone(self, held: cython.ulonglong, top: cython.int) -> cython.ulonglong:
        """The cards that are out of play, as those between two others matter no more."""
        place: cython.int
        for place in range(top, self.size):
            held |= self.one << self.stock[place]
        return ~held

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _follow(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        top: cython.int,
        rest: cython.int,
        led: cython.int,
        alpha: cython.int,
        beta: cython.int,
        root: cython.bint,
    ) -> cython.int:
        """The same for who plays to a card that was led."""
        best: cython.int = -1000
        card: cython.int
        count: cython.int
        place: cython.int
        value: cython.int
        points: cython.int
        left: cython.ulonglong
        other: cython.ulonglong
        after: cython.int
        order: cython.int[20]
        if not cython.compiled:
            order = [0] * 20
        count = self._order(mine, self._gone(mine | theirs | (self.one << led), top), led, -1, order)
        for place in range(count):
            card = order[place]
            points = self.worth[led] + self.worth[card]
            left = mine ^ (self.one << card)
            other = theirs
            after = top
            if self.beats[led * 40 + card]:
                if top < self.size:
                    left |= self.one << self.stock[top]
                    other |= self.one << self.stock[top + 1]
                    after = top + 2
                value = points + self._lead(
                    left, other, after, rest - points, alpha - points, beta - points, False
                )
            else:
                if top < self.size:
                    other |= self.one << self.stock[top]
                    left |= self.one << self.stock[top + 1]
                    after = top + 2
                value = -points - self._lead(
                    other, left, after, rest - points, -beta - points, -alpha - points, False
                )
            if value > best:
                best = value
                if root:
                    self.choice = card
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        break
        return best
