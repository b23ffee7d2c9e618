# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""regions.py - locks and user regions as nodes of a program's tree.

What lives here: how they are written and counted, user regions that are left early, too. What does not: OpenMP
constructs (constructs.py)."""
from constructs import write_pragma
from tree import Node, predict_block, write_block


class LockCall(Node):
    """This initialises or destroys a lock that is local."""

    def __init__(self, what, lock, nest):
        self.what, self.lock, self.nest = what, lock, "nest_" if nest else ""

    def own_constructs(self):
        return 1

    def write(self, writer):
        self.place = writer.place()
        writer.line(f"omp_{self.what}_{self.nest}lock(&{self.lock});")

    def predict(self, context, result):
        if not context.off:
            result.call(self, context, f"omp_{self.what}_{self.nest}lock", "lock", context.times)


class Lock(Node):
    """This is a block between setting and unsetting a lock. With the spelling `test` it is tried first, and set if that failed;
    with `twice`, a nest lock is set once more inside."""

    def __init__(self, lock, nest, block, spelling=""):
        self.lock, self.nest, self.blocks, self.spelling = lock, "nest_" if nest else "", [block], spelling

    def own_constructs(self):
        return 2

    def call(self, writer, what):
        self.places.append(writer.place())
        if self.spelling == "test" and what == "set":
            writer.line(f"if (!omp_test_{self.nest}lock(&{self.lock})) omp_set_{self.nest}lock(&{self.lock});")
        elif self.spelling == "macro":
            writer.line(f"{what.upper()}(omp_{what}_{self.nest}lock, {self.lock});")
        else:
            writer.line(f"omp_{what}_{self.nest}lock(&{self.lock});")

    def times(self):
        return 2 if self.spelling == "twice" else 1

    def write(self, writer):
        self.places = []
        for _ in range(self.times()):
            self.call(writer, "set")
        write_block(self.blocks[0], writer)
        for _ in range(self.times()):
            self.call(writer, "unset")

    def predict(self, context, result):
        calls = ["set"] * self.times() + ["unset"] * self.times()
        for what, place in zip([] if context.off else calls, self.places):
            there = context._replace(place=context.place or place.at())
            result.call(self, there, f"omp_{what}_{self.nest}lock", "lock", context.times)
            if self.spelling == "test" and what == "set":
                result.call(self, there, f"omp_test_{self.nest}lock", "lock", context.times)
        if self.spelling == "test" and not context.off:
            result.open.add(("", 0, f"omp_set_{self.nest}lock", "lock", ""))
        predict_block(self.blocks[0], context, result)


class UserRegion(Node):
    """This is a user region: #pragma pomp inst begin(name) … end(name)."""

    def __init__(self, name, block):
        self.name, self.blocks = name, [block]

    def own_constructs(self):
        return 1

    def write(self, writer):
        write_pragma(writer, [f"pomp inst begin({self.name})"], "pragma", 0)
        self.place = writer.pragma_place
        write_block(self.blocks[0], writer)
        write_pragma(writer, [f"pomp inst end({self.name})"], "pragma", 0)

    def predict(self, context, result):
        result.visit(self, context, "region", "user", context.times, self.name)
        predict_block(self.blocks[0], context, result)


class RegionLoop(Node):
    """This is a loop with a user region that is left on iteration `at` by `way`: break, continue, goto, throw, or return (then
    the loop is in a function of its own)."""

    def __init__(self, name, variable, count, at, way, first, second):
        self.name, self.variable, self.count, self.at, self.way = name, variable, count, at, way
        self.blocks = [first, second]

    flat_ok = False

    def own_constructs(self):
        return 1

    def not_constexpr(self, standard):
        return self.way == "goto" or self.way == "throw" and standard < 20

    def write(self, writer):
        v = self.variable
        way = {"goto": f"goto done_{self.name};", "throw": "throw 2;"}.get(self.way, self.way + ";")
        if self.way == "throw":
            writer.line("try {")
        writer.line(f"for (int {v} = 0; {v} < {self.count}; {v}++) {{")
        writer.line(f"#pragma pomp inst begin({self.name})")
        self.place = Before(writer.place())
        write_block(self.blocks[0], writer)
        writer.line(f"if ({v} == {self.at}) {way}")
        write_block(self.blocks[1], writer)
        writer.line(f"#pragma pomp inst end({self.name})")
        writer.line("}")
        if self.way == "throw":
            writer.line("} catch (int) { }")
        if self.way == "goto":
            writer.line(f"done_{self.name}: ;")

    def predict(self, context, result):
        leaves = self.at < self.count
        if self.way == "continue":
            first, second = self.count, self.count - leaves
        else:
            first, second = (self.at + 1, self.at) if leaves else (self.count, self.count)
        result.visit(self, context, "region", "user", context.times * first, self.name)
        predict_block(self.blocks[0], context._replace(times=context.times * first), result)
        predict_block(self.blocks[1], context._replace(times=context.times * second), result)


class Before:
    """Returns the line before a place."""

    def __init__(self, place):
        self.place = place

    def at(self):
        file, line = self.place.at()
        return file, line - 1
