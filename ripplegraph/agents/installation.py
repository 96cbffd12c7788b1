"""Installs ripple into agents and removes it: a plan that is shown, approved and carried out."""

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ripplegraph.agents.catalog import Agent, get_agents
from ripplegraph.agents.documents import find_entries, is_spent, remove_entries, write_entries
from ripplegraph.agents.entries import ConfigFile, Format
from ripplegraph.agents.entry_builder import Setup
from ripplegraph.agents.file_records import FileRecord, FileRecords, compute_digest
from ripplegraph.agents.files import (
    create_folders,
    find_target,
    read_file,
    remove_file,
    remove_folders,
    write_file,
)
from ripplegraph.agents.locations import Locations, Scope
from ripplegraph.agents.report import (
    AgentReport,
    AgentsReport,
    AgentStatus,
    Change,
    FileChange,
    PlaceStatus,
    Status,
)
from ripplegraph.agents.syntax_error import BrokenText
from ripplegraph.errors import AgentConfigError, UsageError
from ripplegraph.git.worktree import find_ignored

Approve = Callable[[AgentReport], bool]


@dataclass(frozen=True)
class _FilePlan:
    """The plan for one file: its text now, after the change, and before ripple came."""

    path: Path
    before: bytes | None
    after: bytes | None
    original: bytes | None
    record: FileRecord | None
    change: Change


def install_agent(
    name: str,
    scope: Scope | None,
    *,
    locations: Locations,
    interpreter: str,
    worktree: Path | None,
    approve: Approve,
) -> AgentReport:
    """Write ripple's entries into an agent's files, if what that changes is approved."""
    agent = get_agent(name)
    setup = Setup(locations, get_scope(agent, scope), interpreter)
    records = FileRecords(locations, setup.scope)
    files = agent.find_files(setup)
    plans = [_plan_install(file, records, setup) for file in files]
    notes = (*agent.notes, *_find_exposed(files, worktree))
    report = _build_report(agent, setup.scope, plans, notes)
    if not report.is_change or not approve(report):
        return report
    for plan in plans:
        _apply_install(plan, records)
    return replace(report, applied=True)


def uninstall_agent(
    name: str, scope: Scope | None, *, locations: Locations, interpreter: str, approve: Approve
) -> AgentReport:
    """Bring an agent's files back, or take only ripple's entries out of those that changed."""
    agent = get_agent(name)
    setup = Setup(locations, get_scope(agent, scope), interpreter)
    records = FileRecords(locations, setup.scope)
    plans = [_plan_uninstall(file, records, setup) for file in agent.find_files(setup)]
    report = _build_report(agent, setup.scope, plans, ())
    if not report.is_change or not approve(report):
        return report
    for plan in reversed(plans):  # the folders were made for the first of them
        _apply_uninstall(plan, records)
    return replace(report, applied=True)


def list_agents(locations: Locations, interpreter: str) -> AgentsReport:
    """Tell for each agent and scope whether ripple's entries are there and current."""
    statuses = []
    for agent in get_agents().values():
        found: list[PlaceStatus] = []
        for scope in agent.scopes:
            files = agent.find_files(Setup(locations, scope, interpreter))
            found.extend(_examine(file, scope) for file in files)
        statuses.append(AgentStatus(agent.name, agent.title, agent.scopes[0], tuple(found)))
    return AgentsReport(interpreter, tuple(statuses))


def get_agent(name: str) -> Agent:
    """Return an agent by its name."""
    agents = get_agents()
    if name not in agents:
        raise UsageError(f"There is no agent {name!r}.", hint=f"Name one of {', '.join(agents)}.")
    return agents[name]


def get_scope(agent: Agent, scope: Scope | None) -> Scope:
    """Return the scope to work in: the one asked for, or the usual one of the agent."""
    if scope is not None and scope not in agent.scopes:
        raise UsageError(
            f"{agent.title} has no files for the scope {scope.value}.",
            hint=f"Use --scope {agent.scopes[0].value}.",
        )
    return scope or agent.scopes[0]


def _find_target(file: ConfigFile, setup: Setup) -> Path:
    inside = None if setup.for_user else setup.locations.root
    return find_target(file.path, inside=inside)


def _plan_install(file: ConfigFile, records: FileRecords, setup: Setup) -> _FilePlan:
    path = _find_target(file, setup)
    before = read_file(path)
    record = records.read(path)
    after = _edit(path, before, lambda text: write_entries(text, file))
    original = _get_original(path, file, before, record)
    change = Change.CREATED if before is None else Change.CHANGED
    return _FilePlan(path, before, after, original, record, _judge(before, after, change))


