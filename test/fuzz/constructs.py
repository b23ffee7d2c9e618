# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""constructs.py - OpenMP constructs, user regions and locks as nodes of a program's tree.

What lives here: how each is written, and which visits of which regions the instrumented program must count for it, as
docs/rules.md has it. What does not: choosing them (grow.py)."""
from tree import BODY, NAME, Node, draft_of, outer_names, predict_block, write_block


class Clause:
    """The prediction looks at `key` and at `value`. A clause that is `needed` is never dropped alone."""

    def __init__(self, key, text, value=None, needed=False):
        self.key, self.text, self.value, self.needed = key, text, value, needed


class Directive(Node):
    """This is a directive and, in subclasses, its statement. `before` and `after` are lines around it, in a block of their own.
    `form` is how the pragma is spelled."""

    # Clauses that make pompinst keep the implicit barrier, without events, whatever barriers= says.
    KEEP = ("copyprivate", "lastprivate", "order", "ordered(n)", "reduction(task)", "reduction(inscan)")

    def __init__(self, name, clauses=(), block=None, form="pragma", number=0):
        self.name, self.clauses, self.form, self.number = name, list(clauses), form, number
        self.blocks = [] if block is None else [block]
        self.before, self.after = [], []

    def own_constructs(self):
        return 1

    def measured(self):
        return True

    def not_constexpr(self, standard):
        return True

    def has(self, key):
        return any(clause.key == key for clause in self.clauses)

    def value(self, key, default=None):
        for clause in self.clauses:
            if clause.key == key:
                return clause.value
        return default

    def shrink_flags(self):
        return [("form", "pragma")] if self.form != "pragma" else []

    # --- text ---

    def clause_text(self, writer):
        texts = []
        for clause in self.clauses:
            text = clause.text
            if clause.key == "default(none)":
                text += self.sharing(writer)
            texts.append(text)
        return texts

    def sharing(self, writer):
        """default(none) wants each name in a clause."""
        lists = ("private", "firstprivate", "lastprivate", "shared", "linear", "reduction", "in_reduction", "task_reduction")
        listed = set(NAME.findall(" ".join(c.text for c in self.clauses if c.key in lists)))
        names = [name for name in outer_names(self.body_draft(writer) + self.evaluated(lists)) if name not in listed]
        task = self.name.startswith("task")
        copied = [name for name in names if task and name[0] in "vi"]
        shared = [name for name in names if name not in copied]
        return "".join(f" {kind}({', '.join(n)})" for kind, n in (("shared", shared), ("firstprivate", copied)) if n)

    def evaluated(self, lists):
        return " ".join(c.text for c in self.clauses if c.key not in lists)

    def body_draft(self, writer):
        return "\n".join(draft_of(node, writer) for block in self.blocks for node in block)

    def write(self, writer):
        if self.before or self.after:
            writer.line("{")
        for line in self.before:
            writer.line(line)
        self.write_pragma(writer)
        self.write_statement(writer)
        for line in self.after:
            writer.line(line)
        if self.before or self.after:
            writer.line("}")

    def write_pragma(self, writer):
        words = ["omp " + self.name] + ([] if writer.draft else self.clause_text(writer))
        if writer.draft:
            words += [clause.text for clause in self.clauses]
        write_pragma(writer, words, self.form, self.number)
        self.place = writer.pragma_place
        if self.form == "attribute" and isinstance(self, (Standalone, Cancel)) and not writer.flat:
            writer.line(";")  # an attribute needs a statement

    def write_statement(self, writer):
        for block in self.blocks:
            writer.line("{")
            write_block(block, writer)
            writer.line("}")

    # --- prediction ---

    def cancelled(self):
        return any(isinstance(node, Cancel) and node.target is self and node.matters() for node in self.nodes())

    def keeps_barrier(self):
        return any(self.has(key) for key in self.KEEP) or self.cancelled()

    def is_left(self, result):
        """Tells whether it is a parallel region that a cancel leaves: no thread tells of its end."""
        return result.cancellation and any(isinstance(node, Cancel) and node.target is self and node.active and node.of == "parallel"
                                           for node in self.nodes())  # fmt: skip

    def barrier(self, context, result, construct):
        if self.is_left(result):
            result.may_visit(self, context, construct, "barrier")
        elif self.has("lastprivate") and (self.has("nowait") or self.has("firstprivate")) or self.has("linear"):
            result.may_visit(self, context, construct, "barrier")  # Clang has one more, or one all the same
        elif not self.has("nowait"):
            result.visit(self, context, construct, "barrier", context.times)


def write_pragma(writer, words, form, number):
    text = " ".join(words)
    writer.pragma_place = writer.place()
    if writer.flat:
        writer.line(f"PRAGMA({text})")
    elif form == "continued" and len(words) > 1:
        writer.line(f"#pragma {words[0]} \\")
        for word in words[1:-1]:
            writer.line(f"    {word} \\")
        writer.line(f"    {words[-1]}")
    elif form == "commas" and len(words) > 2:
        writer.line(f"#pragma {words[0]} {', '.join(words[1:])} // a comment")
    elif form == "comment":
        writer.line(f"\t#  pragma\tomp /* {number} */ {text[4:]} /**/")
    elif form == "operator":
        writer.line(f'_Pragma("{text}")')
    elif form == "macro":
        writer.line(f"PRAGMA({text})")
    elif form == "object macro":
        writer.program.macro([f'#define P{number} _Pragma("{text}")'])
        writer.line(f"P{number}")
    elif form == "nested macro":
        writer.program.macro([f"#define P{number}(...) PRAGMA(omp __VA_ARGS__)"])
        writer.line(f"P{number}({text[4:]})")
    elif form == "attribute" and text.startswith("omp ") and not text.startswith("omp section"):
        writer.line(f"[[omp::directive({text[4:]})]]")
    elif form == "clause macro" and len(words) > 1:
        writer.program.macro([f"#define P{number} {' '.join(words[1:])}"])
        writer.line(f"#pragma {words[0]} P{number}")
    else:
        writer.line(f"#pragma {text}")


FORMS = ["pragma"] * 6 + ["continued", "commas", "comment", "operator", "macro"]
FORMS += ["object macro", "nested macro", "clause macro"]


class Parallel(Directive):
    """This is parallel; it has what is common to directives combined with it."""

    def team(self, context, result):
        if context.level >= result.max_levels or not self.value("if", True):
            return 1
        return self.value("num_threads", result.threads)

    def fork(self, context, result, construct="parallel"):
        """Counts visits of fork and team; gives the context of the block."""
        team = self.team(context, result)
        inner = context._replace(times=context.times * team, team=team, together=True, thread=None,
                                 level=context.level + (team > 1))
        result.visit(self, context, construct, "fork", context.times)
        result.visit(self, inner, construct, "team", inner.times)
        if context.off:
            result.uninstrumented(self, context, context.times, team)
        return inner

    def splits(self):
        return True

    def predict(self, context, result):
        inner = self.fork(context, result)
        predict_block(self.blocks[0], inner, result)
        self.barrier(inner, result, "parallel")


class LoopNest:
    """These are the loops of a loop construct, how many iterations there are, and what the body begins with. `names` are int
    expressions that tell iterations apart; `transform` is a directive between the construct's and the loop."""

    def __init__(self, lines, count, names, first=()):
        self.lines, self.count, self.names, self.first = lines, count, tuple(names), list(first)
        self.closing, self.transform = len(lines), None


