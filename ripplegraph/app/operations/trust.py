"""The operations on settings and programs that need the user's trust."""

import os
from typing import TYPE_CHECKING

from ripplegraph.app.operation_registry import operation
from ripplegraph.app.workspace import Workspace
from ripplegraph.trust.ledger import GIT, SETTINGS, Ledger

if TYPE_CHECKING:
    from ripplegraph.config import ProjectFile
    from ripplegraph.trust.report import TrustedSetting, TrustList, TrustReport


class TrustOperations:
    """Trust in settings that send something, and in programs that git runs."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @operation(cli="trust")
    def review_trust(self) -> "TrustReport":
        """List settings and programs that need the user's trust; changes nothing."""
        from ripplegraph.config import read_project_file
        from ripplegraph.git.programs import find_programs, hash_programs
        from ripplegraph.trust.report import TrustReport

        file = read_project_file(self.workspace.root)
        settings = self._find_settings(file) if file else ()
        programs = find_programs(str(self.workspace.root)) if self.workspace.repository else ()
        ledger = Ledger(self.workspace.environment)
        settings_hash = file.hash if file and settings else ""
        programs_hash = hash_programs(programs) if programs else ""
        return TrustReport(
            project=self.workspace.identity,
            file=str(file.path) if file and settings else None,
            settings=settings,
            settings_hash=settings_hash,
            settings_trusted=ledger.has(self.workspace.identity, SETTINGS, settings_hash),
            programs=programs,
            programs_hash=programs_hash,
            programs_trusted=ledger.has(self.workspace.identity, GIT, programs_hash),
        )

    @operation(cli="trust --yes")
    def trust(self, report: "TrustReport") -> "TrustReport":
        """Trust the reviewed settings and programs; a changed file is untrusted again."""
        from dataclasses import replace

        ledger = Ledger(self.workspace.environment)
        if report.settings:
            name = os.path.basename(report.file or "")  # noqa: PTH119
            ledger.add(report.project, SETTINGS, name, report.settings_hash)
        if report.programs:
            ledger.add(report.project, GIT, "git configuration", report.programs_hash)
        return replace(
            report,
            settings_trusted=bool(report.settings),
            saved=True,
            programs_trusted=bool(report.programs),
        )

    @operation(cli="trust --remove")
    def distrust(self) -> "TrustList":
        """Remove all trust in this project; returns the removed entries."""
        from ripplegraph.trust.report import TrustList

        ledger = Ledger(self.workspace.environment)
        removed = ledger.remove(self.workspace.identity)
        return TrustList(str(ledger.path) if ledger.path else None, removed)

    def _find_settings(self, file: "ProjectFile") -> "tuple[TrustedSetting, ...]":
        from ripplegraph.config import find_allowed_keys, read_given_settings, read_user_settings
        from ripplegraph.trust.report import TrustedSetting
        from ripplegraph.trust.settings import find_objection, is_sensitive

        user = read_user_settings(self.workspace.environment)
        given = read_given_settings(self.workspace.environment, self.workspace.flags)
        allowed = find_allowed_keys(user, given)
        return tuple(
            TrustedSetting(key, value, find_objection(key, value, trusted=True, allowed=allowed))
            for key, value in file.settings.items()
            if is_sensitive(key, value)
        )
