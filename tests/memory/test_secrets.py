"""Secrets are recognised; ordinary talk about code is not taken for one."""

import re
import subprocess
import sys
from base64 import b64encode, encodebytes, urlsafe_b64encode
from collections.abc import Callable

import pytest

from ripplegraph.memory.secrets.detection import find_secrets_in, scrub_secrets

# Put together here, so that no scanner takes this file for a leak.
SECRETS = {
    "AWS access key": "AKIA" + "IOSFODNN7EXAMPL2",
    "GitHub token": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "GitLab token": "glpat-" + "a1B2c3D4e5F6g7H8i9J0",
    "Google API key": "AIza" + "SyA1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q",
    "Slack token": "xoxb-" + "123456789012-abcdefGHIJKL",
    "Slack webhook": "https://hooks.slack.com/services/" + "T00000000/B00000000/a1B2c3D4e5F6",
    "Stripe key": "sk_live_" + "a1B2c3D4e5F6g7H8i9J0",
    "Anthropic API key": "sk-ant-" + "api03-a1B2c3D4e5F6g7H8i9J0",
    "OpenAI API key": "sk-" + "a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8i9J0",
    "Hugging Face token": "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH",
    "npm token": "npm_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "JSON web token": "eyJhbGciOiJIUzI1NiJ9."
    + "eyJzdWIiOiIxMjM0NTY3ODkwIn0."
    + "dozjgNryP4J3jVmNHl0w",
    "private key": "-----BEGIN " + "RSA PRIVATE KEY-----",
    "password in a URL": "postgres://admin:" + "s3cr3t9x@db.internal/prod",
    "authorization header": "Authorization: Bearer " + "a1B2c3D4e5F6g7H8i9J0",
    "value of a password, token or key": "DB_PASSWORD=" + "hunter2-Zq9!",
}

VALUES = [
    'password: "' + 'correct7Horse"',
    "export API_TOKEN=" + "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
    "client_secret = '" + "Q7x-kk29-PP0a-zz81'",
    '{"apiKey": "' + 'a8f5f167f44f4964e6c998dee827110c"}',
    "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzPLEKEY99",
]

ORDINARY = [
    "session.Get() returns nil, not an error, when the token is missing",
    "token = refresh_token(user) must be awaited",
    "The password field is required: see LoginForm.password",
    "Set API_KEY=${API_KEY} in the environment",
    "api_key = os.environ['API_KEY'] is read at import time",
    "password: str = Field(min_length=8)",
    "secret: bytes = settings.SECRET_KEY",
    "Use https://user:password@localhost/db only in the docs",
    "postgres://postgres:postgres@localhost:5432/test".replace("postgres:postgres", "user:pass"),
    "commit 3f786850e387550fdab836ed7e6dc881de23001b broke the build",
    "The id m-5754744b-e6n41g48 is sorted by time",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 is the digest",
    "tokens: list[Token] are parsed by Lexer.next_token",
    "token_count: 4096 is the default, max_tokens=8192 the limit",
    "the secret lies in vault/path/to/secret.yaml",
    "PASSWORD_HASHERS = ['django.contrib.auth.hashers.PBKDF2PasswordHasher']",
    "secret=<your secret here>",
    "Bearer authentication is checked in middleware.py",
    "key: value pairs are sorted; keys=sorted(d)",
    "password=None means that the user cannot log in",
    "data:image/png;base64 images are inlined by the build",
    "csrf_token: see tests/auth/test_csrf2.py",
    "550e8400-e29b-41d4-a716-446655440000 is the id of the tenant",
    "tokenizer: unicode61, see search.py",
]


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_named(name: str) -> None:
    assert name in find_secrets_in([f"Deploys need {SECRETS[name]} in the header."])


@pytest.mark.parametrize("text", VALUES)
def test_a_value_that_is_assigned_to_a_password_or_key_is_a_secret(text: str) -> None:
    assert find_secrets_in([text])


@pytest.mark.parametrize("text", ORDINARY)
def test_talk_about_code_is_no_secret(text: str) -> None:
    assert find_secrets_in([text]) == []


@pytest.mark.parametrize("text", [*SECRETS.values(), *VALUES])
def test_a_secret_is_scrubbed_and_the_rest_stays(text: str) -> None:
    inside = re.search(r"//admin:(.+)@", text)
    secret = inside[1] if inside else max(re.split(r"[\s'\"=:@]+", text), key=len)
    scrubbed = scrub_secrets(f"Deploys need\nthis: {text} in it\nand more.")
    assert not find_secrets_in([scrubbed])
    assert secret not in scrubbed
    assert "[secret" in scrubbed
    assert scrubbed.startswith("Deploys need\n")
    assert text.startswith("-----BEGIN") or scrubbed.endswith("\nand more.")


