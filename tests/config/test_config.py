"""The settings: layers, and errors that name the nearest valid key."""

from pathlib import Path

import pytest

from ripplegraph.config import Config, ConfigFiles, find_config_files, get_settings, load_config
from ripplegraph.errors import ConfigError


def load(
    root: Path, environment: dict[str, str] | None = None, flags: dict[str, str] | None = None
) -> Config:
    return load_config(root, environment=environment or {}, flags=flags or {})


def test_defaults(tmp_path: Path) -> None:
    assert load(tmp_path) == Config()
    assert load(tmp_path).scan.max_file_bytes == 1_000_000


def test_each_layer_goes_before_the_one_below(tmp_path: Path) -> None:
    (tmp_path / "ripple.toml").write_text("[scan]\njobs = 1\nambiguous_limit = 1\n")
    variables = {"RIPPLE_SCAN_JOBS": "2", "RIPPLE_STORE_BUSY_TIMEOUT_MS": "20", "HOME": "/"}
    config = load(tmp_path, variables, {"scan.jobs": "3"})
    assert config.scan.jobs == 3
    assert config.store.busy_timeout_ms == 20
    assert config.scan.ambiguous_limit == 1


def test_lists(tmp_path: Path) -> None:
    (tmp_path / "ripple.toml").write_text('[scan]\nexclude = ["vendor/", "*.min.js"]\n')
    assert load(tmp_path).scan.exclude == ("vendor/", "*.min.js")
    assert load(tmp_path, {"RIPPLE_SCAN_EXCLUDE": "a/, b/"}).scan.exclude == ("a/", "b/")
    assert load(tmp_path, {"RIPPLE_SCAN_EXCLUDE": ""}).scan.exclude == ()


def test_pyproject_holds_the_settings_when_there_is_no_ripple_file(tmp_path: Path) -> None:
    shared = tmp_path / "pyproject.toml"
    shared.write_text("[tool.ripple.scan]\njobs = 4\n")
    assert load(tmp_path).scan.jobs == 4
    assert find_config_files(tmp_path) == ConfigFiles(used=shared, passed_over=None)


def test_the_ripple_file_goes_before_pyproject(tmp_path: Path) -> None:
    own, shared = tmp_path / "ripple.toml", tmp_path / "pyproject.toml"
    own.touch()
    shared.write_text("[tool.ripple.scan]\njobs = 4\n")
    assert load(tmp_path).scan.jobs == 0
    assert find_config_files(tmp_path) == ConfigFiles(used=own, passed_over=shared)


def test_a_pyproject_without_settings_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.black\n")
    assert load(tmp_path) == Config()
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'ripple-counter'\n")
    assert find_config_files(tmp_path) == ConfigFiles(used=None, passed_over=None)


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("[scan]\nexlude = []", "scan.exlude", "'scan.exclude'"),
        ("[scna]\njobs = 1", "scna.jobs", "'scan.jobs'"),
        ("jobs = 1", "jobs", "'scan.jobs'"),
        ("[scan]\njobs = 'two'", "scan.jobs", "0"),
        ("[scan]\njobs = -1", "scan.jobs", "0"),
        ("[scan]\njobs = true", "scan.jobs", "0"),
        ("[scan]\nexclude = 'vendor'", "scan.exclude", "[]"),
        ("[scan]\nexclude = [1]", "scan.exclude", "[]"),
    ],
)
def test_wrong_settings_in_a_file(tmp_path: Path, text: str, key: str, hint: str) -> None:
    (tmp_path / "ripple.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        load(tmp_path)
    assert caught.value.key == key
    assert key in caught.value.message
    assert "ripple.toml" in caught.value.message
    assert hint in caught.value.hint


def test_an_unknown_variable_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="RIPPLE_SCAN_JOB") as caught:
        load(tmp_path, {"RIPPLE_SCAN_JOB": "1"})
    assert "RIPPLE_SCAN_JOBS" in caught.value.hint


@pytest.mark.parametrize("text", ["", "x", "1.5", "²"])
def test_a_variable_that_is_no_number(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="whole number"):
        load(tmp_path, {"RIPPLE_SCAN_JOBS": text})


@pytest.mark.parametrize("content", [b"[scan", b"\xff\xfe"])
def test_a_file_that_is_not_toml(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ripple.toml").write_bytes(content)
    with pytest.raises(ConfigError, match="not valid TOML"):
        load(tmp_path)


def test_an_empty_section(tmp_path: Path) -> None:
    (tmp_path / "ripple.toml").write_text("[scan]\n")
    assert load(tmp_path) == Config()
    (tmp_path / "ripple.toml").write_text("[scna]\n")
    with pytest.raises(ConfigError, match="'scna'"):
        load(tmp_path)


def test_a_setting_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\nripple = 3\n")
    with pytest.raises(ConfigError, match="not a table"):
        load(tmp_path)


def test_every_setting_has_a_description_and_a_variable() -> None:
    assert get_settings()["scan.max_file_bytes"].variable == "RIPPLE_SCAN_MAX_FILE_BYTES"
    assert all(setting.description.endswith(".") for setting in get_settings().values())


@pytest.mark.parametrize("value", ["[" * 3_000 + "]" * 3_000, "9" * 5_000], ids=["deep", "digits"])
def test_a_value_that_python_cannot_read_is_an_error_of_the_file(
    tmp_path: Path, value: str
) -> None:
    (tmp_path / "ripple.toml").write_text(f"scan.jobs = {value}\n")
    with pytest.raises(ConfigError, match="not valid TOML"):
        load_config(tmp_path, environment={}, flags={})
