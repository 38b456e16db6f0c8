"""What a person sees of a message: words, pictures, buttons. The same for both stand-ins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from doubles.discord_checks import BUTTON, GALLERY, SELECTS, TEXT_DISPLAY, THUMBNAIL, walk
from doubles.discord_world import EPHEMERAL, LOADING, Json


@dataclass(frozen=True)
class Button:
    """Something to press."""

    label: str
    custom_id: str
    disabled: bool = False
    style: int = 1
    emoji: str = ""
    url: str | None = None


@dataclass(frozen=True)
class Select:
    """Something to choose from: (value, label) pairs."""

    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...]
    disabled: bool = False
    kind: int = 3


@dataclass(frozen=True)
class Picture:
    """A file on display, with the words for those who do not see it."""

    filename: str
    alt: str
    data: bytes


@dataclass(frozen=True)
class Seen:
    """One message at the moment somebody looked; it does not change when the message does."""

    id: int
    channel_id: int
    author: str
    text: str
    buttons: tuple[Button, ...]
    selects: tuple[Select, ...]
    pictures: tuple[Picture, ...]
    ephemeral: bool
    loading: bool
    edited: bool
    payload: Json

    @property
    def labels(self) -> list[str]:
        """What is written on its buttons."""
        return [button.label for button in self.buttons]

    def button(self, wanted: str) -> Button:
        """The one button with this label or custom id; a piece of the label will do if it is plain."""
        for matching in (
            [b for b in self.buttons if b.custom_id == wanted],
            [b for b in self.buttons if b.label == wanted],
            [b for b in self.buttons if wanted.casefold() in b.label.casefold()],
        ):
            if len(matching) == 1:
                return matching[0]
        raise AssertionError(f"no one button {wanted!r} among {self.labels} of {self.text!r}")

    def select(self, wanted: str) -> Select:
        """The select with this custom id or placeholder."""
        for select in self.selects:
            if wanted in (select.custom_id, select.placeholder):
                return select
        raise AssertionError(f"no select {wanted!r} in {self.text!r}")

    @staticmethod
    def of(payload: Json, fetch: Callable[[str], bytes]) -> Seen:
        """What a message's payload looks like; `fetch` gets a file by its address."""
        everything = list(walk(payload.get("components") or ()))
        return Seen(
            id=int(payload["id"]),
            channel_id=int(payload["channel_id"]),
            author=payload["author"].get("global_name") or payload["author"]["username"],
            text="\n".join(_texts(payload, everything)),
            buttons=tuple(_button(c) for c in everything if c.get("type") == BUTTON),
            selects=tuple(_select(c) for c in everything if c.get("type") in SELECTS),
            pictures=tuple(_pictures(payload, everything, fetch)),
            ephemeral=bool(int(payload.get("flags") or 0) & EPHEMERAL),
            loading=bool(int(payload.get("flags") or 0) & LOADING),
            edited=payload.get("edited_timestamp") is not None,
            payload=payload,
        )


def _texts(payload: Json, everything: list[Json]) -> Iterator[str]:
    if payload.get("content"):
        yield payload["content"]
    for embed in payload.get("embeds") or ():
        yield from (embed[key] for key in ("title", "description") if embed.get(key))
        yield from (f"{field['name']}: {field['value']}" for field in embed.get("fields") or ())
        if text := (embed.get("footer") or {}).get("text"):
            yield text
    yield from (c["content"] for c in everything if c.get("type") == TEXT_DISPLAY)


def _button(button: Json) -> Button:
    emoji = button.get("emoji") or {}
    return Button(
        label=button.get("label") or emoji.get("name") or "",
        custom_id=button.get("custom_id") or "",
        disabled=bool(button.get("disabled")),
        style=button["style"],
        emoji=emoji.get("name") or "",
        url=button.get("url"),
    )


def _select(select: Json) -> Select:
    options = tuple((option["value"], option["label"]) for option in select.get("options") or ())
    placeholder = select.get("placeholder") or ""
    return Select(select["custom_id"], placeholder, options, bool(select.get("disabled")), select["type"])


def _pictures(payload: Json, everything: list[Json], fetch: Callable[[str], bytes]) -> Iterator[Picture]:
    shown: set[str] = set()
    for component in everything:
        items = component.get("items", ()) if component.get("type") == GALLERY else ()
        for holder in (component,) if component.get("type") == THUMBNAIL else items:
            url = holder["media"]["url"]
            shown.add(_name(url))
            yield Picture(_name(url), holder.get("description") or "", fetch(url))
    for attachment in payload.get("attachments") or ():
        if _name(attachment["url"]) not in shown:
            text = attachment.get("description") or ""
            yield Picture(attachment["filename"], text, fetch(attachment["url"]))


def _name(url: str) -> str:
    return url.split("?", maxsplit=1)[0].rsplit("/", 1)[-1]
