"""The form that opens a table, as the page reads it."""

from collections.abc import Mapping, Sequence
from typing import cast

from adapters.web.scenes import Json
from bot.screens.forms import Choice, form_of
from bot.words import Words

__all__ = ["form_json"]


def form_json(wish: Mapping[str, str], words: Words) -> Mapping[str, Json]:
    """The form as it stands after a wish, and the rules that it would open a table with."""
    form = form_of(wish, words)
    return {
        "games": _choices(form.game.choices),
        "gamesLabel": form.game.label,
        "preset": form.game.value,
        "counts": _choices(form.players.choices),
        "countsLabel": form.players.label,
        "players": form.players.value,
        "options": [
            {
                "name": one.name,
                "label": one.label,
                "value": one.value,
                "values": _choices(one.choices),
            }
            for one in form.options
        ],
        "summary": form.summary,
        "rules": cast("Json", form.rules),  # whole: nothing is left to what was played last
    }


def _choices(choices: Sequence[Choice]) -> Json:
    return [{"value": one.value, "label": one.label} for one in choices]
