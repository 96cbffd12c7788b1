"""The files of a world, each read when it is first looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ripplegraph.graph.facts import FileFacts
from ripplegraph.indexing.linking.marks import Marks
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.parsers.language import Language


class LazyViews(Mapping[str, FileView]):
    """A mapping from paths to views that knows all paths and loads facts on demand."""

    def __init__(
        self,
        paths: Mapping[str, str],
        languages: Mapping[str, Language],
        load: Callable[[str], FileFacts],
    ) -> None:
        self._paths = paths
        self._languages = languages
        self._load = load
        self.marks = Marks()
        self.loaded: dict[str, FileView] = {}

    def start_again(self) -> None:
        """Forget all that was worked out about the files, but not what they say."""
        self.marks = Marks()
        before, self.loaded = self.loaded, {}
        for path, view in before.items():
            self.loaded[path] = FileView(path, view.facts, view.language, self.marks.of(path))

    def __getitem__(self, path: str) -> FileView:
        view = self.loaded.get(path)
        if view is None:
            language = self._languages[self._paths[path]]
            view = FileView(path, self._load(path), language, self.marks.of(path))
            self.loaded[path] = view
        return view

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._paths))

    def __len__(self) -> int:
        return len(self._paths)
