"""What the store keeps and answers, on both databases."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

import psycopg
import pytest
from postgres_for_tests import PostgresServer
from sqlalchemy import text

from bot.service.ports import Store, Tx
from bot.service.records import (
    Chat,
    Entry,
    Lane,
    Player,
    ResultRow,
    Surface,
    SurfaceKind,
    TableRow,
    Taste,
    Where,
    Who,
)
from storage import migrate, migrating, open_store
from storage.address import parse
from storage.schema import metadata

T = TypeVar("T")

LATE = 2**45
"""A time far beyond 2038, so that no column may be too small."""
GROUP = Where("telegram", "-1009999999999999", title="Bar Sport", locale="it")
PIAZZA = Where("discord", "1234567890123456789", title="piazza")
ROSA = Who("telegram", "7000000001", "Rosa", "it")
TITO = Who("discord", "998877665544332211", "Tito")


@pytest.fixture(scope="session")
def postgres_at_head(postgres_server: PostgresServer) -> Iterator[str]:
    """One database for all tests here, since making one takes longer than a test."""
    url = postgres_server.new_database()
    migrate(url)
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url_at_head(request: pytest.FixtureRequest) -> str:
    """The URL of a database at head with nothing in it."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    url = str(request.getfixturevalue("postgres_at_head"))
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        names = ", ".join(metadata.tables)
        connection.execute(f"TRUNCATE {names} RESTART IDENTITY".encode())
    return url


@pytest.fixture
async def store(url_at_head: str) -> AsyncIterator[Store]:
    store = open_store(url_at_head, clock=lambda: LATE)
    yield store
    await store.close()


def a_table(chat: Chat, table: str = "t1", **changed: object) -> TableRow:
    row = TableRow(
        id=table,
        chat=chat.id,
        thread="",
        rules='{"preset": "briscola"}',
        rules_version=1,
        seed=bytes(range(224, 256)),
        computer_seed=b"\0" * 32,
        dealer=1,
        seq=0,
        phase="lobby",
        since=LATE,
        due_at=None,
        due_kind="",
        opened_at=LATE,
        next_id="t2",
        next_seed=b"\xff\0",
    )
    return replace(row, **changed)  # type: ignore[arg-type]  # the tests name fields of the row


async def lay(store: Store, *tables: str, where: Where = GROUP, **changed: object) -> Chat:
    def work(tx: Tx) -> Chat:
        chat = tx.chat(where)
        for table in tables:
            assert tx.add_table(a_table(chat, table, **changed))
        return chat

    return await store.write(work)


async def seat(store: Store, who: Who) -> Player:
    return await store.write(lambda tx: tx.player(who))


# -- chats ------------------------------------------------------------------------------------------


async def test_a_chat_is_made_once_and_keeps_its_id(store: Store) -> None:
    first = await store.write(lambda tx: tx.chat(GROUP))
    again = await store.write(lambda tx: tx.chat(GROUP))
    assert first == again
    assert (first.platform, first.ref, first.title, first.locale) == (
        "telegram",
        GROUP.chat,
        "Bar Sport",
        "it",
    )
    assert await store.read(lambda tx: tx.chat_by_id(first.id)) == first
    assert await store.read(lambda tx: tx.chat_by_ref("telegram", GROUP.chat)) == first
    assert await store.read(lambda tx: tx.chat_by_ref("discord", GROUP.chat)) is None


async def test_a_private_chat_is_known_as_private(store: Store) -> None:
    chat = await store.write(lambda tx: tx.chat(replace(GROUP, private=True)))
    assert chat.private is True
    assert (await store.write(lambda tx: tx.chat(PIAZZA))).private is False


async def test_a_changed_title_is_taken_over_and_an_unknown_one_is_not(store: Store) -> None:
    await store.write(lambda tx: tx.chat(GROUP))
    renamed = await store.write(lambda tx: tx.chat(replace(GROUP, title="Bar Roma")))
    untitled = await store.write(lambda tx: tx.chat(replace(GROUP, title="")))
    assert renamed.title == untitled.title == "Bar Roma"


async def test_a_chat_keeps_the_language_it_chose(store: Store) -> None:
    chat = await store.write(lambda tx: tx.chat(GROUP))
    await store.write(lambda tx: tx.set_chat_locale(chat.id, "pt"))
    assert (await store.write(lambda tx: tx.chat(GROUP))).locale == "pt"


async def test_a_chat_keeps_what_it_played_last_and_its_house_rules(store: Store) -> None:
    chat = await store.write(lambda tx: tx.chat(GROUP))
    assert (chat.rules, chat.house) == ("", "")
    await store.write(lambda tx: tx.set_chat_rules(chat.id, '{"preset":"brisca","players":4}'))
    await store.write(lambda tx: tx.set_chat_house(chat.id, '{"preset":"bisca","players":2}'))
    kept = await store.write(lambda tx: tx.chat(replace(GROUP, title="Bar Roma")))
    assert (kept.rules, kept.house) == ('{"preset":"brisca","players":4}', '{"preset":"bisca","players":2}')
    assert await store.read(lambda tx: tx.chat_by_id(chat.id)) == kept
    assert (await store.write(lambda tx: tx.chat(PIAZZA))).house == ""


