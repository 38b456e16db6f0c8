"""Where the games come from, in short."""

from bot.words.catalogue import N_, Words

__all__ = ["history"]

_CHAPTERS = (
    (
        N_("Where it comes from"),
        (
            N_(
                "Briscola belongs to an old European family of games in which the two highest cards of a suit count 11 and 10."
            ),
            N_(
                "The oldest rules known of this family are French, printed in 1718: Brusquembille, with three cards in hand and one turned up for trump."
            ),
            N_(
                "The Italian briscola, the Spanish brisca and the Portuguese bisca are thought to have come from it; the names still sound alike."
            ),
            N_("From Italy it crossed the Adriatic: on the coast of Croatia it is played as briškula."),
            N_("Emigrants took it along to the Americas; in Puerto Rico brisca is well known to this day."),
        ),
    ),
    (
        N_("The cards"),
        (
            N_(
                "Playing cards came to Europe in the fourteenth century; coins, cups, swords and clubs are among its oldest suits."
            ),
            N_(
                "In the packs used in Italy and Spain only cards up to the seven stand below the figures: so the three took the ten's place after the ace."
            ),
            N_("In Portugal the seven took it: the manilha, which counts ten points in Bisca."),
            N_(
                "Every region of Italy has drawn the cards in its own way: those of Naples and of Piacenza are found everywhere."
            ),
        ),
    ),
    (
        N_("The relatives"),
        (
            N_(
                "In pairs people play it with signs: eyes turned up for the king are part of the game, not a trick."
            ),
            N_(
                "Briscola chiamata for five, also called briscola bastarda, adds an auction and a partner whom nobody knows."
            ),
            N_("Briscolone is played without a trump, Briscola aperta with all cards on the table."),
            N_("In Spain whoever holds the seven of trump may take the turned card for it."),
        ),
    ),
)


def history(words: Words) -> list[tuple[str, list[str]]]:
    """A short history of the game: headings, each with its sentences."""
    return [(words.look_up(heading), [words.look_up(line) for line in lines]) for heading, lines in _CHAPTERS]