class Looping(Directive):
    """These are directives with a loop nest."""

    def __init__(self, name, clauses, nest, block, form="pragma", number=0):
        super().__init__(name, clauses, block, form, number)
        self.nest = nest

    def body_draft(self, writer):
        # Loop variables are declared in the loop.
        return "\n".join(self.nest.lines + self.nest.first) + "\n" + super().body_draft(writer)

    def write_statement(self, writer):
        if self.nest.transform:
            write_pragma(writer, ["omp " + self.nest.transform], "pragma", self.number)
        for line in self.nest.lines:
            writer.line(line)
        for line in self.nest.first:
            writer.line(line)
        self.write_body(writer)
        writer.line("}" * self.nest.closing)

    def write_body(self, writer):
        write_block(self.blocks[0], writer)

    def own_constructs(self):
        return 1 + (self.nest.transform is not None)

    def iterations(self, context):
        encounters = context.times // context.team if context.together else context.times
        return context._replace(times=encounters * self.nest.count, together=False, thread=None)

    def each(self, context):
        """Does the same as iterations, for a loop that each thread runs for itself."""
        return context._replace(times=context.times * self.nest.count)

    def off_inside(self, off):
        pure = "simd" in self.name.split() or self.has("order") or "loop" in self.name.split()
        return off | BODY if pure else off

    def inner_off(self, context):
        return context._replace(off=self.off_inside(context.off))


