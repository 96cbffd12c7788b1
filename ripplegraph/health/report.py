"""The report of doctor: a list of checks, each with a fix."""

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Check:
    """One check; `fix` says how to solve a problem."""

    name: str
    verdict: Verdict
    message: str
    fix: str = ""


@dataclass(frozen=True)
class DoctorReport:
    """All checks, in order."""

    checks: tuple[Check, ...]

    @property
    def problems(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.verdict is Verdict.PROBLEM)


def passed(name: str, message: str) -> Check:
    return Check(name, Verdict.OK, message)


def warned(name: str, message: str, *, fix: str) -> Check:
    return Check(name, Verdict.WARNING, message, fix)


def failed(name: str, message: str, *, fix: str) -> Check:
    return Check(name, Verdict.PROBLEM, message, fix)
