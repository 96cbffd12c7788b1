"""Facts come back from their stored form as they were, whole or in parts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ripplegraph.graph.facts import FileFacts
from ripplegraph.graph.stored_facts import (
    CallReader,
    decode_facts,
    decode_link_facts,
    drop_descriptions,
    encode_facts,
    read_references,
    store_facts,
)
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages, language_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "languages"
FILES = sorted(
    file
    for file in FIXTURES.rglob("*.*")
    if (language := language_of(file.name)) and find_languages()[language].extract is not None
)


def to_data(value: object) -> object:
    """Return a value as lists and plain values, as which expressions come back."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value))


def read(file: Path) -> FileFacts:
    return extract_facts(str(language_of(file.name)), file.read_bytes())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FIXTURES).as_posix())
def test_there_and_back(file: Path) -> None:
    facts = read(file)
    data = encode_facts(store_facts(facts))
    whole, part = decode_facts(data), decode_link_facts(data)
    assert encode_facts(whole) == data
    assert drop_descriptions(whole) == part
    for name in ("definitions", "scopes", "imports", "exports", "attributes", "displays", "doc"):
        assert to_data(getattr(whole, name)) == to_data(getattr(facts, name))
    for found in (whole, part):
        assert to_data(read_references(found)) == to_data(facts.references)
        calls = CallReader(found)
        assert to_data([calls[i] for i in range(len(found.calls))]) == to_data(facts.calls)
    assert [d.qualified for d in part.definitions] == [d.qualified for d in facts.definitions]
    assert (part.language, part.all_names) == (facts.language, facts.all_names)


def test_other_bytes_are_refused() -> None:
    for decode in (decode_facts, decode_link_facts):
        with pytest.raises(msgspec.DecodeError):
            decode(b"no facts")
