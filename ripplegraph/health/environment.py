"""Checks of the environment: Python, SQLite and git."""

import platform
import sqlite3
from contextlib import closing

from ripplegraph.errors import GitError
from ripplegraph.git.command import read_git_version
from ripplegraph.health.report import Check, failed, passed
from ripplegraph.version import __version__


def check_python() -> Check:
    return passed("python", f"ripplegraph {__version__} on Python {platform.python_version()}")


def check_sqlite() -> Check:
    version = sqlite3.sqlite_version
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        except sqlite3.OperationalError:
            return failed(
                "sqlite",
                f"SQLite {version} has no full-text search (FTS5)",
                fix="Use a Python whose sqlite3 module is built with FTS5.",
            )
    return passed("sqlite", f"SQLite {version} with full-text search")


def check_git() -> Check:
    try:
        return passed("git", f"git {read_git_version()}")
    except GitError as error:
        return failed("git", error.message, fix=error.hint)
