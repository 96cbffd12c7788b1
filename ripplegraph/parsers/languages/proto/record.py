"""Protocol Buffers, as the registry knows them: messages, services, and who refers to them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.proto.resolver import ProtoResolver, find_file
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import FREE, Tags

PROTO = Language(
    name="proto",
    grammar="proto",
    level="good",
    extensions=(".proto",),
    query=read_query("ripplegraph.parsers.languages.proto"),
    extract=TaggedExtractor("proto", Tags(layout=FREE, qualified=True, locate=find_file)),
    resolver=ProtoResolver,
    family="proto",
    rules={
        "receiver": "<this>",
        "shared_names": "qualified",
        "enclosing_names": True,
        "members_around": True,
    },
)
LANGUAGES = (PROTO,)
