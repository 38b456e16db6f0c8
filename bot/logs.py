"""What the process tells about itself: one log on standard error, without secrets."""

import logging
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TextIO, cast

import structlog
from structlog.dev import ConsoleRenderer
from structlog.stdlib import ProcessorFormatter
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, Processor, WrappedLogger

REDACTED = "[secret]"
"""What stands where a secret was."""

TOKEN_SHAPES = re.compile(
    r"(?<![0-9])[0-9]{6,12}:[A-Za-z0-9_-]{30,}"  # Telegram: number, colon, secret
    r"|(?<![A-Za-z0-9_.-])[A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"  # Discord: three parts
)
"""Anything that could be a bot's token, ours or not."""

SHORTEST_SECRET = 4
"""A shorter password is not looked for: it would blot out half the log and guards nothing."""

LIBRARY_LEVELS = {
    "aiohttp.access": logging.WARNING,
    "alembic": logging.WARNING,
    "asyncio": logging.WARNING,
    "discord": logging.INFO,
    "discord.gateway": logging.INFO,
    "httpcore": logging.WARNING,
    "httpx": logging.WARNING,
    "matplotlib": logging.WARNING,
    "PIL": logging.WARNING,
    "sqlalchemy": logging.WARNING,
    "telegram": logging.INFO,
    "telegram.Bot": logging.CRITICAL + 1,  # all it tells is what people wrote, where it cannot read an update
}
"""The least that is told of each library, however much we are asked to tell: some put tokens in addresses."""


class Redaction:
    """Takes secrets out of all that is told: the ones we know, and whatever has a token's shape."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        longest_first = sorted({one for one in secrets if len(one) >= SHORTEST_SECRET}, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Return ``event`` without secrets; structlog calls this for every line."""
        return {name: self.clean(value) for name, value in event.items()}

    def text(self, text: str) -> str:
        """Return ``text`` without secrets."""
        if self._known is not None:
            text = self._known.sub(REDACTED, text)
        return TOKEN_SHAPES.sub(REDACTED, text)

    def clean(self, value: object) -> object:
        """Return ``value`` without secrets, however deep they lie; what is no plain value becomes its text."""
        if value is None or isinstance(value, (bool, int, float)):
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            items = cast("Mapping[object, object]", value).items()
            return {self.text(str(name)): self.clean(one) for name, one in items}
        if isinstance(value, (list, tuple, set, frozenset)):
            return [self.clean(one) for one in cast("Sequence[object]", value)]
        return self.text(repr(value))


class _Handler(logging.StreamHandler[TextIO]):
    """Writes records; what it cannot format it does not print, since that would pass by the redaction."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        self.stream.write(
            f"a record of {record.name} could not be written ({record.pathname}:{record.lineno})\n"
        )


def set_up_logging(
    level: str = "INFO",
    *,
    secrets: Sequence[str] = (),
    stream: TextIO | None = None,
    as_json: bool | None = None,
) -> None:
    """Send every record of the process, ours and the libraries', through one formatter to ``stream``.

    Args:
        level: the least that is told: DEBUG, INFO, WARNING or ERROR.
        secrets: what must never be told, besides anything with a token's shape.
        stream: where to; standard error if not given.
        as_json: a JSON object a line, or coloured lines for people; by default the latter in a terminal only.
    """
    out = sys.stderr if stream is None else stream
    in_terminal = out.isatty()
    handler = _Handler(out)
    for_programs = not in_terminal if as_json is None else as_json
    handler.setFormatter(_formatter(Redaction(secrets), as_json=for_programs, colours=in_terminal))
    root = logging.getLogger()
    for old in list(root.handlers):
        if isinstance(old.formatter, ProcessorFormatter):
            root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level)
    for name, least in LIBRARY_LEVELS.items():
        logging.getLogger(name).setLevel(max(least, root.level))
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *_shared(), ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _shared() -> list[Processor]:
    """Return what every record goes through, whoever made it."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _formatter(redaction: Redaction, *, as_json: bool, colours: bool) -> ProcessorFormatter:
    # The locals of a frame can hold a seed, a hand or a token: no renderer may ever show them.
    if as_json:
        tell_exceptions: Processor = structlog.processors.ExceptionRenderer(
            ExceptionDictTransformer(show_locals=False)
        )
        render: Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        tell_exceptions = structlog.processors.format_exc_info
        render = ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)
    return ProcessorFormatter(
        foreign_pre_chain=_shared(),
        processors=[
            ProcessorFormatter.remove_processors_meta,
            tell_exceptions,
            redaction,
            render,
        ],
    )
