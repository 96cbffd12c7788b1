"""Lines in code, quotations and echoed context are told from an author's own words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.capture.quotation_filter import (
    CONTEXT_HEADINGS,
    QUOTING_TAGS,
    Place,
    QuotationFilter,
)


def find_places(text: str) -> list[str]:
    surroundings = QuotationFilter()
    return [surroundings.enter(line).value for line in text.split("\n")]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a\n```\nb\n```\nc", "open delimiter fence delimiter open"),
        ("~~~ python\n```\n~~~\nc", "delimiter fence delimiter open"),
        ("````\n```\n````\nc", "delimiter fence delimiter open"),
        ("```\n``` not the end\n```", "delimiter fence delimiter"),
        ("```\n    ```\n```", "delimiter fence delimiter"),
        ("- ```\n  b\n  ```\nc", "delimiter fence delimiter open"),
        ("1. ~~~\n   b\n   ~~~\nc", "delimiter fence delimiter open"),
        ("```inline``` code\nc", "open open"),
        ("``\nc", "open open"),
        ("> a\nb", "quote open"),
        ("  > a\n- > b", "quote quote"),
        ("<pre>\na\n</pre>\nb", "quote quote quote open"),
        ("<system-reminder>a</system-reminder>\nb", "quote open"),
        ("<!-- a\nb\n-->\nc", "quote quote quote open"),
        ("<div>\na", "open open"),
        ("<pre>\n```\n</pre>\na", "quote quote quote open"),
        ("```\n<pre>\n```\na", "delimiter fence delimiter open"),
        ("## MEMORY\na\n### b\nc\n## Other\nd", "context context context context open open"),
        ("## MEMORY\n```\n## Other\n```\nd", "context delimiter fence delimiter context"),
        ("# Session Memory #\na\n## b\nc", "context context context context"),
        ("**bold**\n- item\n1. item\n# Title", "open open open open"),
    ],
)
def test_each_line_has_its_place(text: str, places: str) -> None:
    assert find_places(text) == places.split()


@given(
    st.sampled_from("`~"),
    st.integers(3, 7),
    st.integers(0, 8),
    st.lists(st.text(alphabet=st.characters(exclude_characters="\n`~"), max_size=20)),
)
def test_what_is_between_fences_is_in_a_fence(
    mark: str, length: int, indent: int, lines: list[str]
) -> None:
    fence = " " * indent + mark * length
    surroundings = QuotationFilter()
    assert surroundings.enter(fence) is Place.DELIMITER
    assert [surroundings.enter(line) for line in lines] == [Place.FENCE] * len(lines)
    assert surroundings.enter(fence) is Place.DELIMITER
    assert surroundings.at_rest


@given(st.sampled_from("`~"), st.integers(3, 7), st.text(alphabet="`~ \ta>-#", max_size=12))
def test_only_a_fence_of_the_same_mark_and_length_ends_one(
    mark: str, length: int, line: str
) -> None:
    surroundings = QuotationFilter()
    surroundings.enter(mark * length)
    ended = surroundings.enter(line) is Place.DELIMITER
    bare = line.strip(" \t")
    assert not ended or (len(bare) >= length and set(bare) == {mark})


@given(st.lists(st.text(alphabet="`~>#- <a/pre\t1.", max_size=10), max_size=8))
def test_at_rest_means_like_at_the_beginning(lines: list[str]) -> None:
    surroundings = QuotationFilter()
    for number, line in enumerate(lines):
        if surroundings.at_rest:
            fresh = QuotationFilter()
            rest = lines[number:]
            assert [fresh.enter(one) for one in rest] == find_rest(surroundings, rest)
            return
        surroundings.enter(line)


def find_rest(surroundings: QuotationFilter, lines: list[str]) -> list[Place]:
    return [surroundings.enter(line) for line in lines]


@pytest.mark.parametrize("title", sorted(CONTEXT_HEADINGS))
def test_what_agents_are_shown_is_known_by_its_heading(title: str) -> None:
    assert find_places(f"## {title.upper()}\ntext") == ["context", "context"]


@pytest.mark.parametrize("tag", sorted(QUOTING_TAGS))
def test_what_stands_in_a_quoting_tag_is_quoted(tag: str) -> None:
    assert find_places(f'<{tag} a="b">\ntext\n</{tag}>\nc') == ["quote", "quote", "quote", "open"]
