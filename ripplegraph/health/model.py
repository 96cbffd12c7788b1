"""Checks whether the configured language model could be asked; nothing is sent for that."""

from importlib.util import find_spec

from ripplegraph.health.report import Check, passed, warned
from ripplegraph.model.port import LanguageModel

_NAME = "language model"


def check_model(model: LanguageModel) -> Check:
    """Check the configured model, its requirements, and its use so far."""
    use = model.log.read_use()
    sent = f"; {use.calls} questions were sent, see {use.path}" if use else ""
    if not model.is_on:
        return passed(_NAME, f"none is configured: nothing is sent anywhere{sent}")
    problem = model.find_problem()
    if problem:
        return warned(
            _NAME, f"{model.name}: {problem}{sent}", fix="Complete the settings `model.*`."
        )
    if find_spec("httpx") is None:
        fix = "Install it: pip install 'ripplegraph[model]'."
        return warned(_NAME, f"{model.name}: httpx is not installed{sent}", fix=fix)
    if use and use.today >= model.config.daily_tokens:
        fix = "Wait for tomorrow (UTC), or raise model.daily_tokens."
        return warned(_NAME, f"{model.name}: the tokens of this day are used up{sent}", fix=fix)
    if use and use.last_failure:
        fix = "`ripple model check` asks it for a word."
        return warned(_NAME, f"{model.name}: the last failure: {use.last_failure}{sent}", fix=fix)
    return passed(_NAME, f"{model.name}{sent}")