@pytest.mark.parametrize("text", ORDINARY)
def test_talk_about_code_is_not_scrubbed(text: str) -> None:
    assert scrub_secrets(text) == text


def test_a_private_key_is_scrubbed_to_its_end() -> None:
    key = f"{SECRETS['private key']}\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----"
    assert scrub_secrets(f"a {key} b") == "a [secret: private key] b"


ISSUED = {
    "AWS Bedrock key": "ABSK" + "QmVkcm9ja0FQSUtleS1" * 6 + "Zm9v",
    "AWS access key": "ASIA" + "Q3EGRIZ7TKDUX2VN",
    "GitHub token": "github_pat_" + "11ABCDEFG0a1B2c3D4e5F6_" + "g7H8i9J0k1L2m3N4o5P6q7R8s9T0",
    "GitLab token": "glpat-" + "a1B2c3D4e5F6g7H8i9J0k1.01.0z1y2x3w4",
    "Slack token": "xapp-" + "1-A0123456789-1234567890123-a1b2c3d4e5f6",
    "Stripe key": "rk_live_" + "a1B2c3D4e5F6g7H8i9J0",
    "OpenAI API key": "sk-proj-" + "a1B2c3D4e5F6g7H8_i9J0T3BlbkFJ-a1B2c3D4e5F6",
    "Anthropic API key": "sk-ant-" + "admin01-a1B2c3D4e5F6g7H8i9J0",
    "PyPI token": "pypi-" + "AgEIcHlwaS5vcmcCJDc1YTRlNWY2LTk0OGMtNDY1Ny1hMWIyLWMzZDRlNWY2ZzdoOA",
    "Telegram bot token": "123456789:" + "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1",
    "SendGrid key": "SG."
    + "a1B2c3D4e5F6g7H8i9J0kQ."
    + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V",
    "Twilio key": "SK" + "0123456789abcdef0123456789abcdef",
    "Azure client secret": "a1B" + "8Q~" + "c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "Azure DevOps token": "a1B2c3D4e5F6g7H8i9J0" * 3 + "a1B2c3D4e5F6g7H8AZDOa1B2",
    "Azure storage key": "AccountKey=" + "a1B2c3D4e5F6g7H8i9J0" * 4 + "==",
    "Docker token": "dckr_pat_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N",
    "Vault token": "hvs." + "CAESIJa1B2c3D4e5F6g7H8i9J0",
    "Supabase key": "sb_secret_" + "a1B2c3D4e5F6g7H8i9J0k1",
    "private key": "MIIEpAIBAAKCAQEA" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3",
    "password in a URL": "mongodb+srv://svc:" + "k9Xq2-Lm@cluster0.a1b2c.mongodb.net/prod",
}


@pytest.mark.parametrize("name", ISSUED)
def test_a_secret_that_a_service_issues_today_is_named(name: str) -> None:
    assert name in find_secrets_in([f"Deploys need ({ISSUED[name]}) in the header."])


KEY = "AKIA" + "Q3EGRIZ7TKDUX2VN"
TOKEN = SECRETS["GitHub token"]
DISGUISES: dict[str, Callable[[str], str]] = {
    "zero width space": "\u200b".join,
    "zero width joiner": lambda key: key[:6] + "\u200d" + key[6:],
    "soft hyphen": lambda key: key[:6] + "\u00ad" + key[6:],
    "byte order mark": lambda key: key[:2] + "\ufeff" + key[2:],
    "combining mark": lambda key: key[:9] + "\u0301" + key[9:],
    "invisible letter": lambda key: key[:9] + "\u3164" + key[9:],
    "right to left": lambda key: key[:9] + "\u202e\u2066" + key[9:],
    "full width": lambda key: "".join(chr(ord(c) + 0xFEE0) for c in key),
    "bold": lambda key: "".join(chr(ord(c) - 65 + 0x1D400) if "A" <= c <= "Z" else c for c in key),
    "other digits": lambda key: "".join(chr(int(c) + 0x660) if c.isdigit() else c for c in key),
    "Cyrillic": lambda key: key.translate(
        str.maketrans(
            "AKEMHOPCTXaeopcx",
            "\u0410\u041a\u0415\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0430\u0435\u043e\u0440\u0441\u0445",
        )
    ),
    "line break": lambda key: f"{key[:9]}\n{key[9:]}",
    "indented line break": lambda key: f"{key[:2]}\r\n    {key[2:9]}\n\t{key[9:]}",
    "quoted line break": lambda key: f"> {key[:9]}\n> {key[9:]}",
    "backslash": lambda key: f"{key[:9]}\\\n  {key[9:]}",
    "soft line break": lambda key: f"{key[:9]}=\n{key[9:]}",
    "plus": lambda key: f'"{key[:4]}" + "{key[4:]}"',
    "plus over lines": lambda key: f"'{key[:4]}' +\n    '{key[4:]}'",
    "dot": lambda key: f"'{key[:4]}' . '{key[4:]}'",
    "beside": lambda key: f'("{key[:4]}" "{key[4:]}")',
    "list": lambda key: f"''.join(['{key[:4]}', '{key[4:8]}', '{key[8:]}'])",
    "entities": lambda key: "".join(f"&#{ord(c)};" for c in key),
    "percent": lambda key: "".join(f"%{ord(c):02X}" for c in key),
    "unicode escapes": lambda key: "".join(f"\\u{ord(c):04x}" for c in key),
    "byte escapes": lambda key: "".join(f"\\x{ord(c):02x}" for c in key),
    "base64": lambda key: b64encode(key.encode()).decode(),
    "base64 of a sentence": lambda key: b64encode(f"the key is {key}, ok".encode()).decode(),
    "base64 for URLs": lambda key: urlsafe_b64encode(f"?{key}?".encode()).decode().rstrip("="),
    "wrapped base64": lambda key: encodebytes(f"{'some words ' * 5}{key}".encode()).decode(),
    "hexadecimal": lambda key: key.encode().hex(),
}