class For(Looping):
    """This is for or for simd."""

    def predict(self, context, result):
        result.visit(self, context, self.name, "loop", context.times)
        predict_block(self.blocks[0], self.inner_off(self.iterations(context)), result)
        self.barrier(context, result, self.name)


class ParallelFor(Looping, Parallel):
    """This is parallel for, parallel for simd or parallel loop."""

    def splits(self):
        return not self.has("reduction(inscan)")

    def predict(self, context, result):
        construct = {"parallel for": "parallelfor"}.get(self.name, self.name)
        inner = self.fork(context, result, construct)
        role = "concurrent loop" if self.name == "parallel loop" else "loop"
        result.visit(self, inner, construct, role, inner.times)
        self.barrier(inner, result, construct)
        if not self.splits():  # OMPT tells of the barriers between the passes of the loop, as well as of the region's
            self.barrier(inner, result, construct)
        predict_block(self.blocks[0], self.inner_off(self.iterations(inner)), result)


class ConcurrentLoop(Looping):
    """This is loop: it is left in one piece, nothing in it is instrumented."""

    def predict(self, context, result):
        result.visit(self, context, "loop", "concurrent loop", context.times)
        result.may_visit(self, context, "loop", "barrier")
        inner = self.each(context) if self.value("bind") == "thread" else self.iterations(context)
        predict_block(self.blocks[0], self.inner_off(inner), result)


class Plain(Looping):
    """This is simd, tile or unroll, which are no regions; with simd, nothing in it is instrumented either."""

    def measured(self):
        return False

    def predict(self, context, result):
        predict_block(self.blocks[0], self.inner_off(self.each(context)), result)


