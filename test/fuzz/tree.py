# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tree.py - a generated program as a tree: how it is written as text, and what it predicts.

What lives here: the nodes, their text, their predictions: how often each probe is hit and each region visited, for a given
number of threads. What does not: choosing what a program consists of (grow.py), OpenMP constructs (constructs.py)."""
import collections
import re

# A context says what a statement's executions are like, when predicting.
#   times     how often it is executed, over all threads of all teams
#   team      how many threads the innermost team has
#   together  every thread of the team executes it; else one thread, or one iteration or task
#   thread    the number of that one thread, if it is known
#   level     how many active parallel regions are around
#   place     (file, line) of the outermost macro expansion around, or None
#   function  the qualified name of the function
#   off       not instrumented: FILE, between noinstrument and instrument; BODY, in a simd loop, on a device
Context = collections.namedtuple("Context", "times team together thread level place function off")

FILE, BODY = 1, 2

NAME = re.compile(r"\b([vialr][0-9]+|zero)\b")
DECLARED = re.compile(r"\b(?:int|long|unsigned|auto|omp_lock_t|omp_nest_lock_t) [*&]?([vialr][0-9]+)\b")


# Such a parallel region, or league, has no events: OMPT tells of it.
UNINSTRUMENTED = {"fork": "parallel (not instrumented)", "teams": "teams (not instrumented)"}


class Prediction:
    """It has `hits` by probe and `visits` by (file, line, construct, role, sub name); `open` are the keys of visits whose number
    is left open: barriers that libomp reports, locks that may be taken. A construct that stands for the address of a call has
    no file and line there; `calls` has where it may be called, (file, line) by construct."""

    def __init__(self, threads, max_levels, explicit_barriers, cancellation=False, guards=False):
        self.threads, self.max_levels, self.explicit_barriers = threads, max_levels, explicit_barriers
        self.cancellation, self.guards = cancellation, guards
        self.left = 0  # how many regions are left without an end of their own
        self.left_most = 0  # the same, with the tasks that those may be left in
        self.hits = collections.Counter()
        self.visits = collections.Counter()
        self.open = set()
        self.calls = collections.defaultdict(set)
        self.teams_open = False  # some teams have as many threads as libomp likes

    def visit(self, node, context, construct, role, times, sub_name=""):
        if not context.off and times:
            self.visits[(*(context.place or node.place.at()), construct, role, sub_name)] += times

    def call(self, node, context, construct, role, times):
        """Counts visits of a construct that stands for the address of a call."""
        if times:
            self.calls[construct].add(context.place or node.place.at())
            self.visits["", 0, construct, role, ""] += times

    def uninstrumented(self, node, context, times, team, role="fork"):
        """Counts a parallel region or league that has no events. If `team` is None, libomp chooses how many threads it has."""
        construct = UNINSTRUMENTED[role]
        self.call(node, context, construct, role, times)
        if times:
            self.teams_open = self.teams_open or team is None
            for of_member in ("team", "barrier"):
                self.visits["", 0, construct, of_member, ""] += times * (team or 1)

    def may_fork(self, node, context):
        """Says that there may be parallel regions without events, as many as the compiler likes."""
        construct = UNINSTRUMENTED["fork"]
        self.calls[construct].add(context.place or node.place.at())
        self.open.update(("", 0, construct, role, "") for role in ("fork", "team", "barrier"))

    def leave(self, context, times, outer=0):
        """Counts regions that are left; `outer` are regions around them that may be left with them."""
        if not context.off:
            self.left += times
            self.left_most += times + outer

    def may_visit(self, node, context, construct, role):
        if not context.off:
            self.open.add((*(context.place or node.place.at()), construct, role, ""))


class Place:
    """This is a line of a section; where sections begin is known when all are written."""

    def __init__(self, section, index):
        self.section, self.index = section, index

    def at(self):
        return self.section.file, self.section.start + self.index


class Section:
    """These are consecutive lines of a file."""

    def __init__(self, file):
        self.file, self.start, self.lines = file, 1, []


class Writer:
    """Takes lines. A flat writer writes what is in a macro or its argument: directives as _Pragma, no includes."""

    def __init__(self, program, section, flat=False, draft=False):
        self.program, self.section, self.flat, self.draft = program, section, flat, draft

    def line(self, text):
        self.section.lines.append(text)

    def place(self):
        return Place(self.section, len(self.section.lines))

    def other(self, flat):
        """It is for text whose lines are wanted before they are put somewhere."""
        return Writer(self.program, Section(self.section.file), flat=flat, draft=self.draft)


def draft_of(node, writer):
    """Returns the node's text as one string, without a trace in the program."""
    draft = Writer(writer.program, Section("draft"), flat=True, draft=True)
    node.write(draft)
    return "\n".join(draft.section.lines)


