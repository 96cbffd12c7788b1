"""Examines a project from top to bottom, with a fix for each problem."""

from collections.abc import Iterator
from pathlib import Path

from ripplegraph.config import ScanConfig, find_config_files
from ripplegraph.errors import RippleError
from ripplegraph.git.programs import find_programs, is_trusted
from ripplegraph.git.repository import Repository
from ripplegraph.git.worktree import is_ignored, read_worktree
from ripplegraph.health.backups import check_backups
from ripplegraph.health.databases import check_database, check_writable
from ripplegraph.health.environment import check_git, check_python, check_sqlite
from ripplegraph.health.freshness import Freshness, judge_freshness
from ripplegraph.health.graph import check_graph
from ripplegraph.health.history import check_history
from ripplegraph.health.model import check_model
from ripplegraph.health.report import Check, DoctorReport, Verdict, failed, passed, warned
from ripplegraph.health.spool import check_spool
from ripplegraph.model.port import LanguageModel
from ripplegraph.store.connection import exists, open_for_reading
from ripplegraph.store.database import FOLDER, Database
from ripplegraph.store.graph.summary import read_graph_summary
from ripplegraph.trust.settings import IgnoredSetting, describe_ignored


def examine(
    root: Path,
    *,
    repository: Repository | None,
    graph: Database,
    memory: Database,
    config: ScanConfig,
    config_error: RippleError | None,
    ignored: tuple[IgnoredSetting, ...],
    model: LanguageModel,
    verify: bool = False,
) -> DoctorReport:
    """Run every check; a check that fails does not stop the ones after it."""
    graph_check = check_database(graph)
    checks = [
        check_python(),
        check_sqlite(),
        check_git(),
        _check_config(root, config_error, ignored),
        *_check_programs(root, repository),
        graph_check,
        check_writable(graph),
        check_database(memory),
        check_writable(memory),
        *check_backups(memory),
        *check_spool(memory),
        check_model(model),
    ]
    if graph_check.verdict is Verdict.OK:
        checks.extend(_check_index(root, graph, repository, config, verify=verify))
    if repository and (root / FOLDER).exists():
        checks.append(_check_ignored(root))
    return DoctorReport(tuple(checks))


def _check_programs(root: Path, repository: Repository | None) -> Iterator[Check]:
    """Say which programs of the repository's git configuration are not run."""
    programs = find_programs(str(root)) if repository else ()
    if programs and not is_trusted(str(root), programs):
        yield warned(
            "git programs",
            f"not run, as you have not trusted them: {', '.join(key for key, _ in programs)}",
            fix="`ripple trust` shows what it would allow.",
        )


def _check_config(
    root: Path, error: RippleError | None, ignored: tuple[IgnoredSetting, ...]
) -> Check:
    if error:
        return failed("configuration", error.message, fix=error.hint)
    if ignored:
        fix = "`ripple trust` shows what it would allow; or set them in your own settings file."
        return warned("configuration", describe_ignored(ignored), fix=fix)
    found = find_config_files(root)
    if found.used and found.passed_over:
        return warned(
            "configuration",
            f"{found.used.name} is used; [tool.ripple] in {found.passed_over.name} is passed over",
            fix="Keep the settings in one of the two files.",
        )
    return passed("configuration", f"from {found.used.name}" if found.used else "all defaults")


def _check_index(
    root: Path,
    graph: Database,
    repository: Repository | None,
    config: ScanConfig,
    *,
    verify: bool,
) -> Iterator[Check]:
    if not exists(graph):
        return
    try:
        worktree = read_worktree(repository.root) if repository else None
        with open_for_reading(graph) as connection:
            meta = read_graph_summary(connection).meta
            freshness, reason = judge_freshness(
                connection, meta, root=root, worktree=worktree, config=config
            )
            checks = tuple(check_graph(connection, meta, verify=verify))
            history = tuple(check_history(connection)) if repository else ()
    except RippleError as error:
        yield failed("index", error.message, fix=error.hint)
        return
    if freshness is Freshness.BEHIND:
        yield warned("index", f"behind: {reason}", fix="Run `ripple scan`.")
    else:
        yield passed("index", reason)
    yield from checks
    yield from history


def _check_ignored(root: Path) -> Check:
    if is_ignored(root, f"{FOLDER}/graph.db"):
        return passed("ignored files", f"git ignores {FOLDER}/")
    return warned(
        "ignored files",
        f"git does not ignore {FOLDER}/",
        fix=f"Write a single * into {root / FOLDER / '.gitignore'}.",
    )