class Taskloop(Looping):
    """This is taskloop, alone and combined with simd and master."""

    def predict(self, context, result):
        result.visit(self, context, self.name, "taskloop", context.times)
        inner = self.each(context)
        alone = self.name.startswith("master") and context.together  # the primary thread of each team
        if alone:
            inner = self.iterations(context)
        if not self.has("nogroup"):
            result.visit(self, context, self.name, "taskwait", context.times // context.team if alone else context.times)
        predict_block(self.blocks[0], self.inner_off(inner._replace(together=False, thread=None)), result)


class ParallelTaskloop(Looping, Parallel):
    """This is parallel master taskloop, also with simd. If it is `whole`, it is left in one piece."""

    whole = False

    def splits(self):
        return not self.whole

    def predict(self, context, result):
        inner = self.fork(context, result, self.name)
        if self.splits():
            result.visit(self, inner, self.name, "taskloop", inner.times)
            if not self.has("nogroup"):
                result.visit(self, inner, self.name, "taskwait", inner.times // inner.team)
        self.barrier(inner, result, self.name)
        predict_block(self.blocks[0], self.inner_off(self.iterations(inner)), result)


class Sections(Directive):
    """This is sections: its blocks are the sections; the first may lack its directive."""

    first_marked = True

    def own_constructs(self):
        return 1 + len(self.blocks) - (not self.first_marked)

    def write_statement(self, writer):
        writer.line("{")
        self.places = []
        for number, block in enumerate(self.blocks):
            self.places.append(writer.place())
            if number or self.first_marked:
                write_pragma(writer, ["omp section"], self.form if self.form in ("operator", "macro") else "pragma", 0)
                self.places[-1] = writer.pragma_place
            writer.line("{")
            write_block(block, writer)
            writer.line("}")
        writer.line("}")

    def predict_sections(self, context, result, construct):
        encounters = context.times // context.team if context.together else context.times
        result.visit(self, context, construct, "sections", context.times)
        for place in self.places:
            result.visit(self, context._replace(place=context.place or place.at()), construct, "section", encounters)
        inner = context._replace(times=encounters, together=False, thread=None)
        for block in self.blocks:
            predict_block(block, inner, result)
        self.barrier(context, result, construct)

    def predict(self, context, result):
        self.predict_sections(context, result, "sections")


class ParallelSections(Sections, Parallel):
    """This is parallel sections."""

    def predict(self, context, result):
        inner = self.fork(context, result, "parallelsections")
        self.predict_sections(inner, result, "parallelsections")


class Single(Directive):
    def predict(self, context, result):
        encounters = context.times // context.team if context.together else context.times
        result.visit(self, context, "single", "single", context.times)
        result.visit(self, context, "single", "single block", encounters)
        inner = context._replace(times=encounters, together=False, thread=None)
        predict_block(self.blocks[0], inner, result)
        self.barrier(context, result, "single")


class Masked(Directive):
    """This is master, or masked, also with a filter."""

    def only(self, context):
        """Returns the context of the thread that executes the block, or None."""
        thread = self.value("filter", 0)
        if context.together:
            if thread >= context.team:
                return None
            return context._replace(times=context.times // context.team, together=False, thread=thread)
        return context if context.team == 1 and thread == 0 or context.thread == thread else None

    def predict(self, context, result):
        inner = self.only(context)
        if inner:
            result.visit(self, inner, self.name, self.name, inner.times)
            predict_block(self.blocks[0], inner, result)


class ParallelMasked(Masked, Parallel):
    """This is parallel master or parallel masked."""

    def predict(self, context, result):
        team = self.fork(context, result, self.name)
        inner = self.only(team)
        if inner and self.splits():
            result.visit(self, inner, self.name, self.name.split()[1], inner.times)
        if inner:
            predict_block(self.blocks[0], inner, result)
        if self.splits():
            self.barrier(team, result, self.name)


class Critical(Directive):
    """This is critical; `sub_name` may be empty."""

    sub_name = ""

    def predict(self, context, result):
        result.visit(self, context, "critical", "critical", context.times, self.sub_name)
        result.visit(self, context, "critical", "critical block", context.times, self.sub_name)
        predict_block(self.blocks[0], context, result)


class Atomic(Directive):
    """This is atomic; its statement is `text`."""

    text = ""

    def write_statement(self, writer):
        writer.line(self.text)

    def body_draft(self, writer):
        return self.text

    def predict(self, context, result):
        result.visit(self, context, "atomic", "atomic", context.times)


class Ordered(Directive):
    """This is ordered with a block; with simd it is left alone."""

    def measured(self):
        return not self.has("simd")

    def predict(self, context, result):
        if self.measured():
            result.visit(self, context, "ordered", "ordered", context.times)
            result.visit(self, context, "ordered", "ordered block", context.times)
        predict_block(self.blocks[0], context, result)


class Task(Directive):
    def predict(self, context, result):
        result.visit(self, context, "task", "task create", context.times)
        result.visit(self, context, "task", "task", context.times)
        predict_block(self.blocks[0], context._replace(together=False, thread=None), result)


class Whole(Directive):
    """These are constructs with one region around them: taskgroup, target."""

    def predict(self, context, result):
        role = self.name.split()[0]
        result.visit(self, context, self.name, role, context.times)
        if self.name == "taskgroup":
            result.visit(self, context, self.name, "taskwait", context.times)
        for block in self.blocks:
            predict_block(block, context._replace(off=self.off_inside(context.off)), result)

    def off_inside(self, off):
        return off | BODY if self.name.startswith("target") and self.name != "target data" else off


class WholeLoop(Looping):
    """This is teams or target, combined with a loop: one region around all of it."""

    def predict(self, context, result):
        words = self.name.split()
        result.visit(self, context, self.name, words[0], context.times)
        teams = 1
        if "teams" in words:
            teams = self.value("num_teams", 1)
            predict_league(self, context, result, teams)
        if "parallel" in words:
            team = None if "teams" in words else result.threads if context.level < result.max_levels else 1
            forks = min(teams, self.nest.count) if "distribute" in words else 1  # a team without iterations forks none
            result.uninstrumented(self, context, context.times * forks, team)
        elif self.name == "target teams loop" and context.times:
            result.may_fork(self, context)  # Clang makes the loop parallel if its body allows that
        predict_block(self.blocks[0], self.inner_off(self.each(context)._replace(together=False, thread=None)), result)

    def off_inside(self, off):
        return off | BODY if self.name.startswith("target") else super().off_inside(off)


class Standalone(Directive):
    """This is barrier, taskwait, taskyield, doacross, or what moves data to a device; or flush, which has no region."""

    def measured(self):
        return self.name != "flush"

    def predict(self, context, result):
        if self.measured():
            result.visit(self, context, self.name, self.name.split()[0], context.times)


class Doacross(Directive):
    """This is ordered without a block: each iteration has a sink, work, a source."""

    def __init__(self, variable, form="pragma", number=0):
        super().__init__(f"ordered depend(sink: {variable} - 1)", (), [], form, number)

    def own_constructs(self):
        return 2

    def write_statement(self, writer):
        write_block(self.blocks[0], writer)
        write_pragma(writer, ["omp ordered depend(source)"], "pragma", self.number)
        self.source = writer.pragma_place

    def predict(self, context, result):
        result.visit(self, context, "ordered", "ordered", context.times)
        predict_block(self.blocks[0], context, result)
        if not context.off:
            result.visits[(*(context.place or self.source.at()), "ordered", "ordered", "")] += context.times


class Cancel(Directive):
    """This is cancel or cancellation point; `target` is the construct that a cancel would leave. It is never active; leaving.py
    has those that are."""

    target, active = None, False

    def __init__(self, what, of, target, form="pragma", number=0, clauses=()):
        super().__init__(f"{what} {of}", clauses, None, form, number)
        self.what, self.of, self.target = what, of, target

    def matters(self):
        """It keeps the barrier of its target from being replaced."""
        return self.what == "cancel" or self.of != "parallel"

    def predict(self, context, result):
        result.visit(self, context, self.what, "cancel", context.times)


def predict_league(node, context, result, teams):
    """Predicts what each initial thread of a league does; its teams directive has events if it does not begin with target."""
    if context.off or node.name.startswith("target"):
        result.uninstrumented(node, context, context.times, teams, "teams")
    else:
        for role in ("team", "barrier"):
            result.visit(node, context, node.name, role, context.times * teams)


class Teams(Directive):
    """This is teams on the host."""

    def predict(self, context, result):
        teams = self.value("num_teams", 1)
        result.visit(self, context, self.name, "teams", context.times)
        predict_league(self, context, result, teams)
        predict_block(self.blocks[0], context._replace(times=context.times * teams, together=False, team=1, thread=0), result)


class Distribute(Looping):
    """This is distribute in teams; combined with parallel for, nothing but the whole is a region."""

    def predict(self, context, result):
        result.visit(self, context, self.name, "distribute", context.times)
        if "parallel" in self.name.split():
            result.uninstrumented(self, context, context.times // self.teams * min(self.teams, self.nest.count), None)
        # One league shares the iterations; a league is executed times // teams times.
        inner = context._replace(times=context.times // self.teams * self.nest.count, together=False, thread=None)
        predict_block(self.blocks[0], self.inner_off(inner), result)
