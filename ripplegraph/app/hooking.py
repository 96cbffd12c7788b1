"""The operations on the git hooks of a repository."""

import sys
from typing import TYPE_CHECKING

from ripplegraph.app.operations import operation
from ripplegraph.app.parts import ProjectParts

if TYPE_CHECKING:
    from ripplegraph.git.hooks import HooksReport


class Hooking(ProjectParts):
    """Lets git start rescans."""

    @operation(cli="hooks install")
    def install_hooks(self) -> "HooksReport":
        """Make the git hooks start a rescan, besides what they do already."""
        from ripplegraph.git.hooks import install_hooks

        return install_hooks(self._get_repository(), interpreter=sys.executable)

    @operation(cli="hooks uninstall")
    def uninstall_hooks(self) -> "HooksReport":
        """Bring back the git hooks that were there before."""
        from ripplegraph.git.hooks import uninstall_hooks

        return uninstall_hooks(self._get_repository(), interpreter=sys.executable)

    @operation(cli="hooks status")
    def hooks(self) -> "HooksReport":
        """Tell where git looks for hooks, and which of them start a rescan."""
        from ripplegraph.git.hooks import read_hooks

        return read_hooks(self._get_repository(), interpreter=sys.executable)
