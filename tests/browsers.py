"""People before browsers of their own: one Chromium, many profiles, and all that each page was ever given."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

__all__ = ["ARGS", "DESK", "NARROWEST", "SIDEWAYS", "UPRIGHT", "WAIT", "Guest", "chromium_at", "guest"]

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = ViewportSize(width=1280, height=800)
UPRIGHT = ViewportSize(width=390, height=844)
SIDEWAYS = ViewportSize(width=844, height=390)
NARROWEST = ViewportSize(width=360, height=640)
WAIT = 20_000
"""Milliseconds after which a story that does not go on has failed."""

LISTENING = """
    const fetched = window.fetch;
    window.fetch = async (...asked) => {
        const response = await fetched(...asked);
        response.clone().text().then((text) => window.given(text)).catch(() => {});
        return response;
    };
    window.EventSource = class extends EventSource {
        constructor(...asked) {
            super(...asked);
            this.addEventListener("message", (event) => window.given(event.data));
        }
    };
"""
"""Tells the test all that the server sends to the page's scripts."""


class Guest:
    """Somebody before a browser of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.given: list[str] = []
        """Every answer and every live view that the page got, as text."""
        self.complaints: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    async def press(self, act: str) -> None:
        await self.page.click(f'button[data-token$="-{act}"]')

    async def sees(self, selector: str) -> bool:
        return await self.page.query_selector(selector) is not None


@asynccontextmanager
async def chromium_at(path: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGS)
        yield browser
        await browser.close()


async def guest(browser: Browser, viewport: ViewportSize = DESK, *, locale: str = "en-GB") -> Guest:
    context = await browser.new_context(viewport=viewport, reduced_motion="reduce", locale=locale)
    one = Guest(await context.new_page())
    await context.expose_function("given", lambda text: one.given.append(text))  # noqa: PLW0108 - a bound method of a list cannot be exposed
    await context.add_init_script(LISTENING)
    return one
