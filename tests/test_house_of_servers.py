"""House rules of a whole server: they hold in each of its chats that has none of its own."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from house import ANNA, BRUNO, CARLA, FRIDAY, House, house

from bot.service.answers import Outcome

PAIRS = {"preset": "briscola", "players": 4, "clock": "none"}
THREE = {"preset": "briscola", "players": 3, "clock": "none"}
HERE = replace(FRIDAY, wider="server-1")
BESIDE = replace(FRIDAY, chat="-100555", title="Beside", wider="server-1")
OUTSIDE = replace(FRIDAY, chat="-100888", title="Outside", wider="server-2")


@pytest.fixture
async def home(database_url: str) -> AsyncIterator[House]:
    async with house(database_url) as one:
        yield one


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


async def rules_of(home: House, table: str) -> dict[str, object]:
    return (await home.value(table)).rules.to_json()


async def said(home: House, where: object = HERE, **rights: object) -> tuple[str, list[str]]:
    """What the house note says there, and what its buttons mean."""
    answer = await home.tables.house(where, ANNA, **rights)  # type: ignore[arg-type]  # one of the places above
    assert answer.note is not None
    return answer.note.text, [button.token.partition("-")[2] for row in answer.note.rows for button in row]


async def test_the_rules_of_a_server_hold_in_all_its_chats(home: House) -> None:
    table = await home.open(ANNA, HERE, rules=PAIRS)
    kept = await home.tables.press(f"{table}-house_wider", HERE, ANNA, admin=yes)
    assert (kept.outcome, "This" in kept.words) == (Outcome.ACCEPTED, False)
    assert await rules_of(home, await home.open(BRUNO, BESIDE)) == PAIRS
    assert await rules_of(home, await home.open(BRUNO, OUTSIDE)) == {"preset": "briscola", "players": 2}
    elsewhere = await home.tables.rules(replace(BESIDE, chat="-100999"), CARLA)
    assert elsewhere.note is not None
    assert "4" in elsewhere.note.text, "also where nobody has played yet"
    dropped = await home.tables.press(f"{table}-nohouse_wider", HERE, ANNA, admin=yes)
    assert dropped.words == "This server has no house rules any more."
    fresh = replace(BESIDE, chat="-100666")
    assert await rules_of(home, await home.open(CARLA, fresh)) == {"preset": "briscola", "players": 2}


async def test_what_a_chat_has_of_its_own_goes_before_what_its_server_has(home: House) -> None:
    table = await home.open(ANNA, HERE, rules=PAIRS)
    await home.tables.press(f"{table}-house_wider", HERE, ANNA, admin=yes)
    own = await home.open(BRUNO, BESIDE, rules=THREE)
    await home.tables.press(f"{own}-house", BESIDE, BRUNO, admin=yes)
    assert await rules_of(home, await home.open(CARLA, BESIDE)) == THREE
    text, _ = await said(home, BESIDE)
    assert "The house rules of this chat" in text
    assert "The house rules of this server" in text
    assert "Those of the chat hold here." in text
    await home.tables.press(f"{own}-nohouse", BESIDE, BRUNO, admin=yes)
    text, _ = await said(home, BESIDE)
    assert "The house rules of this chat" not in text


async def test_only_who_manages_the_server_is_offered_to_make_its_rules(home: House) -> None:
    table = await home.open(ANNA, HERE, rules=PAIRS)
    assert (await said(home))[1] == []
    assert (await said(home, admin=yes, head=no))[1] == ["house"]
    assert (await said(home, admin=yes, head=yes))[1] == ["house", "house_wider"]
    assert (await said(home, admin=no, head=yes))[1] == ["house_wider"]
    await home.tables.press(f"{table}-house_wider", HERE, ANNA, admin=yes)
    assert (await said(home, admin=no, head=yes))[1] == ["nohouse_wider"]
    assert (await said(home, FRIDAY, admin=yes, head=yes))[1] == ["house"], "a chat that is part of nothing"


async def test_who_does_not_manage_the_server_changes_nothing(home: House) -> None:
    table = await home.open(ANNA, HERE, rules=PAIRS)
    refused = await home.tables.press(f"{table}-house_wider", HERE, ANNA, admin=no)
    assert refused.words == "Only who manages the server can make or drop its house rules."
    forged = await home.tables.press(f"{table}-house_wider", OUTSIDE, CARLA, admin=yes)
    assert forged.outcome is Outcome.REFUSED, "the head of another server"
    lost = await home.tables.press(f"{table}-house_wider", FRIDAY, CARLA, admin=yes)
    assert lost.outcome is not Outcome.ACCEPTED, "a chat that is part of nothing"
    assert await rules_of(home, await home.open(BRUNO, BESIDE)) == {"preset": "briscola", "players": 2}
