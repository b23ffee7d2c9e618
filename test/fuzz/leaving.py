# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""leaving.py - cancel that is active, and longjmp, as nodes of a program's tree.

What lives here: how they are written, and what is counted for the code before and after them. What does not: OpenMP constructs
that nothing leaves (constructs.py), exceptions (tree.py), and user regions that are left (regions.py)."""
from constructs import Directive, For, ParallelFor, write_pragma
from tree import Function, Node, predict_block, write_block


class Leave(Node):
    """This is a cancel that always is active, with what follows it, at the end of the block that it leaves. With a `name` it
    is in a user region, which is left, too. `regions` says how many regions are left then, without the user region."""

    unwraps = False

    def __init__(self, cancel, behind, regions, name=None):
        self.blocks, self.regions, self.name = [[cancel], behind], regions, name
        # libomp tells of a task's end, which is enough if nothing in it was left.
        self.in_task = not regions

    def own_constructs(self):
        return 1 if self.name else 0

    def write(self, writer):
        if self.name:
            write_pragma(writer, [f"pomp inst begin({self.name})"], "pragma", 0)
            self.place = writer.pragma_place
        write_block(self.blocks[0], writer)
        write_block(self.blocks[1], writer)
        if self.name:
            write_pragma(writer, [f"pomp inst end({self.name})"], "pragma", 0)

    def predict(self, context, result):
        if self.name:
            result.visit(self, context, "region", "user", context.times, self.name)
        predict_block(self.blocks[0], context, result)
        if not result.cancellation or not self.blocks[0]:
            predict_block(self.blocks[1], context, result)
        else:
            # In C++ a user region has a guard, which a cancel destroys.
            named = bool(self.name) and not result.guards
            result.leave(context, context.times * (self.regions + named), context.times * (named and self.in_task))


class Cancelled(Directive):
    """This is what loops have in common that a cancel leaves: on each thread's first iteration (`every`), or in the last iteration
    of all. The blocks are: what comes before it, the cancel, what comes after it."""

    every = unwraps = False

    def write_body(self, writer):
        write_block(self.blocks[0], writer)
        writer.line("{" if self.every else f"if ({self.nest.names[0]} == {self.nest.count - 1}) {{")
        write_block(self.blocks[1], writer)
        writer.line("}")
        write_block(self.blocks[2], writer)

    def predict_body(self, context, result):
        inner, count = self.iterations(context), self.nest.count
        encounters = inner.times // count
        before, cancel, after = count, count if self.every else 1, count
        if result.cancellation and self.blocks[1]:
            after = count - 1
            if self.every:
                before = cancel = min(count, context.team)
                after = 0
        for block, times in zip(self.blocks, (before, cancel, after)):
            if times:
                predict_block(block, inner._replace(times=encounters * times), result)


class CancelledFor(Cancelled, For):
    """This is for."""

    def predict(self, context, result):
        result.visit(self, context, self.name, "loop", context.times)
        self.predict_body(context, result)
        self.barrier(context, result, self.name)


class CancelledParallelFor(Cancelled, ParallelFor):
    """This is parallel for."""

    def predict(self, context, result):
        inner = self.fork(context, result, "parallelfor")
        result.visit(self, inner, "parallelfor", "loop", inner.times)
        self.predict_body(inner, result)
        self.barrier(inner, result, "parallelfor")


class JumpingFunction(Function):
    """This is a function that ends by longjmp; or, if it has one to go `through`, by calling that one, which does so. It has a frame of its
    own: where the compiler has inlined it into the function with the setjmp, nobody can see that it was left (docs/limits.md)."""

    def __init__(self, number, parameter, block, through=None, value=0):
        head = [f"__attribute__((noinline)) static void f{number}(jmp_buf back, int {parameter}) {{", f"(void){parameter};"]
        last = through.call % ("back", value) if through else "if (zero == 0) longjmp(back, 1);"
        super().__init__(f"f{number}", head, 0, block, f"f{number}(%s, %d);", last + " }")
        self.through = through

    def predict(self, context, result):
        super().predict(context, result)
        if self.measured():
            result.leave(context._replace(off=0), context.times, context.times)
        if self.through:
            self.through.predict(context._replace(place=None, off=0, function=self.name), result)


class Jump(Node):
    """This is if (setjmp() == 0) { … longjmp } else { … }. With a `name` a user region is left, with a `function` it is that which
    calls longjmp."""

    def __init__(self, number, block, handler, name=None, function=None, value=0):
        self.number, self.blocks, self.name, self.function, self.value = number, [block, handler], name, function, value

    def own_constructs(self):
        return 1 if self.name else 0

    def write(self, writer):
        writer.line("{")
        writer.line(f"jmp_buf j{self.number};")
        writer.line(f"if (setjmp(j{self.number}) == 0) {{")
        if self.name:
            write_pragma(writer, [f"pomp inst begin({self.name})"], "pragma", 0)
            self.place = writer.pragma_place
        write_block(self.blocks[0], writer)
        if self.function:
            writer.line(self.function.call % (f"j{self.number}", self.value))
        else:
            writer.line(f"if (zero == 0) longjmp(j{self.number}, 1);")
        if self.name:
            write_pragma(writer, [f"pomp inst end({self.name})"], "pragma", 0)
        writer.line("} else {")
        write_block(self.blocks[1], writer)
        writer.line("}")
        writer.line("}")

    def predict(self, context, result):
        if self.name:
            result.visit(self, context, "region", "user", context.times, self.name)
            result.leave(context, context.times, context.times)
        predict_block(self.blocks[0], context, result)
        if self.function:
            self.function.predict(context, result)
        predict_block(self.blocks[1], context, result)

    def not_constexpr(self, standard):
        return standard < 20
