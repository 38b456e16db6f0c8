"""Charts: lines that are told apart, names that are whole, the same in words, and Matplotlib only when one is asked for."""

import io
import itertools
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime

import pytest
from games_for_tests import KEYS, begun, said
from games_for_tests import NAMES as CALLED
from house import ANNA, BRUNO, FRIDAY, House, house
from PIL import Image

from adapters.discord import render as discord_render
from adapters.telegram import render as telegram_render
from bot.people import Lately, Win, first_moment, lately
from bot.pictures import ChartScene, SeriesScene, curves, draw_chart
from bot.pictures.chart import HEAVIEST, PLOT
from bot.pictures.palette import rgb
from bot.screens.charts import score_chart, weeks_chart
from bot.screens.fitting import size
from bot.screens.people import Names
from bot.screens.sheets import sheet_note
from bot.screens.tokens import Ask, Weeks, parse_token
from bot.screens.types import File
from bot.service.answers import Outcome
from bot.table import Playing, Table
from bot.words import LANGUAGES, words

ENGLISH = words("en")
NAMES = (
    "W" * 64,
    "محمد عبد الله بن علي",
    "हिन्दी भाषा",
    "李小龙与他的朋友们都在这里",
    "👩‍👩‍👧‍👦 Família",
    "Z̷̡̛a̸l̶g̵o̸ ",
)


def chart(*lines: tuple[int, ...], steps: tuple[str, ...] = ()) -> ChartScene:
    series = tuple(
        SeriesScene(name, values, str(values[-1])) for name, values in zip(NAMES, lines, strict=False)
    )
    return ChartScene("The score, deal by deal", series, steps or tuple(map(str, range(len(lines[0])))))


RISING = tuple(tuple(place * step for step in range(11)) for place in (3, -2, 1, 5, -4, 0))


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")


def near(picture: Image.Image, colour: str, at: tuple[int, int], around: int = 12) -> bool:
    """Whether a pixel about there is about of this colour."""
    x, y = at
    data = picture.crop((x - around, y - around, x + around, y + around)).tobytes()
    red, green, blue = rgb(colour)
    return any(
        abs(data[i] - red) + abs(data[i + 1] - green) + abs(data[i + 2] - blue) < 40
        for i in range(0, len(data), 3)
    )


@pytest.mark.parametrize("count", range(1, 7))
def test_a_chart_is_as_large_as_a_table_and_light(count: int) -> None:
    png = draw_chart(chart(*RISING[:count]))
    assert opened(png).size == (1280, 832)
    assert len(png) <= HEAVIEST


@pytest.mark.parametrize(
    "lines",
    [((0,),), ((0, 0), (0, 0)), (tuple(range(0, 4000, 40)),), ((0, -1), (0, 1)), ((0, 121), (0, -9999))],
)
def test_any_numbers_make_a_chart(lines: tuple[tuple[int, ...], ...]) -> None:
    assert len(draw_chart(chart(*lines))) <= HEAVIEST


def test_each_line_ends_where_its_score_is() -> None:
    curve = curves.drawn(RISING, PLOT)
    picture = opened(draw_chart(chart(*RISING)))
    for number, y in enumerate(curve.ends):
        assert near(picture, curves.COLOURS[number], (curve.places[-1], y))
    best = min(range(6), key=lambda number: curve.ends[number])
    assert RISING[best][-1] == 50, "the highest score stands highest"


def test_the_scale_holds_nothing_and_all_numbers_in_few_round_steps() -> None:
    for lines in (RISING, ((0, 1),), ((0, 7, 121),), ((0, -3),)):
        heights = curves.drawn(lines, PLOT).heights
        numbers = [value for value, _ in heights]
        assert 0 in numbers
        assert min(numbers) <= min(map(min, lines))
        assert max(numbers) >= max(map(max, lines))
        assert 2 <= len(numbers) <= 8
        assert len({after - before for before, after in itertools.pairwise(numbers)}) <= 1


def test_no_two_names_lie_over_each_other_when_all_scores_are_equal() -> None:
    equal = ((0, 4),) * 6
    picture = opened(draw_chart(chart(*equal)))
    right = PLOT.right + 24
    marks = [
        y
        for y in range(120, 800)
        if any(near(picture, colour, (right + 10, y), 2) for colour in curves.COLOURS)
    ]
    gaps = sum(after - before > 30 for before, after in itertools.pairwise(marks))
    assert gaps == 5, "six signs, apart"


def test_charts_drawn_at_once_are_the_same() -> None:
    scenes = [chart(*RISING[:count]) for count in range(1, 7)] * 2
    plain = draw_chart.__wrapped__
    with ThreadPoolExecutor(6) as pool:
        drawn = list(pool.map(plain, scenes))
    assert drawn == [plain(scene) for scene in scenes]


def test_nothing_loads_matplotlib_before_a_chart_is_asked_for() -> None:
    told = "import sys, bot.app; print(*sorted({'matplotlib', 'numpy'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.split() == []


