"""Briscola, knowing no platform and no database."""
