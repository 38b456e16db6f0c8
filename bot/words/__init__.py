"""Words in each language, from gettext catalogues."""
