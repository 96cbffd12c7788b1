"""Projects made at random, of the kinds of code that names are hard to follow in."""
