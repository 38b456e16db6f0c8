"""Chats: places with an id of our own, whatever their platform calls them."""

from dataclasses import replace

from sqlalchemy import bindparam, delete, select, update

from bot.service.records import Chat, Habits, Taste, Where
from storage.schema import chats, lanes, results, surfaces, tables
from storage.statement import Statement
from storage.surfaces import LOST, NEW_LANE
from storage.transaction import Row, Transaction, found, storable

__all__ = ["ChatsTransaction"]

_CHAT = select(
    chats.c.id,
    chats.c.platform,
    chats.c.ref,
    chats.c.title,
    chats.c.locale,
    chats.c.private,
    chats.c.rules,
    chats.c.house,
    chats.c.deck,
    chats.c.words_only,
    chats.c.habits,
)
CHAT = Statement(_CHAT.where(chats.c.platform == bindparam("platform"), chats.c.ref == bindparam("chat")))
LOCK_CHAT = Statement(
    _CHAT.where(chats.c.platform == bindparam("platform"), chats.c.ref == bindparam("chat")).with_for_update()
)
CHAT_BY_ID = Statement(_CHAT.where(chats.c.id == bindparam("chat")))
NEW_CHAT = Statement(
    lambda upsert: (
        upsert(chats)
        .values(
            {name: bindparam(name) for name in ("platform", "ref", "title", "locale", "private", "made_at")}
        )
        .on_conflict_do_nothing()
    )
)
TITLE = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(title=bindparam("new")))
CHAT_LOCALE = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(locale=bindparam("new")))
CHAT_RULES = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(rules=bindparam("new")))
CHAT_HOUSE = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(house=bindparam("new")))
CHAT_DECK = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(deck=bindparam("new")))
CHAT_WORDS_ONLY = Statement(
    update(chats).where(chats.c.id == bindparam("chat")).values(words_only=bindparam("new"))
)
CHAT_HABITS = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(habits=bindparam("new")))
CHAT_REF = Statement(update(chats).where(chats.c.id == bindparam("chat")).values(ref=bindparam("new")))
FORGET_CHAT = Statement(delete(chats).where(chats.c.id == bindparam("chat")))
LOCK_TABLES_OF_CHAT = Statement(
    select(tables.c.id).where(tables.c.chat_id == bindparam("chat")).order_by(tables.c.id).with_for_update()
)
MOVE_TABLES = Statement(
    update(tables).where(tables.c.chat_id == bindparam("chat")).values(chat_id=bindparam("new"))
)
MOVE_RESULTS = Statement(
    update(results).where(results.c.chat_id == bindparam("chat")).values(chat_id=bindparam("new"))
)
MOVE_SURFACES = Statement(
    update(surfaces)
    .where(surfaces.c.platform == bindparam("where_platform"), surfaces.c.chat == bindparam("old"))
    .values(chat=bindparam("new"), **LOST)
)
THREADS = Statement(
    select(surfaces.c.thread)
    .distinct()
    .where(surfaces.c.platform == bindparam("platform"), surfaces.c.chat == bindparam("chat"))
)
FORGET_LANE = Statement(
    delete(lanes).where(lanes.c.platform == bindparam("platform"), lanes.c.chat == bindparam("chat"))
)


def _chat(row: Row) -> Chat:
    number, platform, ref, title, locale, private, rules, house, deck, words_only, habits = row
    taste = Taste(deck, words_only=bool(words_only))
    known = (number, platform, ref, title, locale, bool(private), rules, house)
    return Chat(*known, taste, Habits.read(habits))


