# The native engine as OpenBench builds it: `make EXE=name` leaves the program `name` here, built for this
# machine's processor.

EXE ?= tabia-native
# Features of the package tabia-cli for the build: tabia-cli/tune makes the parameters of the search UCI options.
FEATURES ?=
# The net to compile in, instead of crates/nnue/nets/tabia.nnue.
EVALFILE ?=

# The profile of Cargo.toml: `make PROFILE=release` takes longer and plays no better.
PROFILE := openbench

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

# A separate folder, because cargo rebuilds everything when the flags change.
TARGET := target/native

.PHONY: all
all:
	RUSTFLAGS="-C target-cpu=native" TABIA_EVALFILE="$(abspath $(EVALFILE))" cargo build --profile $(PROFILE) --locked --package tabia-cli --bin tabia $(if $(FEATURES),--features $(FEATURES)) --target-dir $(TARGET)
	cp $(TARGET)/$(PROFILE)/tabia$(SUFFIX) $(EXE)$(SUFFIX)
