"""The two ways to follow a dependency, with the statements that read and write each of them."""

from typing import Final, NamedTuple

from ripplegraph.graph.model import EdgeKind
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES


class Direction(NamedTuple):
    """One way to follow dependencies, and where its closure is kept."""

    name: str
    select_levels: str
    insert_levels: str
    delete_levels: str
    delete_all_levels: str
    has_levels: str
    select_file_links: str
    select_node_links: str
    select_possible_links: str
    select_possible_files: str
    against: bool
    """Whether it goes from target to source."""


DEPENDENTS: Final = Direction(
    name="dependents",
    select_levels=statements.SELECT_FILE_DEPENDENTS,
    insert_levels=statements.INSERT_FILE_DEPENDENTS,
    delete_levels=statements.DELETE_FILE_DEPENDENTS,
    delete_all_levels=statements.DELETE_ALL_FILE_DEPENDENTS,
    has_levels=statements.HAS_FILE_DEPENDENTS,
    select_file_links=statements.SELECT_FILE_LINKS_TO,
    select_node_links=statements.SELECT_NODE_DEPENDENTS,
    select_possible_links=statements.SELECT_NODE_POSSIBLE_DEPENDENTS,
    select_possible_files=statements.SELECT_FILE_POSSIBLE_DEPENDENTS,
    against=True,
)
DEPENDENCIES: Final = Direction(
    name="dependencies",
    select_levels=statements.SELECT_FILE_DEPENDENCIES,
    insert_levels=statements.INSERT_FILE_DEPENDENCIES,
    delete_levels=statements.DELETE_FILE_DEPENDENCIES,
    delete_all_levels=statements.DELETE_ALL_FILE_DEPENDENCIES,
    has_levels=statements.HAS_FILE_DEPENDENCIES,
    select_file_links=statements.SELECT_FILE_LINKS_FROM,
    select_node_links=statements.SELECT_NODE_DEPENDENCIES,
    select_possible_links=statements.SELECT_NODE_POSSIBLE_DEPENDENCIES,
    select_possible_files=statements.SELECT_FILE_POSSIBLE_DEPENDENCIES,
    against=False,
)
DIRECTIONS: Final = (DEPENDENTS, DEPENDENCIES)
NODE_LINK_KINDS: Final = ~(1 << EDGE_KIND_CODES[EdgeKind.EXPORTS])
"""The kinds of edges that tie nodes, as bits.

That a file offers a name is no use of it: every importer of the file would depend on the symbol.
"""
