"""Sends one question to a language model; every failure is a sentence."""

import json
from collections.abc import Mapping

from ripplegraph.http_post import HttpPostError, post
from ripplegraph.model.dialects import Answer, Dialect, Question

MOST_BYTES = 1_000_000


def send(dialect: Dialect, url: str, key: str, question: Question, *, timeout: float) -> Answer:
    """Ask, and return the answer."""
    body = post(
        f"{url.rstrip('/')}{dialect.path}",
        dialect.build_body(question),
        dialect.build_headers(key),
        timeout=timeout,
        most_bytes=MOST_BYTES,
    )
    try:
        plain = json.loads(body)
        if not isinstance(plain, Mapping):
            raise TypeError
        return dialect.read(plain)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise HttpPostError("the answer is not what the provider's protocol says") from None
