# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grow.py - grows a random program from a seed: valid, deterministic, and it ends.

What lives here: where statements may be (Where), plain statements, and the choice of what comes next. What does not:
how OpenMP constructs are made (grow_openmp.py)."""
import collections
import random

from constructs import FORMS
from grow_names import NamesMixin
from grow_openmp import OpenMPMixin
from program import Program
from tree import (
    Argument, Braces, Call, Function, If, Include, Lambda, Loop, Macro, NotInstrumented, Switch, ThreadIf, Try, Work,
    own_nodes)  # fmt: skip

# These tell where a statement is, at the time of making.
#   depth     how deep in the tree
#   seq       only the initial thread is here, and no team
#   team      all threads of the team are here: worksharing and barriers may be here
#   one       one thread of the team, and not in worksharing or a task: master may be here (and where team is)
#   alone     no other thread of the program is here at the same time, and the order of executions is fixed
#   alone_team no other team is here at the same time
#   tasks     tasks may be made and waited for
#   detach    they may have an event: the team has several threads, and no final task is around
#   fork      parallel regions may be forked
#   pure      only computing: a simd loop, or one with concurrent iterations
#   quiet     pure, and no call at all
#   rank      the highest rank of a critical or lock that is held
#   est       how often it is executed with four threads, at most
#   threads   how many threads there are with four, at most
#   names     int expressions that may be used
#   owner     the parallel construct whose shared variables may be used, or None
#   cancel    {what: construct} that may be cancelled here
#   ordered   True directly in a loop with ordered
#   user      user regions and includes may be here (not in flat text)
#   function  what is being written is in a function of its own
#   in_lambda it is in a lambda
#   template  in a template, or a generic lambda
#   off       it comes after noinstrument: the first instrument would end it
Where = collections.namedtuple(
    "Where",
    "depth seq team one alone alone_team tasks detach fork pure quiet rank est threads names owner cancel ordered user function "
    "in_lambda template off",
)

MAIN = Where(
    depth=0, seq=True, team=True, one=True, alone=True, alone_team=True, tasks=True, detach=False, fork=True, pure=False, quiet=False,
    rank=0, est=1, threads=1, names=(), owner=None, cancel={}, ordered=False, user=True, function=False, in_lambda=False,
    template=False, off=False)  # fmt: skip
STANDARDS = {"c": ["", "-std=c99", "-std=gnu11", "-std=c17", "-std=gnu17"],
             "cpp": ["", "-std=c++14", "-std=gnu++17", "-std=c++20", "-std=c++11"]}


class Grower(OpenMPMixin, NamesMixin):
    def __init__(self, seed):
        self.random = rng = random.Random(seed)
        language = rng.choice(["c", "c", "cpp", "cpp", "cpp"])
        self.program = Program(language)
        self.program.seed = seed
        self.program.barriers = "ompt" if seed % 3 == 0 else "explicit"
        self.program.traced = seed % 2 == 0
        self.program.cancellation = rng.random() < 0.4
        standard = rng.choice(STANDARDS[language])
        self.standard = int(standard[-2:] or 17)  # a standard of C++
        self.program.flags = [rng.choice(["-O0", "-O0", "-O1", "-O2", "-O2", "-O3"])]
        self.program.flags += [flag for flag in (rng.choice(["", "-g"]), standard) if flag]
        self.program.max_levels = rng.choice([1, 1, 2, 2, 3])
        self.program.exit_status = rng.choice([0, 0, 0, 7])
        self.cpp = language == "cpp"
        self.counter = 0
        self.made = 0  # the constructs, until now
        self.names_of_functions = []
        self.program.globals += self.shadowing_globals()

    # --- small things ---

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def number(self):
        self.counter += 1
        return self.counter

    def name(self, prefix):
        return f"{prefix}{self.number()}"

    def probe(self, predicted=True):
        self.program.probes += 1
        probe = self.program.probes - 1
        if not predicted:
            self.program.unpredicted.add(probe)
        return probe

    def sum(self):
        self.program.sums += 1
        return self.program.sums - 1

    def array(self, size=16):
        name = self.name("a")
        self.program.arrays.append((name, size))
        self.program.globals.append(f"static int {name}[{size}];")
        return name

    def form(self):
        if not self.chance(60):
            return "pragma"
        return "attribute" if self.cpp and self.chance(12) else self.random.choice(FORMS)

    def expression(self, where):
        """Returns an int that is the same in each run and on each thread."""
        pick = self.random.randrange(1, 10)
        names = [name for name in where.names if self.chance(60)][:3]
        if not names:
            return str(pick)
        return " + ".join(f"{name} * {self.random.randrange(1, 6)}" for name in names) + f" + {pick}"

    def count(self, value):
        """Returns a number as it may be written in a clause: a constant, an expression, a call that is counted."""
        kind = self.random.randrange(6)
        if kind == 0:
            return f"val({self.probe(predicted=False)}, {value})"
        if kind == 1:
            return f"zero + {value}"
        if kind == 2:
            return f"(int){value}L"
        return str(value)

    # --- plain statements ---

    def work(self, where):
        if where.quiet:
            return Work(";")
        kind = self.random.randrange(4)
        if kind == 0 and where.alone:
            return Work(f"mix({self.sum()}, {self.expression(where)});")
        if kind == 1:
            return Work(f"add({self.sum()}, {self.expression(where)});")
        if kind == 2 and where.team and not where.seq and not where.pure:
            return Work(f"add({self.sum()}, omp_get_thread_num() * {self.random.randrange(1, 9)} + omp_get_num_threads());")
        probe = self.probe()
        return Work(f"hit({probe});", probe)

    def block(self, where, least=1, most=3):
        where = where._replace(depth=where.depth + 1)
        count = self.random.randint(least, most) if where.depth < 6 else 1
        block = [self.statement(where) for _ in range(count)]
        if self.chance(50):
            block.insert(self.random.randrange(len(block) + 1), self.work(where))
        if where.names and self.chance(20):
            value = self.name("v")
            block.insert(0, Work(f"int {value} UNUSED = {self.expression(where)};"))
        return block

    def if_known(self, where):
        value = self.chance(70)
        condition = self.random.choice([f"zero == {0 if value else 1}", "zero + 1" if value else "zero",
                                        f"val({self.probe(predicted=False)}, {int(value)})"])
        other = self.block(where, 1, 2) if self.chance(40) else None
        return If(condition, value, self.block(where, 1, 2), other)

    def thread_if(self, where):
        inner = where._replace(team=False, one=False, cancel={}, ordered=False, alone=where.alone)
        return ThreadIf(self.random.choice([0, 0, 1, 1, 2]), self.block(inner, 1, 2))

    def loop(self, where):
        name, count = self.name("i"), self.random.randint(1, 3)
        inner = where._replace(est=where.est * count, names=where.names + (name,), cancel={}, ordered=False)
        return Loop(self.random.choice(["for", "for", "while", "do"]), name, count, self.block(inner, 1, 2))

    def switch(self, where):
        value = self.random.randrange(3)
        text = self.random.choice([f"zero + {value}", f"{value} - zero"])
        return Switch(text, value, [self.block(where._replace(cancel={}), 1, 1) for _ in range(2)])

    def braces(self, where):
        return Braces(self.block(where, 1, 2))

    # --- text that comes from elsewhere ---

    def argument(self, where):
        block = self.block(where, 1, 2)
        if not all(node.can_be_flat() for node in block):
            return Braces(block)
        return Argument(block, self.chance(50))

    def macro(self, where):
        parameter = self.name("p")
        values = [self.random.randrange(5) for _ in range(self.random.choice([1, 1, 2]))]
        # A macro's text does not see the parameters of another one around it.
        names = tuple(name for name in where.names if not name.startswith("p")) + (parameter,)
        inner = where._replace(names=names, est=where.est * len(values))
        block = self.block(inner, 1, 2)
        if not all(node.can_be_flat() for node in block):
            return Braces([Work(f"enum {{ {parameter} = {values[0]} }};")] + block)
        return Macro(self.number(), parameter, values, block)

    def include(self, where):
        times = self.random.choice([1, 1, 2])
        block = self.block(where._replace(est=where.est * times, cancel={}), 1, 2)
        for node in own_nodes(block):
            if getattr(node, "way", "") == "goto":
                node.way = "break"  # otherwise its label would come twice
        return Include(self.number(), times, [Braces(block)])

    def not_instrumented(self, where):
        return NotInstrumented(self.block(where._replace(cancel={}, off=True), 1, 2))

    def call(self, where):
        known = [(function, inner) for function, inner in self.names_of_functions if self.fits(where, inner)]
        if known and self.chance(40):
            function = self.random.choice(known)[0]
        else:
            function = self.function(where)
        handler = self.block(where._replace(cancel={}, ordered=False, depth=where.depth + 2), 1, 1) if function.throws else ()
        return Call(function, self.random.randrange(5), handler)

    @staticmethod
    def fits(where, inner):
        """Tells whether a function that was made for `inner` may be called from `where`."""
        flags = ("seq", "team", "one", "alone", "alone_team", "tasks", "detach", "fork")
        flags = all(getattr(where, flag) or not getattr(inner, flag) for flag in flags)
        return flags and where.rank <= inner.rank and where.est <= inner.est and where.threads <= inner.threads

    def function(self, where):
        number, parameter = self.number(), self.name("v")
        kind = self.random.choice(["function", "template", "member", "int template", "destructor"]) if self.cpp else "function"
        names = (parameter, f"n{number}") if kind == "int template" else (parameter,)
        inner = where._replace(names=names, owner=None, cancel={}, ordered=False, function=True, in_lambda=False, off=False,
                               template="template" in kind)  # fmt: skip
        block = self.block(inner, 1, 2)
        name, call, tail, line = f"f{number}", f"f{number}(%d);", "}", 1
        if kind == "function":
            head = [f"UNUSED static void {name}(int {parameter});", f"static void {name}(int {parameter}) {{"]
        elif kind == "template":
            head = [f"template <typename T{number}>", f"static void {name}(T{number} {parameter}) {{"]
            call = self.random.choice([f"{name}(%dL);", f"{name}<short>(%d);"])
        elif kind == "int template":
            head, line = [f"template <int n{number}> void {name}(int {parameter}) {{", f"(void)n{number};"], 0
            call = f"{name}<{self.random.randrange(1, 5)}>(%d);"
        elif kind == "destructor":
            head = [f"struct s{number} {{", f"int {parameter}; s{number}(int x) : {parameter}(x) {{}}", f"~s{number}() {{"]
            # An exception destroys it, or the end of the block.
            call = self.random.choice([f"{{ s{number} o{number}(%d); (void)o{number}; }}",
                                       f"try {{ s{number} o{number}(%d); (void)o{number}; if (zero == 0) throw 4; }} catch (int) {{ }}"])
            name, tail, line = f"s{number}::~s{number}", "} };", 2
        else:
            head = [f"struct s{number} {{", f"{self.shadowing_members()}int m{number}; s{number}(int x) : m{number}(x) {{}}", f"void f(int {parameter}) {{",
                    f"add({self.sum()}, m{number});"]  # fmt: skip
            name, call, tail, line = f"s{number}::f", f"{{ s{number} o{number}(3); o{number}.f(%d); }}", "} };", 2
        function = Function(name, head + [f"(void){parameter};"], line, block, call, tail)
        function.has_object = kind in ("member", "destructor")
        if self.cpp and kind != "destructor" and self.chance(25):
            function.throws = True
            function.tail = f"if (zero == 0) throw {self.random.randrange(5)}; " + tail
        self.program.functions.append(function)
        self.names_of_functions.append((function, inner._replace(rank=where.rank)))
        return function

    def lambda_(self, where):
        parameter = self.name("v")
        values = [self.random.randrange(5) for _ in range(self.random.choice([1, 1, 2]))]
        inner = where._replace(names=(parameter,), owner=None, cancel={}, ordered=False, in_lambda=True, est=where.est * len(values))
        generic = self.chance(40) and self.standard > 11
        inner = inner._replace(template=where.template or generic)
        return Lambda(self.number(), parameter, generic, values, self.standard, self.block(inner, 1, 2))

    def try_(self, where):
        inner = where._replace(cancel={}, ordered=False)
        thrown = self.chance(60)
        return Try(thrown, self.block(inner, 1, 2), self.block(inner, 1, 1), thrown and self.chance(30))

    # --- the choice ---

    def choices(self, where):
        """Returns (weight, maker) for plain statements; OpenMP's are in openmp_choices."""
        deep = where.depth >= 6
        yield 3, self.work
        if deep or where.pure:
            return
        yield 2, self.if_known
        yield 1, self.shadowed
        yield 1, self.braces
        yield 1, self.switch
        yield 2, self.argument
        yield 2, self.macro
        if where.est <= 30:
            yield 2, self.loop
        if where.team and not where.seq:
            yield 1, self.thread_if
        if where.user:
            yield 2, self.include
            if not where.off:
                yield 1, self.not_instrumented
        if len(self.program.functions) < 8:
            yield 3, self.call
        if self.cpp:
            yield 2, self.lambda_
            yield 1, self.try_

    def statement(self, where):
        choices = list(self.choices(where)) + list(self.openmp_choices(where))
        maker = self.random.choices([maker for _, maker in choices], [weight for weight, _ in choices])[0]
        return maker(where)


def grow(seed, least=20):
    """Makes the program of a seed: with `least` constructs or more."""
    grower = Grower(seed)
    program = grower.program
    while program.constructs() < least:
        program.main.append(grower.statement(MAIN))
    return program
