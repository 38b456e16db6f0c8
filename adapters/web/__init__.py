"""Briscola on a local web page."""

from adapters.web.server import AddressInUse, Web

__all__ = ["AddressInUse", "Web"]
