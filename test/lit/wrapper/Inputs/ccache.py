# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ccache.py POMP_CLANG LIBDIR SOURCE - what ccache gives out is what the compiler would make: in each of its modes, before
pomp-clang (`ccache pomp-clang`) and behind it (POMP_CLANG names ccache).

It is asked how often it compiled: once for what is new, not at all for the same again."""

import os
import shutil
import subprocess
import sys
import time

POMP_CLANG, LIBDIR, SOURCE = sys.argv[1:]
MODES = {
    "direct": {},
    "preprocessed": {"CCACHE_NODIRECT": "1"},
    "depend": {"CCACHE_DEPEND": "1"},
    "compiles what is preprocessed": {"CCACHE_NOCPP2": "1"},
}
here = os.getcwd()
prefix = os.path.join(here, "prefix")
wrapper = os.path.join(prefix, "bin", "pomp-clang")
plugin = os.path.join(prefix, "lib", "libpompinst-19.so")
behind = os.path.join(here, "links", "clang-19")
problems = []


def install():
    """Copies what compiles, so that the plugin can be replaced there."""
    for folder in ("bin", "lib", "links"):
        os.makedirs(os.path.join(prefix if folder != "links" else here, folder))
    shutil.copy2(POMP_CLANG, wrapper)
    for name in ("libpompinst.so", "libpompinst-19.so"):
        shutil.copy2(os.path.join(LIBDIR, name), os.path.join(prefix, "lib", name))
    os.symlink(shutil.which("ccache"), behind)
    shutil.copy(SOURCE, "loop.c")


def write_filter(excluded):
    with open("filter.txt", "w", encoding="utf-8") as file:
        file.write(f"SCOREP_REGION_NAMES_BEGIN\n EXCLUDE {excluded}\nSCOREP_REGION_NAMES_END\n")


def settle():
    """ccache trusts no file that was changed while it looked at it."""
    time.sleep(0.05)


class Cache:
    def __init__(self, name, before, settings):
        self.name, self.before = name, before
        directory = os.path.join(here, name.replace(" ", "-"))
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith(("CCACHE", "POMP"))}
        self.environment.update(settings, CCACHE_DIR=directory, CCACHE_CONFIGPATH=os.path.join(here, "none.conf"))
        if not before:
            self.environment["POMP_CLANG"] = behind

    def count(self):
        command = ["ccache", "--print-stats"]
        text = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout
        stats = dict(line.split("\t") for line in text.splitlines())
        return int(stats["cache_miss"]), int(stats["direct_cache_hit"]) + int(stats["preprocessed_cache_hit"])

    def compile(self, what, expected, *options):
        """Compiles; `expected` is "new", "kept", or "never" if nothing may be kept. The object is that of no cache."""
        before = self.count()
        command = [wrapper, "-c", "loop.c", "-MD", *options]
        subprocess.run((["ccache"] if self.before else []) + command + ["-o", "a.o"], env=self.environment, check=True)
        if "--pomp-emit=emitted.c" in options:
            if not os.path.exists("emitted.c"):
                problems.append(f"{self.name}: {what}: the instrumented source was not written")
                return
            os.remove("emitted.c")
        missed, hit = (now - then for now, then in zip(self.count(), before))
        found = "kept" if hit else "new"
        if found != ("new" if expected == "never" else expected):
            problems.append(f"{self.name}: {what}: {found}, not {expected} ({missed} misses, {hit} hits)")
        with open("a.o", "rb") as file:
            ours = file.read()
        plain = {key: value for key, value in self.environment.items() if key != "POMP_CLANG"}
        subprocess.run([*command, "-o", "a.o", "-MF", "plain.d"], env=plain | {"CCACHE_DISABLE": "1"}, check=True)
        with open("a.o", "rb") as file:
            if file.read() != ours:
                problems.append(f"{self.name}: {what}: the object is stale")


def try_all(cache):
    write_filter("nothing")
    settle()
    cache.compile("first", "new")
    cache.compile("again", "kept")
    cache.compile("another option", "new", "--pomp-disable=for")
    cache.compile("a filter", "new", "--pomp-filter=filter.txt")
    cache.compile("the filter again", "kept", "--pomp-filter=filter.txt")
    write_filter("*")
    settle()
    cache.compile("the filter has changed", "new", "--pomp-filter=filter.txt")
    write_filter("nothing")
    settle()
    cache.compile("the filter is back", "kept", "--pomp-filter=filter.txt")
    cache.compile("without it", "kept")
    with open(plugin, "ab") as file:  # the linker's result is read up to its end; so this is the same plugin
        file.write(b"replaced")
    settle()
    cache.compile("the plugin was replaced", "new")
    cache.compile("the replaced plugin again", "kept")
    for attempt in ("first", "again"):
        cache.compile(f"emit, {attempt}", "never", "--pomp-emit=emitted.c")


install()
for mode, settings in MODES.items():
    for before in (True, False):
        try_all(Cache(f"{mode}, {'before' if before else 'behind'} pomp-clang", before, settings))
sys.exit("\n".join(problems) or 0)
