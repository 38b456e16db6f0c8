"""The package carries every file that the program needs, wherever it is installed."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "adapters", "storage")
MADE_BY_TOOLS = {".pyc", ".so", ".c"}


def setuptools_settings() -> Any:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return project["tool"]["setuptools"]


def data_files() -> set[Path]:
    files = {file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.is_file()}
    return {file for file in files if file.suffix not in MADE_BY_TOOLS | {".py"} and file.name[0] != "."}


def test_every_data_file_is_packaged() -> None:
    packaged: set[Path] = set()
    for package, patterns in setuptools_settings()["package-data"].items():
        folders = [*PACKAGES] if package == "*" else [package.replace(".", "/")]
        packaged.update(
            file for folder in folders for pattern in patterns for file in (ROOT / folder).glob(pattern)
        )
    assert data_files()
    assert not data_files() - packaged


def test_every_folder_with_code_is_a_package() -> None:
    folders = {file.parent for package in PACKAGES for file in (ROOT / package).rglob("*.py")}
    loaded_by_path = {ROOT / "storage/migrations/versions"}  # by Alembic, and packaged as data
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} <= loaded_by_path


def test_every_package_at_the_top_is_named() -> None:
    assert setuptools_settings()["packages"]["find"]["include"] == [f"{package}*" for package in PACKAGES]
