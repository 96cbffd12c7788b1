"""The files of a world: all are known, and each is read when it is looked into.

What was read stays in memory up to a limit. What was not looked into for longest goes first, with
all that was worked out about it; whoever looks again has it read and worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.indexing.linking.marks import Marks
from ripplegraph.indexing.linking.rules import LanguageRules, rules_of
from ripplegraph.indexing.linking.views import FileView, Notes
from ripplegraph.parsers.language import Language

MOST_HELD = 1_000_000
"""How many facts are held at a time: a call, a name that is bound or read, a definition is one.
With what is worked out about them, each takes about a kilobyte."""


class FileViews(dict[str, FileView]):
    """A view for every file that is looked into, by its path."""

    def __init__(
        self,
        paths: Mapping[str, str],
        languages: Mapping[str, Language],
        load: Callable[[str], LinkFacts],
        *,
        most: int = MOST_HELD,
    ) -> None:
        """Take the language of each file, and what returns the facts of one."""
        super().__init__()
        self.paths = paths
        self.marks = Marks()
        self.notes: dict[str, Notes] = {}
        """What is kept about every file that was looked into."""
        self._languages = languages
        self._load = load
        self._most = most
        self._held = 0

    def __missing__(self, path: str) -> FileView:
        view = self._open(path, self._load(path))
        self._held += view.weight
        if self._held > self._most:
            self._make_room()
        self[path] = view
        return view

    def rules_of(self, path: str) -> LanguageRules:
        """Return the rules of a file's language, without looking into the file."""
        return rules_of(self._languages[self.paths[path]])

    def family_of(self, path: str) -> str:
        """Return the family of a file's language, without looking into the file."""
        language = self._languages[self.paths[path]]
        return language.family or language.name

    def start_again(self) -> None:
        """Forget all that was worked out about the files, but not what they say."""
        self.marks = Marks()
        self.notes = {}
        for path, view in self.items():
            self[path] = self._open(path, view.facts)

    def _open(self, path: str, facts: LinkFacts) -> FileView:
        notes = self.notes.get(path)
        if notes is None:
            notes = self.notes[path] = Notes()
        language = self._languages[self.paths[path]]
        return FileView(path, facts, language, self.marks, notes)

    def _make_room(self) -> None:
        """Let go of views, the first ones first, but not of those that are in use."""
        for path in list(self):
            view = self.pop(path)
            if view.is_in_use:
                view.is_in_use = False
                self[path] = view
            else:
                self._held -= view.weight
                if self._held <= self._most:
                    return