@pytest.mark.parametrize("key", [KEY, TOKEN, SECRETS["npm token"]])
@pytest.mark.parametrize("name", DISGUISES)
def test_a_secret_in_disguise_is_found_and_scrubbed(name: str, key: str) -> None:
    text = f"Deploys need\nthis: {DISGUISES[name](key)} in it\nand more."
    assert find_secrets_in([text])
    assert not find_secrets_in([scrub_secrets(text)])


HARMLESS = [
    "AKIA" + "IOSFODNN7EXAMPLE is the key that the documentation of AWS shows",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "Put ghp_" + "x" * 36 + " into the file",
    '"integrity": "sha512-' + "a1B2c3D4e5F6g7H8i9J0+/" * 4 + '=="',
    "    --hash=sha256:" + "0123456789abcdef" * 4 + " \\\n    --hash=sha256:" + "f0" * 32,
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGq3Tz0vXy8w2b0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5 ann",
    "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTESMBAG is a certificate",
    "sk-toggleable__label-arrow-of-the-estimator is a class of the style sheet",
    "The words task-\nbased development and risk-\nassessment go on over lines",
    "npm_config_user_agent and npm_package_dependencies_something_long are set by npm",
    "hf_hub_download\nfrom_pretrained\nsnapshot_download_with_many_words",
    "src/main/java/org/example/very/long/package/names/ServiceFactoryBeanProvider.java",
    "%20and%20so%20on is a query with spaces",
    "Stra\u00dfe, na\u00efve, \u0442\u043e\u043a\u0435\u043d, \u30c8\u30fc\u30af\u30f3",
    "0x" + "deadbeef" * 10 + " fills the memory",
    "postgresql://scott:tiger@localhost/test is the example of the documentation",
    "'key' + 'value' and \"a\", \"b\" are added up",
]


@pytest.mark.parametrize("text", [*HARMLESS, *ORDINARY])
def test_what_looks_like_a_secret_from_afar_is_none(text: str) -> None:
    assert find_secrets_in([text]) == []
    assert find_secrets_in([f"First.\n{text}\nLast."]) == []
    assert scrub_secrets(text) == text


def test_texts_together_hold_what_each_of_them_holds() -> None:
    assert find_secrets_in(["AKIA", KEY[4:], "token:", "hunter2-Zq9!"]) == []
    assert find_secrets_in(["a", KEY, "b"]) == ["AWS access key"]


HOSTILE = [
    "x", "a.", "a://", "eyJ", "eyJa.", "password", "sk-", "token_", "a:@", "AZDO", "12345678:AA",
    "-----BEGIN ", "A ", "Q~", "\\", '"+', "'\n", "%41", "&#65;", "\u200b", "\u0301", "AKIA",
    "-----BEGIN A PRIVATE KEY-----", "Bearer ", "key=", "JQQJ99", "YWJj", "6162", "=\n", "SG.",
]  # fmt: skip
PROGRAM = """
import sys
from ripplegraph.memory.secrets.detection import find_secrets_in, scrub_secrets
for piece in sys.stdin.read().split("\\0"):
    text = piece * (int(sys.argv[1]) // len(piece))
    find_secrets_in([text]), scrub_secrets(text)
"""


@pytest.mark.parametrize("size", [50_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_every_text_comes_to_an_end(size: int) -> None:
    """Time that grows with the square of the size would take hours for the longer ones."""
    subprocess.run(
        [sys.executable, "-c", PROGRAM, str(size)],
        input="\0".join(HOSTILE).encode(),
        timeout=600,
        check=True,
    )
