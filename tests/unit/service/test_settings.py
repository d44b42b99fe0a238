"""Settings: defaults, reading, refusals that name the variable, masked passwords."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from service import settings
from service.settings import Settings, SettingsError


def read(**variables: str) -> Settings:
    """The settings of an environment with these variables alone."""
    return Settings.from_environment({f"KANCHA_{name}": text for name, text in variables.items()})


def test_an_empty_environment_gives_the_defaults():
    present = Settings.from_environment({})

    assert (8000, "127.0.0.1", Path("var")) == (present.port, present.host, present.var)
    assert (2, 128, 96) == (present.web_workers, present.web_threads, present.max_waits)
    assert ((10.0, 20.0, 40.0), (3.0, 6.0, 12.0)) == (present.sweep_bot, present.sweep_system)
    assert Settings() == present


def test_an_empty_text_counts_as_not_set():
    assert Settings().port == read(PORT="").port


@pytest.mark.parametrize(
    ("name", "text", "attribute", "expected"),
    [
        ("PORT", "0", "port", 0),
        ("PORT", "65535", "port", 65535),
        ("VAR", "/srv/kancha", "var", Path("/srv/kancha")),
        ("TEST_SEEDS", "1", "test_seeds", True),
        ("TEST_SEEDS", "0", "test_seeds", False),
        ("FSYNC", "always", "fsync", "always"),
        ("BOT_DEADLINE", "0.5", "bot_deadline", 0.5),
        ("SWEEP_BOT", "1, 2.5,4", "sweep_bot", (1.0, 2.5, 4.0)),
        ("RATE_MOVES", "5/second;100/hour", "rate_moves", "5/second;100/hour"),
        (
            "CORS_ORIGINS",
            "https://a.example, http://b.example:3000",
            "cors_origins",
            ("https://a.example", "http://b.example:3000"),
        ),
        ("CORS_ORIGINS", "*", "cors_origins", ("*",)),
        ("REDIS_URL", "unix:///run/redis.sock?db=1", "redis_url", "unix:///run/redis.sock?db=1"),
    ],
)
def test_a_variable_is_read(name, text, attribute, expected):
    value = getattr(read(**{name: text}), attribute)

    assert expected == value
    assert type(expected) is type(value) or isinstance(value, Path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "65536"), ("PORT", "-1"), ("PORT", "80a"), ("PORT", "8e3"), ("PORT", " 80"),
        ("WEB_WORKERS", "0"), ("TEST_SEEDS", "yes"), ("FSYNC", "no"), ("LOG_LEVEL", "loud"),
        ("BOT_DEADLINE", "nan"), ("BOT_DEADLINE", "1e3"), ("BOT_DEADLINE", "0"),
        ("SWEEP_BOT", "10,5"), ("SWEEP_BOT", "10,10"), ("SWEEP_BOT", "10,,20"), ("SWEEP_SYSTEM", "soon"),
        ("RATE_GAMES", "60"), ("RATE_GAMES", "0/minute"), ("RATE_GAMES", "60/fortnight"), ("RATE_GAMES", "60/minute;"),
        ("CORS_ORIGINS", "play.example.org"), ("CORS_ORIGINS", "https://a.example/path"),
        ("REDIS_URL", "localhost:6379"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_variable_and_says_what_is_wanted(name, text):
    with pytest.raises(SettingsError) as refused:
        read(**{name: text})

    assert str(refused.value).startswith(f"KANCHA_{name} is {text!r}, but must be ")


def test_all_wrong_variables_are_named_at_once():
    with pytest.raises(SettingsError) as refused:
        read(PORT="x", WEB_THREADS="1")

    assert ["KANCHA_PORT", "KANCHA_WEB_THREADS"] == [line.split()[0] for line in str(refused.value).splitlines()]


def test_settings_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_every_setting_has_a_unit_and_a_description_of_one_line():
    for entry in dataclasses.fields(Settings):
        assert entry.metadata["unit"], entry.name
        assert entry.metadata["help"] and "\n" not in entry.metadata["help"], entry.name


def test_every_default_reads_back_as_itself():
    texts = {settings.variable(entry.name): settings.as_text(entry.default) for entry in dataclasses.fields(Settings)}

    assert Settings() == Settings.from_environment(texts)


def test_rows_show_present_value_and_default():
    rows = {row[0]: row for row in read(PORT="9000").rows()}

    assert ("9000", "8000", "port") == rows["KANCHA_PORT"][1:4]


@pytest.mark.parametrize(
    "text", ["redis://:hush@host:6379/0", "redis://ana:hush@host/0", "unix:///a.sock?password=hush&db=0"]
)
def test_no_row_shows_a_password(text):
    shown = {row[0]: row[1] for row in read(REDIS_URL=text).rows()}["KANCHA_REDIS_URL"]

    assert "hush" not in shown
    assert "***" in shown


def test_a_refused_address_is_quoted_without_its_password():
    with pytest.raises(SettingsError) as refused:
        read(REDIS_URL="http://ana:hush@host/0")

    assert "hush" not in str(refused.value)


def test_the_queue_uses_the_store_of_the_games_unless_it_has_its_own():
    assert "redis://a:1/0" == read(REDIS_URL="redis://a:1/0").queue
    assert "redis://b:1/0" == read(REDIS_URL="redis://a:1/0", QUEUE_URL="redis://b:1/0").queue


def test_misspelt_variables_are_found():
    assert ["KANCHA_PROT"] == settings.unknown({"KANCHA_PROT": "1", "KANCHA_PORT": "1", "PATH": "/bin"})
