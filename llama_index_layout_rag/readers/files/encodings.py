"""Bytes of a text file to text: byte order marks, declared encodings, and detection of Japanese encodings.

Japanese manuals come as UTF-8, Shift_JIS (in truth Windows' CP932), EUC-JP and, from mail, ISO-2022-JP. No character is
replaced silently: what cannot be decoded is an error, or, where a handful of bytes in a long file are broken, a
warning.
"""

from __future__ import annotations

import codecs
import re

from llama_index_layout_rag.layout.errors import LayoutReadError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_WINDOWS_SUPERSETS = {
    "shift_jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "shift-jis": "cp932",
    "windows-31j": "cp932",
    "ms_kanji": "cp932",
    "ks_c_5601-1987": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "x-euc-jp": "euc_jp",
    "utf8": "utf-8",
    "unicode": "utf-8",
}
"""Names that files declare, and what such files really hold; the WHATWG encoding standard decodes them the same way."""

MAX_BROKEN_SHARE = 0.002
"""Share of undecodable bytes up to which a text counts as read, with a warning: a broken character here and there.
The wrong
encoding breaks several percent of a Japanese text."""

_KANA = re.compile(r"[\u3041-\u30ff]")
_HALF_WIDTH_KANA = re.compile(r"[\uff61-\uff9f]")
_CJK = re.compile(r"[\u3400-\u9fff]")


def decode_text(
    data: bytes, name: str, encoding: str | None = None, declared: str | None = None
) -> tuple[str, list[str]]:
    """Return the text of a file and what there is to warn about.

    Args:
        data: The bytes.
        name: File name for messages.
        encoding: Encoding given by the user; it wins over everything but a byte order mark.
        declared: Encoding that the file declares; the content decides when it does not fit.

    Raises:
        LayoutReadError: When the encoding is unknown, does not fit, or cannot be detected.
    """
    text, warnings = _decode(data, name, encoding, declared)
    if "\x00" in text:
        warnings.append(f"{name}: {text.count(chr(0))} zero characters in the text are left out.")
        text = text.replace("\x00", "")
    return text, warnings


def _decode(data: bytes, name: str, encoding: str | None, declared: str | None) -> tuple[str, list[str]]:
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode_nearly(data[len(mark) :], codec, name)
    if encoding is not None:
        given = _codec(encoding)
        if given is None:
            raise LayoutReadError(
                name, f"the encoding {encoding!r} is unknown; use a name such as 'utf-8', 'cp932' or 'euc_jp'."
            )
        return _decode_nearly(data, given, name)
    wide = _wide_codec(data)
    if wide is not None:
        wide_text, broken = _decode_nearly(data, wide, name)
        return wide_text, [f"{name}: read as {wide}, which its zero bytes show; it has no byte order mark.", *broken]
    if looks_binary(data):
        raise LayoutReadError(name, "the file is binary although its name says text; is it the right file?")
    warnings: list[str] = []
    if declared is not None and (named := _codec(declared)) is not None:
        decoded = _decode_strictly(data, named)
        if decoded is not None:
            return decoded, []
        warnings.append(f"{name}: the file declares {declared} but is not; its encoding was detected from its content.")
    text, detected = _detect(data)
    if text is not None:
        if detected == "cp1252":
            warnings.append(
                f"{name}: read as Windows-1252, the only encoding that fits; give encoding= if that is wrong."
            )
        return text, warnings
    if detected is not None:
        text, more = _decode_nearly(data, detected, name)
        return text, warnings + more
    raise LayoutReadError(
        name,
        "its text encoding cannot be detected (neither UTF-8 nor CP932, EUC-JP, ISO-2022-JP); give encoding=, or check it.",
    )


MAX_CONTROL_SHARE, MAX_ZERO_SHARE = 0.02, 0.05
"""Shares of control and zero bytes up to which a file is text; one alone is an accident in a file of any size."""

_HEAD = 4096
"""Bytes in which text is distinguished from other data, and UTF-16 from other text."""


def looks_binary(data: bytes) -> bool:
    """Return whether bytes are no text: many of them are control bytes, and they are no UTF-16 either."""
    if any(data.startswith(mark) for mark, _ in _BYTE_ORDER_MARKS):
        return False
    head = data[:_HEAD]
    zeros = head.count(0)
    controls = sum(1 for byte in head if byte < 32 and byte not in b"\t\n\r\f\x1b\x0b\x1a") - zeros
    odd = controls > max(1, len(head) * MAX_CONTROL_SHARE) or zeros > max(1, len(head) * MAX_ZERO_SHARE)
    return odd and _wide_codec(data) is None


