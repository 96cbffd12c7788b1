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
_INLINE = re.compile(
    rb"\bvirtual\s+[\w:<>~]+[\s*&]*~?\w*\s*\(|\bnullptr\b|\)\s*(?:const\s*)?override\b"
    rb"|\bstd::\w|:\s*(?:public|protected|private)\s+\w"
)
_WORDS = (b"virtual", b"nullptr", b"override", b"std::", b": public", b": private", b": protected")
_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)


def find_dialect(data: bytes) -> str | None:
    """Return the language of a header: C++ where something is written that C does not have."""
    if _SIGNS.search(data) is None and not _has_inline(data):
        return None
    code = _COMMENT.sub(b"", data)
    return "cpp" if _SIGNS.search(code) is not None or _has_inline(code) else None


def _has_inline(data: bytes) -> bool:
    return any(word in data for word in _WORDS) and _INLINE.search(data) is not None
