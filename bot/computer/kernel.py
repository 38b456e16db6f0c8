"""The search kernel: deals sampled and played out on plain numbers, compiled where there is a C compiler.

One source in Cython's pure-Python mode. `engine.py` picks the compiled form if it was made from exactly this text;
both forms make the same moves, for nothing here depends on the clock, on hashes or on the width of a number. A card
is 10 × suit + strength, a trump that does not exist is suit 4. It knows nothing of views, seats' names or options:
`hard.py` fills in what a seat knows, and reads what each of its cards is worth. It is one file, longer than others,
because C code calls C code quickly only within one module.
"""

import cython

__all__ = ["DEALT", "PLAN", "ROWS", "SEATS", "STAGES", "Kernel"]

SEATS = 6
DEALT = 20
"""Room for the cards of one hand."""
STAGES = 5
"""A deal's stages, each with weights of its own."""
ROWS = 51
"""Rows of weights of one stage, a weight for each card. For leading, three by what may beat the card: nothing that
counts, a figure, a carico. Eight for leading, taking the trick and leaving it each, by the trumps that are unseen and
whether one holds several. Then for none, one or more to play after, eight each: what a point there counts for taking;
taking, three by what may beat it; leaving it to an opponent, and what a point counts; the same for a partner."""
PLAN = 2040
"""Weights of one stage."""
_WORK = cython.declare(cython.int, 120)
_PAST = cython.declare(cython.int, 240)


