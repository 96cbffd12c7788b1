"""Answers of the services about single memories and their events."""

from dataclasses import dataclass

from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.store.records.memory_records import Event


@dataclass(frozen=True)
class RememberedView(MemoryView):
    """A memory as it is now, and whether it was new."""

    created: bool


@dataclass(frozen=True)
class Deletion(Event):
    """The event of a deletion."""

    spooled: bool = False


@dataclass(frozen=True)
class EventList:
    """Things that happened to memories."""

    events: tuple[Event, ...]


@dataclass(frozen=True)
class UndoReport:
    """The change that was taken back, and the memory as it is now, if it is still there."""

    undone: Event
    memory: MemoryView | None
    spooled: bool = False