def _plan_uninstall(file: ConfigFile, records: FileRecords, setup: Setup) -> _FilePlan:
    path = _find_target(file, setup)
    before = read_file(path)
    record = records.read(path)
    original = _get_original(path, file, before, record)
    change = Change.RESTORED if record and record.fits(before) else Change.CHANGED
    change = Change.REMOVED if original is None else change
    return _FilePlan(path, before, original, original, record, _judge(before, original, change))


def _judge(before: bytes | None, after: bytes | None, change: Change) -> Change:
    return Change.UNCHANGED if before == after else change


def _get_original(
    path: Path, file: ConfigFile, before: bytes | None, record: FileRecord | None
) -> bytes | None:
    """Return a file as it would be without ripple: as it was, unless it changed since."""
    if before is None or (record and record.fits(before)):
        return record.original if record and before is not None else None
    known = record.original.decode() if record and record.original is not None else None
    rest = _edit(path, before, lambda text: remove_entries(text, file, known))
    made = record is not None and record.original is None
    return None if made and rest != before and is_spent(rest.decode(), file) else rest


def _edit(path: Path, content: bytes | None, change: Callable[[str], str]) -> bytes:
    try:
        return change((content or b"").decode()).encode()
    except UnicodeDecodeError:
        problem = "it is not UTF-8"
    except BrokenText as error:
        problem = error.problem
    raise AgentConfigError(
        f"{path} cannot be edited: {problem}.",
        hint="Correct the file, and try again; nothing was written.",
        path=path,
    )


def _apply_install(plan: _FilePlan, records: FileRecords) -> None:
    if plan.change is Change.UNCHANGED or plan.after is None:
        return
    folders = create_folders(plan.path.parent)
    if plan.record is not None and plan.record.fits(plan.before):
        folders = plan.record.folders
    records.write(plan.path, FileRecord(plan.original, compute_digest(plan.after), folders))
    _check_unchanged(plan)
    write_file(plan.path, plan.after)


def _apply_uninstall(plan: _FilePlan, records: FileRecords) -> None:
    if plan.change is not Change.UNCHANGED:
        _check_unchanged(plan)
        if plan.after is None:
            remove_file(plan.path)
            remove_folders(plan.record.folders if plan.record else ())
        else:
            write_file(plan.path, plan.after)
    records.forget(plan.path)


def _find_exposed(files: tuple[ConfigFile, ...], worktree: Path | None) -> Iterator[str]:
    """Say which files would be committed, though they are about this machine."""
    if worktree is None:
        return
    paths = [find_target(file.path) for file in files if file.format is not Format.NOTES]
    inside = [path for path in paths if path.is_relative_to(worktree)]
    names = [path.relative_to(worktree).as_posix() for path in inside]
    ignored = find_ignored(worktree, names) if names else frozenset()
    exposed = [name for name in names if name not in ignored]
    if exposed:
        shown = ", ".join(exposed)
        yield f"Paths of this machine are now in files that git does not ignore: {shown}."


def _check_unchanged(plan: _FilePlan) -> None:
    if read_file(plan.path) != plan.before:
        raise AgentConfigError(
            f"{plan.path} was changed by somebody else in the meantime.",
            hint="Run the command again.",
            path=plan.path,
        )


def _build_report(
    agent: Agent, scope: Scope, plans: list[_FilePlan], notes: tuple[str, ...]
) -> AgentReport:
    files = tuple(
        FileChange(plan.path, plan.change, _build_diff(plan.path, plan.before, plan.after))
        for plan in plans
    )
    return AgentReport(agent.name, scope, files, notes)


def _build_diff(path: Path, before: bytes | None, after: bytes | None) -> str:
    lines = difflib.unified_diff(
        _split(before),
        _split(after),
        fromfile="/dev/null" if before is None else str(path),
        tofile="/dev/null" if after is None else str(path),
        lineterm="",
    )
    return "\n".join(lines)


def _split(content: bytes | None) -> list[str]:
    return (
        (content or b"").decode(errors="replace").removesuffix("\n").split("\n") if content else []
    )


def _examine(file: ConfigFile, scope: Scope) -> PlaceStatus:
    try:
        path = find_target(file.path)
        before = read_file(path)
        text = (before or b"").decode()
        found = find_entries(text, file)
        wanted = write_entries(text, file) if found.count else text
    except (AgentConfigError, BrokenText, UnicodeDecodeError) as error:
        detail = str(error).rstrip(".")
        return PlaceStatus(scope, file.path, Status.BROKEN, detail)
    if not found.count:
        return PlaceStatus(scope, file.path, Status.ABSENT)
    if wanted == text:
        return PlaceStatus(scope, file.path, Status.INSTALLED)
    return PlaceStatus(scope, file.path, Status.OUTDATED, _explain(found.programs))


def _explain(programs: tuple[str, ...]) -> str:
    gone = [program for program in programs if not Path(program).exists()]
    if gone:
        return f"it starts {gone[0]}, which is gone"
    return "another ripple wrote it"
