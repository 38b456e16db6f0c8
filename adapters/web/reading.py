"""The guide as the page reads it."""

from collections.abc import Mapping, Sequence

from adapters.web.scenes import Json
from bot.screens.forms import Choice
from bot.screens.guide import Topic, guide_of, topics_of
from bot.words import Words

__all__ = ["guide_json"]


def guide_json(topic: Topic, game: str, words: Words, rules: str = "") -> Mapping[str, Json]:
    """A topic with its sections, the other topics and, where it differs by game, the games to choose from."""
    guide = guide_of(topic, game, words, rules)
    return {
        "topic": topic.value,
        "topics": _choices(topics_of(words)),
        "title": guide.title,
        "sections": [{"heading": one.heading, "lines": list(one.lines)} for one in guide.sections],
        "game": guide.game,
        "games": _choices(guide.games),
        "gamesLabel": guide.games_label,
    }


def _choices(choices: Sequence[Choice]) -> Json:
    return [{"value": one.value, "label": one.label} for one in choices]
