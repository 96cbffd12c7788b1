"""Protocol Buffers, as the registry knows them: messages, services, and who refers to them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.proto.resolver import ProtoResolver, find_file
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import FREE, Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.proto.semantics", "ProtoSemantics")
PROTO = Language(
    name="proto",
    grammar="proto",
    level="good",
    extensions=(".proto",),
    query=read_query("ripplegraph.parsers.languages.proto"),
    extract=TaggedExtractor("proto", Tags(layout=FREE, qualified=True, locate=find_file)),
    resolver=ProtoResolver,
    family="proto",
    semantics=_SEMANTICS,
)
LANGUAGES = (PROTO,)
