"""GraphQL, as the registry knows it: types, operations and fragments, and who refers to them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.qualified import qualified_resolver
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.graphql.semantics", "GraphQlSemantics")
GRAPHQL = Language(
    name="graphql",
    grammar="graphql",
    level="good",
    extensions=(".graphql", ".gql", ".graphqls"),
    query=read_query("ripplegraph.parsers.languages.graphql"),
    extract=TaggedExtractor("graphql", Tags(layout=FREE, qualified=True)),
    resolver=qualified_resolver("graphql"),
    family="graphql",
    semantics=_SEMANTICS,
)
LANGUAGES = (GRAPHQL,)
