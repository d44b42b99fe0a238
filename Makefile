# Everything here needs only python3 (3.11 or later), make, and a package registry that pip can reach.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check --constraint constraints.txt

# The first interpreter that is new enough and able to make virtual environments; `make PYTHON=... test` names another.
FITS = import ensurepip, sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c '$(FITS)' 2>/dev/null && echo $$python && break; done)

RUNTIME := $(VENV)/.runtime-installed
DEV := $(VENV)/.dev-installed

# Suites that start servers run one after another; the others share the cores.
SERVERS := tests/integration tests/e2e
JOBS ?= 2
PYTEST_ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help serve demo test lint types unit servers examples bench soak openapi clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

$(PY):
	@$(if $(PYTHON),,echo "No python3 of version 3.11 or later with the venv module was found." >&2; \
		echo "On Debian and Ubuntu: apt install python3-venv. Elsewhere: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; \
		exit 1)
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(RUNTIME): $(PY) pyproject.toml constraints.txt
	@echo "Installing what the service needs into $(VENV) (about a minute) ..."
	@$(PIP) --editable .
	@touch $@

$(DEV): $(PY) pyproject.toml constraints.txt
	@echo "Installing what the service and its tests need into $(VENV) (a minute or two) ..."
	@$(PIP) --editable '.[dev]'
	@touch $(RUNTIME) $@

serve: $(RUNTIME)  ## set up and run the whole service; Ctrl-C stops it
	@exec $(PY) -m service.cli up

demo: $(RUNTIME)  ## bots play a whole game, shown move by move
	@exec $(PY) -m service.cli demo

test: lint types unit servers  ## set up and run every check and test

lint: $(DEV)  ## ruff
	$(PY) -m ruff check .

types: $(DEV)  ## mypy
	$(PY) -m mypy

unit: $(DEV)  ## every test that needs no server of its own
	$(PY) -m pytest --quiet -n $(JOBS) $(addprefix --ignore=,$(SERVERS)) $(PYTEST_ARGS)

servers: $(DEV)  ## the tests that start stores, web servers and workers
	$(PY) -m pytest --quiet $(SERVERS) $(PYTEST_ARGS)

examples: $(DEV)  ## the worked examples of another folder: make examples EXAMPLES=DIR
	@test -d "$(EXAMPLES)" || { echo "usage: make examples EXAMPLES=DIR (a folder of YAML files)" >&2; exit 2; }
	$(PY) -m pytest tests/examples --examples "$(abspath $(EXAMPLES))" $(PYTEST_ARGS)

bench: $(DEV)  ## measure speed, printed as a table
	$(PY) -m pytest -m bench -s --timeout=900 tests/bench $(PYTEST_ARGS)

soak: $(DEV)  ## play for a long time
	$(PY) -m pytest -m soak -s --timeout=0 tests $(PYTEST_ARGS)

openapi: $(RUNTIME)  ## write openapi.yaml from the application
	$(PY) -m service.cli openapi

clean:  ## remove what was installed and cached; never the games under var
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +
