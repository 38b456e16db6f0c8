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

    over: cython.ulonglong[40]
    worth: cython.int[40]
    promise: cython.int[40]
    stock: cython.ulonglong[40]
    later: cython.ulonglong[41]
    size: cython.int
    one: cython.ulonglong
    full: cython.ulonglong
    spread: cython.ulonglong
    mix: cython.ulonglong
    blend: cython.ulonglong
    index: cython.int[64]
    memory: cython.ulonglong[::1]
    slots: cython.ulonglong
    nodes: cython.longlong
    budget: cython.longlong
    choice: cython.int

    def __init__(
        self, trump: cython.int, stock: list[int], slots: cython.int, budget: cython.longlong
    ) -> None:
        """`stock` in the order drawn; so many slots (a power of two) to remember positions, so many to look at."""
        if not cython.compiled:
            self.over, self.worth, self.promise, self.index = [0] * 40, [0] * 40, [0] * 40, [0] * 64
            self.stock, self.later = [0] * 40, [0] * 41
        self.one, self.full, self.spread = 1, 0xFFFFFFFFFFFFFFFF, 0x03F79D71B4CB0A89
        self.mix, self.blend = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
        for place in range(64):
            self.index[((self.one << place) * self.spread & self.full) >> 58] = place
        for card in range(40):
            self.worth[card] = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)[card % 10]
            self.promise[card] = -8 * self.worth[card] - card % 10 - (20 if card // 10 == trump else 0)
            self.over[card] = 0
            for other in range(40):
                same = card // 10 == other // 10
                if other > card if same else other // 10 == trump:
                    self.over[card] |= self.one << other
        self.size = len(stock)
        self.later[self.size] = 0
        for place in range(self.size - 1, -1, -1):
            self.stock[place] = self.one << stock[place]
            self.later[place] = self.later[place + 1] | self.stock[place]
        self.memory = array("Q", bytes(16 * slots))
        self.slots, self.nodes, self.budget, self.choice = slots - 1, 0, budget, -1

    def solve(self, mine: list[int], theirs: list[int], led: cython.int) -> tuple[int, int] | None:
        """The card to play for who is on turn, `led` lying there or −1, and the points it is ahead in the end.

        None if more positions would have to be looked at than the budget allows.
        """
        hand: cython.ulonglong = 0
        other: cython.ulonglong = 0
        rest: cython.int = 0
        for card in mine:
            hand |= self.one << card
            rest += self.worth[card]
        for card in theirs:
            other |= self.one << card
            rest += self.worth[card]
        for place in range(self.size):
            rest += self.worth[self._card(self.stock[place])]
        if led >= 0:
            rest += self.worth[led]
        self.nodes, self.choice = 0, mine[0]
        ahead: cython.int
        with cython.nogil:
            ahead = self._narrow(hand, other, rest, led)
        return None if self.nodes > self.budget else (self.choice, ahead)

    def looked_at(self) -> int:
        """How many positions the last answer took."""
        return self.nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _narrow(
        self, hand: cython.ulonglong, other: cython.ulonglong, rest: cython.int, led: cython.int
    ) -> cython.int:
        """Ask whether it is at least so much, until that is certain; what one is ahead is odd or even as `rest` is."""
        low: cython.int = -rest
        high: cython.int = rest
        found: cython.int = rest & 1
        asked: cython.int
        while low < high and self.nodes <= self.budget:
            asked = found + 2 if found == low else found
            if led < 0:
                found = self._lead(hand, other, 0, rest, asked - 1, asked, True)
            else:
                found = self._follow(hand, other, 0, rest, led, asked - 1, asked, True)
            if found < asked:
                high = found
            else:
                low = found
        return low

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _card(self, bit: cython.ulonglong) -> cython.int:
        """The number of the card whose bit this is, by a product in which every bit leaves another mark."""
        return self.index[((bit * self.spread) & self.full) >> 58]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _order(
        self,
        hand: cython.ulonglong,
        live: cython.ulonglong,
        led: cython.int,
        first: cython.int,
        into: cython.p_int,
    ) -> cython.int:
        """The cards worth trying, the most promising first; of cards that are as good as each other only one.

        They are, if they count the same and none that is still in play is between them.
        """
        count: cython.int = 0
        card: cython.int
        before: cython.int = -1
        place: cython.int
        value: cython.int
        bit: cython.ulonglong
        passed: cython.ulonglong = 0
        alike: cython.bint
        values: cython.int[20]
        if not cython.compiled:
            values = [0] * 20
        while hand:
            bit = hand & (0 - hand)
            hand ^= bit
            card = self._card(bit)
            alike = before >= 0 and self.worth[before] == self.worth[card] and before // 10 == card // 10
            alike = alike and not live & (bit - 1) & ~passed
            before = card
            passed = bit | (bit - 1)
            if alike:
                continue
            value = self.promise[card]
            if led >= 0 and self.over[led] & bit:
                value = 8 * self.worth[led] - card % 10
                if card // 10 == led // 10:
                    value += 8 * self.worth[card]
                else:
                    value -= 30 + 2 * self.worth[card]
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
        return count

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _key(self, mine: cython.ulonglong, theirs: cython.ulonglong) -> cython.ulonglong:
        """What a position is remembered by: who leads has the first of these hands."""
        key: cython.ulonglong = (mine * self.mix + theirs * self.blend) & self.full
        return key ^ (key >> 29)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.ulonglong:
        return 2 * (((key * self.mix & self.full) >> 36) & self.slots)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _known(self, mine: cython.ulonglong, theirs: cython.ulonglong, least: cython.bint) -> cython.int:
        """The least (or the most) that is remembered of a position; far off where nothing is."""
        key: cython.ulonglong = self._key(mine, theirs)
        slot: cython.ulonglong = self._slot(key)
        if self.memory[slot] != key:
            return -1000 if least else 1000
        return cython.cast(cython.int, (self.memory[slot + 1] >> (0 if least else 10)) & 1023) - 512

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
        key: cython.ulonglong
        slot: cython.ulonglong
        packed: cython.ulonglong
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
        order: cython.int[20]
        if not cython.compiled:
            order = [0] * 20
        if not root:
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
            if not mine & (mine - 1) and top >= self.size:
                return -rest if self.over[self._card(mine)] & theirs else rest
        self.nodes += 1
        if self.nodes > self.budget:
            return 0
        key = self._key(mine, theirs)
        slot = self._slot(key)
        if self.memory[slot] == key:
            packed = self.memory[slot + 1]
            low = cython.cast(cython.int, packed & 1023) - 512
            high = cython.cast(cython.int, (packed >> 10) & 1023) - 512
            first = cython.cast(cython.int, packed >> 20) - 1
            if not root:
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
                alpha = max(alpha, low)
                beta = min(beta, high)
        from_alpha = alpha
        count = self._order(mine, mine | theirs | self.later[top], -1, first, order)
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
            self.memory[slot] = key
            self.memory[slot + 1] = (
                cython.cast(cython.ulonglong, low + 512)
                | (cython.cast(cython.ulonglong, high + 512) << 10)
                | (cython.cast(cython.ulonglong, found + 1) << 20)
            )
            if root and best >= beta:
                self.choice = found
        return best

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
        first: cython.ulonglong = 0
        second: cython.ulonglong = 0
        after: cython.int = top
        order: cython.int[20]
        if not cython.compiled:
            order = [0] * 20
        count = self._order(mine, mine | theirs | (self.one << led) | self.later[top], led, -1, order)
        if top < self.size:
            first, second = self.stock[top], self.stock[top + 1]
            after = top + 2
        if not root:
            for place in range(count):
                card = order[place]
                points = self.worth[led] + self.worth[card]
                left = mine ^ (self.one << card)
                if (self.over[led] >> card) & 1:
                    value = points + self._known(left | first, theirs | second, True)
                else:
                    value = -points - self._known(theirs | first, left | second, False)
                if value >= beta:
                    return value
        for place in range(count):
            card = order[place]
            points = self.worth[led] + self.worth[card]
            left = mine ^ (self.one << card)
            if (self.over[led] >> card) & 1:
                value = points + self._lead(
                    left | first, theirs | second, after, rest - points, alpha - points, beta - points, False
                )
            else:
                value = -points - self._lead(
                    theirs | first,
                    left | second,
                    after,
                    rest - points,
                    -beta - points,
                    -alpha - points,
                    False,
                )
            if value > best:
                best = value
                if root and value >= beta:
                    self.choice = card
                if value > alpha:
                    alpha = value
                    if alpha >= beta:
                        break
        return best
