"""Choice of the models that may make vectors, best first, without loading any of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from ripplegraph.config import EmbeddingsConfig
from ripplegraph.embeddings.ollama_probe import find_ollama_models
from ripplegraph.embeddings.provider import Provider
from ripplegraph.errors import EmbeddingError

ORDER = ("ollama", "openai", "bundled")


@dataclass(frozen=True)
class Choice:
    """The chosen model, or why there is none; `others` stand in where it does not answer."""

    provider: str
    """`ollama`, `openai`, `bundled` or `none`."""
    model: str | None
    reason: str
    others: tuple[str, ...] = ()


def choose(config: EmbeddingsConfig) -> Choice:
    """Choose the first model of the chain that is there."""
    if config.provider == "none":
        return Choice("none", None, "switched off by embeddings.provider")
    wanted = ORDER if config.provider == "auto" else (config.provider,)
    problems: dict[str, str] = {}
    for name in wanted:
        problem = _find_problem(name, config)
        if problem is None:
            return Choice(
                name, _name_model(name, config), _explain(config), _find_after(name, config)
            )
        problems[name] = problem
    missing = "; ".join(f"{name}: {problem}" for name, problem in problems.items())
    return Choice("none", None, missing)


def _explain(config: EmbeddingsConfig) -> str:
    return "the first that is there" if config.provider == "auto" else "as embeddings.provider says"


def _find_after(name: str, config: EmbeddingsConfig) -> tuple[str, ...]:
    rest = ORDER[ORDER.index(name) + 1 :]
    return tuple(other for other in rest if _find_problem(other, config) is None)


def build_chain(
    choice: Choice, config: EmbeddingsConfig, *, environment: Mapping[str, str]
) -> tuple[Provider, ...]:
    """Build the chosen model and those that stand in for it."""
    names = () if choice.provider == "none" else (choice.provider, *choice.others)
    return tuple(_build(name, config, environment) for name in names)


def require_chain(
    choice: Choice, config: EmbeddingsConfig, *, environment: Mapping[str, str]
) -> tuple[Provider, ...]:
    """Build the chain, or raise an error that names what is missing."""
    chain = build_chain(choice, config, environment=environment)
    if not chain:
        raise EmbeddingError(
            f"No model makes vectors ({choice.reason}).",
            hint="Run `pip install 'ripplegraph[embeddings]'` for the offline one, or set "
            "`embeddings.provider`.",
        )
    return chain


def _find_problem(name: str, config: EmbeddingsConfig) -> str | None:
    if name == "bundled":
        return None if find_spec("wordllama") else "the extra `embeddings` is not installed"
    if not find_spec("httpx") or not find_spec("numpy"):
        return "the extra `online` is not installed"
    if name == "openai":
        return None if config.openai_url else "embeddings.openai_url is not set"
    if config.ollama_model in find_ollama_models(config.ollama_url):
        return None
    return f"no {config.ollama_model} at {config.ollama_url}"


def _name_model(name: str, config: EmbeddingsConfig) -> str:
    # Built without the environment: a key changes nothing about the name.
    return _build(name, config, {}).model


def _build(name: str, config: EmbeddingsConfig, environment: Mapping[str, str]) -> Provider:
    if name == "bundled":
        from ripplegraph.embeddings.bundled import BundledModel

        return BundledModel()
    from ripplegraph.embeddings.online import OllamaModel, OpenAIModel

    if name == "ollama":
        return OllamaModel(config)
    return OpenAIModel(config, environment=environment)
