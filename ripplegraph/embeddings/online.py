"""Models behind a server: Ollama, and whatever has the interface of OpenAI."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.config import EmbeddingsConfig
from ripplegraph.errors import EmbeddingError

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

_CONNECT_SECONDS = 1.0


class OllamaModel:
    """A model of a local Ollama."""

    batch = 32
    eager = 64

    def __init__(self, config: EmbeddingsConfig) -> None:
        self._config = config
        self.model = f"ollama/{config.ollama_model}/{config.dimensions or 'own'}"

    def embed(self, texts: Sequence[str]) -> Matrix:
        from ripplegraph.embeddings.vectors import build_matrix

        wanted = {"dimensions": self._config.dimensions} if self._config.dimensions else {}
        body = {"model": self._config.ollama_model, "input": list(texts), **wanted}
        url = f"{self._config.ollama_url.rstrip('/')}/api/embed"
        answer = _post(url, body, {}, config=self._config)
        rows = cut_rows(answer.get("embeddings"), self._config.dimensions)
        return build_matrix(rows, count=len(texts), model=self.model)


class OpenAIModel:
    """A model of any server with OpenAI's interface for embeddings."""

    batch = 64
    eager = 128

    def __init__(self, config: EmbeddingsConfig, *, environment: Mapping[str, str]) -> None:
        self._config = config
        self._key = environment.get(config.openai_key_variable, "")
        self.model = f"openai/{config.openai_model}/{config.dimensions or 'own'}"

    def embed(self, texts: Sequence[str]) -> Matrix:
        from ripplegraph.embeddings.vectors import build_matrix

        wanted = {"dimensions": self._config.dimensions} if self._config.dimensions else {}
        body = {"model": self._config.openai_model, "input": list(texts), **wanted}
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        url = f"{self._config.openai_url.rstrip('/')}/embeddings"
        answer = _post(url, body, headers, config=self._config)
        data = answer.get("data")
        if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
            data = []
        ordered = sorted(data, key=lambda item: item.get("index", 0))
        rows = [item.get("embedding") for item in ordered]
        return build_matrix(rows, count=len(texts), model=self.model)


def cut_rows(rows: Any, dimensions: int) -> Any:
    """Shorten vectors for a server that does not know the wish: their start is a vector, too."""
    if not dimensions or not isinstance(rows, list):
        return rows
    return [row[:dimensions] if isinstance(row, list) else row for row in rows]


def _post(
    url: str, body: Mapping[str, object], headers: Mapping[str, str], *, config: EmbeddingsConfig
) -> dict[str, Any]:
    try:
        import httpx
    except ImportError as error:
        raise EmbeddingError(
            "Asking a server for vectors needs a package that is not installed.",
            hint="Run `pip install 'ripplegraph[online]'`.",
        ) from error
    seconds = config.timeout_ms / 1000
    timeout = httpx.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS))
    try:
        answer = httpx.post(url, json=body, headers=dict(headers), timeout=timeout)
        answer.raise_for_status()
        content = answer.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise EmbeddingError(
            f"No vectors from {url}: {type(error).__name__}: {str(error)[:200]}.",
            hint="Start the server, or set `embeddings.provider`.",
        ) from error
    return content if isinstance(content, dict) else {}
