"""Briscola on a local web page."""
