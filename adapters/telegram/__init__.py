"""Briscola in Telegram groups."""
