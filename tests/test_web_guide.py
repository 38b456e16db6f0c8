"""What there is to read on the page: rules, tips and history, and charts."""

from collections.abc import AsyncIterator

import pytest
from web_house import Served, Visitor, served

from bot.game import Preset
from bot.words import LANGUAGES, words
from bot.words.history import history
from bot.words.tips import tips


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
async def anna(place: Served) -> AsyncIterator[Visitor]:
    one = Visitor(place.url)
    yield one
    await one.close()


@pytest.mark.parametrize("game", Preset)
def test_every_game_has_tips_of_its_own_length(game: Preset) -> None:
    sections = tips(words("en"), game)
    sentences = [tip for _, lines in sections for tip in lines]
    assert len(sentences) >= 6
    assert len(set(sentences)) == len(sentences)
    assert all(heading and lines for heading, lines in sections)


def test_tips_do_not_say_what_is_wrong_in_their_game() -> None:
    def said(game: Preset) -> str:
        return " ".join(tip for _, lines in tips(words("en"), game) for tip in lines)

    assert "aces and threes of plain suits" not in said(Preset.BISCA), "there the three is worth nothing"
    assert "turned card" not in said(Preset.CHIAMATA), "there no card is turned"
    assert "Bid" not in said(Preset.BRISCOLA)


def test_the_history_has_some_ten_sentences() -> None:
    assert 8 <= sum(len(lines) for _, lines in history(words("en"))) <= 14


@pytest.mark.parametrize("topic", ["rules", "tips", "history"])
async def test_topics_are_read_in_every_language(anna: Visitor, topic: str) -> None:
    for language in LANGUAGES:
        await anna.press(f"me-speaks-{language}")
        guide = await anna.get(f"/api/guide/{topic}?game=chiamata")
        assert guide["topic"] == topic
        assert guide["title"]
        assert guide["sections"]
        assert guide["game"] == ("" if topic == "history" else "chiamata")


async def test_the_rules_are_those_of_the_table_where_one_sits(anna: Visitor) -> None:
    answer = await anna.post(
        "/api/open", opponent="hard", rules={"preset": "briscola", "players": 2, "tie": "replay"}
    )
    guide = await anna.get(f"/api/guide/rules?table={answer['table']}&game=bisca")
    assert guide["title"] == "The rules of this table"
    assert guide["games"] == []
    other = await anna.get("/api/guide/rules?table=zzzzzzzzzz&game=nonsense")
    assert (other["title"], other["game"]) == ("The rules", "briscola")


async def test_an_unknown_topic_is_not_there(anna: Visitor) -> None:
    status, text, _ = await anna.ask("GET", "/api/guide/secrets")
    assert status == 404
    assert "There is nothing here" in text


async def test_a_chart_that_is_not_there_yet_is_refused_in_words(anna: Visitor) -> None:
    answer = await anna.post("/api/open", opponent="easy")
    status, text, _ = await anna.ask("GET", f"/api/picture/{answer['table']}-chart")
    assert status == 404
    assert "error" in text
    status, _, _ = await anna.ask("GET", f"/api/picture/{answer['table']}-start")
    assert status == 404, "only questions are asked this way"
