"""Stand-ins for the platforms: local servers that behave as Telegram and Discord do."""
