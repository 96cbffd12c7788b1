"""Secrets are recognised; ordinary talk about code is not taken for one."""

import re
import time

import pytest

from ripplegraph.memory.secrets import find_secrets, scrub_secrets

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
    assert name in find_secrets(f"Deploys need {SECRETS[name]} in the header.")


@pytest.mark.parametrize("text", VALUES)
def test_a_value_that_is_assigned_to_a_password_or_key_is_a_secret(text: str) -> None:
    assert find_secrets(text)


@pytest.mark.parametrize("text", ORDINARY)
def test_talk_about_code_is_no_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize("text", [*SECRETS.values(), *VALUES])
def test_a_secret_is_scrubbed_and_the_rest_stays(text: str) -> None:
    inside = re.search(r"//admin:(.+)@", text)
    secret = inside[1] if inside else max(re.split(r"[\s'\"=:@]+", text), key=len)
    scrubbed = scrub_secrets(f"Deploys need\nthis: {text} in it\nand more.")
    assert not find_secrets(scrubbed)
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


@pytest.mark.parametrize("piece", ["x", "a.", "a://", "eyJ", "password", "sk-", "token_", "a:@"])
def test_no_text_takes_long(piece: str) -> None:
    started = time.process_time()
    find_secrets(piece * (50_000 // len(piece)))
    scrub_secrets(piece * (50_000 // len(piece)))
    assert time.process_time() - started < 2
