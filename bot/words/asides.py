"""What one may do besides playing a card, explained: exchanging the turned card, and making signs."""

from collections.abc import Iterator

from bot.game import Rules
from bot.game.options import ExchangeWindow, Exchanging, Removed, Sides, Signs
from bot.words.catalogue import Words

__all__ = ["exchange_lines", "sign_lines"]


def exchange_lines(words: Words, rules: Rules) -> Iterator[str]:
    """Which card is given for the turned one, and when; nothing where there is no exchange."""
    if rules.exchange is Exchanging.OFF:
        return
    two = rules.exchange is Exchanging.SEVEN_AND_TWO and rules.removed is not Removed.FOUR_TWOS
    told = (
        words.say(
            "Exchange: the seven of trump takes the turned card if that is an ace, three, king, "
            "knight or knave; the two of trump takes a 4, 5, 6 or 7."
        )
        if two
        else words.say(
            "Exchange: the seven of trump takes the turned card if that is an ace, three, king, "
            "knight or knave."
        )
    )
    alone = rules.sides is Sides.ALONE
    window = _window_alone(words, rules) if alone else _window_of_sides(words, rules)
    until = words.say("Only while the turned card lies under the stock; everybody sees it.")
    yield f"{told} {window} {until}"


def _window_alone(words: Words, rules: Rules) -> str:
    match rules.exchange_window:
        case ExchangeWindow.ON_LEAD:
            return words.say("You do it when you are about to lead and have taken a trick.")
        case ExchangeWindow.ANY_OWN_TURN:
            return words.say("You do it on your turn, before playing, once you have taken a trick.")
        case _:
            return _window_without_trick(words, rules)


def _window_of_sides(words: Words, rules: Rules) -> str:
    match rules.exchange_window:
        case ExchangeWindow.ON_LEAD:
            return words.say("You do it when you are about to lead and your side has taken a trick.")
        case ExchangeWindow.ANY_OWN_TURN:
            return words.say("You do it on your turn, before playing, once your side has taken a trick.")
        case _:
            return _window_without_trick(words, rules)


def _window_without_trick(words: Words, rules: Rules) -> str:
    if rules.exchange_window is ExchangeWindow.FREE:
        return words.say("You do it on any turn of yours, before playing.")
    return words.say("You do it only on your first turn of the deal, before playing.")


def sign_lines(words: Words, rules: Rules) -> Iterator[str]:
    """Who sees signs and what they mean; nothing where there are none."""
    if rules.signs is Signs.OFF:
        return
    seen = (
        words.say("Signs: from the second trick on, one in each trick. Everybody sees it.")
        if rules.signs is Signs.TABLE
        else words.say("Signs: from the second trick on, one in each trick. Only your side sees it.")
    )
    yield " ".join((seen, words.say("It need not be true.")))
    yield words.say(
        "Of the trumps: ace, tight lips; three, mouth to one side; king, eyes up; knight, tongue "
        "out; knave, a shrug. Puffed cheeks: an ace or three of another suit. Closed eyes: "
        "nothing."
    )