def _wide_codec(data: bytes) -> str | None:
    """Return the codec of UTF-16 without a byte order mark, or None: zero bytes, and letters of known scripts in one order."""
    head = data[: _HEAD - _HEAD % 2]
    if len(data) % 2 or len(head) < _MIN_WIDE_BYTES or b"\x00" not in head:
        return None
    for codec in ("utf-16-le", "utf-16-be"):
        text = _decode_strictly(head, codec) or _decode_strictly(head[:-2], codec)
        if text and len(_ORDINARY.findall(text)) >= _ORDINARY_SHARE * len(text):
            return codec
    return None


_MIN_WIDE_BYTES = 8
_ORDINARY = re.compile(
    r"[\t\n\r\x20-\x7e\xa0-\u017f\u2010-\u2027\u2190-\u21ff\u2460-\u25ff\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9f]"
)
_ORDINARY_SHARE = 0.95
"""Text in the other byte order has its blanks and line ends in places where no ordinary character is."""


def _codec(label: str) -> str | None:
    name = label.strip().lower()
    name = _WINDOWS_SUPERSETS.get(name, _WINDOWS_SUPERSETS.get(name.replace("_", "-"), name))
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return None
    return found if found in _TEXT_CODECS or not found.endswith(("codec", "hex", "rot13", "base64")) else None


_TEXT_CODECS = frozenset({"utf-8", "cp932", "euc_jp", "iso2022_jp", "cp1252"})


def _decode_strictly(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeDecodeError, LookupError, ValueError):
        return None


def _decode_nearly(data: bytes, codec: str, name: str) -> tuple[str, list[str]]:
    try:
        return data.decode(codec), []
    except UnicodeDecodeError as error:
        first = error.start
    text = data.decode(codec, "replace")
    broken = text.count("\ufffd") - data.count("\ufffd".encode())
    if broken > max(1, MAX_BROKEN_SHARE * len(data)):
        raise LayoutReadError(
            name, f"it is not {codec} (byte {first} and {broken - 1} more cannot be decoded); give the right encoding=."
        )
    return text, [
        f"{name}: {broken} characters cannot be decoded as {codec} (first at byte {first}) and read as \ufffd."
    ]


def _detect(data: bytes) -> tuple[str | None, str | None]:
    """Return the text and its encoding; (None, encoding) where a few bytes are broken, (None, None) where nothing fits."""
    text = _decode_strictly(data, "utf-8")
    if text is not None and not _has_escapes(data):
        return text, "utf-8"
    if _has_escapes(data):
        for codec in ("iso2022_jp", "iso2022_jp_ext", "iso2022_jp_2004"):
            escaped = _decode_strictly(data, codec)
            if escaped is not None:
                return escaped, codec
        if text is not None:
            return text, "utf-8"
    japanese = [
        (_japanese_score(candidate), candidate, codec)
        for codec in ("cp932", "euc_jp", "euc_jis_2004")
        if (candidate := _decode_strictly(data, codec)) is not None
    ]
    if japanese:
        score, best, codec = max(japanese, key=lambda entry: entry[0])
        if score > 0:
            return best, codec
    for codec in ("utf-8", "cp932", "euc_jp"):
        replaced = data.decode(codec, "replace")
        broken = replaced.count("\ufffd")
        if (
            broken <= MAX_BROKEN_SHARE * len(data)
            and (codec == "utf-8" or _japanese_score(replaced) > 0)
            and len(_CJK.findall(replaced)) > broken * 10
        ):
            return None, codec
    western = _decode_strictly(data, "cp1252")
    if western is not None and _reads_western(western):
        return western, "cp1252"
    return None, None


def _has_escapes(data: bytes) -> bool:
    return re.search(rb"\x1b(?:\$[@B]|\(J|\$\([DQOP])", data) is not None


def _japanese_score(text: str) -> float:
    """Return how Japanese a decoding reads: kana speak for it, half-width kana and rare ideographs without kana against it."""
    kana = len(_KANA.findall(text))
    half = len(_HALF_WIDTH_KANA.findall(text))
    cjk = len(_CJK.findall(text))
    letters = kana + half + cjk
    if not letters:
        return 0.0
    return (kana * 2 - half * 2) / letters + 0.1 if kana > half else (cjk - half * 3) / letters - 0.9


def _reads_western(text: str) -> bool:
    """Return whether accented letters and typographic signs occur alone or in pairs between plain letters, not in long runs."""
    special = [character for character in text if ord(character) > 126]
    return len(special) <= 0.25 * len(text) and not re.search(r"[^\x00-\x7e]{6,}", text)
