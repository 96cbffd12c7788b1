"""Errors in the state that an earlier scan left."""


class FactsMissingError(Exception):
    """The facts of a file that did not change are not there any more."""
