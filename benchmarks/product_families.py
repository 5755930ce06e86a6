"""Product families with confusable names: does a question that names a product get the right manual?

    python benchmarks/product_families.py [--seed 18] [--families 80] [--show 10]

Generates sibling products under several naming schemes (suffix letters, Lite/Pro/+, Mk II, generations, regions, revisions,
kana variants) in English and Japanese. All manuals of a family share their text except for one value per fact, and the manuals
of all families are in one store. Questions name one product (spelled in several ways), two products, a product that does not
exist, the family only, or nothing. No embedding model is needed: texts are embedded as their hashed words.

60 % of the families (chosen by the seed) are for development, 40 % are set aside. Prints for each part:

* wrong: share of questions naming one product whose first result is from another manual (must be 0);
* absent: share of questions naming two products for which one of them is missing among the first four results;
* excluded: share of questions naming the family or an unknown product for which a member is missing among the first ten.
"""

from __future__ import annotations

import argparse
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.schema import Document

from llama_index_layout_rag import ProcedureNodeParser, SectionFirstRetriever, ingest, layout_vector_store
from llama_index_layout_rag.lexical import tokenize

SET_ASIDE = 0.4
SYLLABLES = ["ba", "ko", "ri", "ne", "to", "vel", "mar", "sol", "qui", "zen", "dor", "fi", "lu", "pra", "ost", "gal"]
KANA = [
    "アル",
    "ベル",
    "クロ",
    "ディナ",
    "エコ",
    "フォル",
    "グラ",
    "ハル",
    "ミラ",
    "ノヴァ",
    "リト",
    "セラ",
    "トーラ",
    "ゼフ",
]
KINDS = {
    "en": ["Printer", "Scanner", "Heater", "Router", "Mixer", "Drone"],
    "ja": ["印刷機", "掃除機", "加湿器", "測定器", "冷凍庫"],
}

Scheme = list[tuple[str, list[str]]]
"""The members of a family: the name, and other spellings of it."""


def letter_suffix(stem: str, number: int) -> Scheme:
    base = f"{stem}-{number}"
    return [
        (base, [f"{stem}{number}", f"{stem} {number}", _wide(base), base.lower()]),
        (f"{base}W", [f"{stem}{number}W", f"{base} W", _wide(f"{base}W")]),
        (f"{base}K", [f"{stem}{number}K", f"{base.lower()}k"]),
    ]


def marketing_suffix(stem: str, number: int) -> Scheme:
    base = f"{stem.title()} {stem[0].upper()}{number}"
    short = base.split()[1]
    return [
        (base, [short, base.replace(" ", "-"), _wide(base), base.lower()]),
        (f"{base} Lite", [f"{short} Lite", f"{base}-Lite", f"{base}ライト"]),
        (f"{base}+", [f"{short}+", f"{base} Plus", f"{short} Plus"]),
        (f"{base}e", [f"{short}e"]),
        (f"{base} 5G", [f"{short} 5G", f"{base}-5G"]),
    ]


def generations(stem: str, number: int) -> Scheme:
    base = f"{stem}-{number}"
    return [
        (base, [f"{stem}{number}", f"{stem} {number}"]),
        (f"{base} Mk II", [f"{base} MkII", f"{base} Mark 2", f"{base} II", f"{stem}{number} mk2"]),
        (f"{base} Mk III", [f"{base} Mk3", f"{base}-III", f"{base} III"]),
    ]


def word_series(stem: str, number: int) -> Scheme:
    base = stem.title()
    return [
        (base, [base]),
        (f"{base} Pro", [f"{base}-Pro", f"{base}Pro", f"{base}プロ"]),
        (f"{base} Mini", [f"{base}-Mini", f"{base}ミニ"]),
        (f"{base} Pro Max", [f"{base}-Pro Max"]),
    ]


def versions(stem: str, number: int) -> Scheme:
    base = stem.title()
    return [(f"{base} v{n}", [f"{base} V{n}", f"{base}-v{n}", f"{base} ver.{n}"]) for n in (1, 2, 3)]


