"""Briscola in Discord channels."""
