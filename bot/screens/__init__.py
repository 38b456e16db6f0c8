"""Views, words and pictures made into what a person is shown."""
