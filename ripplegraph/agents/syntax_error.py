"""The error for a text that cannot be edited, and its position."""


class BrokenText(ValueError):
    """A text is not what its format asks for, or has something else where an entry belongs."""

    def __init__(self, problem: str, *, text: str = "", position: int | None = None) -> None:
        if position is not None:
            line = text.count("\n", 0, position) + 1
            column = position - (text.rfind("\n", 0, position) + 1) + 1
            problem = f"{problem} (line {line}, column {column})"
        super().__init__(problem)
        self.problem = problem
