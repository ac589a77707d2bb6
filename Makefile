# Elderhand's everyday commands; `make help` lists them.

CONFIG ?= configs/gin-quick.toml
ARGS ?=

.PHONY: help setup train test faults fuzz serve page wheel python-examples clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

setup: ## check the tools and fetch libtorch (once, 550 MB)
	@for tool in cargo c++ python3; do command -v $$tool >/dev/null \
	  || { echo "$$tool is missing: install it and run make setup again"; exit 1; }; done
	@python3 scripts/libtorch.py

train: setup ## train a bot; CONFIG=configs/... picks the game, ARGS=... adds options
	cargo build --release --package elderhand
	target/release/elderhand train $(CONFIG) $(ARGS)

test: setup ## everything that must pass before a change goes in
	@scripts/test.sh

faults: setup ## kill what keeps something 200 times and starve it, and look for harm; KILLS=... SEED=... for others
	cargo build --release --package elderhand
	@scripts/faults.py $(or $(KILLS),200) $(SEED)

fuzz: ## hand the library whatever bytes break it; ARGS="TARGET SECONDS" chooses (needs nightly and cargo-fuzz)
	@scripts/fuzz.sh $(ARGS)

serve: ## keep tables and answer for bots over the network; ARGS=... adds options
	cargo build --release --package elderhand --no-default-features --features serve
	target/release/elderhand serve $(ARGS)

page: ## build the page to play on, in web/page/dist
	@scripts/web.sh page

wheel: ## build Python wheels that other machines can install, in target/wheels
	@scripts/python.sh wheel

python-examples: ## run the trainers of others on these games, shortly (installs 6 GB of libraries)
	@scripts/python.sh examples

clean: ## remove what was built (the fetched libtorch stays in your cache)
	cargo clean
	@if [ -L .libtorch ]; then rm .libtorch; fi
