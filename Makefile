# Everything here runs from a fresh clone: it needs Python 3.11+, a Rust toolchain and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Builds for tests check arithmetic and assertions; builds for runs and benchmarks are what users get.
TEST_PROFILE := --profile test-fast

.PHONY: help run test check lint types fmt build build-release bench bench-quick bench-docs \
	instructions instructions-baseline scale clean
.DEFAULT_GOAL := help

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build-release ## build, and play a batch of every finished game
	$(BIN)/ludoteca simulate cobogo --games 10000 --players 2 --agents random
	$(BIN)/ludoteca simulate cobogo --games 10000 --players 2 --agents greedy
	$(BIN)/ludoteca simulate bogoss --games 100000 --players 3 --agents random
	$(BIN)/ludoteca simulate bogoss --games 10000 --players 3 --agents greedy
	$(BIN)/ludoteca simulate athos --games 3000 --players 4 --agents random
	$(BIN)/ludoteca simulate athos --games 100 --players 4 --agents greedy
	$(BIN)/ludoteca simulate athos --games 2000 --agents random
	$(BIN)/ludoteca simulate athos --games 2000 --players 3 --agents random --option mode=challenging
	$(BIN)/ludoteca simulate cog --games 10000 --players 4 --agents random
	$(BIN)/ludoteca simulate cog --games 10000 --players 4 --agents speller
	$(BIN)/ludoteca simulate cog --games 1000 --players 4 --agents greedy
	$(BIN)/ludoteca simulate cog --games 1000 --players 2 --agents builder
	$(BIN)/ludoteca simulate connect_four --games 1000000
	$(BIN)/ludoteca simulate go_fish --games 200000 --players 3

test: build ## run all tests, Rust and Python
	cargo test $(TEST_PROFILE)
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

check: lint test instructions ## format, lints, types, tests and instructions: what CI runs

lint: build types ## format and lints; warnings are errors
	cargo fmt --check
	cargo clippy --all-targets --features python $(TEST_PROFILE) -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --quiet
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: build ## mypy --strict, and the stub against the extension
	$(BIN)/mypy python tests benches examples
	$(BIN)/python -m mypy.stubtest ludoteca._engine --mypy-config-file pyproject.toml

fmt: $(VENV)/ready ## format everything
	cargo fmt
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

build: $(VENV)/ready ## build the extension for tests into the virtual environment
	$(BIN)/maturin develop --quiet $(TEST_PROFILE)

build-release: $(VENV)/ready ## build the extension as users get it
	$(BIN)/maturin develop --quiet --release

instructions: $(VENV)/ready ## count the instructions of six paths; over 5 % more than committed fails
	$(BIN)/python benches/instructions.py

instructions-baseline: $(VENV)/ready ## make what is counted now the baseline
	$(BIN)/python benches/instructions.py --accept

bench: build-release ## every benchmark beside its peers, as a table of ratios (about 12 minutes)
	$(BIN)/python benches/peers/setup.py
	$(BIN)/python benches/table.py

bench-quick: build-release ## the table with fewer repetitions (under 2 minutes once built)
	$(BIN)/python benches/peers/setup.py
	$(BIN)/python benches/table.py --quick

bench-docs: $(VENV)/ready ## put the last table and its plot into docs/benchmarks.md
	$(BIN)/python benches/report.py --docs

scale: build-release ## how time and memory grow with the work (about 5 minutes)
	$(BIN)/python benches/scale.py

clean: ## remove what was built
	rm -rf target $(VENV) benches/peers/.venv python/ludoteca/_engine*.so

# The tools and the extras of pyproject.toml.
$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip "maturin>=1.9.4,<2"
	$(BIN)/maturin develop --quiet $(TEST_PROFILE) --extras cli,arrow,test,bench,dev
	touch $@
