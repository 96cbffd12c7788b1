"""The one way to a language model: off unless configured, within a budget, and on record."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.config import ModelConfig
from ripplegraph.http_post import HttpPostError
from ripplegraph.model.dialects import DIALECTS, Answer, Dialect, Question
from ripplegraph.model.log import ModelLog
from ripplegraph.model.transport import send

OFF = "no language model is configured"
MOST_PROMPT = 24_000
_BYTES_A_TOKEN = 3
"""On the safe side: what is reserved for a question should be more than it takes."""


@dataclass(frozen=True)
class Reply:
    """The reply of a model, or the reason why there is none."""

    text: str | None
    reason: str = ""


class LanguageModel:
    """A model that may be asked, or one that never answers where none is configured."""

    def __init__(
        self, config: ModelConfig, *, root: Path, key: str, scrub: Callable[[str], str]
    ) -> None:
        self.config = config
        self.log = ModelLog(root)
        self._key = key
        self._scrub = scrub

    @property
    def is_on(self) -> bool:
        return self.config.provider != "none"

    @property
    def url(self) -> str:
        dialect = DIALECTS.get(self.config.provider)
        return self.config.url or (dialect.url if dialect else "")

    @property
    def name(self) -> str:
        return f"{self.config.provider} {self.config.name}"

    def find_problem(self) -> str:
        """Say why it cannot be asked; empty where it can."""
        config = self.config
        if not self.is_on:
            return OFF
        if not config.name:
            return "model.name is not set"
        if config.key_variable and not self._key:
            return f"the environment variable {config.key_variable} is not set"
        if DIALECTS[config.provider].needs_key and not config.key_variable:
            return "model.key_variable is not set"
        return ""

    def ask(self, use: str, system: str, prompt: str, *, max_tokens: int) -> Reply:
        """Ask, unless something is against it; secrets are taken out before anything leaves."""
        problem = self.find_problem()
        if problem:
            return Reply(None, problem)
        question = Question(
            self.config.name, self._scrub(system), self._scrub(prompt[:MOST_PROMPT]), max_tokens
        )
        reserved = _estimate(question.system) + _estimate(question.prompt) + max_tokens
        exchange = self.log.begin(
            use, self.config.provider, self._scrub(self.url), question, reserved
        )
        if exchange is None:
            return Reply(None, f"{self.log.path} cannot be written, so nothing is sent")
        return self._send(exchange, question, reserved)

    def _send(self, exchange: str, question: Question, reserved: int) -> Reply:
        start = time.monotonic()
        answer, outcome, tokens = None, "ok", 0
        try:
            # The question is on record already, so that two that are asked at once see each other.
            if self.log.count_today() > self.config.daily_tokens:
                raise HttpPostError(f"over the {self.config.daily_tokens:,} tokens of a day")
            tokens = reserved
            answer = self._ask(DIALECTS[self.config.provider], question)
            tokens = _count(answer, reserved)
        except HttpPostError as error:
            outcome = str(error)
        seconds = time.monotonic() - start
        self.log.finish(exchange, outcome=outcome, answer=answer, tokens=tokens, seconds=seconds)
        return Reply(answer.text if answer else None, "" if answer else outcome)

    def _ask(self, dialect: Dialect, question: Question) -> Answer:
        timeout = self.config.timeout_seconds
        answer = send(dialect, self.url, self._key, question, timeout=timeout)
        text = self._scrub(answer.text).strip()
        if not text:
            raise HttpPostError("the answer is empty")
        return Answer(text, answer.input_tokens, answer.output_tokens)


def _count(answer: Answer, reserved: int) -> int:
    if answer.input_tokens is None or answer.output_tokens is None:
        return reserved
    return answer.input_tokens + answer.output_tokens


def _estimate(text: str) -> int:
    return -(-len(text.encode(errors="replace")) // _BYTES_A_TOKEN)
