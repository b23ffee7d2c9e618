# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shrink.py - makes a failing program small, on its tree.

What lives here: the steps (drop a statement, put a construct's block in its place, drop a clause, spell a pragma plainly,
drop a flag). What does not: what counts as the same failure (the caller's `fails`)."""
import collections
import copy
import re

from constructs import Directive
from tree import Node


def lists_of(program):
    """Returns every list of statements in the program, outermost first."""
    pending = program.blocks()
    while pending:
        block = pending.pop(0)
        yield block
        for node in block:
            pending.extend(node.blocks)


def steps(program):
    """Returns changes to try, each a function of a copy of the program. They name places by number, as copies have other nodes."""
    for number, block in enumerate(lists_of(program)):
        half = len(block) // 2
        if half > 1:
            yield drop(number, 0, half)
            yield drop(number, half, len(block))
        for index in reversed(range(len(block))):
            yield drop(number, index, index + 1)
    for number, block in enumerate(lists_of(program)):
        for index, node in enumerate(block):
            for inner in range(len(node.blocks) if node.unwraps else 0):
                yield unwrap(number, index, inner)
    for number, node in enumerate(program.nodes()):
        for attribute, value in node.shrink_flags():
            yield setting(number, attribute, value)
        if isinstance(node, Directive):
            for index, clause in enumerate(node.clauses):
                if not clause.needed:
                    yield drop_clause(number, index)
            if node.before or node.after:
                yield setting(number, "after", [])
    if program.barriers != "explicit":
        yield lambda other: setattr(other, "barriers", "explicit")
    for flag in program.flags:
        yield lambda other, flag=flag: other.flags.remove(flag)
    if program.max_levels > 1:
        yield lambda other: setattr(other, "max_levels", 1)
    if program.exit_status:
        yield lambda other: setattr(other, "exit_status", 0)


def drop(number, first, last):
    def change(program):
        del list(lists_of(program))[number][first:last]

    return change


def unwrap(number, index, inner):
    def change(program):
        block = list(lists_of(program))[number]
        block[index : index + 1] = block[index].blocks[inner]

    return change


def setting(number, attribute, value):
    def change(program):
        setattr(list(program.nodes())[number], attribute, value)

    return change


def drop_clause(number, index):
    def change(program):
        del list(program.nodes())[number].clauses[index]

    return change


def drop_unused(program):
    """Drops functions that nothing calls, variables and locks that nothing names."""
    while True:
        called = {node.function for node in program.nodes() if isinstance(node, Node) and hasattr(node, "function")}
        called |= {function.through for function in program.functions if getattr(function, "through", None)}
        kept = [function for function in program.functions if function in called]
        if len(kept) == len(program.functions):
            break
        program.functions = kept
    text = "".join(program.files_of().values())
    for kept, name_of in ((program.arrays, lambda a: a[0]), (program.locks, lambda lock: lock[0])):
        # Its declaration, and init and destroy or print, name it as well.
        kept[:] = [item for item in kept if text.count(name_of(item)) > 3]
    text = "".join(program.files_of().values())
    names = re.compile(r"\b[alrt][0-9]+\b")
    used = collections.Counter(names.findall(text))
    program.globals = [line for line in program.globals if not names.search(line) or any(used[name] > 1 for name in names.findall(line))]


def shrink(program, fails, most=400):
    """Returns the smallest program found that still fails; `fails` takes a program. `most` bounds the tries."""
    tries, progress = 0, True
    while progress and tries < most:
        progress = False
        done = 0
        while tries < most:
            changes = list(steps(program))
            if done >= len(changes):
                break
            candidate = copy.deepcopy(program)
            changes[done](candidate)
            drop_unused(candidate)
            tries += 1
            if fails(candidate):
                program, progress = candidate, True
            else:
                done += 1
    return program
