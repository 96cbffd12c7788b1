"""Modes of the soak test that are long enough for a module of their own."""