def test_a_chart_leaves_the_global_state_of_matplotlib_alone() -> None:
    told = (
        "import sys; from bot.pictures import *; "
        "draw_chart(ChartScene('t', (SeriesScene('a', (0, 1), '1'),), ('', '1'))); "
        "print('matplotlib.figure' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.split() == ["True", "False"]


# -- weeks ----------------------------------------------------------------------------------------


def at(month: int, day: int) -> int:
    return round(datetime(2026, month, day, 12, tzinfo=UTC).timestamp() * 1000)


NOW = at(11, 30)  # a Monday
WINS = (
    Win(1, "Anna", at(10, 12)),
    Win(2, "Bruno", at(10, 13)),
    Win(1, "Anna", at(11, 1)),
    Win(1, "Anna", at(11, 30)),
    Win(3, "Carla", at(10, 11)),
)


def test_weeks_begin_on_monday_and_wins_are_added_up() -> None:
    weeks = lately(WINS, NOW)
    assert weeks.mondays[0] == date(2026, 10, 12)
    assert weeks.mondays[-1] == date(2026, 11, 30)
    assert first_moment(NOW) == at(10, 12) - 12 * 3600 * 1000
    assert weeks.people == (("Anna", (1, 1, 2, 2, 2, 2, 2, 3)), ("Bruno", (1,) * 8)), "Carla won too early"


def test_the_five_best_are_told_of() -> None:
    wins = [Win(person, f"P{person}", NOW) for person in range(9) for _ in range(person)]
    assert [name for name, _ in lately(wins, NOW).people] == ["P8", "P7", "P6", "P5", "P4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_weeks_are_told_in_words_as_well(language: str) -> None:
    told = weeks_chart(lately(WINS, NOW), words(language))
    assert told is not None
    assert "Anna" in told.alt
    assert "1, 1, 2, 2, 2, 2, 2, 3" in told.alt
    assert size(told.alt) <= 1024
    assert len(draw_chart(told.scene)) <= HEAVIEST


def test_where_nobody_won_there_is_no_chart_of_weeks() -> None:
    assert weeks_chart(Lately((date(2026, 11, 30),), ()), words("en")) is None
    assert parse_token(str(Weeks())) == Weeks()


# -- matches --------------------------------------------------------------------------------------


def names_of(table: Table) -> Names:
    return Names(table, CALLED, ENGLISH)


def played(game: str, players: int, **options: object) -> Table:
    """A match to its end, everybody playing the first card they may."""
    table = begun(game, players, **options)
    while isinstance(table.phase, Playing):
        if table.phase.match.needs_deal:
            table = said(table, (KEYS[0], f"deal {table.phase.match.deal_number + 1}"))
        assert table.turn is not None
        assert table.deal is not None
        move = table.deal.legal_moves(table.turn)[0]
        table = said(table, (KEYS[table.turn], f"{table.step} {move}"))
    return table


def test_the_score_of_a_match_is_drawn_from_nothing_to_its_end() -> None:
    table = played("briscola", 4, match={"wins": 2})
    told = score_chart(table, names_of(table), ENGLISH)
    assert told is not None
    assert table.match is not None
    deals = len(table.match.results)
    assert told.scene.steps == ("", *(str(one.number) for one in table.match.results))
    assert all(len(one.values) == deals + 1 and one.values[0] == 0 for one in told.scene.series)
    assert tuple(one.values[-1] for one in told.scene.series) == table.match.score
    assert [one.name for one in told.scene.series] == ["Anna + Carla", "Bruno + Dora"]
    newest = told.alt.splitlines()[1]
    assert newest.startswith(f"After deal {deals}: Anna + Carla {table.match.score[0]}, ")


def test_the_sheet_offers_a_chart_once_there_is_a_line_to_draw() -> None:
    long, short = played("briscola", 4, match={"wins": 2}), played("briscola", 2)
    (row,) = sheet_note(long, names_of(long), ENGLISH).rows
    assert [parse_token(one.token) for one in row] == [Ask(long.id, "chart")]
    assert sheet_note(short, names_of(short), ENGLISH).rows == ()
    assert score_chart(short, names_of(short), ENGLISH) is None


@pytest.fixture
async def home(database_url: str) -> AsyncIterator[House]:
    async with house(database_url) as one:
        yield one


async def test_the_best_of_a_chat_are_drawn_when_the_leaderboard_is_asked_for_its_chart(home: House) -> None:
    early = await home.press(ANNA, "chat-weeks")
    assert (early.outcome, early.file) == (Outcome.REFUSED, None)
    table = await home.two_play()
    refused = await home.press(ANNA, f"{table}-chart")
    assert (refused.outcome, refused.table) == (Outcome.REFUSED, table)
    await home.press(BRUNO, f"{table}-resign")
    board = (await home.tables.leaderboard(FRIDAY, ANNA)).note
    assert board is not None
    (row,) = board.rows
    drawn = (await home.press(ANNA, row[0].token)).file
    assert drawn is not None
    assert opened(drawn.data).size == (1280, 832)
    assert "Anna: 0, 0, 0, 0, 0, 0, 0, 1" in drawn.alt


# -- on the platforms -----------------------------------------------------------------------------

PICTURE = File("chart-1.png", b"png", "Anna 2, Bruno 1")


def test_telegram_shows_a_chart_as_a_picture_with_its_words_below() -> None:
    draft = telegram_render.document(PICTURE, "").draft
    assert draft.picture is not None
    assert (draft.picture.name, draft.picture.png, draft.words) == (PICTURE.name, b"png", PICTURE.alt)
    assert draft.file is None


def test_discord_describes_a_chart_to_those_who_do_not_see_it() -> None:
    (sent,) = discord_render.file(PICTURE).files
    assert (sent.filename, sent.description) == (PICTURE.name, PICTURE.alt)
    (other,) = discord_render.file(File("match.json", b"{}")).files
    assert other.description is None
