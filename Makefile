PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
NODE := $(VENV)/node
NODE_STAMP := $(NODE)/.installed

.DEFAULT_GOAL := help

# Without bytecode each of the thousands of commands that tests start compiles itself anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-all test-busy quick-tests soak lint types layers format docs clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(STAMP) ## Build a small sample repository and run ripple on it
	@$(BIN)/python -m scripts.demo

# One more than there are processors: some tests wait for another process.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

test: lint layers $(NODE_STAMP) ## Run the quick checks: lint, types, layers, tests
	@$(MAKE) --no-print-directory --jobs 2 types quick-tests

test-all: test ## Run every check: the quick ones, then slow tests and all generated examples
	LONG_WALKS=1 $(PYTEST) -m "slow or walk or hypothesis"

test-busy: $(STAMP) ## Run the quick checks three times beside jobs that keep every core busy
	@$(BIN)/python -m scripts.busy --times 3 -- $(MAKE) test

quick-tests: $(STAMP) $(NODE_STAMP)
	$(PYTEST) -m "not slow"

soak: $(STAMP) ## Try REPO=path for hours: random steps, history, kills (SOAK="--steps 100" for less)
	@test -n "$(REPO)" || { echo "name a repository: make soak REPO=path/to/repository" >&2; exit 1; }
	$(BIN)/python -m scripts.soak $(REPO) $(SOAK)

lint: $(STAMP) ## Check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(STAMP) ## Check types
	$(BIN)/mypy

layers: $(STAMP) ## Check that rooms import only downward
	$(BIN)/lint-imports

format: $(STAMP) ## Format the code and fix what can be fixed
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(STAMP) ## Write the generated reference pages
	$(BIN)/python -m scripts.reference

clean: ## Remove the virtual environment and all caches
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "ripplegraph needs Python 3.11 or newer; run: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

# Without npm there is no stamp, and the tests that need these packages are skipped.
$(NODE_STAMP): tests/support/node/package.json | $(STAMP)
	@if command -v npm >/dev/null; then \
		mkdir -p $(NODE) && cp $< $(NODE)/package.json \
		&& npm install --prefix $(NODE) --no-audit --no-fund --no-package-lock \
			--legacy-peer-deps --ignore-scripts --loglevel error \
		&& touch $@; \
	else echo "npm is not installed: the tests that need it are skipped"; fi
