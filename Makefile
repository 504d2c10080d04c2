# SPDX-License-Identifier: MIT
#
# What test frameworks of engines such as OpenBench ask for: `make EXE=NAME`, with CXX=COMPILER if they choose one,
# builds hone and leaves it as NAME. Everything else is CMake's (CONTRIBUTING.md).
EXE ?= hone

# A build directory of its own for a compiler that is asked for: CMake cannot change the one of a directory.
ifeq ($(origin CXX), command line)
build = build/make-$(notdir $(firstword $(CXX)))
compiler = -DCMAKE_CXX_COMPILER=$(CXX)
else
build = build/release
endif

.PHONY: all
all:
	cmake --preset release -B $(build) $(compiler)
	cmake --build $(build) --target hone
	cp -f $(build)/tuner/cli/hone $(EXE)