def regions(stem: str, number: int) -> Scheme:
    base = f"{stem}{number}"
    return [
        (base, [f"{stem}-{number}", f"{stem} {number}"]),
        (f"{base}-EU", [f"{stem}-{number}-EU", f"{base} EU", _wide(f"{base}-EU")]),
        (f"{base}-US", [f"{base}US" if not base[-1].isdigit() else f"{base} US"]),
    ]


def types(stem: str, number: int) -> Scheme:
    base = f"{stem}-{number}"
    return [(f"{base} Type {t}", [f"{stem}{number} Type {t}", f"{base} タイプ{t}", f"{base}-Type {t}"]) for t in "ABC"]


def numbers(stem: str, number: int) -> Scheme:
    names = [number, number * 10, number + 100]
    return [(f"{stem}-{n}", [f"{stem}{n}", f"{stem} {n}", _wide(f"{stem}-{n}")]) for n in names]


def kana_series(stem: str, number: int) -> Scheme:
    base = KANA[number % len(KANA)] + KANA[len(stem) % len(KANA)] + KANA[zlib.crc32(stem.encode()) % len(KANA)]
    return [
        (base, [base]),
        (f"{base}ライト", [f"{base} ライト", f"{base}Lite"]),
        (f"{base} 第2世代", [f"第2世代の{base}", f"{base}（第2世代）", f"{base} Gen 2"]),
    ]


def colours(stem: str, number: int) -> Scheme:
    base = f"{stem}{number}"
    return [
        (f"{base} Black", [f"{base} (Black)", f"black {base}"]),
        (f"{base} White", [f"{base} (White)", f"white {base}"]),
    ]


SCHEMES = [
    letter_suffix,
    marketing_suffix,
    generations,
    word_series,
    versions,
    regions,
    types,
    numbers,
    kana_series,
    colours,
]

FACTS = {
    "en": [
        ("Resetting", "Hold the reset button for {} seconds.", "How long do I hold the reset button{}?"),
        ("Cleaning", "Clean the filter every {} days.", "How often should the filter be cleaned{}?"),
        ("Charging", "Charge the battery for {} minutes.", "How long does charging the battery take{}?"),
        ("Mounting", "Tighten the four screws to {} newton metres.", "How tight must the four screws be{}?"),
    ],
    "ja": [
        ("初期化", "リセットボタンを{}秒間押します。", "{}リセットボタンは何秒押しますか？"),
        ("手入れ", "フィルターは{}日ごとに掃除します。", "{}フィルターの掃除は何日ごとですか？"),
        ("充電", "バッテリーを{}分間充電します。", "{}バッテリーの充電は何分かかりますか？"),
        ("取り付け", "ねじ4本を{}ニュートンメートルで締めます。", "{}ねじ4本はどのくらいの強さで締めますか？"),
    ],
}


@dataclass(frozen=True)
class Family:
    """Sibling products."""

    number: int
    language: str
    kind: str
    members: Scheme
    models_known: bool
    """Whether the manuals give their model number beside the title."""


@dataclass(frozen=True)
class Asked:
    """A question with the manuals that it is about."""

    kind: str
    text: str
    manuals: tuple[str, ...]


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def families(count: int, seed: int) -> list[Family]:
    rng = random.Random(seed)
    made, stems = [], set()
    for number in range(count):
        scheme = SCHEMES[number % len(SCHEMES)]
        spaced = scheme in (marketing_suffix, word_series, versions)
        while True:
            stem = (
                "".join(rng.sample(SYLLABLES, 3))
                if spaced
                else "".join(rng.choices("BCDFGHKLMPRTVXZ", k=rng.choice([2, 3])))
            )
            if stem not in stems:
                break
        stems.add(stem)
        language = "ja" if scheme is kana_series or rng.random() < 0.5 else "en"
        members = scheme(stem, rng.randrange(101, 990))
        if scheme is not kana_series and rng.random() < 0.2:
            members = members[: max(2, len(members) - 1)]
        made.append(Family(number, language, rng.choice(KINDS[language]), members, rng.random() < 0.5))
    return made


def manual_id(family: Family, member: int) -> str:
    return f"{family.number}/{member}"


