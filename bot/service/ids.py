"""Ids of tables."""

__all__ = ["id_from"]

_LETTERS = "abcdefghijkmnopqrstuvwxyz0123456789"


def id_from(secret: bytes) -> str:
    """Ten letters and digits made of these bytes."""
    number = int.from_bytes(secret)
    letters: list[str] = []
    for _ in range(10):
        number, place = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "".join(letters)
