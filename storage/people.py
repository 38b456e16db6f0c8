"""People: who they are on a platform, the keys they play under, and the person behind."""

import secrets
import string
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import Update, bindparam, delete, false, func, insert, select, update

from bot.service.records import Player, Taste, Who
from storage.schema import identities, persons, player_keys
from storage.statement import Statement, among, as_list
from storage.transaction import Row, Transaction, found, storable

__all__ = ["PeopleTransaction"]

KEY_SIGNS: Final = string.ascii_lowercase + string.digits
KEY_LENGTH: Final = 16

_PLAYER = (
    select(
        player_keys.c.key,
        player_keys.c.person_id,
        func.coalesce(identities.c.name, ""),
        func.coalesce(persons.c.locale, ""),
        func.coalesce(identities.c.platform, ""),
        func.coalesce(identities.c.user_ref, ""),
        func.coalesce(persons.c.deck, ""),
        func.coalesce(persons.c.level, ""),
        func.coalesce(persons.c.words_only, false()),
    )
    .outerjoin(identities, identities.c.key == player_keys.c.key)
    .outerjoin(persons, persons.c.id == player_keys.c.person_id)
    .select_from(player_keys)
)
PLAYER = Statement(
    _PLAYER.where(identities.c.platform == bindparam("platform"), identities.c.user_ref == bindparam("user"))
)
PLAYERS = Statement(_PLAYER.where(among(player_keys.c.key, "keys")))
NEW_PERSON = Statement(
    insert(persons)
    .values(name=bindparam("name"), locale=bindparam("locale"), made_at=bindparam("made_at"))
    .returning(persons.c.id)
)
NEW_KEY = Statement(insert(player_keys))
NEW_IDENTITY = Statement(
    lambda upsert: upsert(identities).on_conflict_do_nothing().returning(identities.c.key)
)
FORGET_KEY = Statement(delete(player_keys).where(player_keys.c.key == bindparam("player")))
FORGET_PERSON = Statement(delete(persons).where(persons.c.id == bindparam("person")))
RENAME = Statement(
    update(identities).where(identities.c.key == bindparam("player")).values(name=bindparam("new"))
)
RENAME_PERSON = Statement(
    update(persons).where(persons.c.id == bindparam("person")).values(name=bindparam("new"))
)
_PERSON = select(player_keys.c.person_id).where(player_keys.c.key == bindparam("player")).scalar_subquery()


def _setting(column: str) -> Update:
    """Sets one column of the person behind a key."""
    return update(persons).where(persons.c.id == _PERSON).values({column: bindparam("new")})


PERSON_LOCALE = Statement(_setting("locale"))
PERSON_DECK = Statement(_setting("deck"))
PERSON_LEVEL = Statement(_setting("level"))
PERSON_WORDS_ONLY = Statement(_setting("words_only"))


def _player(row: Row) -> Player:
    key, person, name, locale, platform, user, deck, level, words_only = row
    return Player(key, person or 0, name, locale, platform, user, Taste(deck, level, bool(words_only)))


def _fresh_key() -> str:
    return "p" + "".join(secrets.choice(KEY_SIGNS) for _ in range(KEY_LENGTH))


class PeopleTransaction(Transaction):
    """The part of a transaction about people."""

    def player(self, who: Who) -> Player:
        """The player of `who`, made with a fresh opaque key when new; a changed name is taken over."""
        place = {"platform": who.platform, "user": storable(who.user)}
        name = storable(who.name)
        row = self._first(PLAYER, place)
        if row is None:
            self._make_player(place, name, storable(who.locale))
            row = self._first(PLAYER, place)
        player = _player(found(row, "player"))
        if name and name != player.name:
            self._run(RENAME, {"player": player.key, "new": name})
            self._run(RENAME_PERSON, {"person": player.person, "new": name})
            return replace(player, name=name)
        return player

    def known_player(self, platform: str, user: str) -> Player | None:
        """The player of a platform's person, if they have ever played or asked."""
        row = self._first(PLAYER, {"platform": platform, "user": storable(user)})
        return None if row is None else _player(row)

    def _make_player(self, place: Mapping[str, str], name: str, locale: str) -> None:
        new = self._first(NEW_PERSON, {"name": name, "locale": locale, "made_at": self._clock()})
        (person,) = found(new, "person")
        key = _fresh_key()
        self._run(NEW_KEY, {"key": key, "person_id": person})
        identity = {"platform": place["platform"], "user_ref": place["user"], "key": key, "name": name}
        if self._first(NEW_IDENTITY, identity) is None:
            # Another process made the same person while we waited for it.
            self._run(FORGET_KEY, {"player": key})
            self._run(FORGET_PERSON, {"person": person})

    def players(self, keys: Sequence[str]) -> Mapping[str, Player]:
        """The players of those keys that are known."""
        rows = self._all(PLAYERS, {"keys": as_list(keys)})
        return {row[0]: _player(row) for row in rows}

    def set_player_locale(self, key: str, locale: str) -> None:
        """What the person behind the key speaks from now on, on every platform."""
        self._run(PERSON_LOCALE, {"player": key, "new": storable(locale)})

    def set_player_deck(self, key: str, deck: str) -> None:
        """The deck that the person's hands are shown with; empty for that of each table."""
        self._run(PERSON_DECK, {"player": key, "new": storable(deck)})

    def set_player_level(self, key: str, level: str) -> None:
        """The level of computer that the person chose last."""
        self._run(PERSON_LEVEL, {"player": key, "new": storable(level)})

    def set_player_words_only(self, key: str, words_only: bool) -> None:  # noqa: FBT001 - the value to keep
        """Whether the person is told everything in words alone."""
        self._run(PERSON_WORDS_ONLY, {"player": key, "new": words_only})
