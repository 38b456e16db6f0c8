"""The parts of the adapter, put together: who reads, who asks the desk, who answers, who carries."""

from collections.abc import Callable
from dataclasses import dataclass

from adapters.telegram.arriving import Arriving
from adapters.telegram.aside import Aside
from adapters.telegram.background import Background
from adapters.telegram.commands import Commanding
from adapters.telegram.courier import MentionOf, TelegramCourier
from adapters.telegram.dealing import Dealing
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.events import Events
from adapters.telegram.faces import Faces
from adapters.telegram.hands import ShownHands
from adapters.telegram.hosts import Hosts
from adapters.telegram.inline import Inline
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.line import Pause
from adapters.telegram.membership import Membership
from adapters.telegram.notes import Notes
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.presses import Patience, Presses
from adapters.telegram.quiet import Quiet
from adapters.telegram.rights import Rights
from adapters.telegram.seals import Seals
from adapters.telegram.settling import Settling
from adapters.telegram.whisper import DrawHand, Whisper
from adapters.telegram.wire import Wire
from bot.service.desk import Desk

__all__ = ["Given", "Parts", "put_together"]


@dataclass(frozen=True, slots=True)
class Given:
    """What all parts are made of."""

    wire: Wire
    desk: Desk
    token: str
    phrases: PhrasesFor
    background: Background
    pause: Pause
    now: Callable[[], float]
    stopping: Callable[[], bool]

    def __repr__(self) -> str:
        """Nothing of it: there is a token in it."""
        return "Given(…)"


@dataclass(frozen=True, slots=True)
class Parts:
    """What the client needs of them."""

    events: Events
    notes: Notes
    settling: Settling
    leftovers: Leftovers
    ephemerals: Ephemerals
    courier: TelegramCourier


def put_together(
    given: Given, *, draw_hand: DrawHand, mention_of: MentionOf | None, patience: Patience
) -> Parts:
    """All parts, each with those that it needs."""
    wire, desk, phrases, background = given.wire, given.desk, given.phrases, given.background
    bot = given.token.partition(":")[0]
    settling, hands, seals = Settling(given.pause), ShownHands(), Seals(given.token)
    ephemerals, rights = Ephemerals(desk, bot, given.now), Rights(wire, given.now)
    leftovers = Leftovers(wire, desk, bot, background, given.pause, given.stopping)
    aside = Aside(wire, ephemerals, rights, phrases, leftovers)
    whisper = Whisper(wire, desk, aside, hands, draw_hand, leftovers)
    quiet = Quiet(desk, leftovers, background, given.pause)
    notes = Notes(wire, aside, hands, phrases, leftovers, quiet)
    arriving = Arriving(wire, desk, notes, whisper, phrases, seals)
    presses = Presses(wire, desk, whisper, notes, ephemerals, phrases, arriving, background, patience)
    commands = Commanding(wire, desk, whisper, notes, arriving, phrases, background, settling)
    inline = Inline(
        wire, desk, seals, notes, rights, leftovers, phrases, background, settling, Faces(desk, bot)
    )
    membership = Membership(wire, desk, rights, phrases, settling, bot, given.now)
    events = Events(wire, desk, presses, commands, inline, membership, background, settling, bot)
    hosts = Hosts(wire, desk, phrases, background, bot)
    dealing = Dealing(desk, whisper, ephemerals, rights, background)
    courier = TelegramCourier(wire, ephemerals, hands, hosts, dealing, phrases, mention_of)
    return Parts(events, notes, settling, leftovers, ephemerals, courier)
