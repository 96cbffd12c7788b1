"""States of a memory: all of them, those that count, and those that lists show."""

STATES = ("scratch", "candidate", "active", "archived", "superseded", "rejected")
LIVE_STATES = frozenset({"scratch", "candidate", "active"})
SHOWN_STATES = ("active", "candidate", "scratch")
"""The states that a list or search shows unless it is asked for others."""
