"""HTTP dialects of language models: how each is asked, and how its answer is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

ANTHROPIC_VERSION = "2023-06-01"


@dataclass(frozen=True)
class Question:
    """A question: the role of the model, the text, and the longest answer."""

    model: str
    system: str
    prompt: str
    max_tokens: int

    @property
    def messages(self) -> list[dict[str, str]]:
        return [
            {"role": "system", "content": self.system},
            {"role": "user", "content": self.prompt},
        ]


@dataclass(frozen=True)
class Answer:
    """An answer; tokens are None where the server does not say."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(frozen=True)
class Dialect:
    """One protocol: where to ask, what to send, and where the answer is in what comes back."""

    url: str
    path: str
    needs_key: bool
    build_headers: Callable[[str], dict[str, str]]
    build_body: Callable[[Question], dict[str, Any]]
    read: Callable[[Mapping[str, Any]], Answer]


def _build_bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def _build_openai_body(question: Question) -> dict[str, Any]:
    return {
        "model": question.model,
        "messages": question.messages,
        "max_tokens": question.max_tokens,
        "temperature": 0,
    }


def _read_openai(body: Mapping[str, Any]) -> Answer:
    usage = body.get("usage") or {}
    text = body["choices"][0]["message"]["content"]
    return _build_answer(text, usage.get("prompt_tokens"), usage.get("completion_tokens"))


def _build_ollama_body(question: Question) -> dict[str, Any]:
    return {
        "model": question.model,
        "messages": question.messages,
        "stream": False,
        "options": {"num_predict": question.max_tokens, "temperature": 0},
    }


def _read_ollama(body: Mapping[str, Any]) -> Answer:
    text = body["message"]["content"]
    return _build_answer(text, body.get("prompt_eval_count"), body.get("eval_count"))


def _build_anthropic_headers(key: str) -> dict[str, str]:
    return {"x-api-key": key, "anthropic-version": ANTHROPIC_VERSION}


def _build_anthropic_body(question: Question) -> dict[str, Any]:
    return {
        "model": question.model,
        "system": question.system,
        "messages": [{"role": "user", "content": question.prompt}],
        "max_tokens": question.max_tokens,
        "temperature": 0,
    }


def _read_anthropic(body: Mapping[str, Any]) -> Answer:
    usage = body.get("usage") or {}
    parts = [part["text"] for part in body["content"] if part.get("type") == "text"]
    return _build_answer("".join(parts), usage.get("input_tokens"), usage.get("output_tokens"))


def _build_answer(text: object, sent: object, received: object) -> Answer:
    if not isinstance(text, str):
        raise TypeError("the answer is no text")
    return Answer(text, _check_count(sent), _check_count(received))


def _check_count(value: object) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else None  # type: ignore[return-value]


DIALECTS: Mapping[str, Dialect] = {
    "openai": Dialect(
        "https://api.openai.com/v1",
        "/chat/completions",
        False,
        _build_bearer,
        _build_openai_body,
        _read_openai,
    ),
    "ollama": Dialect(
        "http://127.0.0.1:11434",
        "/api/chat",
        False,
        _build_bearer,
        _build_ollama_body,
        _read_ollama,
    ),
    "anthropic": Dialect(
        "https://api.anthropic.com",
        "/v1/messages",
        True,
        _build_anthropic_headers,
        _build_anthropic_body,
        _read_anthropic,
    ),
}
