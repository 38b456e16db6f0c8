"""What is counted while the bot runs, for `/metrics`."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

__all__ = ["Meters"]


class Meters:
    """The counters of one process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "briscola_commands", "Commands by what became of them", ["outcome"], registry=self.registry
        )
        self.commit = Histogram(
            "briscola_commit_seconds",
            "From command to commit",
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
        )
        self.calls = Counter(
            "briscola_platform_calls",
            "Messages made, edited, deleted",
            ["platform", "what"],
            registry=self.registry,
        )
        self.spared = Counter(
            "briscola_edits_spared",
            "Edits not sent, since the message showed it already",
            registry=self.registry,
        )
        self.failures = Counter(
            "briscola_platform_failures",
            "Calls that failed, by kind",
            ["platform", "kind"],
            registry=self.registry,
        )
        self.refused = Counter(
            "briscola_platform_refused",
            "Requests that a platform refused, by status",
            ["platform", "status"],
            registry=self.registry,
        )
        self.shards = Gauge(
            "briscola_discord_shards", "Shards of Discord in this process", ["state"], registry=self.registry
        )
        self.behind = Gauge(
            "briscola_surfaces_serving", "Chats being brought up to date now", registry=self.registry
        )
        self.cut_short = Counter(
            "briscola_thoughts_cut_short", "Computers' moves that took too long", registry=self.registry
        )
        self.lateness = Histogram(
            "briscola_timer_lateness_seconds",
            "How late timers fire",
            registry=self.registry,
            buckets=(0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60),
        )
        self.loop_lag = Gauge(
            "briscola_event_loop_lag_seconds", "Lag of the event loop", registry=self.registry
        )