class ChatsTransaction(Transaction):
    """The part of a transaction about chats."""

    def chat(self, where: Where) -> Chat:
        """The chat of `where`, made when it is new; a changed title is taken over."""
        key = {"platform": where.platform, "chat": storable(where.chat)}
        title = storable(where.title)
        row = self._first(CHAT, key)
        if row is None:
            self._run(
                NEW_CHAT,
                {
                    "platform": where.platform,
                    "ref": key["chat"],
                    "title": title,
                    "locale": storable(where.locale),
                    "private": where.private,
                    "made_at": self._clock(),
                },
            )
            row = self._first(CHAT, key)
        chat = _chat(found(row, "chat"))
        if title and title != chat.title:
            self._run(TITLE, {"chat": chat.id, "new": title})
            return replace(chat, title=title)
        return chat

    def chat_by_id(self, chat: int) -> Chat:
        """The chat with this id of ours.

        Raises:
            LookupError: there is none.
        """
        return _chat(found(self._first(CHAT_BY_ID, {"chat": chat}), "chat"))

    def chat_by_ref(self, platform: str, ref: str) -> Chat | None:
        """The chat with this id on its platform, if it has been seen."""
        row = self._first(CHAT, {"platform": platform, "chat": storable(ref)})
        return None if row is None else _chat(row)

    def set_chat_locale(self, chat: int, locale: str) -> None:
        """What the chat speaks from now on."""
        self._run(CHAT_LOCALE, {"chat": chat, "new": storable(locale)})

    def set_chat_rules(self, chat: int, rules: str) -> None:
        """What was chosen to be played there last."""
        self._run(CHAT_RULES, {"chat": chat, "new": rules})

    def set_chat_house(self, chat: int, rules: str) -> None:
        """The house rules of the chat from now on; none if empty."""
        self._run(CHAT_HOUSE, {"chat": chat, "new": rules})

    def set_chat_deck(self, chat: int, deck: str) -> None:
        """The deck that the chat's tables are shown with; empty for the one at home in each game."""
        self._run(CHAT_DECK, {"chat": chat, "new": storable(deck)})

    def set_chat_words_only(self, chat: int, words_only: bool) -> None:  # noqa: FBT001 - the value to keep
        """Whether the chat's tables are told in words alone."""
        self._run(CHAT_WORDS_ONLY, {"chat": chat, "new": words_only})

    def set_chat_habits(self, chat: int, habits: Habits) -> None:
        """How much the chat wants to see of its tables from now on."""
        self._run(CHAT_HABITS, {"chat": chat, "new": str(habits)})

    def rekey_chat(self, platform: str, old: str, new: str) -> None:
        """The platform gave a chat a new id: the chat and its surfaces follow (messages there are lost)."""
        old, new = storable(old), storable(new)
        if old == new:
            return
        # Sorted, so that two that move the same chats wait for each other instead of both.
        found = {
            ref: self._first(LOCK_CHAT, {"platform": platform, "chat": ref}) for ref in sorted((old, new))
        }
        here, there = found[old], found[new]
        if here is not None and there is None:
            self._run(CHAT_REF, {"chat": here[0], "new": new})
        elif here is not None and there is not None:
            self._merge(_chat(here), _chat(there))
        self._run(MOVE_SURFACES, {"where_platform": platform, "old": old, "new": new})
        self._run(FORGET_LANE, {"platform": platform, "chat": old})
        place = {"platform": platform, "chat": new}
        self._run_each(NEW_LANE, [{**place, "thread": thread} for (thread,) in self._all(THREADS, place)])

    def _merge(self, chat: Chat, into: Chat) -> None:
        """All that is known of a chat goes over to the one that has taken its place."""
        self.set_chat_rules(into.id, into.rules or chat.rules)
        self.set_chat_house(into.id, into.house or chat.house)
        self.set_chat_deck(into.id, into.taste.deck or chat.taste.deck)
        self.set_chat_words_only(into.id, into.taste.words_only or chat.taste.words_only)
        self.set_chat_habits(into.id, chat.habits if into.habits == Habits() else into.habits)
        move = {"chat": chat.id, "new": into.id}
        self._all(LOCK_TABLES_OF_CHAT, move)
        self._run(MOVE_TABLES, move)
        self._run(MOVE_RESULTS, move)
        self._run(FORGET_CHAT, move)
