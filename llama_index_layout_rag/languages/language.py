"""What the package knows of one language, as data: the words that it looks for in documents and questions, and those it writes.

Only the grammar of steps lies elsewhere (`steps/<code>/`), for the languages that have one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Words = str
"""Alternatives separated by "|", each a regular expression without capturing groups, over folded text and (unless the field says
otherwise) without regard to case. Empty where a language has none."""


@dataclass(frozen=True, kw_only=True)
class Labels:
    """What the package writes into chunks and citations."""

    step: str  # Before the number of a step in a citation
    step_number: str
    action: str
    target: str
    body: str
    condition: str
    result: str
    caution: str
    continued: str
    row: str
    contents: str
    separator: str  # Between several values of one labelled line
    plain_operation: str
    """An operation that completes a sentence which leaves it to the list below ("If the lamp is red:")."""
    ocr_text: str  # Before text that was recognised in a picture
    icon: str  # The name of an icon within a sentence, where the name does not say what it is; {name} is replaced
    named_icon: str  # The name of an icon that says itself that it is a button
    unnamed_icon: str  # An icon within a sentence whose name is not known


@dataclass(frozen=True, kw_only=True)
class PictureLabels:
    """Labels of the parts of a picture's description in its chunk."""

    context: str
    corrections: str
    route: str
    screens: str
    buttons: str
    fields: str
    values: str
    steps: str
    conditions: str
    cautions: str
    where: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Prompts:
    """What a vision model is asked, in the language of the manual."""

    picture: str  # The rules for one picture; {page_note} is replaced
    page_note: str  # Says that the third image is the whole page
    icon: str  # The rules for one icon
    material: str  # Before the quoted material
    form: str  # Before the list of fields
    repair: str  # Asks to turn an answer into valid JSON


@dataclass(frozen=True, kw_only=True)
class Notices:
    """Signal words and words of notes, by severity (ANSI Z535.6, ISO 3864-2)."""

    danger: Words
    warning: Words
    caution: Words
    important: Words
    note: Words
    section: Words = ""  # The same as the heading of a section ("Notes", ご注意)
    honorific: Words = ""  # Polite prefix of such a word
    footnote: Words = ""  # Before the number of a footnote

    @property
    def hazards(self) -> Words:
        """Signal words that warn."""
        return f"{self.danger}|{self.warning}|{self.caution}"

    @property
    def signal_words(self) -> Words:
        """All of them, but for headings and footnotes."""
        return f"{self.hazards}|{self.important}|{self.note}"


@dataclass(frozen=True, kw_only=True)
class Captions:
    """Words of captions and of what refers to them."""

    picture: Words
    table: Words
    example: Words
    reference: Words  # Words of numbered references, without spaces; lower case
    sentence_start: Words  # What follows the number in a sentence about a picture ("Figure 3 shows")


@dataclass(frozen=True, kw_only=True)
class Headings:
    """Words of headings, contents pages and page numbers."""

    chapters: Mapping[str, int]  # Words for parts of a document (lower case) -> rank, 1 for the largest
    ordinal_prefix: str = ""
    """Where the word follows its number (第3章): what precedes the number. Empty where it precedes ("Chapter 3")."""
    particles: str = ""  # Characters that make a sentence of what begins like a numbered heading (第3章では)
    number_words: Mapping[str, int] = field(default_factory=dict)
    appendix: Words
    contents: Words  # Titles of contents pages, lists of figures and indexes; Japanese without spaces
    page: Words  # Before a page number
    page_total: Words = ""  # Between a page number and the number of pages
    page_suffix: Words = ""  # After a page number
    page_prefix: Words = ""  # Before the page numbers of an appendix (付 3-1)


@dataclass(frozen=True, kw_only=True)
class Markers:
    """Words around the numbers of steps, and words that show that a number is none."""

    step: Words  # Before the number of a step; case-sensitive
    after_reference: Words
    """What follows the number where a sentence only refers to a step ("Step 2 of"); case-sensitive."""
    counters: str = ""  # Characters after a number that make it a quantity (3回)
    section_counters: str = ""  # The same for parts of a document
    after_counter: str = ""
    """Characters after a counter with which it stays one (3回以上); before others it begins a word (3 回路)."""
    units: Words = ""  # Spelled-out units; case-sensitive


@dataclass(frozen=True, kw_only=True)
class Instructions:
    """What instructions look like to layout, which has no grammar."""

    sentence_end: Words = ""  # How a polite sentence ends
    request_end: Words = ""  # How an instruction ends
    plain_end: Words = ""  # How a sentence in plain style ends
    start: Words = ""  # How an instruction begins
    verb_ending: Words = ""  # What inflection changes at the end of a verb's dictionary form
    operations: Words  # Words of sentences that operate something, in the text beside an icon


@dataclass(frozen=True, kw_only=True)
class Titles:
    """Words of titles and covers."""

    manual: Words  # Kinds of manual, at the end of a title
    generic: Words  # All words of a title that do not name the product
    placeholder: Words  # Whole titles that programs write where nobody gave one
    placeholder_start: Words  # How such titles begin
    version: Words  # Before a version number
    edition: Words  # An edition with its number
    edition_suffix: Words = ""  # After the number of an edition
    date: Words = ""  # A date as covers print it; those of digits alone are known
    generation: Words = ""  # A generation of a product with its number; lower case
    family: Words  # Words for a family of products
    variants: str = ""  # Words, separated by spaces, that name a variant of a product (Lite, blue); lower case
    attached_suffixes: Words = ""  # Variant words that are written without a space after a name (ルーターミニ)
    name_spellings: Mapping[str, str] = field(default_factory=dict)
    """Word of a product name -> the spelling by which names are compared; lower case."""