async def test_house_rules_follow_a_chat_into_the_one_that_takes_its_place(store: Store) -> None:
    old = await store.write(lambda tx: tx.chat(GROUP))
    new = await store.write(lambda tx: tx.chat(replace(GROUP, chat="-42")))
    await store.write(lambda tx: tx.set_chat_house(old.id, "of the old"))
    await store.write(lambda tx: tx.set_chat_rules(old.id, "of the old"))
    await store.write(lambda tx: tx.set_chat_rules(new.id, "of the new"))
    await store.write(lambda tx: tx.rekey_chat("telegram", old.ref, "-42"))
    merged = await store.read(lambda tx: tx.chat_by_id(new.id))
    assert (merged.house, merged.rules) == ("of the old", "of the new")


async def test_a_chat_keeps_how_its_tables_are_shown(store: Store) -> None:
    chat = await store.write(lambda tx: tx.chat(GROUP))
    assert chat.taste == Taste()
    await store.write(lambda tx: tx.set_chat_deck(chat.id, "spanish"))
    await store.write(lambda tx: tx.set_chat_words_only(chat.id, True))
    kept = await store.write(lambda tx: tx.chat(replace(GROUP, title="Bar Roma")))
    assert kept.taste == Taste("spanish", words_only=True)
    assert await store.read(lambda tx: tx.chat_by_id(chat.id)) == kept
    await store.write(lambda tx: tx.set_chat_deck(chat.id, ""))
    await store.write(lambda tx: tx.set_chat_words_only(chat.id, False))
    assert (await store.write(lambda tx: tx.chat(GROUP))).taste == Taste()
    assert (await store.write(lambda tx: tx.chat(PIAZZA))).taste == Taste()


async def test_how_tables_are_shown_follows_a_chat_into_the_one_that_takes_its_place(store: Store) -> None:
    old = await store.write(lambda tx: tx.chat(GROUP))
    new = await store.write(lambda tx: tx.chat(replace(GROUP, chat="-42")))
    await store.write(lambda tx: tx.set_chat_deck(old.id, "spanish"))
    await store.write(lambda tx: tx.set_chat_words_only(old.id, True))
    await store.write(lambda tx: tx.rekey_chat("telegram", old.ref, "-42"))
    assert (await store.read(lambda tx: tx.chat_by_id(new.id))).taste == Taste("spanish", words_only=True)


async def test_a_person_keeps_their_taste_whatever_they_call_themselves(store: Store) -> None:
    rosa = await seat(store, ROSA)
    assert rosa.taste == Taste()
    await store.write(lambda tx: tx.set_player_deck(rosa.key, "french"))
    await store.write(lambda tx: tx.set_player_level(rosa.key, "hard"))
    await store.write(lambda tx: tx.set_player_words_only(rosa.key, True))
    liked = Taste("french", "hard", words_only=True)
    renamed = await store.write(lambda tx: tx.player(replace(ROSA, name="Rosa B.")))
    assert (renamed.name, renamed.taste) == ("Rosa B.", liked)
    assert await store.read(lambda tx: tx.known_player(ROSA.platform, ROSA.user)) == renamed
    assert (await store.read(lambda tx: tx.players([rosa.key])))[rosa.key].taste == liked


async def test_a_key_that_belongs_to_nobody_any_more_has_no_taste(store: Store, url_at_head: str) -> None:
    rosa = await seat(store, ROSA)
    await store.write(lambda tx: tx.set_player_deck(rosa.key, "french"))
    with migrating.connected(parse(url_at_head)) as connection, connection.begin():
        connection.execute(text("UPDATE player_keys SET person_id = NULL"))
    left = (await store.read(lambda tx: tx.players([rosa.key])))[rosa.key]
    assert (left.person, left.taste) == (0, Taste())


async def test_an_unknown_chat_is_a_bug(store: Store) -> None:
    with pytest.raises(LookupError, match="no such chat"):
        await store.read(lambda tx: tx.chat_by_id(404))


async def test_a_chat_with_a_new_id_keeps_its_tables_and_loses_its_messages(store: Store) -> None:
    chat = await lay(store, "t1")

    def show(tx: Tx) -> list[Surface]:
        shown = [tx.add_surface("t1", SurfaceKind.TABLE, "", "telegram", chat.ref, "", message="11")]
        shown.append(tx.add_surface("t1", SurfaceKind.HAND, "p1", "telegram", chat.ref, "", message="12"))
        shown.append(tx.add_surface("t1", SurfaceKind.HAND, "p2", "telegram", "7000000002", "", message="13"))
        return shown

    table, ephemeral, private = await store.write(show)
    await store.write(lambda tx: tx.rekey_chat("telegram", chat.ref, "-42"))

    assert await store.write(lambda tx: tx.chat(replace(GROUP, chat="-42"))) == replace(chat, ref="-42")
    assert await store.read(lambda tx: tx.open_tables(chat.id, "")) == ["t1"]
    after = {surface.id: surface for surface in await store.read(lambda tx: tx.surfaces("t1"))}
    assert (after[table.id].chat, after[table.id].message) == ("-42", "")
    assert after[ephemeral.id].message == ""
    assert after[private.id] == private
    lane = Lane("telegram", "-42")
    assert await store.write(lambda tx: tx.claim_lanes(["telegram"], "me", LATE, 1000, 9)) == [lane]
    assert [s.id for s in await store.read(lambda tx: tx.behind(lane, FAR))] == [table.id]


async def test_two_chats_that_become_one_keep_the_tables_and_results_of_both(store: Store) -> None:
    old = await lay(store, "t1")
    new = await lay(store, "t2", where=replace(GROUP, chat="-42"), opened_at=LATE + 1)
    rosa = await seat(store, ROSA)
    await store.write(lambda tx: tx.add_results([a_result(old, "t1", rosa), a_result(new, "t2", rosa)]))
    await store.write(lambda tx: tx.rekey_chat("telegram", old.ref, "-42"))
    assert await store.read(lambda tx: tx.open_tables(new.id, "")) == ["t2", "t1"]
    assert (await store.read(lambda tx: tx.record(rosa.key, new.id, rated=True))).won == 2
    with pytest.raises(LookupError):
        await store.read(lambda tx: tx.chat_by_id(old.id))


