# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""program.py - a whole program: its files, how it is compiled, and what it prints.

What lives here: the text around the tree of statements, and the assembly of sections into files. What does not: the
tree's nodes (tree.py, constructs.py)."""
from regions import LockCall
from tree import Context, Prediction, Section, Writer, any_measured, predict_block, write_block

HEAD = """\
#include <omp.h>
#include <setjmp.h>
#ifdef __cplusplus
extern "C"
#endif
int printf(const char *, ...);
#define UNUSED __attribute__((unused))
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ID(...) __VA_ARGS__
#define SET(f, l) f(&(l))
#define UNSET(f, l) f(&(l))
static unsigned long hits[%(probes)d], sums[%(sums)d];
static volatile int zero UNUSED = 0;
UNUSED static void hit(int k) { __atomic_fetch_add(&hits[k], 1, __ATOMIC_RELAXED); }
UNUSED static int val(int k, int v) { hit(k); return v; }
UNUSED static void add(int k, long v) { __atomic_fetch_add(&sums[k], (unsigned long)v, __ATOMIC_RELAXED); }
UNUSED static void add_alone(int k, long v) { sums[k] += (unsigned long)v; }
UNUSED static void mix(int k, long v) { sums[k] = sums[k] * 31 + (unsigned long)v; }
"""

TAIL = """\
for (int k = 0; k < %(probes)d; k++) printf("h%%d %%lu\\n", k, hits[k]);
for (int k = 0; k < %(sums)d; k++) printf("s%%d %%lu\\n", k, sums[k]);
"""


class Program:
    """`main` is a block; `functions` come before it, callees first; `globals` are lines."""

    def __init__(self, language):
        self.language = language  # c or cpp
        self.flags = []  # the compiler's
        self.barriers = "explicit"  # or "ompt": how the plugin measures implicit barriers
        self.traced = False  # the trace is compared with the profile, and converted
        self.cancellation = False  # it runs with OMP_CANCELLATION=true
        self.main = []
        self.functions = []
        self.globals, self.locks, self.arrays = [], [], []
        self.max_levels = 1
        self.probes = self.sums = 0
        self.exit_status = 0
        self.seed = None
        self.unpredicted = set()  # probes in clauses: how often those are evaluated is for the compiler to say

    @property
    def main_file(self):
        return "program." + self.language

    def blocks(self):
        return [self.main] + [function.block for function in self.functions]

    def nodes(self):
        for block in self.blocks():
            for node in block:
                yield from node.nodes()

    def constructs(self):
        return sum(node.own_constructs() for node in self.nodes())

    # --- text ---

    def macro(self, lines):
        self.macros.lines += [line + " \\" for line in lines[:-1]] + [lines[-1]]

    def file(self, name):
        return self.files.setdefault(name, Section(name))

    def files_of(self):
        """Returns {name: text}; also makes the places of all nodes final."""
        self.files = {}
        head, self.macros, main = (Section(self.main_file) for _ in range(3))
        for function in self.functions:
            function.section = Section(self.main_file)
            function.write(self)
        self.write_main(Writer(self, main))
        used = {"probes": max(self.probes, 1), "sums": max(self.sums, 1)}
        head.lines = (HEAD % used).splitlines() + self.globals
        for line in (TAIL % used).splitlines():
            main.lines.append(line)
        for array, size in self.arrays:
            main.lines.append(f'for (int k = 0; k < {size}; k++) printf("{array} %d %d\\n", k, {array}[k]);')
        main.lines += [f"return {self.exit_status};", "}"]
        text, line = [], 1
        for section in [head, self.macros] + [function.section for function in self.functions] + [main]:
            section.start = line
            line += len(section.lines)
            text += section.lines
        texts = {self.main_file: "\n".join(text) + "\n"}
        for name, section in self.files.items():
            texts[name] = "\n".join(section.lines) + "\n"
        return texts

    def write_main(self, writer):
        self.main_place = writer.place()
        writer.line("int main(void) {")
        writer.line(f"omp_set_max_active_levels({self.max_levels});")
        self.lock_calls = [LockCall(what, lock, nest) for what in ("init", "destroy") for lock, nest in self.locks]
        write_block(self.lock_calls[: len(self.locks)], writer)
        write_block(self.main, writer)
        write_block(self.lock_calls[len(self.locks) :], writer)

    # --- prediction ---

    def main_is_measured(self):
        return any_measured(self.main, 0)

    def predict(self, threads):
        """Predicts what the program counts. It is called after files_of()."""
        result = Prediction(threads, self.max_levels, self.barriers == "explicit", self.cancellation, self.language == "cpp")
        context = Context(1, 1, True, 0, 0, None, "main", 0)
        predict_block(self.lock_calls, context, result)
        if self.main_is_measured():
            result.visits[(*self.main_place.at(), "function", "user", "main")] = 1
        predict_block(self.main, context, result)
        return result
