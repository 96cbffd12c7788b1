"""The operations that tell agents something at the right moment."""

from contextlib import ExitStack
from typing import TYPE_CHECKING

from ripplegraph.app.operations import operation
from ripplegraph.app.reading import GraphReading

if TYPE_CHECKING:
    import sqlite3

    from ripplegraph.briefing.recipes import RecipeList


class Briefing(GraphReading):
    """Tells what an agent should know, from what is indexed; nothing is scanned here."""

    @operation(mcp="get_workflow_recipe")
    def find_recipes(self, task: str, *, limit: int | None = 2) -> "RecipeList":
        """Find the recipes whose task pattern fits a task, best first."""
        from ripplegraph.briefing.recipes import RecipeList, find_recipes

        with ExitStack() as stack:
            memories = self._enter_memories(stack)
            if memories is None:
                return RecipeList((), 0, 0)
            return find_recipes(memories, self._enter_graph(stack), task, limit=limit)

    def _enter_graph(self, stack: ExitStack) -> "sqlite3.Connection | None":
        """Open the graph as far as there is one."""
        from ripplegraph.store.connection import exists, open_for_reading
        from ripplegraph.store.summary import was_scanned

        graph = self._get_graph(self.config)
        if not exists(graph):
            return None
        connection = stack.enter_context(open_for_reading(graph))
        return connection if was_scanned(connection) else None
