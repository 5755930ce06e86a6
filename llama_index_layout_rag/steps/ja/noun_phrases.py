"""Reads the noun phrase in front of a particle: coordinated names, their owners, menu paths.

The text is read from the particle backwards, so that the phrase ends exactly where it has to and everything in front
of it is left alone. Quoted names win over the words around them; words that only name a kind of control are dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from llama_index_layout_rag.steps.ja.rules import VerbFinalRules
from llama_index_layout_rag.steps.marking import ASIDE, NAME, MarkedText, Name

_MOST_COORDINATED = 8
_PARTS = frozenset({"part", "connector", "switch"})
_CONTROLS = frozenset({"button", "key", "icon", "tab", "checkbox", "field", "link", "screen"})
_END = -1
"""Where reading goes on when nothing further belongs to the phrase."""
_PATH = re.compile(r"[\w.:\\/~$%-]+[\\/.][\w.\\/-]+")


@dataclass
class Target:
    """A thing acted on: its name, and what kind of thing it is."""

    text: str
    kind: str


@dataclass(frozen=True)
class _Run:
    """The text in front of a particle, once more read from its end: position 0 is the last character."""

    marked: MarkedText
    start: int
    end: int
    backwards: str
    marks_object: bool

    def blank(self, position: int) -> int:
        """The first position from `position` on that is no blank."""
        while self.backwards[position : position + 1] == " ":
            position += 1
        return position


class _LastWords:
    """Words that a name may end in, with the target type they tell; the longest one counts."""

    def __init__(self, longest_first: list[tuple[str, str]]) -> None:
        self.kinds: dict[str, str] = {}
        for word, kind in longest_first:
            self.kinds.setdefault(word, kind)
        self._sizes = sorted({len(word) for word in self.kinds}, reverse=True)

    def of(self, text: str) -> str:
        """The word that the text ends in, or an empty string."""
        return next((text[-size:] for size in self._sizes if text[-size:] in self.kinds), "")


class PhraseReader:
    """The noun-phrase rules of a language compiled once."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        words = rules.patterns
        hiragana = "|".join(_reversed_words(words["hiragana_nouns"]))
        part = f"[{rules.noun_characters}{NAME}{ASIDE}]|{rules.joining_blank}"
        parts = f"(?:{hiragana}|{part}|{words['verb_in_noun']}|{words['verbs_as_noun']})"
        self.unit = re.compile(f"{parts}+{words['polite_noun']}")
        # In front of a particle of nouns a verb's stem is a noun (腫れを, 漏れの, 輪止めを).
        self.unit_or_stem = re.compile(f"(?:{words['stem_end']})?{parts}+{words['polite_noun']}")
        self.stem_as_noun = re.compile(f"{words['stem_alone']}{parts}*")
        self.amount_end = rules.compiled("amount_end")
        joints = "|".join(_reversed_words(words["and"]))
        # Read backwards: between Latin names a comma stands in front of a blank (「make, gccを導入する」).
        self.conjunction = re.compile(f"{rules.list_mark}?(?:{joints})|{rules.list_mark}|(?<= ),")
        self.suffixes = _LastWords(rules.suffixes_longest_first())
        self.heads = _LastWords(rules.heads_longest_first())
        self.pronouns = re.compile(f"(?:{words['pronouns']})$")
        self.locating = re.compile(f"(?:{words['locating']})$")
        self.adverbs = re.compile(f"(?:{words['adverbs']})$")
        pattern = rules.compiled
        self.adverb_prefix, self.callout = pattern("adverb_prefix"), pattern("callout")
        self.bare_fields, self.adjective = pattern("bare_fields"), pattern("adjective")
        self.path_sign, self.pressed_together = pattern("path_sign"), pattern("pressed_together")
        self.path_behind = pattern("path_behind")
        self.relative, self.attribute = pattern("relative"), pattern("attribute")
        self.kind_owner = pattern("kind_owner")
        self.partitive, self.hiragana_object = pattern("partitive"), pattern("hiragana_object")

    def read(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        """The coordinated names in front of a particle at `end`, in printed order, and whether they form a menu
        path."""
        marks_object = marked.masked[end : end + 1] in (self.rules.object_mark, *self.rules.subject_marks)
        end = self._before_partitive(marked.masked, start, end)
        run = _Run(marked, start, end, marked.masked[start:end][::-1], marks_object)
        found: list[Target] = []
        path, position = False, 0
        for _ in range(_MOST_COORDINATED):
            unit = self._unit(run, position)
            if unit is None:
                return [*self._unlisted(run, position), *found], path
            names, is_path, following = self._with_owner(run, end - unit.end(), end - position, unit.end())
            found, path = [*names, *found], path or is_path
            position = self._next_member(run, following)
            if position == _END:
                break
        return found, path

    def _unit(self, run: _Run, position: int) -> re.Match[str] | None:
        """One name; directly in front of the particle also a verb's stem (腫れを, 輪止めを)."""
        match = self.unit.match(run.backwards, position)
        if match is not None or not run.marks_object:
            return match
        match = self.unit_or_stem.match(run.backwards, position)
        if position:
            return match
        return match or self.stem_as_noun.match(run.backwards)

    def _unlisted(self, run: _Run, position: int) -> list[Target]:
        """A noun in hiragana that no list holds (おもりを, ふきんを)."""
        if not run.marks_object:
            return []
        unlisted = self.hiragana_object.search(run.marked.masked, run.start, run.end - position)
        return [Target(unlisted.group("noun"), "other")] if unlisted is not None else []

    def _with_owner(self, run: _Run, start: int, end: int, following: int) -> tuple[list[Target], bool, int]:
        """The names of a unit and its owner (「AのB」), whether they are a path, and where reading goes on.

        An owner that says whose or what stays with the name; one that says where is dropped, and so is a word that
        only names a kind of control (「［OK］のボタン」).
        """
        marked = run.marked
        following = run.blank(following)
        if run.backwards[following : following + 1] != self.rules.owner_mark:
            return *self._names(marked, start, end), following
        behind = run.blank(following + 1)
        before = self.unit.match(run.backwards, behind) or self.unit_or_stem.match(run.backwards, behind)
        owner_end = run.end - behind
        owner_start = run.end - before.end() if before else owner_end
        owner = marked.masked[owner_start:owner_end].strip()
        if self._only_kind(marked, start, end):
            names, is_path = self._names_of_control(marked, (owner_start, owner_end), marked.masked[start:end].strip())
            return names, is_path, before.end() if before else _END
        if NAME in marked.masked[start:end] and NAME in owner and self._opens(owner):
            return [*self._names(marked, owner_start, owner_end)[0], *self._names(marked, start, end)[0]], True, _END
        named = NAME in marked.masked[start:end] or NAME in owner
        if named or before is None or not owner or self.locating.match(owner):
            return *self._names(marked, start, end), _END
        kind = self.kind_owner.match(owner) is not None
        if not kind and self._says_where(run, marked.masked[start:end].strip(), before.end()):
            return *self._names(marked, start, end), _END
        start, following = self._outer_owner(run, owner_start, before.end())
        return *self._names(marked, start, end), following

    def _opens(self, owner: str) -> bool:
        """Whether a quoted name is a menu or a tab, and what it owns an element of its path."""
        return self.suffixes.kinds.get(self.suffixes.of(owner.replace(ASIDE, "").strip())) in ("menu", "tab")

    def _says_where(self, run: _Run, head: str, owner_end: int) -> bool:
        """Whether an owner only tells which thing is meant: the whole of a part (「炊飯器の内ぶた」), or what a clause
        describes (「削除する行の見出し」). Attributes keep theirs (「ねじの長さ」)."""
        head = self._without_amount(head)
        if self.attribute.search(head):
            return False
        part = len(head) > 1 and self.heads.kinds.get(self.heads.of(head)) in _PARTS
        control = self.suffixes.kinds.get(self.suffixes.of(head)) in _CONTROLS
        content = self.heads.kinds.get(self.heads.of(head)) == "file"  # 「取得した日照時間のCSVファイル」
        return part or control or (not content and self.relative.match(run.backwards, owner_end) is not None)

    def _names_of_control(self, marked: MarkedText, owner: tuple[int, int], control: str) -> tuple[list[Target], bool]:
        """「［OK］のボタン」: the owner's names with the kind of the control; 「画面のボタン」 names none."""
        kind = self.suffixes.kinds.get(control, "")
        text = marked.masked[slice(*owner)].strip()
        if self.pronouns.match(text) or (NAME not in text and self.locating.match(text)):
            return [Target("", kind)], False
        names, is_path = self._names(marked, *owner) if text else ([], False)
        return [Target(name.text, kind or name.kind) for name in names], is_path

    def _outer_owner(self, run: _Run, start: int, following: int) -> tuple[int, int]:
        """A second 「AのBのC」 level, when A says whose and not where."""
        if run.backwards[following : following + 1] != self.rules.owner_mark:
            return start, following
        before = self.unit.match(run.backwards, following + 1)
        owner = before.group()[::-1].strip() if before else ""
        if before is None or NAME in owner or self.locating.match(owner) or self.pronouns.match(owner):
            return start, _END
        return run.end - before.end(), before.end()

    def _next_member(self, run: _Run, following: int) -> int:
        """Where the name in front of an "and" ends, or _END."""
        if following == _END or following >= len(run.backwards):
            return _END
        following = run.blank(following)
        adjective = self.adjective.match(run.backwards, following)
        joint = self.conjunction.match(run.backwards, adjective.end() if adjective else following)
        if joint is None:
            return _END
        comma = run.backwards[joint.end() : joint.end() + 1] == self.rules.list_mark
        position = run.blank(joint.end() + comma)
        upcoming = self.unit.match(run.backwards, position) or self.unit_or_stem.match(run.backwards, position)
        if upcoming is None or self.adverbs.match(upcoming.group()[::-1].strip()):
            return _END
        subject = run.backwards[upcoming.end() : upcoming.end() + 1] in self.rules.subject_marks
        return _END if subject else position

    def _before_partitive(self, masked: str, start: int, end: int) -> int:
        """Where the names end in 「AまたはBのいずれかを」, 「Aなどを」."""
        while end > start and masked[end - 1] == " ":
            end -= 1
        partitive = self.partitive.search(masked, start, end)
        return partitive.start() if partitive is not None and partitive.start() > start else end

    def _only_kind(self, marked: MarkedText, start: int, end: int) -> bool:
        text = marked.masked[start:end].strip()
        return not text or text in self.suffixes.kinds

    def _names(self, marked: MarkedText, start: int, end: int) -> tuple[list[Target], bool]:
        """The names of one unit: the parts of a path, the quoted names where there are any, or its words."""
        parts = []
        offset = start
        for part in self.path_sign.split(marked.masked[start:end]):
            at = marked.masked.find(part, offset, end) if part.strip() else -1
            if at >= 0:
                offset = at + len(part)
                parts.append((at, offset))
        names = [name for part in parts for name in self._names_of_part(marked, *part)]
        return names, len(names) > 1 and self.pressed_together.search(marked.masked, start, end) is None

    def _names_of_part(self, marked: MarkedText, start: int, end: int) -> list[Target]:
        unit = marked.masked[start:end]
        if NAME in unit:
            kind = self.suffixes.kinds.get(self.suffixes.of(unit.replace(ASIDE, "").strip()), "")
            return [self._quoted(marked.inner(name), kind) for name in _names_in(marked, start, end)]
        path = self._path_in_aside(marked, start, end)
        return [path or self.typed(self._without_aside(marked, start, end))]

    def _quoted(self, name: str, kind: str) -> Target:
        """A quoted name: the word behind it tells its kind, or else its own last word (「担当者番号」)."""
        return Target(name, kind or self.heads.kinds.get(self.heads.of(name), "other"))

    def _path_in_aside(self, marked: MarkedText, start: int, end: int) -> Target | None:
        """「ファイル（conf/app.ini）」: the path is the name where the words are none."""
        unit = marked.masked[start:end]
        if (
            ASIDE not in unit
            or unit.replace(ASIDE, "").strip() not in self.heads.kinds
            or marked.text[start + unit.index(ASIDE)] not in "（("
        ):
            return None
        inner = marked.text[start + unit.index(ASIDE) + 1 : start + unit.rindex(ASIDE)]
        return Target(inner, "file") if _PATH.fullmatch(inner) else None

    def _without_aside(self, marked: MarkedText, start: int, end: int) -> str:
        masked = marked.masked[start:end]
        if ASIDE not in masked:
            return marked.text[start:end]
        rests = [m for m in re.finditer(f"[^{ASIDE}]+", masked) if m.group().strip()]
        if not rests:
            return marked.text[start:end]
        owned = masked[rests[-1].start()] == self.rules.owner_mark
        rest = rests[-1] if owned else max(rests, key=lambda m: m.end() - m.start())
        return marked.text[start + rest.start() + owned : start + rest.end()]

    def _without_amount(self, text: str) -> str:
        amount = self.amount_end.search(text)
        return text[: amount.start()].strip() if amount else text

    def typed(self, text: str) -> Target:
        """Words without marks: adverbs, amounts and the word for the kind of control are dropped."""
        text = self.callout.sub("", text.strip()).strip()
        prefix = self.adverb_prefix.match(text)
        text = text[prefix.end() :] if prefix else text
        text = self._without_amount(text)
        named_path = self.path_behind.search(text)
        if named_path is not None:
            return Target(named_path.group("path"), "file")
        suffix, head = self.suffixes.of(text), self.heads.of(text)
        if suffix and len(head) <= len(suffix):
            bare, kind = text[: -len(suffix)].strip(), self.suffixes.kinds[suffix]
            # 入力欄, テキストボックス: without a name in front the kind of field is the name.
            whole = kind in ("field", "checkbox") and len(text) > 2 and self.bare_fields.match(bare) is not None
            return Target(text if whole else bare, kind)
        if self.pronouns.match(text):
            return Target("", "pronoun")
        if _PATH.fullmatch(text):
            return Target(text, "file")
        return Target(text, self.heads.kinds.get(head, "other"))


def _reversed_words(pattern: str) -> list[str]:
    return sorted((re.escape(word[::-1]) for word in pattern.split("|")), key=len, reverse=True)


def _names_in(marked: MarkedText, start: int, end: int) -> list[Name]:
    return [name for at, name in sorted(marked.names.items()) if start <= at < end]
