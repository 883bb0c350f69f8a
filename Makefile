# Bare `make` lists what can be done.  PYTHON names the interpreter, ARGS goes on to the command.
PYTHON ?= python3
VENV ?= .venv
CONSTRAINTS ?= auto
ARGS ?=
# Processes that share the tests: one to a core, up to four; for a few tests chosen by ARGS, and on
# a Raspberry Pi with its little memory, none but pytest itself.
WORKERS ?= $(if $(ARGS)$(ON_PI),0,auto)
SHARED = -n $(WORKERS) --maxprocesses 4 --dist worksteal
# Where test-picamera2 and test-gpio keep what they build.
DEVICES ?= $(HOME)/.cache/tabletop-companion
HOURS ?= 1
# Photographs of each light, and where they are kept.
PHOTOS ?= 5
RENDERED ?= $(HOME)/.cache/tabletop-companion/rendered
WHOLE_TABLES = --renderer mitsuba --view table --wrong 0.5 --photos $(PHOTOS) --keep $(RENDERED) \
	--markdown --conditions lamplight,daylight,glare,two-lamps,hands,warm,dim,low-lamp,bright

ON_PI := $(shell tr -d '\0' 2>/dev/null </proc/device-tree/model | grep -q 'Raspberry Pi' && echo pi)
RUN_STAMP := $(VENV)/.run-ready
DEV_STAMP := $(VENV)/.dev-ready
SOURCES_OF_ENVIRONMENT := pyproject.toml constraints.txt constraints-bookworm.txt tools/make-environment

.DEFAULT_GOAL := help
.PHONY: help demo demo-game test test-slow test-bookworm test-picamera2 test-gpio check format mutants bench \
	soak accuracy accuracy-places live-games install uninstall clean run-packages test-packages

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(RUN_STAMP) ## Start the companion and its page with a simulated table
	$(VENV)/bin/companion serve $(ARGS)

demo-game: $(RUN_STAMP) ## Start a whole game that is refereed on a simulated table
	$(VENV)/bin/companion serve --game girl --seats Ann,Ben --camera simulated $(ARGS)

# Without ARGS, since those may choose a few tests only.
test: $(DEV_STAMP) ## Run the tests, those of sight with two sets of versions (installs what they need)
	$(VENV)/bin/pytest $(SHARED) $(ARGS)
	@$(if $(ARGS)$(ON_PI),,tools/test-sight $(PYTHON) .venv-bookworm $(SHARED))

test-slow: $(DEV_STAMP) ## Run the long sweeps, too
	$(VENV)/bin/pytest $(SHARED) -m "slow or not slow" $(ARGS)

test-bookworm: ## Run all tests with the versions of Raspberry Pi OS Bookworm
	$(MAKE) test VENV=.venv-bookworm CONSTRAINTS=constraints-bookworm.txt WORKERS=$(WORKERS) \
		ARGS="--ignore=tests/test_checks.py $(ARGS)"

test-picamera2: ## Test the camera on the real picamera2 (builds libcamera, on Debian)
	tools/real-devices/test-picamera2 $(PYTHON) $(DEVICES) $(ARGS)

test-gpio: ## Test buttons, lamp, buzzer on real lines (builds a kernel, on Debian)
	tools/real-devices/test-gpio $(PYTHON) $(DEVICES) $(ARGS)

check: $(DEV_STAMP) ## Format, lint, types, import rules, lengths
	$(VENV)/bin/python tools/check.py $(ARGS)

format: $(DEV_STAMP) ## Format the code and mend what can be mended
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

mutants: $(DEV_STAMP) ## Change the scoring and placement rules on purpose; the tests have to notice
	tools/run-mutants $(VENV) $(ARGS)

live-games: $(RUN_STAMP) ## Referee simulated games, a hundred of The Girl and fifty of StarFall, then some through pictures, with faults and broken rules (hours)
	$(VENV)/bin/companion simulate girl --live --games 100 $(ARGS)
	$(VENV)/bin/companion simulate girl --live --games 20 --seed 201 --misreads 0.1 $(ARGS)
	$(VENV)/bin/companion simulate girl --live --games 5 --seed 301 --kills 6 $(ARGS)
	$(VENV)/bin/companion simulate starfall --live --players 2 --games 20 $(ARGS)
	$(VENV)/bin/companion simulate starfall --live --players 3 --games 15 $(ARGS)
	$(VENV)/bin/companion simulate starfall --live --players 4 --games 15 $(ARGS)
	$(VENV)/bin/companion simulate starfall --live --pictures --players 2 --games 20 $(ARGS)
	$(VENV)/bin/companion simulate starfall --live --pictures --players 3 --games 15 $(ARGS)
	$(VENV)/bin/companion simulate starfall --live --pictures --players 4 --games 15 $(ARGS)
	$(VENV)/bin/companion simulate girl --live --pictures --games 3 $(ARGS)

bench: $(DEV_STAMP) ## Measure how long reading takes
	$(VENV)/bin/companion bench $(ARGS)

soak: $(DEV_STAMP) ## Run whole tables with faults for HOURS (1) and judge them
	$(VENV)/bin/companion soak --hours $(HOURS) $(ARGS)

accuracy: $(DEV_STAMP) ## Measure how often readings are right
	$(VENV)/bin/companion accuracy $(ARGS)

accuracy-places: $(DEV_STAMP) ## Photograph whole tables with Mitsuba (hours; goes on where it was), measure, print
	$(VENV)/bin/pip install --quiet -c constraints.txt ".[render]"
	$(VENV)/bin/companion accuracy --game girl $(WHOLE_TABLES) --seed 31 $(ARGS); girl=$$?; \
	$(VENV)/bin/companion accuracy --game starfall $(WHOLE_TABLES) --seed 33 --heaped 1 $(ARGS) \
		&& exit $$girl

install: ## Install and start the service (on a Raspberry Pi: sudo make install); run again at will
	PYTHON=$(PYTHON) systemd/install

uninstall: ## Take the service away; games stay (ARGS=--purge deletes them)
	systemd/uninstall $(ARGS)

clean: ## Remove environments, caches and built files
	rm -rf .venv .venv-bookworm build dist artefacts *.egg-info .mypy_cache .ruff_cache \
		.pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment may outlive the machine it was made on, so the system is looked at each time.
run-packages:
	@tools/system-packages $(PYTHON) run $(ON_PI)

test-packages:
	@tools/system-packages $(PYTHON) run test $(ON_PI)

$(RUN_STAMP): $(SOURCES_OF_ENVIRONMENT) | run-packages
	@tools/make-environment $(PYTHON) $(VENV) "" $(CONSTRAINTS)
	@touch $@

$(DEV_STAMP): $(SOURCES_OF_ENVIRONMENT) | test-packages
	@tools/make-environment $(PYTHON) $(VENV) dev $(CONSTRAINTS)
	@touch $@ $(RUN_STAMP)
