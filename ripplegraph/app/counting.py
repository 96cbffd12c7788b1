"""The operation that counts what answers cost."""

from collections.abc import Iterable

from ripplegraph.app.operations import operation
from ripplegraph.app.parts import ProjectParts


class Counting(ProjectParts):
    """Keeps an account of tokens, where the settings do not say otherwise."""

    @operation(python="reference/context.md#count_answer")
    def count_answer(self, name: str, text: str, files: Iterable[str] = ()) -> bool:
        """Count an answer that named dependents in files, and tell whether that was possible.

        What reading those files would have cost is set against what the answer does, once a day
        for the same answer.
        """
        from ripplegraph.store.answer_costs import record_answer

        if self.config.context.count_tokens == "off":
            return False
        size = len(text.encode(errors="replace"))
        return record_answer(self.root, name, size=size, files=files, text=text)