def outer_names(text):
    """Returns the variables that the text uses and does not declare."""
    return sorted(set(NAME.findall(text)) - set(DECLARED.findall(text)))


class Node:
    """This is a statement. `blocks` are its parts that can be shrunk; `flat_ok` says if it can be in a macro, `unwraps` if one
    of its parts can be in its place."""

    blocks = ()
    flat_ok = unwraps = True
    place = None

    def nodes(self):
        yield self
        for block in self.blocks:
            for node in block:
                yield from node.nodes()

    def constructs(self):
        """Counts how many OpenMP directives, user regions and lock calls are written in it."""
        return sum(node.own_constructs() for node in self.nodes())

    def own_constructs(self):
        return 0

    def measured(self):
        """Tells whether it is a directive of its own that pompinst instruments."""
        return False

    def off_inside(self, off):
        return off

    def not_constexpr(self, standard):
        """Tells whether the standard of C++ forbids it in constexpr functions."""
        return False

    def can_be_flat(self):
        return all(node.flat_ok for node in self.nodes())

    def write(self, writer):
        raise NotImplementedError

    def predict(self, context, result):
        pass

    def shrink_flags(self):
        """Returns settings (attribute, simpler value) that a shrinker may try."""
        return []


def write_block(block, writer):
    for node in block:
        node.write(writer)


def any_measured(block, off):
    """Tells whether a directive in the block is instrumented, which makes its function a region."""
    for node in block:
        inner = node.off_inside(off)
        if node.measured() and not off or any(any_measured(b, inner) for b in node.blocks):
            return True
    return False


def predict_block(block, context, result):
    for node in block:
        node.predict(context, result)


class Work(Node):
    """This is one line that only computes; `probe` is the one that it hits, if any."""

    def __init__(self, text, probe=None):
        self.text, self.probe = text, probe

    def write(self, writer):
        writer.line(self.text)

    def predict(self, context, result):
        if self.probe is not None:
            result.hits[self.probe] += context.times


class Braces(Node):
    """This is a block, { … }."""

    def __init__(self, block):
        self.blocks = [block]

    def write(self, writer):
        writer.line("{")
        write_block(self.blocks[0], writer)
        writer.line("}")

    def predict(self, context, result):
        predict_block(self.blocks[0], context, result)


class If(Node):
    """This is if/else on a condition that is known: always the same branch."""

    def __init__(self, condition, value, then, other=None):
        self.condition, self.value = condition, value
        self.blocks = [then] if other is None else [then, other]

    def write(self, writer):
        writer.line(f"if ({self.condition}) {{")
        write_block(self.blocks[0], writer)
        if len(self.blocks) > 1:
            writer.line("} else {")
            write_block(self.blocks[1], writer)
        writer.line("}")

    def predict(self, context, result):
        if self.value:
            predict_block(self.blocks[0], context, result)
        elif len(self.blocks) > 1:
            predict_block(self.blocks[1], context, result)


