"""Telegram's formatted text: HTML and Markdown to plain text and entities, with its complaints."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from doubles.telegram_values import MalformedError

HTML_TAGS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "a": "text_link", "blockquote": "blockquote", "tg-spoiler": "spoiler", "span": "spoiler",
    "tg-emoji": "custom_emoji",
}  # fmt: skip
MARKS = {"*": "bold", "_": "italic", "__": "underline", "~": "strikethrough", "||": "spoiler", "`": "code"}
RESERVED = "_*[]()~`>#+-=|{}.!"


class Entity(NamedTuple):
    """A stretch of text that means something; offsets in UTF-16 units."""

    kind: str
    offset: int
    length: int
    url: str = ""


def utf16(text: str) -> int:
    """The length that entities count in."""
    return len(text.encode("utf-16-le")) // 2


def parse(text: str, mode: str | None) -> tuple[str, tuple[Entity, ...]]:
    """Plain text and entities of what a bot sent, outer whitespace trimmed as Telegram trims it."""
    match (mode or "").lower():
        case "":
            plain, entities = text, list[Entity]()
        case "html":
            plain, entities = _html(text)
        case "markdownv2":
            plain, entities = _markdown(text, strict=True)
        case "markdown":
            plain, entities = _markdown(text, strict=False)
        case _:
            raise MalformedError("unsupported parse_mode")
    lead = utf16(plain) - utf16(plain.lstrip())
    shifted = (Entity(e.kind, max(0, e.offset - lead), e.length, e.url) for e in entities)
    return plain.strip(), tuple(sorted(shifted, key=lambda e: (e.offset, -e.length)))


def spotted(text: str) -> list[Entity]:
    """The commands and mentions that Telegram marks by itself in what a person writes."""
    found = list[Entity]()
    for kind, pattern in (("bot_command", r"(?<!\S)/\w{1,64}(@\w+)?"), ("mention", r"(?<!\S)@\w{4,32}")):
        hits = re.finditer(pattern, text, re.ASCII)
        found += [Entity(kind, utf16(text[: hit.start()]), utf16(hit.group())) for hit in hits]
    return sorted(found, key=lambda e: e.offset)


def _html(text: str) -> tuple[str, list[Entity]]:
    plain, entities = "", list[Entity]()
    open_tags: list[tuple[str, int, str]] = []
    for piece in re.findall(r"<[^>]*>?|[^<]+", text):
        if not piece.startswith("<"):
            plain += re.sub(r"&(lt|gt|amp|quot|#\w+);", lambda name: html.unescape(name[0]), piece)
            continue
        at = len(text[: text.find(piece)].encode())
        tag = re.fullmatch(r"<(/?)([a-zA-Z-]*)((?:\s[^>]*)?)>", piece)
        if tag is None or tag[2].lower() not in HTML_TAGS:
            name = piece.strip("</>").split()[0] if piece.strip("</> ") else ""
            raise MalformedError(f'can\'t parse entities: Unsupported start tag "{name}" at byte offset {at}')
        name = tag[2].lower()
        if not tag[1]:
            url = re.search(r"""href\s*=\s*["']([^"']*)["']""", tag[3])
            open_tags.append((name, utf16(plain), html.unescape(url[1]) if url else ""))
        elif not open_tags or open_tags[-1][0] != name:
            raise MalformedError(f"can't parse entities: Unexpected end tag at byte offset {at}")
        else:
            _, start, url_text = open_tags.pop()
            if utf16(plain) > start:
                entities.append(Entity(HTML_TAGS[name], start, utf16(plain) - start, url_text))
    if open_tags:
        raise MalformedError(
            f"can't parse entities: Can't find end tag corresponding to start tag \"{open_tags[-1][0]}\""
        )
    return plain, entities


def _markdown(text: str, *, strict: bool) -> tuple[str, list[Entity]]:
    plain, entities, i = "", list[Entity](), 0
    open_marks: list[tuple[str, int]] = []
    marks = sorted(MARKS, key=len, reverse=True) if strict else ["*", "_", "`"]
    while i < len(text):
        if text[i] == "\\" and i + 1 < len(text) and ord(text[i + 1]) < 127:
            plain, i = plain + text[i + 1], i + 2
            continue
        if text.startswith("```", i) and "```" in text[i + 3 :]:
            end = text.index("```", i + 3)
            entities.append(Entity("pre", utf16(plain), utf16(text[i + 3 : end])))
            plain, i = plain + text[i + 3 : end], end + 3
            continue
        if link := re.match(r"\[([^\]]*)\]\(([^)]*)\)", text[i:]):
            entities.append(Entity("text_link", utf16(plain), utf16(link[1]), link[2]))
            plain, i = plain + re.sub(r"\\(.)", r"\1", link[1]), i + link.end()
            continue
        mark = next((m for m in marks if text.startswith(m, i)), None)
        if mark and open_marks and open_marks[-1][0] == mark:
            start = open_marks.pop()[1]
            entities.append(Entity(MARKS[mark], start, utf16(plain) - start))
        elif mark:
            open_marks.append((mark, utf16(plain)))
        elif strict and text[i] in RESERVED and not (text[i] == ">" and plain[-1:] in ("", "\n")):
            raise MalformedError(
                f"can't parse entities: Character '{text[i]}' is reserved and must be escaped "
                "with the preceding '\\'"
            )
        else:
            plain += text[i]
        i += len(mark) if mark else 1
    if open_marks:
        raise MalformedError(
            f"can't parse entities: Can't find end of the entity starting at byte offset {open_marks[-1][1]}"
        )
    return plain, entities