def documents(family: Family, rng: random.Random) -> Iterator[Document]:
    for member, (name, _) in enumerate(family.members):
        suffix = "取扱説明書" if family.language == "ja" else "User Manual"
        title = f"{name} {family.kind} {suffix}" if family.number % 3 else f"{name} {suffix}"
        lines = [f"# {title}", ""]
        for place, (heading, sentence, _) in enumerate(FACTS[family.language], start=1):
            lines += [f"## {place}. {heading}", "", sentence.format(rng.randrange(3, 99)), ""]
        metadata: dict[str, Any] = {"manual_id": manual_id(family, member), "title": title, "product_names": []}
        metadata["model_numbers"] = [name] if family.models_known else []
        yield Document(id_=manual_id(family, member), text="\n".join(lines), metadata=metadata)


def questions(family: Family, rng: random.Random) -> Iterator[Asked]:
    japanese = family.language == "ja"

    def ask(kind: str, name: str, manuals: list[str], difference: bool = False) -> Asked:
        template = rng.choice(FACTS[family.language])[2]
        where = (f"{name}の" if japanese else f" on the {name}") if name else ""
        text = template.format(where)
        if difference:
            text = f"{text}違いはありますか？" if japanese else f"{text} Is there a difference?"
        return Asked(kind, text, tuple(manuals))

    ids = [manual_id(family, member) for member in range(len(family.members))]
    for member, (name, spellings) in enumerate(family.members):
        for spelling in dict.fromkeys([name, *spellings]):
            yield ask("one", spelling, [ids[member]])
    for first, second in zip(range(len(ids)), range(1, len(ids)), strict=False):
        names = [family.members[place][0] for place in (first, second)]
        yield ask("two", ("と" if japanese else " and the ").join(names), [ids[first], ids[second]], difference=True)
    yield ask("none", "", [])


class HashedWords(BaseEmbedding):
    """Embeds a text as the sum of random vectors of its tokens."""

    def _vector(self, text: str) -> list[float]:
        total = np.zeros(64)
        for token in set(tokenize(text)):
            total += np.random.default_rng(zlib.crc32(token.encode())).normal(size=64)
        return (total / (np.linalg.norm(total) or 1.0)).tolist()

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._vector(text)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._vector(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._vector(query)


def is_wrong(asked: Asked, found: list[str], members: list[str]) -> bool:
    if asked.kind == "one":
        return found[:1] != list(asked.manuals)
    if asked.kind == "two":
        return not set(asked.manuals) <= set(found[:4])
    return bool(asked.manuals) and not set(members) <= set(found[:10])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--families", type=int, default=80)
    parser.add_argument("--show", type=int, default=0, help="print so many failures of the development families")
    args = parser.parse_args()
    made = families(args.families, args.seed)
    rng = random.Random(args.seed + 1)
    aside = set(rng.sample(range(len(made)), int(SET_ASIDE * len(made))))
    embed_model = HashedWords()
    store = layout_vector_store("families")
    texts = [document for family in made for document in documents(family, rng)]
    ingest(texts, vector_store=store, embed_model=embed_model, node_parser=ProcedureNodeParser())
    retriever = SectionFirstRetriever(store, embed_model, similarity_top_k=10)
    wrong: dict[tuple[str, str], list[bool]] = defaultdict(list)
    shown = 0
    for family in made:
        members = [manual_id(family, member) for member in range(len(family.members))]
        part = "set aside" if family.number in aside else "development"
        for asked in questions(family, rng):
            results = retriever.retrieve(asked.text)
            found = [result.node.metadata["manual_id"] for result in results]
            failed = is_wrong(asked, found, members)
            wrong[part, asked.kind].append(failed)
            if failed and part == "development" and shown < args.show:
                shown += 1
                print(asked, found[:5], [name for name, _ in family.members], family.kind, family.models_known)
    print(f"{len(made)} families, {len(texts)} manuals")
    for (part, kind), failures in sorted(wrong.items()):
        print(
            f"{part:12} {kind:5} {len(failures):4} questions  {sum(failures):3} wrong  {sum(failures) / len(failures):.3f}"
        )


if __name__ == "__main__":
    main()
