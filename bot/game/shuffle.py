"""From a seed to the order of the deck, so that anyone can check afterwards that it was a fair deal."""

import hmac
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256

from bot.game.cards import DECK, Card, FaceDown

SEED_BYTES = 32
"""How long a seed is."""

_WORDS = 2**32


def commitment(seed: bytes) -> str:
    """What is shown before anyone sits: the SHA-256 of the seed, in hexadecimal."""
    return sha256(_checked(seed)).hexdigest()


def shuffle(
    seed: bytes,
    table_id: str,
    deal_number: int,
    player_keys: Sequence[str],
    removed: Collection[Card] = (),
) -> FaceDown[Card]:
    """The order of the deck for one deal, top card first.

    `deal_number` counts every shuffle of the match from 1, `player_keys` go by seat, and `removed` are the
    cards that the rules take out. ValueError for anything that could not be told apart or checked later.
    """
    key = hmac.digest(_checked(seed), _label(table_id, deal_number, player_keys), "sha256")
    deck = [card for card in DECK if card not in removed]
    words = _words(key)
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, words)
        deck[last], deck[other] = deck[other], deck[last]
    return FaceDown(deck)


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(
            f"a seed is {SEED_BYTES} bytes ({2 * SEED_BYTES} hexadecimal digits), not {len(seed)}"
        )
    return seed


def _label(table_id: str, deal_number: int, player_keys: Sequence[str]) -> bytes:
    if deal_number < 1:
        raise ValueError("deals are counted from 1")
    for name in (table_id, *player_keys):
        if not name or "|" in name:
            raise ValueError("a table id or player key is some text without '|'")
    try:
        return "|".join((table_id, str(deal_number), *player_keys)).encode()
    except UnicodeEncodeError:
        raise ValueError("a table id or player key is text that UTF-8 can write") from None


def _words(key: bytes) -> Iterator[int]:
    """An endless row of 32-bit numbers: SHA-256 of the key and a counter, read big-endian."""
    counter = 0
    while True:
        block = sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number below `limit`, each as likely: words in the incomplete last stretch are passed over."""
    fair = _WORDS // limit * limit
    return next(word for word in words if word < fair) % limit
