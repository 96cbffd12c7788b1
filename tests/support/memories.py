"""Memories for tests: a service outside any command, with a clock that the test sets."""

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from ripplegraph.memory.clock import read_time, write_time
from ripplegraph.memory.services.base import AnyService
from ripplegraph.memory.services.import_export import ImportExportService
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.memory.services.reports import RememberedView
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.store.database import Database
from ripplegraph.store.records.memory_records import Provenance
from tests.support.databases import graph_of, memory_of

START = "2026-01-01T00:00:00.000Z"


@dataclass
class Clock:
    """Stands still until it is set."""

    now: str = START

    def __call__(self) -> str:
        return self.now


@dataclass
class Notebook:
    """A service for a folder, and the clock it goes by."""

    root: Path
    clock: Clock = field(default_factory=Clock)
    shared: Path | None = None
    """The folder in whose `ripple/` the memories are, if not in that of the project."""

    @property
    def database(self) -> Database:
        return memory_of(self.root, git_common_dir=self.shared)

    @property
    def service(self) -> MemoryService:
        return self.open(MemoryService)

    @property
    def transfer(self) -> ImportExportService:
        return self.open(ImportExportService)

    def open(self, kind: type[AnyService]) -> AnyService:
        return kind(
            self.database,
            root=self.root,
            graph=graph_of(self.root),
            registry=build_registry(),
            clock=self.clock,
        )

    def remember(
        self, content: str, *, source: str = "agent_explicit", **options: Any
    ) -> RememberedView:
        names = {"session", "agent", "role", "task", "phase", "work_unit"}
        origin = {name: options.pop(name) for name in list(options) if name in names}
        return self.service.remember(
            Draft(content, provenance=Provenance(source, **origin), **options)
        )


def after_days(days: float) -> str:
    return write_time(read_time(START) + timedelta(days=days))