@dataclass(frozen=True, kw_only=True)
class Pictures:
    """Words on and about pictures, and names that Word gives."""

    logo: Words
    icon: Words  # Says what a small picture is
    file_name: Words  # Words in file names that name no picture
    ocr_label: Words  # What sources write after "OCR" before recognised text
    generated_alt: Words  # How Word ends alternative texts that a model wrote


@dataclass(frozen=True, kw_only=True)
class WordStyles:
    """Names of built-in paragraph styles as converters localise them; whole names."""

    heading: Words  # Before the level
    title: Words
    caption: Words
    contents: Words
    code: Words
    quote: Words = ""


@dataclass(frozen=True, kw_only=True)
class Columns:
    """Names of the columns of tables with steps, matched whole; all languages are tried, since a Japanese table may have "No."."""

    step_number: Words  # The number of a step
    number: Words  # The number of anything
    operation: Words  # What is done, in a table whose rows are numbered
    description: Words
    """What is done, in a table whose rows are numbered as steps; beside other numbers it says what a thing is."""
    remedy: Words  # What is done about the state that another column names
    condition: Words  # When it is done: a state, a case, a symptom
    result: Words  # What is to be seen afterwards
    caution: Words  # What is to be heeded meanwhile
    remark: Words  # Remarks of all kinds; only those that warn are cautions
    other: Words  # Columns of tables without steps: controls and what they do, dates and persons of a plan
    nothing: Words  # Cells that say that there is nothing to say


@dataclass(frozen=True, kw_only=True)
class Tables:
    """Words in and about tables."""

    identifier: Words  # In names of columns that number or identify rows
    number_prefix: Words  # Before the number of a step in a cell
    number_suffix: Words = ""
    joiners: Words  # Between two names in one column head
    continued: Words  # In the caption of a table that continues


@dataclass(frozen=True, kw_only=True)
class ContentTypes:
    """Headings, labels and openings that show what kind of content a section or paragraph is."""

    headings: Mapping[str, Words]  # Content type -> pattern that a heading, without its number, must hold
    exception: Words  # How a sentence begins that takes something out of the rule before it
    condition: Words  # A condition somewhere in a sentence of a rule
    case_openers: Words  # Label that opens a case: what happened
    case_labels: Words  # Labels that continue with a case: what was judged, on what evidence, with what result
    policy_openers: Words  # Label that opens a rule: its condition
    policy_labels: Words  # Labels that continue with a rule: measure, exception


@dataclass(frozen=True, kw_only=True)
class Questions:
    """Words of questions."""

    kinds: Mapping[str, Words]  # Kind of question (`retrieval.question.QuestionKind`) -> what shows it
    conjunctions: Words  # Between two manuals that are compared
    number_names: Words  # Before a number that is a name ("alarm 3")
    number_links: str = ""  # Characters between that word and the number
    counted: Words = ""  # After a number that is an amount
    number_asked: Words = ""  # After a number that is asked about (3とは)
    number_shown: Words = ""  # Before a number that a display shows ("it shows a 3")
    after_shown: Words = ""  # What may follow it
    identifiers: Words  # Nouns that make an identifier of the number after them ("error 9"); lower case
    identifier_forms: Mapping[str, str] = field(default_factory=dict)
    """Such a noun -> the English one that replaces it in the identifier."""
    identifier_links: Words  # Between such a noun and its number (エラーコード3)


@dataclass(frozen=True, kw_only=True)
class Claims:
    """What decides whether an answer says the same as its source."""

    units: Mapping[str, Words]
    """What numbers count -> its names; symbols that all languages share are not repeated. Lower case."""
    clause_break: Words = ""  # Where a sentence is cut into clauses
    negative: Words = ""  # Negates or forbids, anywhere in a clause
    not_negative: Words = ""  # Holds such a word and does not negate ("not only")
    subclause: Words = ""  # Begins a subordinate clause, which ends at the next comma
    negative_end: Words = ""  # Negates or forbids at the end of a sentence
    obligation: Words = ""  # Two negations that make a duty


@dataclass(frozen=True, kw_only=True)
class Language:
    """One language. A new one is one more module like `de` and an entry in `LANGUAGES`."""

    code: str  # ISO 639-1
    aliases: tuple[str, ...]  # What people write for the code; lower case
    spaced: bool = True  # Whether words are separated by spaces
    letters: str = ""  # Characters of the alphabet that show the language
    stop_words: str = ""
    """Words, separated by spaces, without meaning of their own: they show the language and are not searched for."""
    short_words: str = ""
    """Words of up to three letters, separated by spaces, that form no identifier with a number after them ("in 200")."""
    sans_fonts: Words = ""  # Names of typefaces without contrast between strokes
    serif_fonts: Words = ""  # Names of typefaces with contrast
    bold_fonts: Words = ""  # Names of bold typefaces

    labels: Labels
    picture_labels: PictureLabels
    prompts: Prompts
    notices: Notices
    captions: Captions
    headings: Headings
    markers: Markers
    instructions: Instructions
    titles: Titles
    pictures: Pictures
    word_styles: WordStyles
    columns: Columns
    tables: Tables
    content: ContentTypes
    questions: Questions
    claims: Claims
