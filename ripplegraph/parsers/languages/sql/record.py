"""SQL, as the registry knows it: tables and views, and the statements that name them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.qualified import qualified_resolver
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.sql.semantics", "SqlSemantics")


def spell_table(text: str) -> str:
    """Return a name without the quotes around it; capitals say nothing."""
    return text.strip('"`[]').lower().replace(".", "_")


SQL = Language(
    name="sql",
    grammar="sql",
    level="good",
    extensions=(".sql", ".ddl"),
    query=read_query("ripplegraph.parsers.languages.sql"),
    extract=TaggedExtractor("sql", Tags(layout=FREE, qualified=True, spell=spell_table)),
    resolver=qualified_resolver("sql"),
    family="sql",
    semantics=_SEMANTICS,
)
LANGUAGES = (SQL,)
