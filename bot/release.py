"""Which release of the program this is."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed

__all__ = ["version"]


def version() -> str:
    """The version as it was installed; empty where it runs without."""
    try:
        return installed("briscola-bot")
    except PackageNotFoundError:
        return ""
