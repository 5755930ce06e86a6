"""Reads the names in a noun phrase: what an object is called, without articles and kinds, and what type of thing it is."""

from __future__ import annotations

import re

from llama_index_layout_rag.steps.en.rules import VerbFirstRules
from llama_index_layout_rag.steps.en.tokens import Token
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText

_FILE_ENDING = re.compile(r"\.\w{1,5}$")
_PATH_OR_FILE = re.compile(r"[\w/\\]\.\w{1,5}$|/")
_PATH = re.compile(r"\w\.[A-Za-z]\w{1,4}$|\w{2,}\.[A-Za-z]$|^[~.]*[\\/]\w|\w[\\/].*\w[\\/]|^[A-Za-z]:\\")
"""A file with its ending, or a path of several folders; no "3/4" and no "on/off"."""
_CODED = re.compile(r"\w[_/\\.=]\w|^-")
"""An identifier, a path or an option."""
_IDENTIFIER = re.compile(r"\w[_.\\]\w|[a-z][A-Z]")
"""A name of a programmer's making: several words with a point or line between them, or capitals inside."""
_KINDS_BY_THEMSELVES = frozenset(("checkbox", "field", "screen", "link", "menu", "tab", "other"))
"""Kinds of control whose bare word may be the target ("the check box"); "the button" alone points at a name before it."""

_NEAR_VERB = 12
"""Tokens in front of a name among which its verb is looked for."""


