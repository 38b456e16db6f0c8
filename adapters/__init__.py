"""What joins the bot to the places where people play: one package a platform."""
