# Everything a person does here is one word. `make help` lists the words.
# A fresh machine needs Python 3.11 or newer (with venv) and make; the rest comes from the lock files.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check types lint layers bench kill judge kernel cards words transcripts lock audit format clean

PYTHON ?=
WORKERS ?= auto
ARGS ?=

PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input
# What a C compiler makes quick, where there is one; edited, it is made again.
COMPILED := setup.py bot/computer/kernel.py bot/computer/solver.py
RUN_READY := $(if $(wildcard .venv/dev.stamp),.venv/dev.stamp,.venv/run.stamp)

help: ## list these words
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

run: $(RUN_READY) ## set up if needed, then play: every adapter whose token is set, and the web table
	@$(PY) -m bot run $(ARGS)

test: check ## set up if needed, check, then run the tests (make test ARGS="-k trick" runs some)
	@$(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS) || { \
	    echo "make: what failed is run once more, one after the other"; \
	    $(PY) -m pytest --last-failed --last-failed-no-failures none $(ARGS); }

check: lint types layers ## style, types and layers, without running the bot

lint: .venv/dev.stamp
	@echo "check: ruff"
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

types: .venv/dev.stamp
	@echo "check: mypy"
	@$(PY) -m mypy
	@echo "check: basedpyright"
	@$(PY) -m basedpyright

layers: .venv/dev.stamp
	@echo "check: import-linter"
	@$(PY) -c "from importlinter.cli import lint_imports_command as check; check()" --no-logo

format: .venv/dev.stamp ## put the code into the usual shape
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

# Not what finds the weights anew, nor what compares deals for an hour.
MEASURES := $(filter-out %/agreement.py %/tune.py %/tune_senses.py,$(wildcard benchmarks/*.py))

bench: .venv/dev.stamp ## measure what the README's figures say
	@for measure in $(MEASURES); do echo "== $$measure"; $(PY) "$$measure" || exit 1; done

kill: .venv/dev.stamp ## play evenings in which the bot is killed (make kill ARGS="--seed 7 --kills 60 --postgres")
	@PYTHONPATH=.:tests $(PY) -m killing $(ARGS)

judge: .venv/dev.stamp ## play evenings full of trouble on both platforms, judged by another reading of their papers
	@$(PY) -m pytest -m judged $(ARGS)

kernel: $(RUN_READY) ## compile the hard computers' search, after a C compiler was installed
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@$(PY) -c "from bot.computer.engine import trouble; print('kernel:', trouble() or 'compiled')"

cards: .venv/dev.stamp ## draw the cards again: from the drawings in bot/pictures to the sprites that ship (ARGS=french: one deck)
	@$(PY) -m bot.pictures.build $(ARGS)

words: .venv/dev.stamp ## bring the catalogues up to date with the sentences in the code, after changing any
	@mkdir -p build
	@$(PY) -m babel.messages.frontend -q extract -F babel.cfg $(SENTENCES) --no-wrap --add-location=file \
	    --project=briscola-bot -o build/words.pot .
	@for catalogue in bot/words/locale/*/bot.po; do \
	    $(PY) -m babel.messages.frontend -q update -i build/words.pot -o $$catalogue \
	        -l $$(basename $$(dirname $$catalogue)) --no-wrap --no-fuzzy-matching --ignore-obsolete \
	        --ignore-pot-creation-date || exit 1; \
	done

transcripts: .venv/dev.stamp ## write the transcripts of whole tables anew, after a change that they should show
	@$(PY) tests/test_transcripts.py

# The calls that hold a sentence for people; tests/test_words.py looks for the same.
SENTENCES := -k say -k look_up -k count:1,2 -k N_

lock: .venv/dev.stamp ## renew the lock files, changing no more than needed (UPGRADE=1: take the newest of all)
	@$(LOCK) --extra dev --output-file requirements-dev.lock
	@$(LOCK) --constraint requirements-dev.lock --output-file requirements.lock

# One version of each for all Pythons ("fewest"), so that what one of them tested is what the others run.
LOCK := $(PY) -m uv pip compile pyproject.toml --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

audit: .venv/dev.stamp ## ask whether a known hole is in what we install (needs the network)
	@$(PY) -m pip_audit --require-hashes --disable-pip -r requirements-dev.lock

clean: ## remove what set-up and tools made; data/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info build

# --- set-up ------------------------------------------------------------------------------------------

# The first Python that is new enough and whole (Debian keeps venv in a package of its own).
.venv/pyvenv.cfg:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	    if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "set-up: .venv with $$($$python --version)"; exec $$python -m venv .venv; \
	    fi; \
	done; \
	echo "No Python 3.11 or newer with venv was found: install one (Debian: apt install python3 python3-venv)" \
	    "or name it: make PYTHON=/path/to/python3" >&2; exit 1

.venv/run.stamp: .venv/pyvenv.cfg requirements.lock pyproject.toml $(COMPILED)
	@echo "set-up: what the bot needs (about a minute the first time)"
	@$(PIP) install --quiet --require-hashes --requirement requirements.lock
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/pyvenv.cfg requirements-dev.lock pyproject.toml $(COMPILED)
	@echo "set-up: what the bot and its tests need (a minute or two the first time)"
	@$(PIP) install --quiet --require-hashes --requirement requirements-dev.lock
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@touch .venv/run.stamp $@
