"""Forms of secrets that have a fixed beginning: keys and tokens of services, private keys."""

import re
from collections.abc import Iterator
from typing import NamedTuple

SHORTEST = 20
"""No form matches fewer characters."""
_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"


class Form(NamedTuple):
    """A kind of secret: at a boundary of words, and as it may lie inside a longer text."""

    name: str
    start: str
    bounded: re.Pattern[str]
    inner: re.Pattern[str]
    needs_digit: bool


_STARTS: dict[str, str] = {
    # Each line: the beginnings, separated by spaces, then what follows them.
    "AKIA ASIA ABIA ACCA": r"[A-Z0-9]{16}" + _AFTER + "#AWS access key",
    "ABSK": r"[A-Za-z0-9+/]{100,}={0,2}#AWS Bedrock key",
    "FwoGZXIvYXdzE IQoJb3JpZ2lu FQoGZXIvYXdzE": r"[A-Za-z0-9+/=%]{50,}#AWS session token",
    "ghp_ gho_ ghu_ ghs_ ghr_": r"[A-Za-z0-9]{36,}#GitHub token",
    "github_pat_": r"[A-Za-z0-9_]{40,}#GitHub token",
    "glpat- glptt- gldt- glrt- glrtr- glcbt- glsoat- glft- glimt- glagent- glffct- glwt-": (
        r"[A-Za-z0-9_.-]{20,}#GitLab token"
    ),
    "GR1348941": r"[A-Za-z0-9_-]{20,}#GitLab token",
    "AIza": r"[A-Za-z0-9_-]{35}#Google API key",
    "GOCSPX-": r"[A-Za-z0-9_-]{20,}#Google OAuth secret",
    "ya29.": r"[A-Za-z0-9_-]{20,}#Google OAuth token",
    "1//0": r"[A-Za-z0-9_-]{40,}#Google OAuth token",
    "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd- xapp- xwfp-": (
        r"[A-Za-z0-9-]{15,}#Slack token"
    ),
    "xoxe.": r"xox[bp]-[A-Za-z0-9-]{15,}#Slack token",
    "hooks.slack.com/": r"(?:services|workflows|triggers)/[A-Za-z0-9/]{20,}#Slack webhook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/": (
        r"\d+/[A-Za-z0-9_-]{20,}#Discord webhook"
    ),
    "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_": r"[A-Za-z0-9]{16,}#Stripe key",
    "whsec_": r"[A-Za-z0-9+/]{24,}={0,2}#webhook secret",
    "sk-ant-": r"[A-Za-z0-9_-]{20,}#Anthropic API key",
    "sk-or-v1-": r"[0-9a-f]{40,}#OpenRouter API key",
    "sk-": r"(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{32,}#!OpenAI API key",
    "gsk_": r"[A-Za-z0-9]{40,}#Groq API key",
    "xai-": r"[A-Za-z0-9]{60,}#xAI API key",
    "pplx-": r"[A-Za-z0-9]{40,}#Perplexity API key",
    "r8_": r"[A-Za-z0-9]{37}#!Replicate token",
    "hf_ api_org_": r"[A-Za-z0-9]{30,}#Hugging Face token",
    "npm_": r"[A-Za-z0-9]{36}#npm token",
    "pypi-": r"[A-Za-z0-9_-]{50,}#PyPI token",
    "rubygems_": r"[0-9a-f]{48}#RubyGems token",
    "oy2": r"[a-z0-9]{43}" + _AFTER + "#!NuGet key",
    "dckr_pat_ dckr_oat_": r"[A-Za-z0-9_-]{27,}#Docker token",
    "SG.": r"[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}#SendGrid key",
    "SK AC": r"[0-9a-f]{32}" + _AFTER + "#Twilio key",
    "key-": r"[0-9a-f]{32}" + _AFTER + "#Mailgun key",
    "doo_v1_ dop_v1_ dor_v1_": r"[0-9a-f]{64}#DigitalOcean token",
    "shpat_ shpca_ shppa_ shpss_": r"[0-9a-fA-F]{32}#Shopify token",
    "dapi": r"[0-9a-f]{32}#Databricks token",
    "AccountKey= SharedAccessKey=": r"[A-Za-z0-9+/]{40,}={0,2}#Azure storage key",
    "hvs. hvb. hvr.": r"[A-Za-z0-9_-]{24,}#Vault token",
    "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.": r"[A-Za-z0-9._-]{30,}#Doppler token",
    "glc_ glsa_": r"[A-Za-z0-9+/=_]{32,}#!Grafana token",
    "NRAK- NRII- NRAA-": r"[A-Za-z0-9]{20,}#New Relic key",
    "sntrys_ sntryu_": r"[A-Za-z0-9+/=_]{40,}#Sentry token",
    "lin_api_ lin_oauth_": r"[A-Za-z0-9]{40,}#Linear token",
    "ntn_": r"[A-Za-z0-9]{40,}#!Notion token",
    "figd_ figo_": r"[A-Za-z0-9_-]{40,}#!Figma token",
    "PMAK-": r"[0-9a-f]{24}-[0-9a-f]{34}#Postman key",
    "pul-": r"[0-9a-f]{40}" + _AFTER + "#Pulumi token",
    "sbp_": r"[0-9a-f]{40}#Supabase token",
    "sb_secret_": r"[A-Za-z0-9_-]{20,}#!Supabase key",
    "nfp_": r"[A-Za-z0-9]{36,}#Netlify token",
    "pscale_tkn_ pscale_pw_ pscale_oauth_": r"[A-Za-z0-9._=-]{32,}#PlanetScale token",
    "ATATT3 ATCTT3 ATBB": r"[A-Za-z0-9_=.-]{28,}#!Atlassian token",
    "tskey-": r"(?:auth|api|client|webhook)-[A-Za-z0-9_-]{20,}#Tailscale key",
    "lsv2_": r"(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}#LangSmith key",
    "ops_eyJ": r"[A-Za-z0-9+/=_-]{200,}#1Password token",
    "HRKU-": r"[A-Za-z0-9_-]{36,}#Heroku key",
    "sq0atp- sq0csp-": r"[A-Za-z0-9_-]{22,}#Square token",
    "fo1_ fm2_": r"[A-Za-z0-9+/=_-]{40,}#!Fly token",
    "AGE-SECRET-KEY-1": r"[A-Z0-9]{50,}#age secret key",
    "b3BlbnNzaC1rZXktdjEA": r"[A-Za-z0-9+/]{40,}#private key",
    # What a private key begins with when its header is left out: the bytes of DER, in base64.
    "MII": r"[A-Za-z0-9+/]{2}[AQgw]IBA[A-Za-z0-9+/]{40,}#private key",
    "MIG MIH": r"[A-Za-z0-9+/]AgE[AB][A-Za-z0-9+/]{40,}#private key",
    "MC4CAQAwBQYDK2Vw MHcCAQEEI": r"[A-Za-z0-9+/]{30,}#private key",
}


