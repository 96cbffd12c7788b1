"""Tools that know who uses what, and how ripple's answers compare with them."""
