"""The bot, knowing no platform and no database: rules, tables, words, pictures and the service that runs them."""
