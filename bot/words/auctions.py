"""Briscola Chiamata explained: the auction, the call, and what a deal scores."""

from collections.abc import Iterator

from bot.game import Rules, ToDeals
from bot.game.options import AfterTwo, Cappotto, Switch
from bot.words.catalogue import Words

__all__ = ["auction_lines", "score_lines"]


def auction_lines(words: Words, rules: Rules) -> Iterator[str]:
    """How one becomes the declarer, and how the partner is found."""
    yield words.say(
        "Auction: whoever sits to the dealer's right speaks first, then it goes round. "
        "You bid a rank lower than the last one bid (ace, three, king, knight, knave, 7, 6, 5, 4, 2), "
        "or you pass and are out of the auction. If all five pass, the same dealer deals again."
    )
    yield (
        words.say("The auction ends at once when somebody bids the two.")
        if rules.after_two is AfterTwo.STOP
        else words.say("After the two one can still bid points to be made: from 62 up to 120.")
    )
    yield words.say(
        "Call: whoever made the last bid is the declarer, and names the suit of the rank bid. "
        "That suit is trump, and whoever holds that card is the partner, in secret until the card is played. "
        "Who calls a card of their own plays alone against four."
    )
    if rules.blind_first_trick is Switch.ON:
        yield words.say(
            "The first trick is played before the call, blind: the trump called afterwards decides who takes it."
        )


def score_lines(words: Words, rules: Rules) -> Iterator[str]:
    """What the declarer's side needs, what a deal is worth, and how long a match is."""
    yield (
        words.say("The declarer and the partner need 61 points together; 60 are not enough.")
        if rules.after_two is AfterTwo.STOP
        else words.say(
            "The declarer and the partner need 61 points together, or the points bid; 60 are not enough."
        )
    )
    yield words.say(
        "Score: if they make it, +2 for the declarer, +1 for the partner, −1 for each of the others; "
        "if not, just the opposite. Whoever plays alone wins or loses 4, the others 1 each."
    )
    if rules.after_two is AfterTwo.RAISE:
        yield words.say(
            "It counts twice from 71 points bid, three times from 81, four from 91, five from 101."
        )
    if rules.cappotto is Cappotto.DOUBLE:
        yield words.say("If one side takes all 120 points (cappotto), the score is doubled.")
    if isinstance(rules.match, ToDeals):
        yield words.count(
            "Match: {n} deal. The highest total wins; equal totals share the win.",
            "Match: {n} deals. The highest total wins; equal totals share the win.",
            rules.match.deals,
        )