async def test_a_new_id_of_an_unknown_chat_changes_nothing(store: Store) -> None:
    chat = await store.write(lambda tx: tx.chat(GROUP))
    await store.write(lambda tx: tx.rekey_chat("telegram", "-1", "-2"))
    await store.write(lambda tx: tx.rekey_chat("telegram", chat.ref, chat.ref))
    assert await store.write(lambda tx: tx.chat(GROUP)) == chat


# -- people -----------------------------------------------------------------------------------------


async def test_a_player_has_one_opaque_key_that_says_nothing_of_the_platform(store: Store) -> None:
    rosa, tito = await seat(store, ROSA), await seat(store, TITO)
    assert rosa == await seat(store, ROSA)
    assert rosa.key != tito.key
    assert rosa.key[0] == "p"
    assert len(rosa.key) == 17
    assert rosa.key.isalnum()
    assert rosa.key == rosa.key.lower()
    assert (rosa.name, rosa.locale, rosa.platform, rosa.user) == ("Rosa", "it", "telegram", "7000000001")


async def test_the_same_number_on_two_platforms_is_two_people(store: Store) -> None:
    here, there = await seat(store, ROSA), await seat(store, replace(ROSA, platform="web"))
    assert here.key != there.key
    assert here.person != there.person


async def test_a_changed_name_is_taken_over_and_a_chosen_language_stays(store: Store) -> None:
    rosa = await seat(store, ROSA)
    await store.write(lambda tx: tx.set_player_locale(rosa.key, "en"))
    renamed = await seat(store, replace(ROSA, name="Rosina", locale="de"))
    assert renamed == replace(rosa, name="Rosina", locale="en")
    assert await store.read(lambda tx: tx.players([rosa.key, "p-nobody"])) == {rosa.key: renamed}
    assert await store.read(lambda tx: tx.players([])) == {}


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ('O\'Brien "the" 100% %s :x ? \\', 'O\'Brien "the" 100% %s :x ? \\'),
        ("nul\0in it", "nulin it"),
        ("half \ud83d emoji", "half ? emoji"),
        ("😀 \u200f\u0645\u0631", "😀 \u200f\u0645\u0631"),
        ("'); DROP TABLE tables; --", "'); DROP TABLE tables; --"),
    ],
)
async def test_an_odd_name_is_kept_as_far_as_databases_can(store: Store, name: str, kept: str) -> None:
    assert (await seat(store, replace(ROSA, name=name))).name == kept
    assert (await seat(store, replace(ROSA, name=name))).name == kept
    assert (await store.write(lambda tx: tx.chat(replace(GROUP, title=name)))).title == kept
    await store.write(lambda tx: tx.keep_fact(name, name))
    assert await store.read(lambda tx: tx.fact(name)) == kept
    assert await store.write(lambda tx: tx.remember("web", name, LATE))
    assert not await store.write(lambda tx: tx.remember("web", name, LATE))


# -- tables -----------------------------------------------------------------------------------------


async def test_a_table_comes_back_as_it_was_laid(store: Store) -> None:
    chat = await lay(store, "t1", due_at=LATE + 5, due_kind="turn", thread="77")
    expected = a_table(chat, "t1", due_at=LATE + 5, due_kind="turn", thread="77")
    assert await store.read(lambda tx: tx.table("t1")) == expected
    assert await store.write(lambda tx: tx.lock_table("t1")) == expected
    assert await store.read(lambda tx: tx.table("nowhere")) is None
    assert await store.write(lambda tx: tx.lock_table("nowhere")) is None


async def test_a_table_is_added_once(store: Store) -> None:
    chat = await lay(store, "t1")
    assert not await store.write(lambda tx: tx.add_table(a_table(chat, "t1", phase="over")))
    row = await store.read(lambda tx: tx.table("t1"))
    assert row is not None
    assert row.phase == "lobby"


async def test_a_journal_takes_each_seq_once_and_keeps_the_order(store: Store) -> None:
    await lay(store, "t1", "t2")
    entries = [Entry(seq, f"p{seq}", f"play {seq}d", LATE + seq) for seq in (1, 2, 3)]
    assert await store.write(lambda tx: [tx.append("t1", entry) for entry in entries]) == [True] * 3
    assert not await store.write(lambda tx: tx.append("t1", Entry(2, "cpu", "play 3c", LATE)))
    assert await store.write(lambda tx: tx.append("t2", entries[1]))
    assert await store.read(lambda tx: tx.journal("t1")) == entries