def _build_forms() -> Iterator[Form]:
    for starts, described in _STARTS.items():
        body, _, name = described.rpartition("#")
        needs_digit = name.startswith("!")
        for start in starts.split():
            inner = re.escape(start) + body.removesuffix(_AFTER)
            bounded = _BEFORE + re.escape(start) + body
            yield Form(
                name.removeprefix("!"), start, re.compile(bounded), re.compile(inner), needs_digit
            )
    # Tried only where a run of characters begins, or its many ends would each be a beginning.
    token = r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"  # noqa: S105
    yield Form("JSON web token", "eyJ", re.compile(token), re.compile(token), False)


FORMS = tuple(_build_forms())
SPACED_FORMS = (
    (
        "private key",
        "PRIVATE KEY",
        re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----"),
    ),
    ("Telegram bot token", ":AA", re.compile(r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,}")),
    (
        "Azure client secret",
        "Q~",
        re.compile(r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    ),
    (
        "Azure DevOps token",
        "AZDO",
        re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    ),
    ("Azure key", "JQQJ99", re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{20,}")),
)
"""Forms that hold other characters, with a text that each of them has."""
_START = re.compile("|".join(re.escape(form.start) for form in FORMS))
_RUN = re.compile(rf"[A-Za-z0-9_+/.=%-]{{{SHORTEST},}}")
_STAND_IN = re.compile(
    r"example|placeholder|redacted|your[_-]|dummy|changeme|x{5}|(.)\1{11}", re.IGNORECASE
)


def find_runs(text: str) -> str:
    """Return the parts of a text that could be keys or tokens, one to a line."""
    return "\n".join(_RUN.findall(text))


def has_start(runs: str) -> bool:
    """Tell whether a form may begin somewhere in runs."""
    return _START.search(runs) is not None


def find_forms(text: str, runs: str) -> Iterator[tuple[str, str]]:
    """Yield the secrets in a text and its runs: the kind of each, and the secret."""
    if has_start(runs):
        for form in FORMS:
            if form.start in runs:
                for match in form.bounded.finditer(runs):
                    if is_real(form, match.group()):
                        yield form.name, match.group()
    for name, part, pattern in SPACED_FORMS:
        if part in text:
            for match in pattern.finditer(text):
                yield name, match.group()


def is_real(form: Form, secret: str) -> bool:
    """Tell a secret from a stand-in for one, such as `ghp_xxxxxxxx` or a name in code."""
    value = secret[len(form.start) :]
    if form.needs_digit and not any(map(str.isdigit, value)):
        return False
    return _STAND_IN.search(value) is None