class ThreadIf(Node):
    """This is executed by one thread of the team, by its number."""

    def __init__(self, thread, block):
        self.thread, self.blocks = thread, [block]

    def write(self, writer):
        writer.line(f"if (omp_get_thread_num() == {self.thread}) {{")
        write_block(self.blocks[0], writer)
        writer.line("}")

    def predict(self, context, result):
        if self.thread < context.team:
            inner = context._replace(times=context.times // context.team, together=False, thread=self.thread)
            predict_block(self.blocks[0], inner, result)


class Loop(Node):
    """This is a plain loop. `shape` is for, while or do."""

    def __init__(self, shape, name, count, block):
        self.shape, self.name, self.count, self.blocks = shape, name, count, [block]

    def write(self, writer):
        if self.shape == "for":
            writer.line(f"for (int {self.name} = 0; {self.name} < {self.count}; {self.name}++) {{")
        else:
            writer.line("{")
            writer.line(f"int {self.name} = 0;")
            writer.line(f"while ({self.name} < {self.count}) {{" if self.shape == "while" else "do {")
        write_block(self.blocks[0], writer)
        if self.shape != "for":
            writer.line(f"{self.name}++;")
        writer.line(f"}} while ({self.name} < {self.count});" if self.shape == "do" else "}")
        if self.shape != "for":
            writer.line("}")

    def predict(self, context, result):
        predict_block(self.blocks[0], context._replace(times=context.times * self.count), result)


class Switch(Node):
    """This is a switch on a known value."""

    def __init__(self, expression, value, blocks):
        self.expression, self.value, self.blocks = expression, value, blocks

    def write(self, writer):
        writer.line(f"switch ({self.expression}) {{")
        for number, block in enumerate(self.blocks):
            writer.line(f"case {number}: {{")
            write_block(block, writer)
            writer.line("break; }")
        writer.line("default: break;")
        writer.line("}")

    def predict(self, context, result):
        if self.value < len(self.blocks):
            predict_block(self.blocks[self.value], context, result)


class Argument(Node):
    """These are statements as the argument of a macro: ID( … )."""

    def __init__(self, block, lines):
        self.blocks, self.lines = [block], lines

    def write(self, writer):
        self.place = writer.place()
        inner = writer.other(flat=True)
        write_block(self.blocks[0], inner)
        if writer.flat or not self.lines:
            writer.line("ID(" + " ".join(inner.section.lines) + ")")
        else:
            writer.line("ID(" + (inner.section.lines or [""])[0])
            for line in inner.section.lines[1:]:
                writer.line(line)
            writer.line(")")

    def predict(self, context, result):
        predict_block(self.blocks[0], context._replace(place=context.place or self.place.at()), result)


class Macro(Node):
    """These are statements as the body of a macro, used once or more, as M7(3); `parameter` is an int in it."""

    def __init__(self, number, parameter, values, block):
        self.number, self.parameter, self.values, self.blocks = number, parameter, values, [block]

    def write(self, writer):
        name = f"M{self.number}"
        inner = Writer(writer.program, Section(""), flat=True, draft=writer.draft)
        write_block(self.blocks[0], inner)
        if writer.draft:
            # The text is counted as if it were written here.
            for line in inner.section.lines:
                writer.line(line)
            return
        define = [f"#define {name}({self.parameter}) {{"] + inner.section.lines + ["}"]
        writer.program.macro(define)
        self.places = []
        for value in self.values:
            self.places.append(writer.place())
            writer.line(f"{name}({value})")

    def predict(self, context, result):
        for place in self.places:
            predict_block(self.blocks[0], context._replace(place=context.place or place.at()), result)


class Include(Node):
    """These are statements in a header of the user, included in the middle of a function, once or more."""

    flat_ok = False

    def __init__(self, number, times, block):
        self.number, self.times, self.blocks = number, times, [block]

    def write(self, writer):
        if writer.draft:
            write_block(self.blocks[0], writer)
            return
        name = f"part{self.number}.h"
        write_block(self.blocks[0], Writer(writer.program, writer.program.file(name)))
        for _ in range(self.times):
            writer.line(f'#include "{name}"')

    def predict(self, context, result):
        inner = context._replace(times=context.times * self.times, off=self.off_inside(context.off))
        predict_block(self.blocks[0], inner, result)

    def off_inside(self, off):
        return off & ~FILE  # noinstrument ends with the file that it is in


class NotInstrumented(Node):
    """These are statements between #pragma pomp noinstrument and instrument."""

    flat_ok = False

    def __init__(self, block):
        self.blocks = [block]

    def write(self, writer):
        writer.line("#pragma pomp noinstrument")
        write_block(self.blocks[0], writer)
        writer.line("#pragma pomp instrument")

    def predict(self, context, result):
        predict_block(self.blocks[0], context._replace(off=self.off_inside(context.off)), result)

    def off_inside(self, off):
        return off | FILE


class Function:
    """This is a function of the program, or a template or member function; called from one place or more. `name` is qualified;
    `line` says which of the lines in `head` has it."""

    def __init__(self, name, head, line, block, call, tail="}"):
        self.name, self.head, self.line, self.block, self.call, self.tail = name, head, line, block, call, tail
        self.section = None
        self.throws = False  # True: the function ends by throwing an int, and its callers catch it
        self.has_object = False  # True: a call of it has an object whose class has no constexpr constructor

    def write(self, program):
        writer = Writer(program, self.section)
        for line in self.head:
            writer.line(line)
        write_block(self.block, writer)
        writer.line(self.tail)

    def place(self):
        return Place(self.section, self.line).at()

    def predict(self, context, result):
        inner = context._replace(place=None, off=0, function=self.name)
        if self.measured():
            result.visits[(*self.place(), "function", "user", self.name)] += context.times
        predict_block(self.block, inner, result)

    def measured(self):
        return any_measured(self.block, 0)


class Call(Node):
    """Calls a function of the program, with a small number. If the function throws, `handler` is what catches it."""

    def __init__(self, function, value, handler=()):
        self.function, self.value, self.handler = function, value, list(handler)
        self.blocks = [self.handler] if function.throws else ()

    def write(self, writer):
        if self.function.throws:
            writer.line("try {")
        writer.line(self.function.call % self.value)
        if self.function.throws:
            writer.line("} catch (int) {")
            write_block(self.handler, writer)
            writer.line("}")

    def predict(self, context, result):
        self.function.predict(context, result)
        predict_block(self.handler, context, result)

    def not_constexpr(self, standard):
        return self.function.has_object or self.function.throws and standard < 20


class Lambda(Node):
    """This is a lambda without captures that is called once or more, with a parameter. `standard` is C++'s: 11, 14, ..."""

    def __init__(self, number, parameter, generic, values, standard, block):
        self.number, self.parameter, self.generic, self.values = number, parameter, generic, values
        self.standard, self.blocks = standard, [block]

    def write(self, writer):
        writer.line("{")
        kind = "auto" if self.generic else "int"
        self.place = writer.place()
        writer.line(f"auto f{self.number} = []({kind} {self.parameter}) {{")
        writer.line(f"(void){self.parameter};")
        write_block(self.blocks[0], writer)
        writer.line("};")
        for value in self.values:
            writer.line(f"f{self.number}({value});")
        writer.line("}")

    def constexpr(self):
        """From C++17 a lambda is constexpr if nothing forbids it: then it is no region."""
        return self.standard >= 17 and not any(node.not_constexpr(self.standard) for node in own_nodes(self.blocks[0]))

    def predict(self, context, result):
        inner = context._replace(times=context.times * len(self.values), function=context.function + "::(lambda)")
        if not self.constexpr() and any_measured(self.blocks[0], context.off):
            result.visit(self, inner._replace(off=context.off & FILE), "function", "user", inner.times, inner.function)
        predict_block(self.blocks[0], inner, result)


def own_nodes(block):
    """Returns the nodes that are in a function itself, not in a lambda in it."""
    for node in block:
        yield node
        if not isinstance(node, Lambda):
            for inner in node.blocks:
                yield from own_nodes(inner)


class Try(Node):
    """This is try { … throw } catch { … }; `thrown` says if something is thrown, `again` if the handler throws it once more, to a
    second one."""

    def __init__(self, thrown, block, handler, again=False):
        self.thrown, self.again, self.blocks = thrown, again, [block, handler]

    def write(self, writer):
        if self.again:
            writer.line("try {")
        writer.line("try {")
        write_block(self.blocks[0], writer)
        writer.line(f"if (zero == {0 if self.thrown else 1}) throw 1;")
        writer.line("} catch (...) {" if self.again else "} catch (int) {")
        write_block(self.blocks[1], writer)
        if self.again:
            writer.line("throw;")
            writer.line("} } catch (int) {")
        writer.line("}")

    def predict(self, context, result):
        predict_block(self.blocks[0], context, result)
        if self.thrown:
            predict_block(self.blocks[1], context, result)

    def not_constexpr(self, standard):
        return standard < 20
