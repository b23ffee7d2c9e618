# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The commands that people type: `make demo`, `make test`, `make test-all`. What they do lives elsewhere: cmake/setup.sh installs what is
# missing, CMakePresets.json says how to build, examples/stommel/demo.sh is the demo, test/run-tests runs the suites.
# All that they write goes below build/.
.DEFAULT_GOAL := build
.NOTPARALLEL:
.PHONY: build build-tests tested tested-asan aarch64 asan asan-plugin tsan fuzzers bare coverage setup setup-tests setup-all demo test test-all mutations bench lint dist debs release-check install clean

JOBS ?= $(shell nproc)

setup:
	@sh cmake/setup.sh

setup-tests:
	@sh cmake/setup.sh --tests

setup-all:
	@sh cmake/setup.sh --all
	@sh cmake/other-libomp.sh $(shell sed -n 's/^\([0-9]*\)$$/\1/p' cmake/clangs.txt)
	@sh cmake/eztrace.sh
	@sh cmake/ompd-libomp.sh
	@sh cmake/npm-readers.sh

# Configure once; from then on Ninja itself looks after changes to the CMakeLists.
build/build.ninja: CMakePresets.json | setup
	@mkdir -p build
	@cmake --preset default >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

# The other builds are named after their presets.
build/%/build.ninja: CMakePresets.json | setup
	@mkdir -p build
	@cmake --preset $* >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

build: build/build.ninja
	@cmake --build --preset default -j $(JOBS)

# What only tests need is no part of the usual build.
build-tests: build/build.ninja
	@cmake --build --preset default -j $(JOBS) --target all tests more-tests fuzzers

# It is what `make test` needs of that: the plugin for one Clang, and no others; and of the sanitizers' build the library and what reads experiments.
tested: build/build.ninja
	@cmake --build --preset default -j $(JOBS) --target tested tests fuzzers

tested-asan: build/asan/build.ninja
	@cmake --build --preset asan -j $(JOBS) --target pompomp pompomp_static pomp-report pomp-clang fuzz_reader fuzz_settings fuzz_job fuzz_condition fuzz_options

asan: build/asan/build.ninja
	@cmake --build --preset asan -j $(JOBS) --target all tests fuzzers

asan-plugin: build/asan-plugin/build.ninja
	@cmake --build --preset asan-plugin -j $(JOBS) --target all tests more-tests

tsan: build/tsan/build.ninja
	@cmake --build --preset tsan -j $(JOBS)

# Its libraries come from Debian; without a network there is no such build, and its tests are skipped.
aarch64: build
	@if sh cmake/aarch64-sysroot.sh build/aarch64-sysroot; then \
	  { cmake --preset aarch64 >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }; } && \
	  cmake --build --preset aarch64 -j $(JOBS) --target all tests; fi

# These are the plugin's fuzzers; the others are part of the sanitizers' build.
fuzzers: build
	@cmake --build --preset default -j $(JOBS) --target fuzzers

bare: build/bare/build.ninja
	@cmake --build --preset bare -j $(JOBS) --target all tests

demo: build
	@sh examples/stommel/demo.sh build

# It runs guards, some tests of each kind, and those for what was touched last (test/later.txt). FORCE=1 also runs the tests that passed before, though nothing changed since.
RUN_TESTS = python3 test/run-tests --build build $(if $(filter-out 0,$(FORCE)),--force)

test: setup-tests tested tested-asan
	@$(RUN_TESTS)

# It runs all tests, with more seeds, compilers and modes, too, and the fuzzers for longer. After an hour of tests it ends, and the next one goes on.
test-all: setup-all build-tests asan asan-plugin tsan bare aarch64
	@$(RUN_TESTS) --all

# It makes the mistakes of test/mutations.txt in a copy, one by one, and tells which of them the tests notice that `make test` would choose. A run
# that was ended goes on in the next one. ONLY="words" runs the rows that have one of these words in their first line, FORCE=1 again those that have been run.
mutations: setup-tests tested
	@python3 test/mutations --build build --only "$(ONLY)" $(if $(filter-out 0,$(FORCE)),--force)

# It runs the tests in a build that counts lines, and tells how many each part's tests run. What fails there because of the
# counting itself, such as tests of which names a library has, is reported and does not matter.
coverage: setup-tests build/coverage/build.ninja
	@cmake --build --preset coverage -j $(JOBS) --target all tests more-tests
	@rm -rf build/coverage/counts
	-@python3 test/run-tests --build build/coverage --all --minutes 600 --force unit lit runtime
	@python3 test/coverage --build build/coverage

lint: build
	@python3 test/run-tests --build build --force lint

# It writes the source as it is given away, build/pompinst-VERSION.tar.xz; nothing has to be built for it.
dist:
	@python3 packaging/dist build

# It makes Debian's packages, build/debian/debs/*.deb, from a build of its own, as they have folders of their own.
debs: setup
	@packaging/debs build/debian

# It says what has to be done before this can be released, and changes nothing.
release-check:
	@packaging/release-check

# It installs what `make` builds to PREFIX, below DESTDIR if that is set.
PREFIX ?= /usr/local
install: build
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

bench: build
	@bench/run build

clean:
	rm -rf build
