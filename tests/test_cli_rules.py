"""``sixtysix rules``: the presets, one preset's parameters with their readings, two compared."""

import pytest
from command import call, records
from sixtysix.solver.parameters import PARAMETERS
from sixtysix.solver.rules import Preset, Rules, preset_names


def test_list_of_presets() -> None:
    text = call("rules").stdout
    for name in preset_names():
        assert f"\n{name} " in text
        assert Preset.read(name).title in text
    assert [each["name"] for each in records("rules", "--json")] == list(preset_names())


@pytest.mark.parametrize("name", preset_names())
def test_one_preset(name: str) -> None:
    text = call("rules", name).stdout
    preset = Preset.read(name)
    assert text.startswith(f"{name} - {preset.title}\n{preset.source}\n")
    assert all(f"\n{each.name} " in text and each.meaning in text for each in PARAMETERS)
    assert all(note in text for note in preset.notes.values())
    (told,) = records("rules", name, "--json")
    assert Rules.from_dict(told["parameters"]) == preset.rules
    assert told["notes"] == preset.notes


def test_one_preset_changed() -> None:
    text = call("rules", "server", "--rule", "must_head=false").stdout
    assert text.startswith("server, must_head=false - ")
    assert "false (not true)" in text
    (told,) = records("rules", "server", "--rule", "must_head=false", "--json")
    assert told["parameters"]["must_head"] is False


def test_two_presets_compared() -> None:
    (told,) = records("rules", "server", "annotated", "--json")
    assert told["presets"] == ["server", "annotated"]
    assert told["differences"]["exchange_rank"] == ["9", "none"]
    assert "schneider" not in told["differences"]
    lines = call("rules", "server", "annotated").stdout.splitlines()
    assert lines[0].split()[:3] == ["parameter", "server", "annotated"]
    assert [line.split()[0] for line in lines[2:]] == list(told["differences"])


def test_a_game_does_not_differ_from_itself() -> None:
    assert call("rules", "folk", "folk").stdout == "folk and folk are the same game.\n"
    assert records("rules", "folk", "folk", "--json")[0]["differences"] == {}


def test_tables_fit_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixtysix.cli.rules._width", lambda: 90)
    text = call("rules", "server").stdout
    assert max(map(len, text.splitlines())) <= 90
    # Nothing is lost by wrapping.
    assert all(word in text.split() for each in PARAMETERS for word in each.meaning.split())
