"""The decks, each drawn by a module of its own, and the figures and marks they are put together from."""
