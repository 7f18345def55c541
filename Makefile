# The native engine as OpenBench builds it: `make EXE=name` leaves the program `name` here.

EXE ?= tabia

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

.PHONY: all
all:
	cargo rustc --release --locked --package tabia-cli --bin tabia -- -C target-cpu=native --emit link=$(EXE)$(SUFFIX)
