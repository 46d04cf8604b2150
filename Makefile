# Every target sets up .venv by itself and writes only below this folder.
# PYTHON chooses the interpreter; uv is used to install when it is on the PATH.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready-$(shell cksum < locks/dev.txt | cut -d' ' -f1)

export XDG_CACHE_HOME := $(CURDIR)/.cache
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export UV_CACHE_DIR := $(CURDIR)/.cache/uv
export MPLCONFIGDIR := $(CURDIR)/.cache/matplotlib
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Two processes with one thread each beat one with two, and do not fight for the cores.
export OPENBLAS_NUM_THREADS := 1

.DEFAULT_GOAL := help
.PHONY: help study quick test test-all check static check-security docs bench dist lock system clean

help: ## What can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# The lock is complete, so --no-deps: pip's resolver would look for newer releases of packages
# that others ask for with an extra (coverage[toml]), and fail once there is one.
$(READY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Lengthwise needs Python 3.11 or newer; name one with make PYTHON=..."; exit 2; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	if command -v uv >/dev/null; then \
	  uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r locks/dev.txt && \
	  uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else \
	  $(BIN)/pip install --quiet --no-deps --require-hashes -r locks/dev.txt && \
	  $(BIN)/pip install --quiet --no-deps --no-build-isolation -e .; \
	fi
	touch $@

study: $(READY) ## Run the main job
	$(BIN)/lengthwise study simple

quick: $(READY) ## Checks and tests of what changed; at most two minutes
	$(BIN)/python tests/quick.py

test: check ## All checks and the tests (100 examples a property)
	$(BIN)/python -m pytest -n 2 --dist worksteal -p tests.lines
	$(BIN)/python tests/floors.py

test-all: check ## 5,000 examples a property and the slow tests
	LENGTHWISE_TESTS=all $(BIN)/python -m pytest -n 2

check: $(READY) ## Format, lint, types, import contracts, spelling, docs
	@$(MAKE) --no-print-directory -j 2 --output-sync=target static docs

static: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/typos

check-security: $(READY) ## Bill of materials and audit into build/ (code 4: not audited)
	$(BIN)/python tests/security.py

docs: $(READY) ## Build the manual into build/docs; warnings are errors
	$(BIN)/sphinx-build --quiet -W --keep-going -d build/doctrees docs build/docs

bench: $(READY) ## Print the benchmark table and write build/bench.json
	$(BIN)/python -m benchmarks

dist: $(READY) ## Build wheel and sdist into dist/
	$(BIN)/python -m build --no-isolation --outdir dist .

lock: $(READY) ## Resolve the pins in locks/ anew (needs uv)
	uv pip compile --universal --generate-hashes --python-version 3.11 --no-annotate --no-header \
	  --extra dev --extra docs --extra ray --extra postgres --extra export pyproject.toml -o locks/dev.txt

system: ## Debian's Chromium and PostgreSQL, for the tests (root)
	@missing=""; \
	command -v chromium >/dev/null || missing="chromium"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  missing="$$missing postgresql"; \
	if [ -z "$$missing" ]; then \
	  echo "chromium and postgresql are there"; \
	elif [ "$$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then \
	  echo "make system needs root and apt-get; run it as root, or install $$missing yourself"; \
	  exit 2; \
	else \
	  export DEBIAN_FRONTEND=noninteractive; set -e; \
	  apt-get update -qq; \
	  case "$$missing" in *postgresql*) \
	    apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null; \
	    sed -i -E 's/^#?(create_main_cluster) .*/\1 = false/' /etc/postgresql-common/createcluster.conf;; \
	  esac; \
	  apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

clean: ## Remove everything that was built
	rm -rf $(VENV) .cache build dist