@cython.cclass
class Kernel:
    """One deal as a seat knows it, and how it may go on."""

    players: cython.int
    trump: cython.int
    beats: cython.uchar[1600]
    worth: cython.int[40]
    bit: cython.ulonglong[40]
    figures: cython.ulonglong[40]
    carichi: cython.ulonglong[40]
    crowd: cython.short[1024]
    plan: cython.short[40800]
    plan_of: cython.int[6]
    stage_at: cython.int[24]

    # The sensible way to play: four slots of 240 numbers each, the first telling whether it is used.
    sense: cython.int[960]
    sense_of: cython.int[6]
    sense_at: cython.int[24]
    warm: cython.int[6]
    cold: cython.int[6]
    turned: cython.int

    # The sample: hands in rows of 20, copied to work in (from 120) and to look back in (from 240).
    cards: cython.uchar[280]
    counts: cython.int[6]
    known: cython.int[6]
    stock: cython.uchar[40]
    stock_size: cython.int
    start: cython.ulonglong
    allies: cython.int[6]
    believed: cython.int[6]
    called: cython.int
    called_out: cython.bint
    declarer: cython.int
    target: cython.int

    # The trick on the table, and what was won.
    leader: cython.int
    placed: cython.int
    best: cython.int
    best_seat: cython.int
    lying: cython.int
    won: cython.int[6]

    # Playing out.
    left: cython.int[6]
    points: cython.int[6]
    log: cython.int[40]
    logged: cython.int
    state: cython.ulonglong
    factor: cython.ulonglong
    mask: cython.ulonglong

    # What is unknown, and what was played by whom from what might have been held.
    unseen: cython.uchar[40]
    unseen_size: cython.int
    hidden_stock: cython.int
    barred: cython.int
    barred_seat: cython.int
    past: cython.int[400]
    past_free: cython.ulonglong[40]
    past_size: cython.int
    stray: cython.double
    doubt: cython.double
    values: cython.int[20]
    bidding: cython.double[240]
    bid_base: cython.double[6]
    bids: cython.bint
    leaning: cython.double[240]
    leans: cython.bint
    draft: cython.uchar[40]
    current: cython.uchar[40]
    likelihood: cython.double

    # What came out.
    me: cython.int
    prize: cython.int
    totals: cython.longlong[40]
    dropped: cython.int[40]
    winning: cython.int

    # Learning: a weight for each class of card, four plans; and of the cards in hand what they came to and depend on.
    weights: cython.double[20400]
    gains: cython.double[20]
    row: cython.int[60]

    def __init__(self, players: cython.int, trump: cython.int) -> None:
        if not cython.compiled:
            self.beats, self.worth, self.plan = [0] * 1600, [0] * 40, [0] * 40800
            self.bit, self.figures, self.carichi = [0] * 40, [0] * 40, [0] * 40
            self.crowd, self.past_free = [0] * 1024, [0] * 40
            self.weights, self.gains, self.row = [0.0] * 20400, [0.0] * 20, [0] * 60
            self.values = [0] * 20
            self.plan_of, self.stage_at = [0] * 6, [0] * 24
            self.sense, self.sense_of, self.sense_at = [0] * 960, [0] * 6, [0] * 24
            self.warm, self.cold = [0] * 6, [0] * 6
            self.cards, self.counts, self.known = [0] * 280, [0] * 6, [0] * 6
            self.stock, self.allies, self.believed = [0] * 40, [0] * 6, [0] * 6
            self.won, self.left, self.points, self.log = [0] * 6, [0] * 6, [0] * 6, [0] * 40
            self.unseen, self.past, self.totals = [0] * 40, [0] * 400, [0] * 40
            self.dropped = [0] * 40
            self.bidding, self.bid_base = [0.0] * 240, [0.0] * 6
            self.leaning = [1.0] * 240
            self.draft, self.current = [0] * 40, [0] * 40
        self.players, self.trump = players, trump
        self.factor, self.mask = 25214903917, 0xFFFFFFFFFFFF  # plain numbers of this size would be Python's
        self.called = self.declarer = self.barred = self.best = -1
        self.called_out = self.bids = self.leans = False
        self.stock_size = self.placed = self.leader = self.best_seat = self.lying = self.logged = 0
        self.turned = -1
        self.unseen_size = self.hidden_stock = self.past_size = self.me = self.winning = 0
        self.barred_seat, self.prize = 0, 120
        self.target, self.state, self.likelihood = 61, 1, 1.0
        self.stray, self.doubt = 0.1, 40.0
        self._rank()
        self._class()

    # -- filling in -------------------------------------------------------------------------------

    def seed(self, number: cython.ulonglong) -> None:
        """Where chance starts from."""
        self.state = number & self.mask

    def plays_by(self, seats: object, slot: cython.int) -> None:
        """Let these seats play by what stands in one of four slots; seats that nothing is said of play by the first."""
        for seat in seats:
            self.plan_of[seat] = slot * 10200
            self.sense_of[seat] = slot * 240

    def plan_for(self, slot: cython.int, numbers: object) -> None:
        """Let those who play by this slot play by these weights, five stages one after the other."""
        place: cython.int
        copied: cython.const[cython.short][::1]
        if cython.compiled:
            copied = numbers
            for place in range(10200):
                self.plan[slot * 10200 + place] = copied[place]
        else:
            self.plan[slot * 10200 : (slot + 1) * 10200] = numbers

    def sense_for(self, slot: cython.int, numbers: object) -> None:
        """Let those who play by this slot weigh each trick like a sensible person; what the numbers are says `senses`."""
        self.sense[slot * 240] = 1
        for place, number in enumerate(numbers):
            self.sense[slot * 240 + place + 1] = number

    def sense_stages(self, by_tricks_left: object) -> None:
        """The same for those who play sensibly: which of five rows of 40 it is when so many tricks are left."""
        for place, stage in enumerate(by_tricks_left):
            self.sense_at[place] = stage * 40 + 40

    def loyal(self, seat: cython.int, warm: cython.int, cold: cython.int) -> None:
        """What a point is worth to the seat, in 1024ths of its own, that a friend or one who is none gets."""
        self.warm[seat], self.cold[seat] = warm, cold

    def stages(self, by_tricks_left: object) -> None:
        """Which stage it is when so many tricks are left."""
        for place, stage in enumerate(by_tricks_left):
            self.stage_at[place] = stage * 2040

    def hold(self, seat: cython.int, cards: object, count: cython.int) -> None:
        """The seat holds these cards for sure, of so many."""
        for place, card in enumerate(cards):
            self.cards[seat * 20 + place] = card
        self.known[seat], self.counts[seat] = len(cards), count

    def sides(self, seat: cython.int, allies: cython.int, believed: cython.int) -> None:
        """Who plays with this seat, as a mask of seats with its own; and who it believes to."""
        self.allies[seat], self.believed[seat] = allies, believed

    def five(self, declarer: cython.int, called: cython.int, target: cython.int, out: cython.bint) -> None:
        """The contract, and whether the called card has been played."""
        self.declarer, self.called, self.target, self.called_out = declarer, called, target, out

    def table(self, leader: cython.int, lying: object, won: object) -> None:
        """The trick on the table, and what each seat has won."""
        self.leader, self.placed, self.best, self.best_seat, self.lying = leader, len(lying), -1, leader, 0
        for place, card in enumerate(lying):
            self.lying += self.worth[card]
            if place == 0 or self.beats[self.best * 40 + card]:
                self.best, self.best_seat = card, (leader + place) % self.players
        for seat, points in enumerate(won):
            self.won[seat] = points

    def unknown(self, cards: object, stock: object, hidden_stock: cython.int) -> None:
        """The cards that may be anywhere, how many of them lie in the stock, and the whole stock, −1 where hidden."""
        for place, card in enumerate(cards):
            self.unseen[place] = self.draft[place] = card
        self.unseen_size, self.hidden_stock = len(cards), hidden_stock
        self.stock_size = len(stock)
        self.turned = stock[len(stock) - 1] if stock else -1
        for place, card in enumerate(stock):
            self.stock[place] = 255 if card < 0 else card

    def weigh_win(self, prize: cython.int) -> None:
        """How many points a win is worth besides those that one is ahead; twice as many as it is over a draw."""
        self.prize = prize

    def doubts(self, stray: cython.double, doubt: cython.double) -> None:
        """How often the others play anything; and by how much less a card is worth that they play half as often.

        The second in the plans' numbers.
        """
        self.stray, self.doubt = stray, doubt

    def bar(self, card: cython.int, seat: cython.int) -> None:
        """The seat does not hold this card."""
        self.barred, self.barred_seat = card, seat

    def remember(
        self, seat: cython.int, card: cython.int, drew: cython.int, table: object, free: object
    ) -> None:
        """A play of another seat, its newest first: whether it drew after, and the table then.

        The table: tricks left, places after it, best card or −1, points there, who had the trick, and whether the
        called card was out. `free` are the cards that had not been played.
        """
        at = self.past_size * 10
        tricks, after, best, lying, owner, out = table
        numbers = (seat, card, 0, drew, self.stage_at[tricks], after, best, lying, owner, out)
        for place, number in enumerate(numbers):
            self.past[at + place] = number
        self.past[at + 2] = tricks
        for one in free:
            self.past_free[self.past_size] |= self.bit[one]
        self.past_size += 1

    def bid(self, seat: cython.int, base: cython.double, worths: object) -> None:
        """What the seat has bid makes these cards likely in its first hand, in logits; `base` is that of the rest."""
        self.bids, self.bid_base[seat] = True, base
        for card, worth in enumerate(worths):
            self.bidding[seat * 40 + card] = worth

    def lean(self, seat: cython.int, card: cython.int, times: cython.double) -> None:
        """Something has made it so many times likelier that the seat holds this card."""
        place: cython.int
        if not self.leans:
            for place in range(240):
                self.leaning[place] = 1.0
        self.bids = self.leans = True
        self.leaning[seat * 40 + card] *= times

    # -- asking -----------------------------------------------------------------------------------

    def search(self, me: cython.int, samples: cython.int, steps: cython.int, fresh: cython.bint) -> None:
        """Play each card of a seat's hand out in so many deals, each so many steps after the one before.

        `totals` of the cards in hand grow by what they came to. `fresh` forgets the deal that came before.
        """
        self.me = me
        self._reckon()
        with cython.nogil:
            self._search(samples, steps, fresh)

    def total(self, place: cython.int) -> int:
        """What the card at this place of the hand has come to in all deals together."""
        return self.totals[place]

    def drop(self, place: cython.int) -> None:
        """Play the card at this place out no more."""
        self.dropped[place] = 1

    def promise(self, me: cython.int, samples: cython.int, steps: cython.int) -> int:
        """In how many of so many deals a seat's side of five keeps its contract, all playing on."""
        self.me, self.winning = me, 0
        self._reckon()
        with cython.nogil:
            self._promise(samples, steps)
        return self.winning

    def plausibility(self, samples: cython.int) -> float:
        """How likely, on average over so many deals, the others would have played as they have."""
        sample: cython.int
        sum_of: cython.double = 0.0
        for sample in range(samples):
            self._propose(self.unseen_size - self.hidden_stock)
            self._assign()
            sum_of += self._weigh()
        return sum_of / samples

    def contest(
        self, deals: cython.int, seed: cython.ulonglong, hand: cython.int, cards: object, team: cython.int
    ) -> tuple[int, int]:
        """Deals in which these seats, as a mask, play by slot 1 (of five, declaring 3) and the others by 0 (or 2).

        Each is played with the team turned round the table. What it came to in all, and the sum of the squares.
        """
        self.seed(seed)
        for place, card in enumerate(cards):
            self.unseen[place] = card
        self.unseen_size = len(cards)
        with cython.nogil:
            self._contest(deals, hand, team)
        return self.totals[0], self.totals[1]

    def learn(
        self, deals: cython.int, seed: cython.ulonglong, hand: cython.int, cards: object, rate: cython.double
    ) -> None:
        """Play so many deals by the plans, and move the weights that far towards what each card came to."""
        self.seed(seed)
        for place, card in enumerate(cards):
            self.unseen[place] = card
        self.unseen_size = len(cards)
        with cython.nogil:
            self._learn(deals, hand, rate)

    def learned(self, slot: cython.int) -> list[float]:
        """The weights of a plan by class of card, stage by stage and row by row."""
        return [self.weights[slot * 5100 + place] for place in range(5100)]

    def random_game(
        self, seed: cython.ulonglong, hand: cython.int, cards: object
    ) -> tuple[list[int], list[int], list[int]]:
        """A deal that is dealt and played at random: the deck, the plays and the points by seat."""
        self.seed(seed)
        for place, card in enumerate(cards):
            self.unseen[place] = card
        self.unseen_size = len(cards)
        with cython.nogil:
            self._deal(hand, 0)
            self._random()
        deck = [self.unseen[place] for place in range(self.unseen_size)]
        return (
            deck,
            [self.log[place] for place in range(self.logged)],
            [self.points[seat] for seat in range(self.players)],
        )

    def random_games(self, games: cython.int, seed: cython.ulonglong, hand: cython.int, cards: object) -> int:
        """Many such deals, for their speed; the points of seat 0."""
        self.seed(seed)
        for place, card in enumerate(cards):
            self.unseen[place] = card
        self.unseen_size = len(cards)
        points: cython.longlong = 0
        game: cython.int
        with cython.nogil:
            for game in range(games):
                self._deal(hand, game % self.players)
                self._random()
                points += self.points[0]
        return points

    def playouts(self, games: cython.int, seed: cython.ulonglong, hand: cython.int, cards: object) -> int:
        """Many whole deals by the weights, for their speed; the points of seat 0."""
        self.seed(seed)
        for place, card in enumerate(cards):
            self.unseen[place] = card
        self.unseen_size = len(cards)
        points: cython.longlong = 0
        game: cython.int
        with cython.nogil:
            for game in range(games):
                self._deal(hand, game % self.players)
                self._play_out(-1)
                points += self.points[0]
        return points

    def choice(self, seat: cython.int) -> int:
        """The place in its hand of the card that the seat would play by its weights."""
        after: cython.int = self.players - 1 - self.placed
        stage: cython.int = self.stage_at[self.counts[seat] + (self.stock_size // self.players)]
        friend: cython.bint = self._is_friend(seat, self.best_seat, self.called_out)
        found: cython.int
        self._reckon()
        with cython.nogil:
            if self.sense[self.sense_of[seat]]:
                found = self._weighed(
                    seat,
                    seat * 20,
                    self.counts[seat],
                    self.sense_at[self.counts[seat] + (self.stock_size // self.players)],
                    after,
                    self.best,
                    self.best_seat,
                    self.lying,
                    self.called_out,
                    self.start,
                    self.turned,
                    self.unseen_size,
                )
            else:
                found = self._pick(
                    seat * 20,
                    self.counts[seat],
                    self.plan_of[seat] + stage,
                    after,
                    self.best,
                    self.lying,
                    friend,
                    self.start,
                )
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def _rank(self) -> cython.void:
        """What cards count, and which takes a trick from which."""
        card: cython.int
        other: cython.int
        for card in range(40):
            self.worth[card] = 0
            if card % 10 > 4:
                self.worth[card] = card % 10 - 3 if card % 10 < 8 else card % 10 + 2
            for other in range(40):
                if card // 10 == other // 10:
                    self.beats[other * 40 + card] = 1 if card > other else 0
                else:
                    self.beats[other * 40 + card] = 1 if card // 10 == self.trump else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _class(self) -> cython.void:
        """What hands are looked up by: bits, what may beat a card, and how many trumps are about."""
        card: cython.int
        other: cython.int
        place: cython.int
        many: cython.int
        one: cython.ulonglong = 1
        for card in range(40):
            self.bit[card] = one << card
            self.figures[card] = self.carichi[card] = 0
        for card in range(40):
            for other in range(card - card % 10, card):
                if card % 10 > 7:
                    self.carichi[other] |= self.bit[card]
                elif card % 10 > 4:
                    self.figures[other] |= self.bit[card]
        for card in range(1024):
            many = 0
            for place in range(10):
                many += (card >> place) & 1
            self.crowd[card] = 40 * ((many > 0) + (many > 2) + (many > 5))

    @cython.cfunc
    @cython.exceptval(check=False)
    def _reckon(self) -> cython.void:
        """Which cards have not been played: those in hands, in the stock, and those that nobody has seen."""
        seat: cython.int
        place: cython.int
        self.start = 0
        for seat in range(self.players):
            for place in range(self.known[seat]):
                self.start |= self.bit[self.cards[seat * 20 + place]]
        for place in range(self.unseen_size):
            self.start |= self.bit[self.unseen[place]]
        for place in range(self.stock_size):
            if self.stock[place] != 255:
                self.start |= self.bit[self.stock[place]]

    # -- chance -----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _below(self, bound: cython.int) -> cython.int:
        """A number from 0 to below the bound, by the generator of drand48."""
        self.state = (self.state * self.factor + 11) & self.mask
        return cython.cast(cython.int, ((self.state >> 16) * bound) >> 32)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _chance(self) -> cython.double:
        self.state = (self.state * self.factor + 11) & self.mask
        return cython.cast(cython.double, self.state >> 16) / 4294967296.0

    # -- playing by weights -----------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _is_friend(self, seat: cython.int, other: cython.int, out: cython.bint) -> cython.bint:
        mask: cython.int = self.allies[seat] if out else self.believed[seat]
        return ((mask >> other) & 1) != 0

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _pick(
        self,
        at: cython.int,
        count: cython.int,
        stage: cython.int,
        after: cython.int,
        best: cython.int,
        lying: cython.int,
        friend: cython.bint,
        free: cython.ulonglong,
    ) -> cython.int:
        """The place of the card to play, of so many that lie from `at` on; `free` are the cards not yet played.

        Without branches where it can be, for what a card is worth cannot be foretold.
        """
        most: cython.int = -1000000000
        place: cython.int
        card: cython.int
        value: cython.int
        taking: cython.int
        leaving: cython.int
        takes: cython.int
        threat: cython.int
        row: cython.int
        holds: cython.int
        mine: cython.ulonglong = 0
        cards: cython.p_uchar = self.cards
        plan: cython.p_short = self.plan
        beats: cython.p_uchar = self.beats
        if count == 1:
            return 0
        for place in range(count):
            mine |= self.bit[cards[at + place]]
        free &= ~mine
        holds = cython.cast(cython.int, mine >> 30)
        row = stage + self.crowd[cython.cast(cython.int, free >> 30)] + 160 * ((holds & (holds - 1)) != 0)
        if best < 0:
            row += 120
            for place in range(count):
                card = cards[at + place]
                value = plan[row + card] + plan[stage + self._threat_to(card, free) + card]
                most = max(most, (value << 5) + 31 - place)
            return 31 - (most & 31)
        after = min(after, 2)
        row += 760
        taking = stage + 1080 + after * 320
        leaving = taking + 160 + 80 * friend
        best *= 40
        for place in range(count):
            card = cards[at + place]
            takes = beats[best + card]
            threat = self._threat_to(card, free) if after else 0
            value = (
                plan[row - 320 * takes + card]
                + plan[leaving + takes * (taking + 40 + threat - leaving) + card]
                + plan[leaving + 40 + takes * (taking - 40 - leaving) + card] * lying
            )
            most = max(most, (value << 5) + 31 - place)
        return 31 - (most & 31)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _threat_to(self, card: cython.int, unseen: cython.ulonglong) -> cython.int:
        """The row by what of the card's suit may beat it and be in another hand."""
        return max(80 * ((unseen & self.carichi[card]) != 0), 40 * ((unseen & self.figures[card]) != 0))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_out(self, first: cython.int) -> cython.void:
        """Play the sample to its end, the first card being at this place of the hand on turn; −1: as weighed."""
        n: cython.int = self.players
        seat: cython.int
        place: cython.int
        at: cython.int
        count: cython.int
        card: cython.int
        leader: cython.int = self.leader
        placed: cython.int = self.placed
        best: cython.int = self.best
        owner: cython.int = self.best_seat
        lying: cython.int = self.lying
        top: cython.int = 0
        size: cython.int = self.stock_size
        out: cython.bint = self.called_out
        free: cython.ulonglong = self.start
        takes: cython.bint
        tricks: cython.int
        stage: cython.int
        mask: cython.int
        sensed: cython.int
        hidden: cython.int
        turned: cython.int
        cards: cython.p_uchar = self.cards
        left: cython.p_int = self.left
        for seat in range(n):
            self.points[seat] = self.won[seat]
            count = self.counts[seat]
            left[seat] = count
            at = seat * 20
            for place in range(count):
                cards[_WORK + at + place] = cards[at + place]
        seat = leader + placed
        if seat >= n:
            seat -= n
        tricks = left[seat] + size // n
        while tricks > 0:
            if n == 2 and tricks <= 3 and top >= size and placed == 0 and first < 0:
                self._finish(seat, tricks)
                return
            stage = self.stage_at[tricks]
            sensed = self.sense_at[tricks]
            hidden = tricks * n - placed
            turned = -1
            if top < size:
                hidden -= 1
                turned = self.turned
            while placed < n:
                at = _WORK + seat * 20
                count = left[seat]
                if first >= 0:
                    place = first
                    first = -1
                elif self.sense[self.sense_of[seat]]:
                    place = self._weighed(
                        seat,
                        at,
                        count,
                        sensed,
                        n - 1 - placed,
                        best,
                        owner,
                        lying,
                        out,
                        free,
                        turned,
                        hidden - count,
                    )
                else:
                    mask = self.allies[seat] if out else self.believed[seat]
                    place = self._pick(
                        at,
                        count,
                        self.plan_of[seat] + stage,
                        n - 1 - placed,
                        best,
                        lying,
                        ((mask >> owner) & 1) != 0,
                        free,
                    )
                card = cards[at + place]
                hidden -= 1
                count -= 1
                cards[at + place] = cards[at + count]
                left[seat] = count
                free &= ~self.bit[card]
                lying += self.worth[card]
                takes = placed == 0 or self.beats[best * 40 + card] != 0
                best = card if takes else best
                owner = seat if takes else owner
                if card == self.called:
                    out = True
                placed += 1
                seat += 1
                if seat == n:
                    seat = 0
            self.points[owner] += lying
            if top < size:
                seat = owner
                for place in range(n):
                    cards[_WORK + seat * 20 + left[seat]] = self.stock[top]
                    left[seat] += 1
                    top += 1
                    seat += 1
                    if seat == n:
                        seat = 0
            seat = owner
            placed = 0
            lying = 0
            best = -1
            tricks -= 1

    # -- the last tricks of two -------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _finish(self, seat: cython.int, tricks: cython.int) -> cython.void:
        """Two have drawn all: each knows what the other holds, and so the last tricks go as well as they can."""
        cards: cython.p_uchar = self.cards
        mine: cython.int = 120 + seat * 20
        theirs: cython.int = 140 - seat * 20
        rest: cython.int = 0
        ahead: cython.int
        place: cython.int
        for place in range(tricks):
            rest += self.worth[cards[mine + place]] + self.worth[cards[theirs + place]]
        if tricks == 3:
            ahead = self._last_three(mine, theirs)
        elif tricks == 2:
            ahead = self._last_two(cards[mine], cards[mine + 1], cards[theirs], cards[theirs + 1])
        else:
            ahead = self._last(cards[mine], cards[theirs])
        self.points[seat] += (rest + ahead) // 2
        self.points[1 - seat] += (rest - ahead) // 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _last_three(self, mine: cython.int, theirs: cython.int) -> cython.int:
        """What who leads comes out ahead with three cards each, which lie from there on."""
        cards: cython.p_uchar = self.cards
        best: cython.int = -1000
        least: cython.int
        value: cython.int
        points: cython.int
        led: cython.int
        card: cython.int
        one: cython.int
        two: cython.int
        low: cython.int
        high: cython.int
        place: cython.int
        other: cython.int
        for place in range(3):
            led = cards[mine + place]
            one = cards[mine + (1 if place == 0 else 0)]
            two = cards[mine + (1 if place == 2 else 2)]
            least = 1000
            for other in range(3):
                card = cards[theirs + other]
                low = cards[theirs + (1 if other == 0 else 0)]
                high = cards[theirs + (1 if other == 2 else 2)]
                points = self.worth[led] + self.worth[card]
                if self.beats[led * 40 + card]:
                    value = -points - self._last_two(low, high, one, two)
                else:
                    value = points + self._last_two(one, two, low, high)
                if value < least:
                    least = value
                    if least <= best:
                        break
            if least > best:
                best = least
        return best

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _last_two(self, one: cython.int, two: cython.int, low: cython.int, high: cython.int) -> cython.int:
        """The same with two cards each, the leader's first."""
        first: cython.int = min(self._then(one, low, two, high), self._then(one, high, two, low))
        second: cython.int = min(self._then(two, low, one, high), self._then(two, high, one, low))
        return max(first, second)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _then(self, led: cython.int, card: cython.int, mine: cython.int, theirs: cython.int) -> cython.int:
        """A trick of these two cards, and then the last."""
        points: cython.int = self.worth[led] + self.worth[card]
        if self.beats[led * 40 + card]:
            return -points - self._last(theirs, mine)
        return points + self._last(mine, theirs)

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def _last(self, led: cython.int, card: cython.int) -> cython.int:
        points: cython.int = self.worth[led] + self.worth[card]
        return -points if self.beats[led * 40 + card] else points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _result(self, me: cython.int) -> cython.int:
        """What the deal has come to for a seat: the points it is ahead, and the win."""
        mine: cython.int = 0
        most: cython.int = 0
        rest: cython.int = 0
        seat: cython.int
        for seat in range(self.players):
            if (self.allies[me] >> seat) & 1:
                mine += self.points[seat]
            else:
                rest += self.points[seat]
                if self.points[seat] > most:
                    most = self.points[seat]
        if self.declarer >= 0:
            return self._kept(me, mine, rest)
        if self.players == 2 or self.allies[me] != (1 << me):
            mine = mine - rest
            most = mine
        else:
            most = mine - most
            mine = 2 * mine - 60
        if most > 0:
            return mine + self.prize
        if most < 0:
            return mine - self.prize
        return mine

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _kept(self, me: cython.int, mine: cython.int, rest: cython.int) -> cython.int:
        declares: cython.bint = ((self.allies[me] >> self.declarer) & 1) != 0
        if declares:
            return mine - rest + (240 if mine >= self.target else -240)
        return mine - rest + (-240 if rest >= self.target else 240)

    # -- sampling ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propose(self, needed: cython.int) -> cython.void:
        """Choose which unseen cards the hands hold: the first so many of `draft`, a random order."""
        place: cython.int
        other: cython.int
        card: cython.int
        at: cython.int
        seat: cython.int
        for place in range(needed):
            other = place + self._below(self.unseen_size - place)
            card = self.draft[place]
            self.draft[place] = self.draft[other]
            self.draft[other] = card
        if self.barred >= 0:
            at = 0
            for seat in range(self.players):
                for place in range(self.counts[seat] - self.known[seat]):
                    if seat == self.barred_seat and self.draft[at] == self.barred:
                        other = self._below(self.unseen_size - self.counts[seat] + self.known[seat])
                        if other >= at - place:
                            other += self.counts[seat] - self.known[seat]
                        card = self.draft[at]
                        self.draft[at] = self.draft[other]
                        self.draft[other] = card
                    at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _assign(self) -> cython.void:
        """Give the hands what `draft` says."""
        at: cython.int = 0
        seat: cython.int
        place: cython.int
        for seat in range(self.players):
            for place in range(self.known[seat], self.counts[seat]):
                self.cards[seat * 20 + place] = self.draft[at]
                at += 1
        if self.called >= 0 and not self.called_out:
            self._find_partner()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_partner(self) -> cython.void:
        """Whoever holds the called card is with the declarer, and knows it."""
        partner: cython.int = self.declarer
        seat: cython.int
        place: cython.int
        pair: cython.int
        for seat in range(5):
            for place in range(self.counts[seat]):
                if self.cards[seat * 20 + place] == self.called:
                    partner = seat
        pair = (1 << self.declarer) | (1 << partner)
        for seat in range(5):
            self.allies[seat] = pair if (pair >> seat) & 1 else 31 - pair
            self.plan_of[seat] = 20400 if (pair >> seat) & 1 else 0
            self.sense_of[seat] = 480 if (pair >> seat) & 1 else 0
            self.believed[seat] = 31 - (1 << self.declarer)
            self.warm[seat] = 341
            self.cold[seat] = -1024
        self.believed[self.declarer] = 1 << self.declarer
        self.believed[partner] = pair
        self.cold[self.declarer] = -512
        if partner != self.declarer:
            self.warm[partner] = 1024

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh(self) -> cython.double:
        """How likely what the others bid and played would be, had they held what the sample says."""
        weight: cython.double = 1.0
        at: cython.int = 0
        item: cython.int
        seat: cython.int
        last: cython.int = -1
        count: cython.int = 0
        place: cython.int
        base: cython.int
        for item in range(self.past_size):
            at = item * 10
            seat = self.past[at]
            base = _PAST
            if seat != last:
                last = seat
                count = self.counts[seat]
                for place in range(count):
                    self.cards[base + place] = self.cards[seat * 20 + place]
            if self.past[at + 3] and count > 0:
                place = self._below(count)
                count -= 1
                self.cards[base + place] = self.cards[base + count]
            self.cards[base + count] = self.past[at + 1]
            count += 1
            if self.sense[self.sense_of[seat]]:
                self._weighed(
                    seat,
                    base,
                    count,
                    self.sense_at[self.past[at + 2]],
                    self.past[at + 5],
                    self.past[at + 6],
                    self.past[at + 8],
                    self.past[at + 7],
                    self.past[at + 9] != 0,
                    self.past_free[item],
                    self.turned if self.past[at + 3] else -1,
                    (self.past[at + 2] - 1) * self.players
                    + 1
                    + self.past[at + 5]
                    - count
                    - self.past[at + 3],
                )
                weight *= self._sensed_odds(count)
            else:
                weight *= self._odds(
                    count,
                    self.plan_of[seat] + self.past[at + 4],
                    self.past[at + 5],
                    self.past[at + 6],
                    self.past[at + 7],
                    self._is_friend(seat, self.past[at + 8], self.past[at + 9] != 0),
                    self.past_free[item],
                )
        if self.bids:
            weight *= self._weigh_bids()
        return weight

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _odds(
        self,
        count: cython.int,
        stage: cython.int,
        after: cython.int,
        best: cython.int,
        lying: cython.int,
        friend: cython.bint,
        free: cython.ulonglong,
    ) -> cython.double:
        """How likely the last of these cards, looked back at, is played: by how much it is worth less than the best."""
        most: cython.int = -1000000
        place: cython.int
        value: cython.double
        sum_of: cython.double = 0.0
        if count == 1:
            return 1.0
        self._look_up(_PAST, count, stage, after, best, friend, free)
        for place in range(count):
            self.values[place] = self.plan[self.row[3 * place]] + self.plan[self.row[3 * place + 1]]
            if best >= 0:
                self.values[place] += self.plan[self.row[3 * place + 2]] * lying
            most = max(most, self.values[place])
        value = 0.0
        for place in range(count):
            value = (most - self.values[place]) / self.doubt
            value = 1.0 / (1.0 + value * value)
            sum_of += value
        return (1.0 - self.stray) * value / sum_of + self.stray / count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weigh_bids(self) -> cython.double:
        weight: cython.double = 1.0
        seat: cython.int
        place: cython.int
        sum_of: cython.double
        if self.leans:
            for seat in range(self.players):
                for place in range(self.counts[seat]):
                    weight *= self.leaning[seat * 40 + self.cards[seat * 20 + place]]
        for seat in range(self.players):
            if self.bid_base[seat] != 0.0:
                sum_of = self.bid_base[seat]
                for place in range(self.counts[seat]):
                    sum_of += self.bidding[seat * 40 + self.cards[seat * 20 + place]]
                # A rational stand-in for the logistic curve: the same to the last bit in both forms.
                if sum_of >= 0.0:
                    weight *= 1.0 - 0.5 / (1.0 + sum_of + sum_of * sum_of)
                else:
                    weight *= 0.5 / (1.0 - sum_of + sum_of * sum_of)
        return weight

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sample(self, steps: cython.int, fresh: cython.bint) -> cython.void:
        """A deal that fits all that is known, likelier ones oftener: so many Metropolis steps from the last."""
        needed: cython.int = self.unseen_size - self.hidden_stock
        step: cython.int
        place: cython.int
        other: cython.int
        card: cython.int
        weight: cython.double
        if self.past_size == 0 and not self.bids:
            self._propose(self.unseen_size)
            self._assign()
        else:
            if fresh:
                self._propose(needed)
                self._assign()
                self.likelihood = self._weigh()
                for place in range(self.unseen_size):
                    self.current[place] = self.draft[place]
            for step in range(steps):
                self._propose(needed)
                self._assign()
                weight = self._weigh()
                if weight >= self.likelihood or self._chance() * self.likelihood < weight:
                    self.likelihood = weight
                    for place in range(self.unseen_size):
                        self.current[place] = self.draft[place]
            for place in range(self.unseen_size):
                self.draft[place] = self.current[place]
            for place in range(needed, self.unseen_size):
                other = place + self._below(self.unseen_size - place)
                card = self.draft[place]
                self.draft[place] = self.draft[other]
                self.draft[other] = card
            self._assign()
        if self.hidden_stock > 0:
            self._fill_stock(needed)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _fill_stock(self, needed: cython.int) -> cython.void:
        """The hidden places of the stock come last in the draft; they are marked in the upper half of the row."""
        place: cython.int
        at: cython.int = needed
        for place in range(self.stock_size):
            if self.log[place] < 0:
                self.stock[place] = self.draft[at]
                at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, samples: cython.int, steps: cython.int, fresh: cython.bint) -> cython.void:
        place: cython.int
        sample: cython.int
        count: cython.int = self.counts[self.me]
        if fresh:
            for place in range(self.stock_size):
                self.log[place] = -1 if self.stock[place] == 255 else 0
            for place in range(40):
                self.totals[place] = 0
                self.dropped[place] = 0
        for sample in range(samples):
            self._sample(steps * 8 if fresh else steps, fresh)
            fresh = False
            for place in range(count):
                if not self.dropped[place]:
                    self._play_out(place)
                    self.totals[place] += self._result(self.me)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _promise(self, samples: cython.int, steps: cython.int) -> cython.void:
        sample: cython.int
        seat: cython.int
        mine: cython.int
        for sample in range(samples):
            self._sample(steps, sample == 0)
            self._play_out(-1)
            mine = 0
            for seat in range(self.players):
                if (self.allies[self.me] >> seat) & 1:
                    mine += self.points[seat]
            if mine >= self.target:
                self.winning += 1

    # -- learning ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _learn(self, deals: cython.int, hand: cython.int, rate: cython.double) -> cython.void:
        """Play deals by the plans, trying every card at every turn, and fit the weights to what they came to."""
        n: cython.int = self.players
        deal: cython.int
        seat: cython.int
        place: cython.int
        for deal in range(deals):
            self._deal(hand, deal % n)
            if n == 5:
                self._settle()
            while self.counts[self.leader] > 1 or self.placed > 0:
                seat = (self.leader + self.placed) % n
                place = 0
                if self.counts[seat] > 1:
                    for place in range(self.counts[seat]):
                        self._play_out(place)
                        self.gains[place] = self._result(seat)
                    place = self._learn_from(seat, rate)
                    if self._below(8) == 0:
                        place = self._below(self.counts[seat])
                self._go_on(seat, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _learn_from(self, seat: cython.int, rate: cython.double) -> cython.int:
        """Move the weights of these cards towards what they came to; what the plan would play."""
        count: cython.int = self.counts[seat]
        stage: cython.int = self.plan_of[seat] + self.stage_at[count + self.stock_size // self.players]
        after: cython.int = self.players - 1 - self.placed
        friend: cython.bint = self._is_friend(seat, self.best_seat, self.called_out)
        lying: cython.double = self.lying * 0.1
        mean: cython.double = 0.0
        error: cython.double
        place: cython.int
        card: cython.int
        found: cython.int
        weights: cython.p_double = self.weights
        found = self._pick(seat * 20, count, stage, after, self.best, self.lying, friend, self.start)
        self._look_up(seat * 20, count, stage, after, self.best, friend, self.start)
        for place in range(3 * count):
            card = self.cards[seat * 20 + place // 3]
            self.row[place] = (self.row[place] - card) // 2 + card % 10 + (10 if card >= 30 else 0)
        for place in range(count):
            self.gains[place] -= weights[self.row[3 * place]] + weights[self.row[3 * place + 1]]
            if self.best >= 0:
                self.gains[place] -= weights[self.row[3 * place + 2]] * lying
            mean += self.gains[place]
        mean /= count
        for place in range(count):
            error = rate * (self.gains[place] - mean)
            weights[self.row[3 * place]] += error
            weights[self.row[3 * place + 1]] += error
            if self.best >= 0:
                weights[self.row[3 * place + 2]] += error * lying
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_up(
        self,
        at: cython.int,
        count: cython.int,
        stage: cython.int,
        after: cython.int,
        best: cython.int,
        friend: cython.bint,
        free: cython.ulonglong,
    ) -> cython.void:
        """Of which weights the worth of each card is the sum, just as it is picked by; the third is for each point."""
        card: cython.int
        holds: cython.int = 0
        place: cython.int
        about: cython.int
        taking: cython.int
        after = min(after, 2)
        taking = stage + 1080 + after * 320
        for place in range(count):
            card = self.cards[at + place]
            holds += card >= 30
            free &= ~self.bit[card]
        about = stage + self.crowd[cython.cast(cython.int, free >> 30)] + (160 if holds > 1 else 0)
        for place in range(count):
            card = self.cards[at + place]
            self.row[3 * place + 2] = taking + card
            if best < 0:
                self.row[3 * place] = about + 120 + card
                self.row[3 * place + 1] = stage + self._threat_to(card, free) + card
            elif self.beats[best * 40 + card]:
                self.row[3 * place] = about + 440 + card
                self.row[3 * place + 1] = taking + 40 + (self._threat_to(card, free) if after else 0) + card
            else:
                self.row[3 * place] = about + 760 + card
                self.row[3 * place + 1] = taking + (240 if friend else 160) + card
                self.row[3 * place + 2] = self.row[3 * place + 1] + 40

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _go_on(self, seat: cython.int, place: cython.int) -> cython.void:
        """Play a card for good, and draw."""
        n: cython.int = self.players
        card: cython.int = self.cards[seat * 20 + place]
        other: cython.int
        turn: cython.int
        self.counts[seat] -= 1
        self.cards[seat * 20 + place] = self.cards[seat * 20 + self.counts[seat]]
        self.start &= ~self.bit[card]
        self.lying += self.worth[card]
        if self.best < 0 or self.beats[self.best * 40 + card]:
            self.best = card
            self.best_seat = seat
        if card == self.called:
            self.called_out = True
        self.placed += 1
        if self.placed < n:
            return
        self.leader = self.best_seat
        self.won[self.leader] += self.lying
        self.placed = self.lying = 0
        self.best = -1
        if self.stock_size > 0:
            for turn in range(n):
                other = (self.leader + turn) % n
                self.cards[other * 20 + self.counts[other]] = self.stock[turn]
                self.counts[other] += 1
            self.stock_size -= n
            for turn in range(self.stock_size):
                self.stock[turn] = self.stock[turn + n]

    # -- whole deals ------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _deal(self, hand: cython.int, leader: cython.int) -> cython.void:
        """Shuffle and deal, one card at a time from the leader on; the next card is turned and drawn last."""
        n: cython.int = self.players
        size: cython.int = self.unseen_size
        place: cython.int
        other: cython.int
        card: cython.int
        seat: cython.int
        holder: cython.int
        for place in range(size):
            other = place + self._below(size - place)
            card = self.unseen[place]
            self.unseen[place] = self.unseen[other]
            self.unseen[other] = card
        self.start = 0
        for place in range(size):
            self.start |= self.bit[self.unseen[place]]
        for seat in range(n):
            holder = leader + seat if leader + seat < n else leader + seat - n
            self.counts[seat] = hand
            self.won[seat] = 0
            for place in range(hand):
                self.cards[holder * 20 + place] = self.unseen[place * n + seat]
        self.stock_size = size - n * hand
        for place in range(self.stock_size - 1):
            self.stock[place] = self.unseen[n * hand + place + 1]
        if self.stock_size > 0:
            self.stock[self.stock_size - 1] = self.turned = self.unseen[n * hand]
        self.leader = self.best_seat = leader
        self.placed = self.lying = 0
        self.best = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _random(self) -> cython.void:
        """Play what was dealt at random, and keep a log of the cards."""
        n: cython.int = self.players
        seat: cython.int
        place: cython.int
        count: cython.int
        card: cython.int
        best: cython.int
        owner: cython.int = self.leader
        lying: cython.int
        top: cython.int = 0
        turn: cython.int
        self.logged = 0
        for seat in range(n):
            self.points[seat] = 0
            self.left[seat] = self.counts[seat]
            for place in range(self.counts[seat]):
                self.cards[_WORK + seat * 20 + place] = self.cards[seat * 20 + place]
        while self.left[owner] > 0:
            best = -1
            lying = 0
            seat = owner
            for turn in range(n):
                count = self.left[seat]
                place = self._below(count)
                card = self.cards[_WORK + seat * 20 + place]
                self.cards[_WORK + seat * 20 + place] = self.cards[_WORK + seat * 20 + count - 1]
                self.left[seat] = count - 1
                self.log[self.logged] = card
                self.logged += 1
                lying += self.worth[card]
                if best < 0 or self.beats[best * 40 + card]:
                    best = card
                    owner = seat
                seat += 1
                if seat == n:
                    seat = 0
            self.points[owner] += lying
            if top < self.stock_size:
                seat = owner
                for turn in range(n):
                    self.cards[_WORK + seat * 20 + self.left[seat]] = self.stock[top]
                    self.left[seat] += 1
                    top += 1
                    seat += 1
                    if seat == n:
                        seat = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _contest(self, deals: cython.int, hand: cython.int, team: cython.int) -> cython.void:
        n: cython.int = self.players
        deal: cython.int
        turn: cython.int
        turns: cython.int = n
        seat: cython.int
        ours: cython.bint
        declares: cython.bint
        value: cython.longlong
        total: cython.longlong = 0
        squares: cython.longlong = 0
        first: cython.int
        if (n % 2 == 0 and team != 1) or n == 2:
            turns = 2
        for deal in range(deals):
            self._deal(hand, deal % n)
            if n == 5:
                self._settle()
            value = 0
            for turn in range(turns):
                first = -1
                for seat in range(n):
                    ours = ((team >> ((seat + turn) % n)) & 1) != 0
                    if ours and first < 0:
                        first = seat
                    declares = n == 5 and ((self.allies[self.declarer] >> seat) & 1) != 0
                    self.plan_of[seat] = (10200 if ours else 0) + (20400 if declares else 0)
                    self.sense_of[seat] = (240 if ours else 0) + (480 if declares else 0)
                self._play_out(-1)
                for seat in range(n):
                    if n == 5 and ((team >> ((seat + turn) % n)) & 1) != 0:
                        value += self._result(seat)
                if n != 5:
                    value += self._result(first)
            total += value
            squares += value * value
        self.totals[0] = total
        self.totals[1] = squares

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _settle(self) -> cython.void:
        """Among five: the best hand declares; its suit becomes suit 3, and the best card that it lacks is called."""
        seat: cython.int
        place: cython.int
        suit: cython.int
        card: cython.int
        value: cython.int
        most: cython.int = -1
        trump: cython.int = 3
        strongest: cython.int
        for seat in range(5):
            for suit in range(4):
                value = self._below(20)
                for place in range(8):
                    card = self.cards[seat * 20 + place]
                    if card // 10 == suit:
                        value += 12 + self.worth[card] * 7
                if value > most:
                    most = value
                    trump = suit
                    self.declarer = seat
        for seat in range(5):
            for place in range(8):
                card = self.cards[seat * 20 + place]
                if card // 10 == trump:
                    card = 30 + card % 10
                elif card // 10 == 3:
                    card = trump * 10 + card % 10
                self.cards[seat * 20 + place] = card
        strongest = 39 - self._below(3)
        self.called = -1
        while self.called < 0:
            self.called = strongest
            for place in range(8):
                if self.cards[self.declarer * 20 + place] == strongest:
                    self.called = -1
            strongest -= 1
        self.called_out = False
        self._find_partner()

    # -- playing like a sensible person -----------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sensed_odds(self, count: cython.int) -> cython.double:
        """How likely the last of so many cards just weighed is played: by how much it is worth less than the best."""
        most: cython.int = -1000000000
        place: cython.int
        value: cython.double = 0.0
        sum_of: cython.double = 0.0
        if count == 1:
            return 1.0
        for place in range(count):
            most = max(most, self.values[place])
        for place in range(count):
            value = (most - self.values[place]) / 128.0
            value = 1.0 / (1.0 + value * value)
            sum_of += value
        return (1.0 - self.stray) * value / sum_of + self.stray / count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weighed(
        self,
        seat: cython.int,
        at: cython.int,
        count: cython.int,
        stage: cython.int,
        after: cython.int,
        best: cython.int,
        owner: cython.int,
        lying: cython.int,
        out: cython.bint,
        free: cython.ulonglong,
        turned: cython.int,
        hidden: cython.int,
    ) -> cython.int:
        """The place of the card worth most: what the trick may bring, less what holding the card would be worth.

        The same sum as `weighing.worth` does, in 64ths of a point and 1024ths of a chance. So many cards
        are hidden from the seat; the turned one, if it lies there, is not.
        """
        one: cython.ulonglong = 1
        unseen: cython.ulonglong = free
        other: cython.int
        place: cython.int
        card: cython.int
        top: cython.int
        value: cython.int
        most: cython.int = -1000000000
        found: cython.int = 0
        keep: cython.int
        loyalty: cython.int
        points: cython.int
        looked: cython.int = -1
        able: cython.int = 0
        brings: cython.int = 0
        trumps: cython.int = 0
        lacks: cython.int
        higher: cython.int
        step: cython.int
        stays: cython.int
        gone: cython.int
        brought: cython.int
        later: cython.int
        ally: cython.int
        chance: cython.int
        part: cython.int
        first: cython.int
        eager: cython.int
        mask: cython.int = self.allies[seat] if out else self.believed[seat]
        warm: cython.int = 1024 if out else self.warm[seat]
        cold: cython.int = -1024 if out else self.cold[seat]
        n: cython.int = self.players
        alone: cython.bint = self.declarer < 0 and self.allies[seat] == (one << seat) and n > 2
        sense: cython.p_int = self.sense
        base: cython.int = self.sense_of[seat] + 1
        if count == 1:
            return 0
        for place in range(count):
            unseen &= ~self.bit[self.cards[at + place]]
        if turned >= 0:
            unseen &= ~self.bit[turned]
        keep = 0
        if hidden > 0:
            keep = 1024 - (1024 * count) // hidden
            if keep < 0:
                keep = 0
        for place in range(count):
            card = self.cards[at + place]
            top = card
            loyalty = 1024
            if best >= 0 and not self.beats[best * 40 + card]:
                top = best
                loyalty = warm if (mask >> owner) & 1 else cold
            points = (lying + self.worth[card]) * 64
            if after > 0 and top != looked:
                # What a later seat may take it with: a higher card of the suit, the dearest first, or a trump.
                looked = top
                lacks = 1024
                brings = 0
                higher = cython.cast(cython.int, (unseen >> (top + 1)) & ((1 << (9 - top % 10)) - 1))
                trumps = 0
                if top >= 30 and self.trump == 3:
                    trumps = higher
                    higher = 0
                elif self.trump == 3:
                    trumps = cython.cast(cython.int, (unseen >> 30) & 1023)
                other = 8 - top % 10
                while higher:
                    if (higher >> other) & 1:
                        brings += (self.worth[top + 1 + other] * 64 * lacks * (1024 - keep)) >> 20
                        lacks = (lacks * keep) >> 10
                        higher ^= 1 << other
                    other -= 1
                able = 1024 - lacks
                lacks = 1024
                while trumps:
                    trumps &= trumps - 1
                    lacks = (lacks * keep) >> 10
                trumps = 1024 - lacks
            stays = 1024
            gone = 0
            brought = 0
            other = seat
            for later in range(after):
                other += 1
                if other == n:
                    other = 0
                part = warm if (mask >> other) & 1 else cold
                ally = 0
                if not alone:
                    ally = (part * loyalty) >> 10
                    if ally < 0:
                        ally = 0
                first = (sense[base] * (1024 - ((sense[base + 1] * ally) >> 10))) >> 10
                eager = sense[base + 2] + ((sense[base + 3] * points) >> 12)
                if eager > sense[base]:
                    eager = sense[base]
                eager = (eager * (1024 - ((sense[base + 4] * ally) >> 10))) >> 10
                step = (able * first) >> 10
                chance = step + (((((1024 - step) * trumps) >> 10) * eager) >> 10)
                step = stays + (((1024 - stays) * sense[base + 5]) >> 10)
                brought += (((((brings * first) >> 10) * step) >> 10) * part) >> 10
                step = (chance * step) >> 10
                gone = ((gone * (1024 - ((chance * sense[base + 5]) >> 10))) >> 10) + ((step * part) >> 10)
                stays = (stays * (1024 - chance)) >> 10
                points += ((1024 - chance) * (sense[base + 6] + ((sense[base + 7] * ally) >> 10))) >> 10
            value = (((((stays * loyalty) >> 10) + gone) * points) >> 10) + brought
            value -= sense[self.sense_of[seat] + stage + card]
            self.values[place] = value
            if value > most:
                most = value
                found = place
        return found
