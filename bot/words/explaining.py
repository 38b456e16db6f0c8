"""What a game is like and what an option is about, for those who choose."""

from collections.abc import Mapping

from bot.game import Preset
from bot.words.catalogue import N_, Words

__all__ = ["option_about", "preset_about"]

_PRESETS: Mapping[Preset, str] = {
    Preset.BRISCOLA: N_("the Italian game."),
    Preset.BISCACARD: N_("like Briscola; three play without the twos."),
    Preset.BRISCA: N_("the Spanish game: the turned card is exchanged, partners make signs."),
    Preset.BISCA: N_("the Portuguese game: the seven comes second, after the ace."),
    Preset.BISCA3: N_("the three comes second, and the turned card is exchanged on any turn."),
    Preset.CHIAMATA: N_("for five, with an auction and a secret partner."),
    Preset.APERTA: N_("for two, all cards face up."),
    Preset.BRISCOLONE: N_("for two, five cards each and no trump."),
}

_OPTIONS: Mapping[str, str] = {
    "hand": N_("How many cards everybody is dealt."),
    "match": N_("How long the match is."),
    "clock": N_("How long you have for a turn. After that the computer plays for you."),
    "removed": N_("Some cards may be taken out, so that the rest comes out even."),
    "two_of": N_("One two is taken out: which one?"),
    "ranking": N_("Which card comes right after the ace and counts 10."),
    "trump": N_("Where the trump comes from."),
    "stock_top": N_("Whether you see the next card to be drawn."),
    "sides": N_("Who plays together."),
    "tie": N_("What happens when nobody has more points than all others."),
    "exchange": N_("Whoever holds the seven (or two) of trump may take the turned card for it."),
    "exchange_window": N_("When the turned card may be taken."),
    "partners_look": N_("Whether partners see each other's last cards."),
    "signs": N_("Partners tell each other by signs what they hold."),
    "open_hands": N_("Whether everybody plays with open cards."),
    "cappotto": N_("What it is worth to take all points (cappotto)."),
    "show_points": N_("Whether the points taken are told while you play."),
    "after_two": N_("What follows in the auction when somebody has bid the two."),
    "blind_first_trick": N_("Whether the first trick is played before the trump is called."),
}


def preset_about(words: Words, preset: Preset) -> str:
    """What is special about a game, after its name."""
    return words.say(_PRESETS[preset])


def option_about(words: Words, option: str) -> str:
    """What an option decides."""
    return words.say(_OPTIONS[option])
