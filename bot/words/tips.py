"""How to play each game well: what those who have played for years tell beginners."""

from bot.game import Preset
from bot.words.catalogue import N_, Words

__all__ = ["tips"]

_ALWAYS = (
    N_("Lead cards without points, of a suit that is not trump: they risk least."),
    N_("A trick with ten points or more is worth a trump; one with nothing hardly ever is."),
    N_("Take with the smallest card that is enough: a two of trump takes an ace of another suit."),
    N_(
        "Keep aces and threes of plain suits for the tricks to which you play last: nobody can trump them then."
    ),
    N_("Count the trumps as they fall: there are ten, or nine where the twos are out."),
    N_("Keep a trump or two for the end: once the stock is gone they take what others had to save."),
    N_(
        "The turned card goes to whoever draws last: to lose the trick before that can be worth a good trump."
    ),
    N_("Between two sides 61 of the 120 points win: count yours, and you know what you still need."),
)
_PARTNERS = (
    N_("When nobody can take the trick from your partner any more, add an ace or a three."),
    N_("Do not trump what your partner has taken already: you would pay for what is yours."),
    N_("An opponent plays after you: give the trick little, unless you take it with what they cannot beat."),
    N_("Lead low to the opponent next to you: your partner plays after them and may take what they add."),
    N_(
        "When the stock is gone and partners may see each other's cards, plan the last tricks for both hands."
    ),
    N_(
        "What your partner does not take says something too: there was no card for it, or it is kept for more."
    ),
)
_EXCHANGE = (
    N_("The seven of trump is worth more than it looks: for it you get the turned card, if that is higher."),
    N_("Exchange while you can: once the turned card alone is left of the stock, the chance is gone."),
    N_(
        "Where the exchange is open only to a side that has taken a trick, an early trick is worth more than its points."
    ),
    N_("Everybody sees what you exchange, and knows from then on that you hold that card."),
    N_(
        "Whoever leads may wait with the exchange: an ace of trump that still lies there is in nobody's hand."
    ),
    N_(
        "Signs are seen by the other side as well, where all may see them: make few, and not always true ones."
    ),
    N_(
        "Look for your partner's sign before you lead: who knows where the ace of trump is plays the three boldly."
    ),
)
_MANILHA = (
    N_("The seven is second and counts ten: guard it as you would a three elsewhere."),
    N_("The three is worth nothing here: throw it where in Briscola you would have kept it."),
    N_("A seven falls to the ace of its suit and to any trump: play it last, or when these are gone."),
    N_("With an ace in hand wait for the seven of its suit: the two together bring 21 points."),
    N_("With French cards the jack stands above the queen: it counts three, she counts two."),
    N_(
        "Between two sides 60 points each are a tie, which is usually dealt again: the last trick can save you."
    ),
)
_CHIAMATA = (
    N_("Bid on a long suit: four or five trumps with a high one are better than many points."),
    N_("Your bid fixes the rank, your call the suit: bid the rank that your longest suit misses."),
    N_("The lower you bid, the weaker the card that comes to help you: do not bid only to stop the others."),
    N_("You may call a card of your own: then you are alone against four, and win or lose twice as much."),
    N_("As the declarer, try to play last to the rich tricks: a trump then takes them without risk."),
    N_(
        "As the secret partner, do not show yourself early: while nobody knows, defenders give points to you too."
    ),
    N_("As a defender, see who adds points to the declarer's tricks: that is the partner, or plays one."),
    N_("Give your aces and threes to tricks of a sure defender, not to one who may be the partner."),
    N_("The declarer's side needs 61, or the points that were bid: 60 are not enough."),
)
_APERTA = (
    N_("All but the order of the stock is in sight: before you play, see what the other can answer."),
    N_(
        "The top card of the stock lies open, and the winner draws it: a good one is a reason to take the trick."
    ),
    N_("A bad card on the stock is a reason to lose the trick, and to draw the next one."),
    N_("Nobody is surprised here: an ace led into a hand that can take it is lost."),
    N_("Keep a trump that the other cannot beat for the trick that is worth most."),
    N_("Once the stock is gone nothing is hidden: take your time and reckon the last tricks to the end."),
)
_BRISCOLONE = (
    N_("There is no trump: only cards of the suit led can take, and its ace always does."),
    N_("A three is safe once the ace of its suit has gone."),
    N_("Whoever leads chooses the suit: keep the lead while you have the high cards of a suit."),
    N_("A card of another suit never takes: use the chance to throw one without points."),
    N_("An ace thrown on another suit is a gift, however high it is."),
    N_("With five cards in hand you see much of each suit: remember which aces and threes have gone."),
)

_GAMES = {
    Preset.BRISCOLA: (_ALWAYS, _PARTNERS),
    Preset.BISCACARD: (_ALWAYS, _PARTNERS),
    Preset.BRISCA: (_EXCHANGE, _ALWAYS, _PARTNERS),
    Preset.BISCA: (_MANILHA, _ALWAYS, _PARTNERS),
    Preset.BISCA3: (_EXCHANGE, _ALWAYS, _PARTNERS),
    Preset.CHIAMATA: (_CHIAMATA,),
    Preset.APERTA: (_APERTA, _ALWAYS),
    Preset.BRISCOLONE: (_BRISCOLONE,),
}
_HEADINGS = {
    _ALWAYS: N_("In every game with a trump"),
    _PARTNERS: N_("With partners"),
    _EXCHANGE: N_("Exchange and signs"),
    _MANILHA: N_("With the seven in second place"),
    _CHIAMATA: N_("Bidding, calling and playing"),
    _APERTA: N_("With open cards"),
    _BRISCOLONE: N_("Without a trump"),
}
_LEFT_OUT = {Preset.BISCA: (_ALWAYS[3],), Preset.APERTA: (_ALWAYS[5],)}
"""What does not hold in a game as it is said for all."""


def tips(words: Words, game: Preset) -> list[tuple[str, list[str]]]:
    """What helps in this game: headings, each with its sentences."""
    left_out = _LEFT_OUT.get(game, ())
    return [
        (words.look_up(_HEADINGS[group]), [words.look_up(tip) for tip in group if tip not in left_out])
        for group in _GAMES[game]
    ]
