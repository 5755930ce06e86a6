"""Reads what stands behind a verb's stem: auxiliaries, and the ending that gives the clause its role."""

from __future__ import annotations

import re

from llama_index_layout_rag.steps.ja.predicate import REQUEST_ROLES, Predicate, Role
from llama_index_layout_rag.steps.ja.rules import VerbFinalRules

_SHORTEST_JOINED = 3
"""Characters of noun + する; a shorter one is part of a compound (押し)."""


class EndingReader:
    """The endings compiled once."""

    def __init__(self, rules: VerbFinalRules) -> None:
        self.rules = rules
        self.endings = re.compile("|".join(f"(?P<e{i}>{p})" for i, (_, p) in enumerate(rules.endings)))
        # By the group that matched; a role that is misspelt in the list fails here.
        self.roles = {f"e{i}": Role(role) for i, (role, _) in enumerate(rules.endings)}
        self.auxiliaries = [(name, re.compile(pattern)) for name, pattern in rules.auxiliaries]
        self.humble, self.honoured = rules.compiled("humble"), rules.compiled("honoured")
        self.laid = frozenset((*rules.placing_verbs, *(v for v in rules.looking_verbs if v.endswith(rules.do_verb))))
        self.joined_noun, self.joined_verb = rules.compiled("joined_noun"), rules.compiled("joined_verb")

    def read(self, window: str, start: int, tail: int, lemma: str) -> Predicate | None:
        """The verb whose stem is [start, tail), with its role and end; None where no verb can stand here."""
        # A bare stem until an ending gives it another role.
        predicate = Predicate(start, tail, lemma, Role.STEM)
        position = tail
        for name, pattern in self.auxiliaries:
            match = pattern.match(window, position)
            if match is None or (name == "aspect" and lemma in self.laid and match.group()[1] == self.rules.put):
                continue  # 「裏面を上にして置く」: it is put there
            position = match.end()
            if name == "passive":
                predicate.passive = True
            elif name in ("standing", "favour"):
                predicate.standing = True
            elif name == "aspect":
                predicate.prepared = match.group()[1] in self.rules.beforehand
            elif name == "causative" and lemma.endswith("する"):
                predicate.lemma = lemma[:-2] + "させる"
            elif name == "causative":
                predicate.lemma = window[start:tail] + match.group() + "る"
        if start and window[start - 1] in self.rules.polite_prefixes:
            courtesy = self.humble.match(window, position) or self.honoured.match(window, position)
            position = courtesy.end() if courtesy is not None else position  # 「お渡しします」 is 渡す.
        ending = self.endings.match(window, position)
        if ending is None:
            return predicate if position == tail and self._joins_without_comma(window, predicate) else None
        role = self.roles[ending.lastgroup or ""]
        if role is Role.CHAIN and ending.group()[0] == "で" and window[position - 1] not in "んい":
            return None  # お持ちでない: no verb's て
        if (
            role is Role.STEM
            and start > 0
            and window[start - 1] in self.rules.owner_mark
            and not lemma.endswith("する")
        ):
            return None
        predicate.role = role
        predicate.end = max(ending.end(), tail)
        predicate.polite = "ます" in ending.group() or role in REQUEST_ROLES
        return predicate

    def _joins_without_comma(self, window: str, predicate: Predicate) -> bool:
        """「ファイルを保存し画面を閉じる」: a chain although no comma stands behind the stem."""
        before = window[max(0, predicate.start - 1) : predicate.start]
        linked = before in self.rules.joining_particles
        noun = linked and predicate.lemma.endswith(self.rules.do_verb) and len(predicate.lemma) > _SHORTEST_JOINED
        if noun and self.joined_noun.match(window, predicate.end):
            return True
        return before == self.rules.object_mark and self.joined_verb.match(window, predicate.end) is not None
