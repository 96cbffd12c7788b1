"""Access rules of the layers of memory.

The rules keep agents that work together from overwriting each other. They take a caller's word for
who it is: whoever can open the database can do anything with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ripplegraph.errors import UsageError
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.memory.work.field_checks import check_name

ROLES = ("agent", "orchestrator", "user")


class Grant(StrEnum):
    """The rights of a role."""

    ALL = "all"
    OWN = "own"
    """Only with what belongs to the one who asks."""
    PROPOSE = "propose"
    """What it writes counts when someone who may write has agreed."""
    NONE = "none"


class AccessRefusedError(UsageError):
    """Something that a role may not do."""


@dataclass(frozen=True)
class Actor:
    """An actor: a name, and the role in which they act."""

    name: str
    role: str = "agent"


def _grant(*, agent: Grant, orchestrator: Grant, user: Grant) -> Mapping[str, Grant]:
    return {"agent": agent, "orchestrator": orchestrator, "user": user}


_EVERYONE = _grant(agent=Grant.ALL, orchestrator=Grant.ALL, user=Grant.ALL)
_OWNER = _grant(agent=Grant.OWN, orchestrator=Grant.OWN, user=Grant.OWN)

POLICY: Mapping[str, Mapping[str, Grant]] = {
    "use working memory": _OWNER,
    "read knowledge": _EVERYONE,
    "set knowledge": _grant(agent=Grant.PROPOSE, orchestrator=Grant.ALL, user=Grant.ALL),
    "delete knowledge": _grant(agent=Grant.NONE, orchestrator=Grant.ALL, user=Grant.ALL),
    "read episodes": _EVERYONE,
    "add episodes": _grant(agent=Grant.OWN, orchestrator=Grant.ALL, user=Grant.ALL),
    "edit episodes": _grant(agent=Grant.NONE, orchestrator=Grant.ALL, user=Grant.ALL),
    "derive outcomes": _EVERYONE,
    "read artifacts": _EVERYONE,
    "add artifacts": _grant(agent=Grant.OWN, orchestrator=Grant.OWN, user=Grant.ALL),
    "delete artifacts": _grant(agent=Grant.OWN, orchestrator=Grant.OWN, user=Grant.ALL),
}


def authorise(operation: str, by: Actor, *, owner: str | None = None) -> Grant:
    """Return how far someone may go with an operation, or refuse it.

    `owner` is the agent that the thing belongs to.
    """
    check_name(by.name, "The name of who asks")
    if by.role not in ROLES:
        raise UsageError(f"There is no role {by.role!r:.80}.", hint=suggest_name(by.role, ROLES))
    grant = POLICY[operation][by.role]
    if grant is Grant.NONE:
        able = [role for role in ROLES if POLICY[operation][role] is not Grant.NONE]
        raise AccessRefusedError(
            f"The role {by.role} may not {operation}.", hint=f"The roles {_join(able)} may."
        )
    if grant is Grant.OWN and owner != by.name:
        raise AccessRefusedError(
            f"The {by.role} {by.name!r:.80} may not {operation} of {owner!r:.80}.",
            hint=f"Only {owner!r:.80} may.",
        )
    return grant


def _join(roles: list[str]) -> str:
    return " and ".join(roles)
