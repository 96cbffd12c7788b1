"""Working memory of one agent: held in its process, and gone when that ends.

A snapshot lets an agent that was shut down in good order begin again where it was.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from ripplegraph.errors import StoreError, UnwritableStoreError, UsageError
from ripplegraph.memory.checks import check_json, refuse_secrets
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.work.access import Actor, authorise
from ripplegraph.memory.work.field_checks import check_name, check_words
from ripplegraph.store.connection import create_folder
from ripplegraph.store.records.memory_records import Plain

MAX_NOTES = 500
_NAMES = {
    "agentId": "agent_id",
    "currentPlan": "current_plan",
    "activeConstraints": "active_constraints",
    "taskContext": "task_context",
    "scratchpad": "scratchpad",
    "updatedAt": "updated_at",
}
"""What a snapshot calls each part."""


@dataclass(frozen=True)
class WorkingState:
    """The working memory of an agent at one time."""

    agent_id: str
    current_plan: str | None = None
    active_constraints: tuple[str, ...] = ()
    task_context: Plain = field(default_factory=dict)
    scratchpad: tuple[str, ...] = ()
    updated_at: str = ""


class WorkingMemory:
    """The working memory of one agent; what goes in is checked like any other memory."""

    def __init__(self, agent_id: str, *, folder: Path, clock: Callable[[], str] = get_now) -> None:
        self._clock = clock
        self._folder = folder
        self._lock = RLock()
        self._state = WorkingState(check_name(agent_id, "The agent"), updated_at=clock())

    @property
    def state(self) -> WorkingState:
        """Return what is in mind; changing what is returned changes nothing."""
        state = self._state
        return replace(state, task_context=json.loads(json.dumps(state.task_context)))

    def set_plan(self, plan: str | None) -> None:
        self._change(current_plan=plan)

    def set_constraints(self, constraints: Iterable[str]) -> None:
        self._change(active_constraints=tuple(constraints))

    def set_context(self, context: Mapping[str, Any]) -> None:
        self._change(task_context=dict(context))

    def note(self, text: str) -> None:
        """Add a note to the scratchpad."""
        with self._lock:
            self._change(scratchpad=(*self._state.scratchpad, text))

    def clear(self) -> None:
        """Forget everything; a snapshot stays until the next one is written."""
        with self._lock:
            self._state = WorkingState(self._state.agent_id, updated_at=self._clock())

    def snapshot(self) -> Path:
        """Write down what is in mind, for this agent's next process."""
        state = self._state
        plain = {written: getattr(state, name) for written, name in _NAMES.items()}
        path = self._get_path()
        partial = path.with_name(f"{path.name}.partial-{os.getpid()}")
        try:
            create_folder(self._folder)
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                json.dump(plain, stream, indent=2)
            partial.replace(path)
        except OSError as error:
            raise UnwritableStoreError(
                f"The snapshot {path} cannot be written: {error.strerror}.",
                hint=f"Make the folder {self._folder} writable.",
                path=path,
            ) from error
        return path

    def restore(self) -> bool:
        """Take up what the last snapshot says; tells whether there is one."""
        path = self._get_path()
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            values = {_NAMES[written]: value for written, value in plain.items()}
            found = msgspec.convert(values, WorkingState)
        except FileNotFoundError:
            return False
        except (OSError, ValueError, KeyError, AttributeError) as error:
            raise _build_damage_error(path) from error
        if found.agent_id != self._state.agent_id:
            raise _build_damage_error(path)
        with self._lock:
            self._state = replace(_check(found), updated_at=found.updated_at)
        return True

    @contextmanager
    def warm(self) -> Iterator["WorkingMemory"]:
        """Begin where the last process ended, and write a snapshot at the end of the block."""
        self.restore()
        try:
            yield self
        finally:
            self.snapshot()

    def _change(self, **values: Any) -> None:
        with self._lock:
            changed = replace(self._state, **values)
            self._state = replace(_check(changed), updated_at=self._clock())

    def _get_path(self) -> Path:
        name = blake2b(self._state.agent_id.encode(), digest_size=8).hexdigest()
        return self._folder / f"working-{name}.json"


class WorkingMemories:
    """The working memories of one process: each agent reaches its own, and no other."""

    def __init__(self, folder: Path, *, clock: Callable[[], str] = get_now) -> None:
        self._folder = folder
        self._clock = clock
        self._held: dict[str, WorkingMemory] = {}

    def get(self, agent_id: str, by: Actor) -> WorkingMemory:
        """Return the working memory of an agent to that agent."""
        name = check_name(agent_id, "The agent")
        authorise("use working memory", by, owner=name)
        if name not in self._held:
            memory = WorkingMemory(name, folder=self._folder, clock=self._clock)
            self._held.setdefault(name, memory)
        return self._held[name]


def _check(state: WorkingState) -> WorkingState:
    """Check every part as strictly as a memory that is stored."""
    if len(state.active_constraints) > MAX_NOTES or len(state.scratchpad) > MAX_NOTES:
        raise UsageError(
            f"Working memory has room for {MAX_NOTES} notes.", hint="Clear it, or note less."
        )
    refuse_secrets(state.task_context)
    plan = state.current_plan
    return replace(
        state,
        current_plan=check_words(plan, "The plan") if plan else None,
        active_constraints=tuple(
            check_words(text, "A constraint") for text in state.active_constraints
        ),
        task_context=check_json(state.task_context),
        scratchpad=tuple(check_words(text, "A note") for text in state.scratchpad),
    )


def _build_damage_error(path: Path) -> StoreError:
    return StoreError(
        f"The snapshot {path} is damaged, or another agent's.",
        hint="Delete it; the agent begins with an empty mind.",
        path=path,
    )
