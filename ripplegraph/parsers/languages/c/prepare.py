"""Blanks what stands between the words of declarations and is no C: names of annotations.

`static int __init start(void)` is C to a preprocessor that knows `__init`. No grammar does. Such
words become spaces, so that everything else stays at its place.
"""

from __future__ import annotations

import re

from ripplegraph.parsers.languages.c.annotations import (
    blank_attributes,
    blank_cpp_words,
    blank_words,
)
from ripplegraph.parsers.languages.c.conditions import settle_conditions
from ripplegraph.parsers.languages.c.cpp_annotations import blank_template_macros

_WORDS = (
    rb"always_inline|always_unused|bitwise|bpf_kfunc|chk_user_ptr|cold|cpuinit|cpuinitdata|deprecated"
    rb"|designated_init|devexit|devinit|devinitdata|exit|exitdata|flatten|force|hot|init"
    rb"|init_memblock|initconst|initdata|initdata_memblock|iomem|irq_entry|kernel|kprobes|latent_entropy"
    rb"|le16_bitwise|maybe_unused|meminit|meminitdata|must_check|net_exit|net_init|net_initdata"
    rb"|no_sanitize_address|noclone|nocast|noendbr|noinline|noreturn|noscs|pci_init|percpu|private|pure"
    rb"|rcu|read_mostly|ref|refdata|ro_after_init|safe|sched|softirq_entry|unused|used|user|visible"
    rb"|weak|cacheline_aligned|cacheline_aligned_in_smp|packed|randomize_layout|counted_by"
    rb"|paginginit|nosavedata|lockfunc|tracing_map|uml_exitcall|inittest"
)
_UNDERSCORED = re.compile(rb"__(?:" + _WORDS + rb"|cdecl|stdcall|_cacheline_\w+)\b(?![ \t]*\()")
_PLAIN = (b"asmlinkage", b"notrace", b"noinline", b"noinline_for_stack", b"WINAPI", b"APIENTRY")
_TYPE_ARGUMENT = re.compile(
    rb"([,(][ \t\n]*)((?:struct|union|enum)[ \t]+\w+(?:[ \t]*\*+)?)(?=[ \t\n]*[,)])"
)
_DEFINED = re.compile(rb"#[ \t]*(?:define|undef|ifdef|ifndef)[ \t]+$")


def blank_annotations(data: bytes) -> bytes:
    """Return C in which names of annotations are spaces; nothing changes its place."""
    data = blank_attributes(data)
    if b"__" in data:
        data = _UNDERSCORED.sub(_blank, data)
    words = [word for word in _PLAIN if word in data]
    if words:
        data = re.sub(rb"(?:" + b"|".join(words) + rb")\b(?![ \t]*\()", _blank, data)
    if b"struct " in data or b"union " in data or b"enum " in data:
        data = _TYPE_ARGUMENT.sub(_join_words, data)
    return settle_conditions(blank_words(data))


def _join_words(found: re.Match[bytes]) -> bytes:
    """Make one word of a type that is passed to a macro: `entry(p, struct item, list)`."""
    return found[1] + found[2].replace(b" ", b"$").replace(b"\t", b"$").replace(b"*", b"$")


def _blank(found: re.Match[bytes]) -> bytes:
    start = found.start()
    before = found.string[max(0, start - 1) : start]
    if before.isalnum() or before in (b"_", b"#", b"."):
        return found[0]
    line = found.string.rfind(b"\n", 0, start) + 1
    if _DEFINED.search(found.string, line, start):
        return found[0]
    return b" " * len(found[0])


_CLASS = re.compile(
    rb"\b(?:class|struct|union|enum class)[ \t]+"
    rb"((?:(?:[A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?|\[\[[^\]\n]*\]\])\s+)+)"
    rb"(?=[A-Za-z_][\w:]*\s*(?:<[^;{}()]*>)?\s*(?:final\s*)?[:{\n])"
)
_AFTER = re.compile(
    rb"(?<=[a-z0-9_])[ \t]+[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]*(?:\([^()\n]*\))(?=\s*[;{=:])"
)
_BEFORE = re.compile(rb"[\w>*&][ \t]*[ \t*&]\w+$")
_SPECIFIERS = re.compile(
    rb"\b(?:return|else|do|case|throw|goto|static|typedef|extern|const|inline|constexpr|virtual|friend"
    rb"|new|void|int|char|unsigned|signed|long|short|float|double|bool)\b[ \t*&]*$"
)
_UNNAMED = re.compile(
    rb"([*&>])( (?=[ \t]*=)|[ \t]*/\*\w*\*/[ \t]*)(=[ \t]*(?:0|nullptr|NULL|\{\})[ \t]*[,)])"
)


def blank_cpp_annotations(data: bytes) -> bytes:
    """Return C++ in which macros that annotate classes and declarations are spaces."""
    data = blank_annotations(blank_template_macros(blank_cpp_words(data)))
    data = _CLASS.sub(_blank_group, data)
    return _UNNAMED.sub(_name_unnamed, _AFTER.sub(_blank_after, data))


def _name_unnamed(found: re.Match[bytes]) -> bytes:
    """Name a parameter that has a default alone: the grammar knows only pointers with names."""
    return found[1] + b"_" + b" " * (len(found[2]) - 1) + found[3]


def _blank_group(found: re.Match[bytes]) -> bytes:
    start, end = found.span(1)
    whole = found.start()
    spaces = re.sub(rb"[^\r\n]", b" ", found[1])
    return found[0][: start - whole] + spaces + found[0][end - whole :]


def _blank_after(found: re.Match[bytes]) -> bytes:
    """Blank an annotation of a variable; behind what is no type it is a function of its own."""
    start = found.start()
    before = found.string[max(0, start - 60) : start]
    line = before[before.rfind(b"\n") + 1 :]
    is_function = found.string[found.end() : found.end() + 80].lstrip()[:1] == b"{"
    if is_function or _BEFORE.search(line) is None or _SPECIFIERS.search(line):
        return found[0]
    return re.sub(rb"[^\n]", b" ", found[0])