class NameReader:
    """The name rules of a language."""

    def __init__(self, rules: VerbFirstRules) -> None:
        self.rules = rules
        self.suffixes = rules.suffixes_longest_first()
        self.suffix_words = dict(self.suffixes)
        self.ending_in: dict[str, list[tuple[list[str], str]]] = {}
        for suffix, kind in self.suffixes:
            self.ending_in.setdefault(suffix.rpartition(" ")[2], []).append((suffix.split(" "), kind))
        self.heads = dict(rules.heads_longest_first())

    def read(self, marked: MarkedText, tokens: list[Token], first: int, last: int) -> list[tuple[str, str]]:
        """(name, target type) of what stands in tokens [first, last); an empty name points at one named before."""
        whole = marked.text[tokens[first].start : tokens[last - 1].end] if first < last else ""
        if last - first == 1 and "://" in whole:
            return [(whole.rstrip(".,;"), "link")]
        handled = first > 0 and tokens[first - 1].lower not in self.rules.control_verbs
        opening = first
        kept = first > 0 and tokens[first - 1].lower in self.rules.holding_verbs
        first = self._behind_modifiers(tokens, first, last)
        last = self._without_state(tokens, first, last, kept)
        if first >= last:
            return []
        if any(t.text[0] == NAME for t in tokens[first:last]):
            return self._quoted(marked, tokens, first, last)
        sign = tokens[first].text[0]
        if last - first > 1 and sign in "$-/%" and len(tokens[first].text) > 2:
            return [(tokens[first].text, "command" if sign == "-" else "other")]
        words = [t.lower for t in tokens[first:last]]
        lone = opening == first and len(words) == 1 and tokens[first].text.islower()
        if lone and (words[0].endswith(self.rules.state_endings[0]) or words[0] in self.rules.left_as):
            return []  # incubate inverted, wipe dry
        if handled and len(words) == 1 and words[0] in self.rules.hand_nouns:
            return [(words[0], "part")]  # remove the key
        if words[0] in self.rules.bare_pronouns or (len(words) == 1 and words[0] in self.rules.pronouns):
            return [("", self.suffix_words.get(words[0], "other"))]
        return [self._plain(marked, tokens, first, last, opening)]

    def _on_screen(self, tokens: list[Token], opening: int) -> bool:
        """Whether a verb stands in front that acts on a screen or keyboard ("press", "opening")."""
        rules = self.rules
        for token in tokens[max(0, opening - _NEAR_VERB) : opening]:
            stem = token.lower.removesuffix(rules.gerund_ending)
            if token.lower in rules.ui_verbs or (stem != token.lower and rules.ui_verbs & set(rules.base_forms(stem))):
                return True
        return False

    def _behind_modifiers(self, tokens: list[Token], first: int, last: int) -> int:
        """Where the name begins behind articles, numbers and owners ("the pump's two new seals")."""
        rules = self.rules
        if first + 2 < last and tokens[first].text.isdigit() and tokens[first + 1].lower in rules.range_words:
            return first + 3 if first + 3 < last else first  # 3 to 4 drops
        opening = first
        if last - first == 1 and first and tokens[first].text.istitle() and len(tokens[first].text) > 1:
            return first  # click No
        while first < last and (
            (tokens[first].lower in rules.determiners and (first == opening or tokens[first].text.islower()))
            or tokens[first].text[0] == ASIDE
            or tokens[first].lower in rules.vague_words
            or rules.is_adverb(tokens[first].text)
            or (
                tokens[first].lower in rules.number_words
                and self._counts(tokens, first + 1, last)
                and tokens[first + 1].lower not in rules.amount_units
            )
        ):
            first += 1
        first = self._behind_amount(tokens, first, last)
        owner = next((i for i in range(first, last - 1) if tokens[i].lower.endswith(rules.owner_endings)), None)
        return first if owner is None else owner + 1

    def _behind_amount(self, tokens: list[Token], first: int, last: int) -> int:
        """Where the name begins behind "800 µl" or "2 cups": how much of it, not what it is."""
        behind = next((i for i in range(first, last) if not self.measures(tokens[i])), last)
        measured = behind > first and any(t.text[0].isdigit() for t in tokens[first:behind])
        measured = measured and tokens[behind - 1].lower.strip("0123456789.,-/") in self.rules.amount_units
        return behind if measured and behind < last and tokens[behind].text[0].isalpha() else first

    def measures(self, token: Token) -> bool:
        """Whether a token is a number, a unit of amount or a number with its unit ("800", "ml", "800ml", "1/2")."""
        unit = token.lower.strip("0123456789.,-/")
        return not unit or unit in self.rules.amount_units

    def _without_state(self, tokens: list[Token], first: int, last: int, kept: bool) -> int:
        """Where the name ends in front of the state it is brought to or an adverb ("the field *blank*")."""
        rules = self.rules
        if kept and last - first > 1 and tokens[last - 1].lower.endswith(rules.state_endings[0]):
            last -= 1  # keep the plunger depressed
        if last - first > 1 and tokens[last - 1].lower in rules.left_as and tokens[last - 1].text.islower():
            last -= 1
        while last > first and (
            tokens[last - 1].text[0] == ASIDE
            or tokens[last - 1].text == "."
            or (tokens[last - 1].text in rules.adverbs and not self.closes(tokens, first, last - 1, last))
            or rules.is_adverb(tokens[last - 1].text)
        ):
            last -= 1
        return last

    def _quoted(self, marked: MarkedText, tokens: list[Token], first: int, last: int) -> list[tuple[str, str]]:
        """The names in quotation marks, with the kind that stands behind them."""
        tail = " ".join(t.lower for t in tokens[first:last] if t.text[0] not in NAME + ASIDE)
        kind = next((k for w, k in self.suffixes if tail.endswith(w)), "other")
        named = [marked.names[t.start] for t in tokens[first:last] if t.text[0] == NAME and t.start in marked.names]
        return [(marked.inner(name), kind) for name in named]

    def _plain(self, marked: MarkedText, tokens: list[Token], first: int, last: int, opening: int) -> tuple[str, str]:
        """A name without marks; the word that only names its kind is cut off."""
        path = self._path_inside(tokens, first, last)
        if path is not None:
            return path, "file"
        first += self._only_says_kind(tokens, first, last)
        coded = self._behind_identifier(tokens, first, last)
        if coded < last:
            return marked.text[tokens[first].start : tokens[coded - 1].end], "field"
        words = [t.lower for t in tokens[first:last]]
        kind, size = self._kind_behind(words, tokens[first].text)
        if kind and size == len(words) and kind not in _KINDS_BY_THEMSELVES:
            return "", kind
        named = last - first > 1 and tokens[last - 2].text[0].isupper() and words[-1] not in self.rules.hand_nouns
        guarded = words[-1] in self.rules.region_suffixes or (words[-1] in self.rules.guarded_suffixes and not named)
        if guarded and not self._on_screen(tokens, opening):
            kind, size = "", 0  # the colour tab, a test page, an RSA key, the Loading Area
        printed = tokens[first].text[0] + tokens[last - size - 1].text[0]
        general = kind == "other" or words[-1] in self.rules.entry_words
        if general and size < len(words) and printed.isalpha() and printed.islower():
            kind, size = "", 0  # a selected entry, the upload command, a popup menu item
        if size < len(words):
            last -= size
        if last - first == 2 and words[0] in self.heads and _PATH_OR_FILE.search(tokens[last - 1].text):
            first += 1  # the file config.yml
        text = marked.text[tokens[first].start : tokens[last - 1].end]
        text = text.strip(" ,.'’" if text[:1] != "." else " ,")
        if text.endswith(self.rules.owner_endings):
            text = text[:-2]  # flash the iPad's prior to use
        if not kind:
            kind = self.heads.get(words[-1], "other")
            if kind == "other" and _FILE_ENDING.search(text):
                kind = "file"
        return text, kind

    def _path_inside(self, tokens: list[Token], first: int, last: int) -> str | None:
        """ "the generated *conf/app.ini* file": a path is the name, whatever is said of the file."""
        while last - first > 1 and self.heads.get(tokens[last - 1].lower) == "file":
            last -= 1
        text = tokens[last - 1].text
        if last - first < 1 or not any(sign in text for sign in "./\\") or _PATH.search(text) is None:
            return None
        return text.rstrip(".,")

    def _behind_identifier(self, tokens: list[Token], first: int, last: int) -> int:
        """Where the name ends in "the app.timeout *property*", "the HOME_DIR *environment variable*"."""
        rules, kind = self.rules, tokens[last - 1]
        if last - first < 2 or kind.lower not in rules.coded_suffixes:
            return last
        end = last - 1
        end -= end - first > 1 and tokens[end - 1].lower in rules.coded_modifiers
        name = tokens[end - 1].text
        capitals = len(name) > 1 and name.isupper() and not kind.lower.endswith("s")  # the PDF properties
        return end if capitals or _IDENTIFIER.search(name) is not None else last

    def _only_says_kind(self, tokens: list[Token], first: int, last: int) -> int:
        """How many tokens stand in front of a name and only say its kind: "the command LIST ALL", "the configuration key
        soups.daily"; 0 for none."""
        if last - first < 2:
            return 0
        if tokens[last - 2].text in self.rules.naming_nouns and _CODED.search(tokens[last - 1].text) is not None:
            return last - 1 - first
        name = tokens[first + 1].text
        if tokens[first].text not in self.rules.naming_nouns or (name[-1].isdigit() and name[:-1].isalnum()):
            return 0  # parameter P0010
        return int(name[0].isupper())

    def _kind_behind(self, words: list[str], opening: str) -> tuple[str, int]:
        """The kind of control that the last words name, and how many words that takes; ("", 0) for none."""
        for parts, kind in self.ending_in.get(words[-1], ()):
            if words[-1] in self.rules.capital_suffixes and len(parts) == 1 and opening.islower():
                continue
            if words[-len(parts) :] == parts:
                return kind, len(parts)
        return "", 0

    def closes(self, tokens: list[Token], first: int, index: int, last: int) -> bool:
        """ "click Log in", "tap Sign up": a particle that ends a name printed without marks."""
        capital = (
            index > first and tokens[first].text[0].isupper() and tokens[first].lower not in self.rules.determiners
        )
        pair = f"{tokens[index - 1].lower} {tokens[index].lower}" if index else ""
        ends = (
            index + 1 >= last or tokens[index + 1].text in ",.;:)" or tokens[index + 1].lower in self.rules.coordinators
        )
        return capital and ends and pair in self.rules.particle_verbs

    def _counts(self, tokens: list[Token], position: int, last: int) -> bool:
        """Whether a number in front of this token says how many things there are, and not how long."""
        if position >= last or tokens[position].lower in self.rules.time_words:
            return False
        word = tokens[position].text
        return "-" in word[1:] or (word.isalnum() and word[0].isalpha())