async def test_a_journal_needs_its_table(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await store.write(lambda tx: tx.append("nowhere", Entry(1, "p1", "sit 0", LATE)))


async def test_a_table_advances(store: Store) -> None:
    chat = await lay(store, "t1")

    def work(tx: Tx) -> None:
        tx.advance("t1", seq=9, phase="playing", since=LATE + 1, due_at=LATE + 2, due_kind="turn")

    await store.write(work)
    expected = a_table(chat, "t1", seq=9, phase="playing", since=LATE + 1, due_at=LATE + 2, due_kind="turn")
    assert await store.read(lambda tx: tx.table("t1")) == expected
    await store.write(lambda tx: tx.set_due("t1", None, ""))
    assert await store.read(lambda tx: tx.table("t1")) == replace(expected, due_at=None, due_kind="")


class Kind(StrEnum):
    TURN = "turn"


async def test_an_enum_of_texts_is_kept_as_its_text(store: Store) -> None:
    await lay(store, "t1")
    await store.write(lambda tx: tx.set_due("t1", LATE, Kind.TURN))
    (due,) = await store.write(lambda tx: tx.claim_due(LATE, 1, 1))
    assert due.kind == "turn"
    await store.write(lambda tx: tx.postpone(None, (Kind.TURN,), 5))
    assert await store.read(lambda tx: tx.next_due()) == LATE + 1 + 5


async def test_open_tables_are_found_by_their_place_the_newest_first(store: Store) -> None:
    chat = await lay(store, "old")
    await lay(store, "new", opened_at=LATE + 5, phase="playing")
    await lay(store, "done", opened_at=LATE + 9, phase="over")
    await lay(store, "threaded", opened_at=LATE + 7, thread="5")
    await lay(store, "elsewhere", where=PIAZZA)
    assert await store.read(lambda tx: tx.open_tables(chat.id, "")) == ["new", "old"]
    assert await store.read(lambda tx: tx.open_tables(chat.id, "5")) == ["threaded"]
    assert await store.read(lambda tx: tx.open_tables(chat.id, None)) == ["threaded", "new", "old"]
    assert await store.read(lambda tx: tx.latest_table(chat.id, "")) == "done"
    assert await store.read(lambda tx: tx.latest_table(chat.id, "6")) is None


async def test_the_tables_of_a_player_are_those_they_sit_at_now(store: Store) -> None:
    here = await lay(store, "t1", "t2", "t3")
    await lay(store, "far", where=PIAZZA, opened_at=LATE + 1)
    await lay(store, "over", phase="over")
    rosa, tito = await seat(store, ROSA), await seat(store, TITO)

    def sit(tx: Tx) -> None:
        for table in ("t1", "far", "over"):
            tx.set_seats(table, [tito.key, rosa.key, rosa.key])
        tx.set_seats("t2", [rosa.key])
        tx.set_seats("t2", [tito.key])
        tx.set_seats("t3", [rosa.key])
        tx.set_seats("t3", [])

    await store.write(sit)
    assert await store.read(lambda tx: tx.tables_of(rosa.key)) == ["far", "t1"]
    assert await store.read(lambda tx: tx.tables_of(rosa.key, here.id)) == ["t1"]
    assert await store.read(lambda tx: tx.tables_of(tito.key, here.id)) == ["t2", "t1"]
    assert await store.read(lambda tx: tx.tables_of("p-nobody")) == []


# -- each event once --------------------------------------------------------------------------------


async def test_an_event_is_new_once_on_each_platform(store: Store) -> None:
    assert await store.write(lambda tx: tx.remember("telegram", "5", LATE))
    assert not await store.write(lambda tx: tx.remember("telegram", "5", LATE))
    assert await store.write(lambda tx: tx.remember("discord", "5", LATE))
    assert await store.read(lambda tx: tx.seen("telegram", "5"))
    assert not await store.read(lambda tx: tx.seen("telegram", "6"))


async def test_old_events_are_forgotten(store: Store) -> None:
    await store.write(lambda tx: [tx.remember("web", str(number), LATE + number) for number in range(5)])
    assert await store.write(lambda tx: tx.forget_events(LATE + 3)) == 3
    assert not await store.read(lambda tx: tx.seen("web", "2"))
    assert await store.read(lambda tx: tx.seen("web", "3"))


async def test_a_very_long_event_is_remembered_too(store: Store) -> None:
    long = "".join(chr(33 + number * 7919 % 90) for number in range(20_000))
    assert await store.write(lambda tx: tx.remember("web", long, LATE))
    assert not await store.write(lambda tx: tx.remember("web", long, LATE))
    assert await store.write(lambda tx: tx.remember("web", long[1:], LATE))


# -- timers -----------------------------------------------------------------------------------------


async def test_due_timers_are_claimed_in_order_and_come_back_when_the_lease_ends(store: Store) -> None:
    await lay(store, "later", due_at=LATE + 20, due_kind="turn", seq=4)
    await lay(store, "first", due_at=LATE + 10, due_kind="join")
    await lay(store, "never")
    await lay(store, "future", due_at=LATE + 999, due_kind="turn")
    assert await store.read(lambda tx: tx.next_due()) == LATE + 10
    claimed = await store.write(lambda tx: tx.claim_due(LATE + 20, 100, 9))
    assert [(due.table, due.kind, due.seq, due.at) for due in claimed] == [
        ("first", "join", 0, LATE + 10),
        ("later", "turn", 4, LATE + 20),
    ]
    assert await store.write(lambda tx: tx.claim_due(LATE + 119, 100, 9)) == []
    again = await store.write(lambda tx: tx.claim_due(LATE + 120, 100, 1))
    assert len(again) == 1
    assert await store.read(lambda tx: tx.next_due()) == LATE + 120


async def test_with_nothing_to_wait_for_no_timer_is_next(store: Store) -> None:
    await lay(store, "never")
    assert await store.read(lambda tx: tx.next_due()) is None
    assert await store.write(lambda tx: tx.claim_due(LATE, 1, 9)) == []


async def test_timers_of_some_kinds_are_postponed_in_a_chat_or_everywhere(store: Store) -> None:
    chat = await lay(store, "turn", due_at=LATE, due_kind="turn")
    await lay(store, "join", due_at=LATE, due_kind="join")
    await lay(store, "none", due_kind="turn")
    await lay(store, "far", where=PIAZZA, due_at=LATE, due_kind="turn")

    async def due(*tables: str) -> list[int | None]:
        def work(tx: Tx) -> list[int | None]:
            rows = [tx.table(table) for table in tables]
            return [row.due_at for row in rows if row is not None]

        return await store.read(work)

    await store.write(lambda tx: tx.postpone(chat.id, ["turn", "other"], 7))
    assert await due("turn", "join", "none", "far") == [LATE + 7, LATE, None, LATE]
    await store.write(lambda tx: tx.postpone(None, ["turn", "join"], 1))
    assert await due("turn", "join", "none", "far") == [LATE + 8, LATE + 1, None, LATE + 1]
    await store.write(lambda tx: tx.postpone(None, [], 1))
    assert await due("turn", "join", "none", "far") == [LATE + 8, LATE + 1, None, LATE + 1]


# -- surfaces ---------------------------------------------------------------------------------------

HERE = ("telegram", GROUP.chat, "")
FAR = 10**15
"""Later than anything rests."""
LANE = Lane("telegram", GROUP.chat)


async def show(
    store: Store, kind: SurfaceKind = SurfaceKind.TABLE, viewer: str = "", message: str = ""
) -> Surface:
    return await store.write(
        lambda tx: tx.add_surface("t1", kind, viewer, *HERE, message=message, digest="d")
    )


async def look(store: Store, surface: Surface) -> Surface:
    found = await store.read(lambda tx: tx.surface(surface.id))
    assert found is not None
    return found


async def behind(store: Store) -> list[int]:
    return [surface.id for surface in await store.read(lambda tx: tx.behind(LANE, FAR))]


async def test_a_surface_without_a_message_is_behind_at_once(store: Store) -> None:
    await lay(store, "t1")
    surface = await show(store)
    assert (surface.wanted, surface.shown, surface.message, surface.gone) == (1, 0, "", False)
    assert surface.kind is SurfaceKind.TABLE
    assert await behind(store) == [surface.id]


async def test_a_surface_with_a_message_shows_the_latest(store: Store) -> None:
    await lay(store, "t1")
    hand = await show(store, SurfaceKind.HAND, "p1", "900")
    assert hand.wanted == hand.shown
    assert hand.generation == 1
    assert await behind(store) == []


async def test_wanting_brings_every_surface_behind_that_is_not_gone(store: Store) -> None:
    await lay(store, "t1", "t2")
    hand = await show(store, SurfaceKind.HAND, "p1", "900")
    table = await show(store, message="901")
    ping = await show(store, SurfaceKind.PING, "p1", "902")
    await store.write(lambda tx: tx.dismiss("t1", SurfaceKind.PING))
    await store.write(lambda tx: tx.want("t2"))
    assert await behind(store) == [ping.id]
    await store.write(lambda tx: tx.want("t1"))
    assert await behind(store) == [table.id, hand.id, ping.id]
    assert [s.wanted for s in await store.read(lambda tx: tx.surfaces("t1"))] == [2, 2, 2]


async def test_one_surface_can_be_wanted_alone(store: Store) -> None:
    await lay(store, "t1")
    hand, other = (
        await show(store, SurfaceKind.HAND, "p1", "9"),
        await show(store, SurfaceKind.HAND, "p2", "8"),
    )
    await store.write(lambda tx: tx.want_surface(hand.id))
    assert await behind(store) == [hand.id]
    assert await look(store, other) == other


async def test_what_was_wanted_while_drawing_stays_behind(store: Store) -> None:
    await lay(store, "t1")
    surface = await show(store)
    await store.write(lambda tx: tx.want("t1"))
    await store.write(lambda tx: tx.mark_shown(surface.id, shown=1, digest="one", message="900"))
    assert await behind(store) == [surface.id]
    await store.write(lambda tx: tx.mark_shown(surface.id, shown=2, digest="two"))
    assert await behind(store) == []
    assert (await look(store, surface)).message == "900"


async def test_a_late_report_never_lowers_what_is_shown(store: Store) -> None:
    await lay(store, "t1")
    surface = await show(store)
    await store.write(lambda tx: tx.want("t1"))
    await store.write(lambda tx: tx.mark_shown(surface.id, shown=2, digest="two", message="900"))
    await store.write(lambda tx: tx.mark_shown(surface.id, shown=1, digest="one"))
    after = await look(store, surface)
    assert (after.shown, after.digest, after.message) == (2, "two", "900")


async def test_each_creation_has_its_own_nonce_and_ends_with_its_report(store: Store) -> None:
    await lay(store, "t1")
    surface = await show(store)
    first = await store.write(lambda tx: tx.begin_creating(surface.id, LATE))
    second = await store.write(lambda tx: tx.begin_creating(surface.id, LATE + 1))
    assert (first.creating_at, second.creating_at) == (LATE, LATE + 1)
    assert first.nonce != second.nonce
    await store.write(
        lambda tx: tx.mark_shown(surface.id, shown=1, digest="one", message="900", expires_at=LATE + 9)
    )
    after = await look(store, surface)
    assert (after.creating_at, after.message, after.expires_at) == (None, "900", LATE + 9)
    await store.write(lambda tx: tx.mark_shown(surface.id, shown=1, digest="one", expires_at=LATE + 10))
    assert (await look(store, surface)).expires_at == LATE + 10
    with pytest.raises(LookupError):
        await store.write(lambda tx: tx.begin_creating(404, LATE))


async def test_an_adopted_message_takes_the_place_of_the_one_before(store: Store) -> None:
    await lay(store, "t1")
    first = await show(store, SurfaceKind.HAND, "p1", "900")
    await store.write(lambda tx: tx.want("t1"))
    second = await show(store, SurfaceKind.HAND, "p1", "901")
    assert second.id == first.id
    assert (second.message, second.generation, second.shown) == ("901", 2, second.wanted)
    assert await store.read(lambda tx: tx.surface_of("telegram", GROUP.chat, "900")) is None
    assert await store.read(lambda tx: tx.surface_of("telegram", GROUP.chat, "901")) == second


async def test_a_surface_asked_for_again_keeps_its_message_in_the_same_place_only(store: Store) -> None:
    await lay(store, "t1")
    surface = await show(store, message="900")
    again = await show(store)
    assert (again.id, again.message) == (surface.id, "900")
    assert again.shown < again.wanted
    moved = await store.write(
        lambda tx: tx.add_surface("t1", SurfaceKind.TABLE, "", "telegram", GROUP.chat, "thread")
    )
    assert (moved.id, moved.thread, moved.message) == (surface.id, "thread", "")


async def test_no_surface_is_found_by_having_no_message(store: Store) -> None:
    await lay(store, "t1")
    await show(store)
    assert await store.read(lambda tx: tx.surface_of("telegram", GROUP.chat, "")) is None
    assert await store.read(lambda tx: tx.surface(404)) is None


async def test_a_dismissed_ping_is_behind_until_it_is_gone_and_then_parked(store: Store) -> None:
    await lay(store, "t1")
    ping, other = (
        await show(store, SurfaceKind.PING, "p1", "9"),
        await show(store, SurfaceKind.PING, "p2", "8"),
    )
    await store.write(lambda tx: tx.dismiss("t1", SurfaceKind.PING, "p1"))
    await store.write(lambda tx: tx.dismiss("t1", SurfaceKind.PING, "p1"))
    gone = await look(store, ping)
    assert (gone.gone, gone.message, gone.wanted) == (True, "9", ping.wanted + 1)
    assert await behind(store) == [ping.id]
    await store.write(lambda tx: tx.mark_shown(ping.id, shown=gone.wanted, digest=""))
    assert await behind(store) == []
    assert (await look(store, ping)).message == ""
    assert await look(store, other) == other
    again = await show(store, SurfaceKind.PING, "p1")
    assert (again.id, again.gone, again.message) == (ping.id, False, "")
    assert await behind(store) == [ping.id]


async def test_a_ping_created_while_it_was_dismissed_is_still_to_be_taken_away(store: Store) -> None:
    await lay(store, "t1")
    ping = await show(store, SurfaceKind.PING, "p1")
    await store.write(lambda tx: tx.begin_creating(ping.id, LATE))
    await store.write(lambda tx: tx.dismiss("t1", SurfaceKind.PING))
    await store.write(lambda tx: tx.mark_shown(ping.id, shown=1, digest="", message="900"))
    assert await behind(store) == [ping.id]
    assert (await look(store, ping)).message == "900"


async def test_a_lost_table_message_is_made_anew_even_if_an_edit_was_under_way(store: Store) -> None:
    await lay(store, "t1")
    surface = await show(store, message="900")
    await store.write(lambda tx: tx.drop_message(surface.id))
    await store.write(lambda tx: tx.mark_shown(surface.id, shown=surface.wanted, digest="late"))
    assert await behind(store) == [surface.id]
    assert (await look(store, surface)).message == ""


async def test_a_lost_hand_is_not_behind_until_its_person_asks_again(store: Store) -> None:
    await lay(store, "t1")
    hand = await show(store, SurfaceKind.HAND, "p1", "900")
    await store.write(lambda tx: tx.want("t1"))
    await store.write(lambda tx: tx.drop_message(hand.id))
    await store.write(lambda tx: tx.want("t1"))
    assert await behind(store) == []
    again = await show(store, SurfaceKind.HAND, "p1", "901")
    assert (again.id, again.gone) == (hand.id, False)
    await store.write(lambda tx: tx.want("t1"))
    assert await behind(store) == [hand.id]


async def test_what_is_said_of_an_earlier_message_does_not_touch_the_one_adopted_since(store: Store) -> None:
    await lay(store, "t1")
    old = await show(store, SurfaceKind.HAND, "p1", "900")
    new = await show(store, SurfaceKind.HAND, "p1", "901")
    await store.write(lambda tx: tx.drop_message(old.id, generation=old.generation))
    await store.write(
        lambda tx: tx.mark_shown(old.id, shown=9, digest="old", message="", generation=old.generation)
    )
    assert await look(store, new) == new
    await store.write(lambda tx: tx.drop_message(new.id, generation=new.generation))
    assert (await look(store, new)).message == ""


async def test_a_gone_message_that_somebody_deleted_is_parked(store: Store) -> None:
    await lay(store, "t1")
    ping = await show(store, SurfaceKind.PING, "p1", "900")
    await store.write(lambda tx: tx.dismiss("t1", SurfaceKind.PING))
    await store.write(lambda tx: tx.drop_message(ping.id))
    assert await behind(store) == []


# -- lanes ------------------------------------------------------------------------------------------


async def test_a_lane_is_leased_to_one_until_the_lease_ends(store: Store) -> None:
    await lay(store, "t1")
    await show(store)

    async def claim(owner: str, now: int) -> list[Lane]:
        return list(await store.write(lambda tx: tx.claim_lanes(["telegram", "web"], owner, now, 100, 9)))

    assert await claim("a", LATE) == [LANE]
    assert await claim("b", LATE + 99) == []
    assert await claim("b", LATE + 100) == [LANE]
    assert not await store.write(lambda tx: tx.renew_lane(LANE, "a", LATE + 900))
    assert await store.write(lambda tx: tx.renew_lane(LANE, "b", LATE + 300))
    assert await claim("a", LATE + 299) == []
    await store.write(lambda tx: tx.release_lane(LANE, "a"))
    assert await claim("a", LATE + 299) == []
    await store.write(lambda tx: tx.release_lane(LANE, "b"))
    assert not await store.write(lambda tx: tx.renew_lane(LANE, "b", LATE + 900))
    assert await claim("a", LATE + 299) == [LANE]


async def test_a_paused_lane_is_left_alone(store: Store) -> None:
    await lay(store, "t1")
    await show(store)
    assert await store.write(lambda tx: tx.claim_lanes(["telegram"], "a", LATE, 100, 9)) == [LANE]
    await store.write(lambda tx: tx.release_lane(LANE, "a", LATE + 50))
    assert await store.write(lambda tx: tx.claim_lanes(["telegram"], "b", LATE + 49, 100, 9)) == []
    assert await store.write(lambda tx: tx.claim_lanes(["telegram"], "b", LATE + 50, 100, 9)) == [LANE]


async def test_only_lanes_with_something_to_show_on_our_platforms_are_claimed(store: Store) -> None:
    await lay(store, "t1")
    await show(store, message="900")
    assert await store.write(lambda tx: tx.claim_lanes(["telegram"], "a", LATE, 100, 9)) == []
    await store.write(lambda tx: tx.want("t1"))
    assert await store.write(lambda tx: tx.claim_lanes(["discord"], "a", LATE, 100, 9)) == []
    assert await store.write(lambda tx: tx.claim_lanes([], "a", LATE, 100, 9)) == []
    assert await store.write(lambda tx: tx.claim_lanes(["telegram"], "a", LATE, 100, 9)) == [LANE]


async def test_lanes_of_ours_do_not_keep_others_out_of_the_limit(store: Store) -> None:
    await lay(store, "t1")
    hand = SurfaceKind.HAND
    await store.write(lambda tx: [tx.add_surface("t1", hand, chat, "telegram", chat, "") for chat in "abc"])
    claimed = [await store.write(lambda tx: tx.claim_lanes(["telegram"], "me", LATE, 100, 1)) for _ in "abc"]
    assert [lane.chat for lanes in claimed for lane in lanes] == ["a", "b", "c"]
    again = await store.write(lambda tx: tx.claim_lanes(["telegram"], "me", LATE, 100, 9))
    assert len(again) == 3


# -- results ----------------------------------------------------------------------------------------


def a_result(
    chat: Chat,
    table: str,
    player: Player | str,
    outcome: str = "won",
    *,
    deal: int = 0,
    seat: int = 0,
    points: int | None = None,
    rated: bool = True,
) -> ResultRow:
    key = player if isinstance(player, str) else player.key
    return ResultRow(table, deal, seat, chat.id, key, seat, points, outcome, rated, LATE)


async def test_the_table_of_ones_newest_result_is_found_here_or_anywhere(store: Store) -> None:
    chat, other = await lay(store), await lay(store, where=PIAZZA)
    rosa, tito = await seat(store, ROSA), await seat(store, TITO)
    rows = [
        replace(a_result(chat, "t1", rosa), at=LATE),
        replace(a_result(chat, "t2", rosa, deal=1), at=LATE + 2),
        replace(a_result(other, "t3", rosa), at=LATE + 3),
        replace(a_result(chat, "t4", tito), at=LATE + 4),
    ]
    await store.write(lambda tx: tx.add_results(rows))
    assert await store.read(lambda tx: tx.latest_result(rosa.key, chat.id)) == "t2"
    assert await store.read(lambda tx: tx.latest_result(rosa.key, None)) == "t3"
    assert await store.read(lambda tx: tx.latest_result(tito.key, other.id)) is None
    assert await store.read(lambda tx: tx.latest_result("nobody", None)) is None


async def test_a_record_counts_matches_and_the_points_of_their_deals(store: Store) -> None:
    chat, other = await lay(store), await lay(store, where=PIAZZA)
    rosa = await seat(store, ROSA)
    rows = [
        a_result(chat, "t1", rosa),
        a_result(chat, "t1", rosa, deal=1, points=71),
        a_result(chat, "t1", rosa, "lost", deal=2, points=49),
        a_result(chat, "t1", rosa, "lost", deal=3, points=None),
        a_result(chat, "t2", rosa, "drawn"),
        a_result(chat, "t3", rosa, "lost", rated=False),
        a_result(other, "t4", rosa, "lost"),
    ]
    await store.write(lambda tx: tx.add_results(rows))
    rated = await store.read(lambda tx: tx.record(rosa.key, chat.id, rated=True))
    assert (rated.won, rated.lost, rated.drawn, rated.points, rated.deals) == (1, 0, 1, 120, 2)
    assert (rated.person, rated.name) == (rosa.person, "Rosa")
    assert (await store.read(lambda tx: tx.record(rosa.key, chat.id, rated=False))).lost == 1
    assert (await store.read(lambda tx: tx.record(rosa.key, None, rated=True))).lost == 1
    assert (await store.read(lambda tx: tx.record(rosa.key, None, rated=False))).lost == 1


async def test_a_record_of_nothing_is_empty_and_of_nobody_a_bug(store: Store) -> None:
    rosa = await seat(store, ROSA)
    record = await store.read(lambda tx: tx.record(rosa.key, None, rated=False))
    assert (record.won, record.lost, record.drawn, record.points, record.deals) == (0, 0, 0, 0, 0)
    with pytest.raises(LookupError):
        await store.read(lambda tx: tx.record("cpu:hard", None, rated=False))


async def test_a_result_is_kept_once(store: Store) -> None:
    chat = await lay(store)
    rosa = await seat(store, ROSA)
    row = a_result(chat, "t1", rosa)
    await store.write(lambda tx: tx.add_results([row]))
    await store.write(lambda tx: tx.add_results([replace(row, outcome="lost"), a_result(chat, "t2", rosa)]))
    await store.write(lambda tx: tx.add_results([]))
    record = await store.read(lambda tx: tx.record(rosa.key, None, rated=True))
    assert (record.won, record.lost) == (2, 0)


async def test_the_leaderboard_has_the_best_first(store: Store) -> None:
    chat = await lay(store)
    names = ["ada", "Zeno", "Élia", "bea", "cpu"]
    ada, zeno, elia, bea, _ = [await seat(store, Who("web", name, name)) for name in names]
    rows = [
        a_result(chat, "t1", ada, seat=0),
        a_result(chat, "t1", zeno, "lost", seat=1),
        a_result(chat, "t2", bea, seat=0),
        a_result(chat, "t2", bea, seat=0, deal=1, points=120),
        a_result(chat, "t2", elia, "drawn", seat=1),
        a_result(chat, "t3", ada, "lost", seat=0),
        a_result(chat, "t4", elia, seat=0, rated=False),
        a_result(chat, "t4", "cpu:easy", "lost", seat=1, rated=False),
        a_result(chat, "t5", zeno, seat=0, deal=1, points=3),
    ]
    await store.write(lambda tx: tx.add_results(rows))
    board = await store.read(lambda tx: tx.leaderboard(chat.id, 10))
    assert [(record.name, record.won, record.lost, record.drawn) for record in board] == [
        ("bea", 1, 0, 0),
        ("ada", 1, 1, 0),
        ("Élia", 0, 0, 1),
        ("Zeno", 0, 1, 0),
    ]
    assert (board[0].points, board[0].deals) == (120, 1)
    assert [record.name for record in await store.read(lambda tx: tx.leaderboard(chat.id, 1))] == ["bea"]


async def test_wins_against_people_are_told_with_their_time(store: Store) -> None:
    chat, other = await lay(store), await lay(store, where=replace(GROUP, chat="elsewhere"))
    ada, bea = [await seat(store, Who("web", name, name)) for name in ("ada", "bea")]
    rows = [
        replace(a_result(chat, "t1", ada), at=5),
        replace(a_result(chat, "t2", bea), at=7),
        replace(a_result(chat, "t2", ada, "lost", seat=1), at=7),
        replace(a_result(chat, "t3", ada, "drawn"), at=8),
        replace(a_result(chat, "t4", ada, deal=1, points=70), at=8),
        replace(a_result(chat, "t5", ada, rated=False), at=8),
        replace(a_result(other, "t6", ada), at=8),
        replace(a_result(chat, "t7", ada), at=9),
    ]
    await store.write(lambda tx: tx.add_results(rows))
    wins = await store.read(lambda tx: tx.wins(chat.id, 7))
    assert [(win.name, win.at) for win in wins] == [("bea", 7), ("ada", 9)]


async def test_equal_records_are_sorted_by_name_alike_on_every_database(store: Store) -> None:
    chat = await lay(store)
    people = [await seat(store, Who("web", name, name)) for name in ("b", "é", "Z", "a", "_")]
    await store.write(lambda tx: tx.add_results([a_result(chat, person.name, person) for person in people]))
    board = await store.read(lambda tx: tx.leaderboard(chat.id, 10))
    assert [record.name for record in board] == ["Z", "_", "a", "b", "é"]


# -- small facts ------------------------------------------------------------------------------------


async def test_a_fact_is_what_was_kept_last(store: Store) -> None:
    assert await store.read(lambda tx: tx.fact("offset")) is None
    await store.write(lambda tx: tx.keep_fact("offset", "1"))
    await store.write(lambda tx: tx.keep_fact("offset", "2"))
    assert await store.read(lambda tx: tx.fact("offset")) == "2"


# -- reading ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "work",
    [
        lambda tx: tx.keep_fact("offset", "1"),
        lambda tx: tx.player(ROSA),
        lambda tx: tx.remember("web", "1", 1),
    ],
)
async def test_a_reader_cannot_write(store: Store, work: Callable[[Tx], object]) -> None:
    with pytest.raises(Exception, match=r"(?i)read-?only"):
        await store.read(work)
    assert await store.read(lambda tx: tx.fact("offset")) is None


async def test_a_message_to_be_drawn_again_does_not_take_an_edit_under_way_for_it(store: Store) -> None:
    await lay(store, "t1")
    made = await store.write(lambda tx: tx.add_surface("t1", SurfaceKind.TABLE, "", *HERE, message="5"))

    def late(tx: Tx) -> None:
        tx.redraw_surface(made.id)
        tx.mark_shown(made.id, shown=made.wanted, digest="old", generation=made.generation)

    await store.write(late)
    after = await store.read(lambda tx: tx.surface(made.id))
    assert after is not None
    assert (after.digest, after.message) == ("", "5")
    assert after.shown < after.wanted
