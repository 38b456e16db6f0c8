"""Card art, sprites, and the pictures of the table and of a hand."""
