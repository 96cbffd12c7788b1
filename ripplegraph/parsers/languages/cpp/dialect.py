"""Tells C++ from C in headers, whose names do not."""

from __future__ import annotations

import re

_SIGNS = re.compile(
    rb"^[ \t]*(?:class[ \t]+\w+(?:[ \t]+\w+)*[ \t]*[:{;\n]"
    rb"|(?:inline[ \t]+)?namespace(?:[ \t]+[\w:]+)?[ \t]*[{\n]"
    rb"|template[ \t]*<"
    rb"|(?:public|private|protected)[ \t]*:"
    rb"|using[ \t]+\w[\w:]*[ \t]*[=;]"
    rb"|using[ \t]+namespace[ \t]"
    rb"|(?:virtual|constexpr|explicit|friend)[ \t]+\w"
    rb"|\#[ \t]*include[ \t]*<(?:string|vector|memory|map|cstd\w+|utility|functional|iostream)>"
    rb"|(?:const[ \t]+)?std::\w)",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)


def find_dialect(data: bytes) -> str | None:
    """Return the language of a header: C++ where something is written that C does not have."""
    found = _SIGNS.search(data)
    if found is None:
        return None
    if b"/*" in data[: found.end()]:
        found = _SIGNS.search(_COMMENT.sub(b"", data))
    return "cpp" if found is not None else None
