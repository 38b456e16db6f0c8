"""The lock files are whole, name no server, and agree with each other and with the package."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock")
PIN = re.compile(r"^(?P<name>[a-z0-9][a-z0-9._-]*)==(?P<rest>[^\\\n]+?)\s*\\?$", re.MULTILINE)


def text_of(lock: str) -> str:
    return (ROOT / lock).read_text(encoding="utf-8")


def pins_of(lock: str) -> dict[str, str]:
    """Return what stands after ``name==``: the version and, if any, its marker."""
    return {pin["name"]: pin["rest"] for pin in PIN.finditer(text_of(lock))}


def normal(requirement: str) -> str:
    name = re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_server_and_no_folder(lock: str) -> None:
    assert not re.search(
        r"://|^\s*(-i|-f|--index-url|--extra-index-url|--find-links)\b| @ ", text_of(lock), re.MULTILINE
    )


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_of_a_lock_has_a_version_and_a_hash(lock: str) -> None:
    unindented = [line for line in text_of(lock).splitlines() if line and not line.startswith((" ", "#"))]
    assert len(unindented) == len(pins_of(lock)) > 20
    blocks = re.split(r"^(?=[a-z0-9])", text_of(lock), flags=re.MULTILINE)[1:]
    assert all("--hash=sha256:" in block for block in blocks)


def test_developers_install_what_users_run() -> None:
    users, developers = (pins_of(lock) for lock in LOCKS)
    assert users.items() <= developers.items()


def test_the_locks_hold_all_that_the_package_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {normal(one) for one in project["dependencies"]}
    assert wanted <= pins_of("requirements.lock").keys()
    for extra in project["optional-dependencies"].values():
        wanted |= {normal(one) for one in extra}
    assert wanted <= pins_of("requirements-dev.lock").keys()


def test_what_builds_the_package_is_in_the_locks() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    assert {normal(one) for one in build["requires"]} <= pins_of("requirements.lock").keys()
