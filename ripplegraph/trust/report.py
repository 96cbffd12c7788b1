"""Reports of trust: what needs it, and what has it."""

from dataclasses import dataclass

from ripplegraph.trust.ledger import Entry
from ripplegraph.trust.settings import Value


@dataclass(frozen=True)
class TrustedSetting:
    """A setting that makes ripple send something; with an objection it would not count."""

    key: str
    value: Value
    objection: str | None = None


@dataclass(frozen=True)
class TrustReport:
    """Settings and programs of a project that count only if the user trusts them."""

    project: str
    file: str | None
    """The file with the settings, if it has any that need trust."""
    settings: tuple[TrustedSetting, ...]
    settings_hash: str
    settings_trusted: bool
    programs: tuple[tuple[str, str], ...]
    """Settings of the repository's git configuration that name programs."""
    programs_hash: str
    programs_trusted: bool
    saved: bool = False
    """Whether this was written down just now."""

    @property
    def is_open(self) -> bool:
        """Whether there is something that the user could trust, and does not yet."""
        return bool(
            (self.settings and not self.settings_trusted)
            or (self.programs and not self.programs_trusted)
        )


@dataclass(frozen=True)
class TrustList:
    """Everything that the user trusts, in all projects."""

    path: str | None
    trusted: tuple[Entry, ...]
