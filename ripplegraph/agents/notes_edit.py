"""Keeps a marked block of text in a Markdown file."""

BEGIN = "<!-- ripplegraph: begin -->"
END = "<!-- ripplegraph: end -->"


def put_block(text: str, content: str) -> str:
    """Make the block hold a content; it is added at the end if there is none."""
    newline = "\r\n" if "\r\n" in text else "\n"
    block = newline.join([BEGIN, *content.strip("\n").split("\n"), END])
    span = find_block(text)
    if span:
        return text[: span[0]] + block + text[span[1] :]
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return f"{text}{gap}{block}{newline}"


def drop_block(text: str) -> str:
    """Take the block away, with the end of its last line."""
    span = find_block(text)
    if span is None:
        return text
    rest = text[span[1] :]
    return text[: span[0]] + rest.removeprefix("\r").removeprefix("\n")


def find_block(text: str) -> tuple[int, int] | None:
    """Return where the block begins and ends."""
    start = text.find(BEGIN)
    end = text.find(END, start)
    return (start, end + len(END)) if 0 <= start <= end else None
