"""Glyphs of Word's symbol fonts as similar Unicode characters.

Symbol, Wingdings and their kin put pictures where other fonts have letters: "l" in Wingdings is a filled circle. Word
writes such characters as themselves or in the private use area (U+F000 plus the code).
"""

from __future__ import annotations

PRIVATE_USE = range(0xF000, 0xF100)

_SYMBOL = {
    0xA3: "≤", 0xA5: "∞", 0xA8: "♦", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±",
    0xB3: "≥", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈", 0xBC: "…", 0xD2: "®", 0xD3: "©", 0xD4: "™",
    0xD7: "⋅", 0xD8: "¬", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓", 0xE2: "®", 0xE3: "©", 0xE4: "™",
    0x2D: "−", 0x44: "Δ", 0x46: "Φ", 0x47: "Γ", 0x4C: "Λ", 0x50: "Π", 0x51: "Θ", 0x53: "Σ", 0x57: "Ω", 0x59: "Ψ",
    0x61: "α", 0x62: "β", 0x64: "δ", 0x65: "ε", 0x66: "φ", 0x67: "γ", 0x68: "η", 0x6B: "κ", 0x6C: "λ", 0x6D: "μ",
    0x6E: "ν", 0x70: "π", 0x71: "θ", 0x72: "ρ", 0x73: "σ", 0x74: "τ", 0x77: "ω", 0x78: "ξ", 0x79: "ψ", 0x7A: "ζ",
}  # fmt: skip
_WINGDINGS = {
    0x21: "✏", 0x22: "✂", 0x26: "🕮", 0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x32: "🗎", 0x36: "⌛", 0x37: "⌨", 0x38: "🖰",
    0x3C: "💾", 0x3F: "✍", 0x41: "✌", 0x45: "☜", 0x46: "☞", 0x47: "☝", 0x48: "☟", 0x4A: "☺", 0x4C: "☹", 0x4D: "💣",
    0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x70: "🞐", 0x71: "❑", 0x72: "❒", 0x73: "⬧", 0x74: "⧫", 0x75: "◆",
    0x76: "❖", 0x77: "⬥", 0x78: "⌧", 0x7C: "❙", 0x80: "⓪",
    **{0x81 + n: chr(0x2460 + n) for n in range(10)},
    0x8B: "⓿",
    **{0x8C + n: chr(0x2776 + n) for n in range(10)},
    0x9E: "·", 0x9F: "•", 0xA0: "▪", 0xA1: "○", 0xA2: "🞆", 0xA3: "🞈", 0xA4: "◉", 0xA5: "◎", 0xA7: "▪", 0xA8: "◻",
    0xAA: "✦", 0xAB: "★", 0xAC: "✶", 0xAD: "✴", 0xAE: "✹", 0xAF: "✵", 0xB2: "✧", 0xD5: "⌫", 0xD6: "⌦", 0xD8: "➢",
    0xDC: "➲", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE3: "↖", 0xE4: "↗", 0xE5: "↙", 0xE6: "↘", 0xE8: "➔",
    0xEF: "⇦", 0xF0: "⇨", 0xF1: "⇧", 0xF2: "⇩", 0xF3: "⬄", 0xF4: "⇳", 0xFB: "✘", 0xFC: "✔", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2 = {
    0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x95: "•", 0x96: "●", 0x97: "●", 0x98: "⬤",
    0x99: "○", 0x9A: "○", 0x9E: "◉", 0xA0: "■", 0xA1: "■", 0xA2: "■", 0xA3: "□", 0xAE: "◆",
}  # fmt: skip
_WINGDINGS_3 = {
    0x22: "→", 0x21: "←", 0x23: "↑", 0x24: "↓", 0x7D: "▶", 0x7C: "◀", 0x70: "▲", 0x71: "▼", 0x84: "▶", 0x67: "↗",
}  # fmt: skip
_WEBDINGS = {
    0x34: "▶", 0x33: "◀", 0x35: "▲", 0x36: "▼", 0x3C: "■", 0x61: "✔", 0x63: "□", 0x67: "■", 0x6E: "●", 0x72: "✖",
    0x69: "ℹ", 0x3D: "⏺", 0xF0: "🌩",
}  # fmt: skip
_FONTS = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "wingdings 3": _WINGDINGS_3,
    "webdings": _WEBDINGS,
}


def is_symbol_font(font: str) -> bool:
    """Return whether a font prints pictures or Greek in place of letters."""
    return font.strip().lower() in _FONTS


def symbol_of(code: int, font: str) -> str:
    """Return the character that a code of a font prints; a bullet for a glyph of a symbol font without a similar character."""
    place = code - 0xF000 if code in PRIVATE_USE else code
    table = _FONTS.get(font.strip().lower())
    if table is None:
        # Other fonts keep their characters; a private one without a known font is most often Symbol's bullet.
        return chr(code) if code not in PRIVATE_USE else _SYMBOL.get(place) or _WINGDINGS.get(place, "•")
    if place in table:
        return table[place]
    if table is _SYMBOL and 0x20 <= place < 0x7F:
        return chr(place)
    return " " if place == 0x20 else "•"


def text_in_font(text: str, font: str) -> str:
    """Return a text whose characters are printed in a symbol font; a text in any other font only loses private characters."""
    if is_symbol_font(font):
        return "".join(symbol_of(ord(character), font) for character in text)
    if any(ord(character) in PRIVATE_USE for character in text):
        return "".join(symbol_of(ord(c), font) if ord(c) in PRIVATE_USE else c for c in text)
    return text
