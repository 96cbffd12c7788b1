"""Settings of a project file that count only if the user trusts that file.

These make ripple send something, say where to, or name a variable whose value goes along.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

Value = int | str | tuple[str, ...]

OWN_ONLY = frozenset({"trust.key_variables"})
"""These count from the user alone, whatever the user trusts."""
KEY_SETTINGS = frozenset({"embeddings.openai_key_variable", "model.key_variable"})
KNOWN_KEYS = frozenset(
    {
        "ANTHROPIC_API_KEY",
        "AZURE_OPENAI_API_KEY",
        "CEREBRAS_API_KEY",
        "COHERE_API_KEY",
        "DEEPSEEK_API_KEY",
        "FIREWORKS_API_KEY",
        "GEMINI_API_KEY",
        "GOOGLE_API_KEY",
        "GROQ_API_KEY",
        "JINA_API_KEY",
        "MISTRAL_API_KEY",
        "NVIDIA_API_KEY",
        "OLLAMA_API_KEY",
        "OPENAI_API_KEY",
        "OPENROUTER_API_KEY",
        "PERPLEXITY_API_KEY",
        "TOGETHER_API_KEY",
        "VOYAGE_API_KEY",
        "XAI_API_KEY",
    }
)
"""Variables that hold keys of language models and nothing else."""
SENSITIVE = (
    KEY_SETTINGS
    | OWN_ONLY
    | {
        "embeddings.provider",
        "embeddings.ollama_url",
        "embeddings.ollama_model",
        "embeddings.openai_url",
        "embeddings.openai_model",
        "model.provider",
        "model.url",
        "model.name",
        "model.daily_tokens",
    }
)
_HARMLESS: Mapping[str, Collection[Value]] = {
    "embeddings.provider": ("none", "bundled"),
    "model.provider": ("none",),
}
"""What sends nothing."""

UNTRUSTED = "you have not trusted the file"
UNKNOWN_KEY = "it is no variable for keys of models that ripple knows, or that you allowed"
NOT_YOURS = "it counts only from your own settings"


class IgnoredSetting(NamedTuple):
    """A setting of a project file that does not count, and why."""

    key: str
    value: Value
    file: str
    reason: str


def is_sensitive(key: str, value: Value) -> bool:
    """Tell whether a setting counts only where the user wrote it or trusts who did."""
    return key in SENSITIVE and value not in _HARMLESS.get(key, ())


def find_objection(
    key: str, value: Value, *, trusted: bool, allowed: Collection[str]
) -> str | None:
    """Say why a sensitive setting of a project file does not count; None if it does."""
    if key in OWN_ONLY:
        return NOT_YOURS
    if not trusted:
        return UNTRUSTED
    if key in KEY_SETTINGS and value and value not in KNOWN_KEYS and value not in allowed:
        return UNKNOWN_KEY
    return None


def describe_ignored(ignored: Collection[IgnoredSetting]) -> str:
    """Write the line that tells the user."""
    file = next(iter(ignored)).file
    untrusted = [item.key for item in ignored if item.reason == UNTRUSTED]
    if untrusted:
        return (
            f"{', '.join(untrusted)} in {file} ignored: you have not trusted this file "
            "(`ripple trust` shows what it would allow)"
        )
    return "; ".join(f"{item.key} in {file} ignored: {item.reason}" for item in ignored)
