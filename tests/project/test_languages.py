"""The catalogues of the languages hold what is said, and Python reads what people wrote."""

import importlib.util
import re
from types import ModuleType

import pytest
from babel.messages.pofile import read_po

from sudoku_engine import Layout, say
from sudoku_engine.board.say import LANGUAGES, speak, speaking, spoken, tell, tell_name
from sudoku_engine.errors import UsageError
from sudoku_frontends.film.page import page_words
from sudoku_frontends.pictures.highlights import BLOCKS
from sudoku_frontends.player.editor_state import key_lines
from tests.support.paths import ROOT

MISSING = {"de": 0}
"""How many texts a language lacks; others may be under way."""


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("languages", ROOT / "docs" / "languages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_catalogue_has_what_is_said_and_names_no_other_parts(
    language: str, maker: ModuleType
) -> None:
    with (maker.WRITTEN / f"{language}.po").open("rb") as file:
        known = read_po(file, language)
    texts = maker.texts()
    translated = {text: known.get(text).string for text in texts if known.get(text)}

    assert sorted(str(each.id) for each in known if each.id) == sorted(texts)
    missing = sum(not translated[text] for text in texts)
    assert missing == MISSING.get(language, missing)
    for text, words in translated.items():
        assert parts_of(words) <= parts_of(text), text
    with speaking(language):
        assert [tell(text) for text in texts] == [translated[text] or text for text in texts]


def parts_of(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", template))


def test_what_is_said_is_told_with_its_parts_in_the_language() -> None:
    layout = Layout.named("9x9")
    cells, house = layout.cells[:3], layout.houses[9]
    said = say("{house} has {digit} only in {cells}", house=house, digit=5, cells=cells)

    with speaking("de-AT"):
        assert spoken() == "de"
        assert tell(said) == "in Spalte 1 geht die 5 nur in r1c1, r1c2 oder r1c3"
        assert tell("a pupil's own words") == "a pupil's own words"
        assert str(said) == "column 1 has 5 only in r1c1, r1c2 and r1c3"
    assert tell(said) == str(said)


def test_a_name_is_told_with_its_number_and_the_rest_of_a_clue() -> None:
    said = say("by the clue {clue:name}", clue="killer cage 17 r1c1 to r1c8")

    with speaking("de"):
        assert tell(said) == "wegen der Vorgabe Killer-Käfig 17 r1c1 bis r1c8"
        assert tell_name("row 3") == "Zeile 3"
        assert tell_name("my own words") == "my own words"
    assert tell_name("row 3") == "row 3"
    assert str(said) == "by the clue killer cage 17 r1c1 to r1c8"


def test_keys_and_the_words_of_a_picture_are_told_in_the_language() -> None:
    with speaking("de"):
        assert "F4:  alle eigenen Markierungen entfernen" in key_lines()
        assert "Pfeile, Klick:  ein Feld auswählen; Esc hebt die Auswahl auf" in key_lines()
        assert tell(BLOCKS) == "versperrt"
        assert '"extreme":"extrem"' in page_words([])


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UsageError, match="no language 'nl': en or de"):
        speak("nl")
