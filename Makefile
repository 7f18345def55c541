# The native engine as OpenBench builds it: `make EXE=name` leaves the program `name` here, built for this
# machine's processor.

EXE ?= tabia-native
# Features of the package tabia-cli for the build: tabia-cli/tune makes the numbers of the search UCI options.
FEATURES ?=

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

# A folder of its own, because other flags would make cargo build everything anew.
TARGET := target/native

.PHONY: all
all:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --locked --package tabia-cli --bin tabia $(if $(FEATURES),--features $(FEATURES)) --target-dir $(TARGET)
	cp $(TARGET)/release/tabia$(SUFFIX) $(EXE)$(SUFFIX)
