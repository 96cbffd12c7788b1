"""Kinds of the ranges of a file in which names are not code."""

from typing import Final

CODE: Final = 0
COMMENT: Final = 1
STRING: Final = 2
