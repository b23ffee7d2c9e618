# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grow_openmp.py - makes random OpenMP constructs with their clauses.

What lives here: which clauses go together, what a construct's body may hold. What does not: how it is written and counted
(constructs.py), tasks (grow_tasks.py), leagues and devices (grow_devices.py), what is left early (grow_leaving.py). Left out is what Clang 19 and libomp 19 get wrong by themselves: inscan on a
separate for, lastprivate with dynamic schedules, schedule(simd:…, n), scope."""
from constructs import (
    Atomic, Cancel, Clause, ConcurrentLoop, Critical, Doacross, For, LoopNest, Masked, Ordered, Parallel, ParallelFor,
    ParallelMasked, ParallelSections, Plain, Sections, Single, Standalone)  # fmt: skip
from grow_devices import DevicesMixin
from grow_leaving import LeavingMixin
from grow_tasks import TaskMixin
from regions import Lock, LockCall, RegionLoop, UserRegion
from tree import Braces, Work

# A thread that holds one takes only others of higher rank: no deadlock.
CRITICALS = {1: "", 2: "c_two", 3: "c_three", 4: "c_four"}
LOCK_RANK = 5
LOCAL_RANK = 9
# These are operators, and statements for them: {n} is the variable, {} what comes in.
REDUCTIONS = [("+", "+= {}"), ("+", "+= {}"), ("^", "^= {}"), ("max", "= {} > {n} ? {} : {n}")]


class OpenMPMixin(TaskMixin, DevicesMixin, LeavingMixin):
    def hit(self):
        """Keeps a region from being deleted by the optimiser: it would leave its num_threads to the next one."""
        probe = self.probe()
        return Work(f"hit({probe});", probe)

    def spelled(self):
        return {"form": self.form(), "number": self.number()}

    # --- clauses ---

    def own_variable(self, node, where, body, clauses, kind, expression="1"):
        """Makes a clause for a new variable, declared before the construct, or before its owner, and printed after that."""
        name = self.name({"private": "v", "firstprivate": "v"}.get(kind, "r"))
        worksharing = isinstance(node, For)
        holder = where.owner if worksharing and where.owner is not None and kind != "private" else node
        value = self.random.randrange(9)
        if worksharing and where.seq and kind != "private":
            # Outside of parallel regions a variable of the function counts as private.
            self.program.globals.append(f"static int {name};")
            holder.before.append(f"{name} = {value};")
        else:
            holder.before.append(f"int {name} = {value};")
        if kind == "private":
            clauses.append(Clause("private", f"private({name})", needed=True))
            body.insert(0, Work(f"{name} = {value + 1}; add({self.sum()}, {name});"))
            holder.after.append(f"add({self.sum()}, {name});")
        elif kind == "firstprivate":
            clauses.append(Clause("firstprivate", f"firstprivate({name})", needed=True))
            # In a loop, the schedule decides how often it grows.
            grows = "" if hasattr(node, "nest") else f"{name}++; "
            body.insert(0, Work(f"{grows}add({self.sum()}, {name});"))
            holder.after.append(f"add({self.sum()}, {name});")
        elif kind == "reduction":
            operator, statement = self.random.choice(REDUCTIONS)
            clauses.append(Clause("reduction", f"reduction({operator}{self.random.choice([' : ', ':'])}{name})", needed=True))
            body.append(Work(f"{name} {statement.replace('{n}', name).replace('{}', '(' + expression + ')')};"))
            holder.after.append(f"add({self.sum()}, {name});")
        elif kind == "linear":
            clauses.append(Clause("linear", f"linear({name} : {self.random.randint(1, 4)})", needed=True))
            body.append(Work(f"add({self.sum()}, {name});"))
            holder.after.append(f"add({self.sum()}, {name});")
        elif kind == "lastprivate":
            clauses.append(Clause("lastprivate", f"lastprivate({name})", needed=True))
            body.append(Work(f"{name} = {expression};"))
            holder.after.append(f"add({self.sum()}, {name});")

    def team_clauses(self, node, where):
        """Adds num_threads, if, default, …; gives the number of threads at most, with four."""
        clauses, threads = [], 4
        limit = max(1, 16 // where.threads)
        value = True
        if self.chance(40) or limit < 4:
            count = min(self.random.choice([1, 2, 2, 3, 4]), max(limit, 2) if where.threads < 16 else 1)
            clauses.append(Clause("num_threads", f"num_threads({self.count(count)})", count))
            threads = count
        if self.chance(20):
            value = self.chance(60)
            modifier = self.random.choice(["", "", "parallel: "])
            text = self.random.choice(
                [f"zero == {0 if value else 1}", str(int(value)), f"val({self.probe(predicted=False)}, {int(value)})"]
            )
            clauses.append(Clause("if", f"if({modifier}{text})", value))
            threads = threads if value else 1
        if self.chance(15):
            clauses.append(Clause("proc_bind", f"proc_bind({self.random.choice(['close', 'spread', 'master', 'primary'])})"))
        # Clang does not let a lambda without captures name a global in a clause.
        sharing = self.random.choice(["", "", "default(none)", "default(none)", "default(shared)"][:2 if where.in_lambda else 5])
        if sharing:
            clauses.append(Clause(sharing, sharing, needed=sharing == "default(none)"))
        node.clauses += clauses
        return threads

    def in_team(self, where, threads, node):
        alone = where.alone and threads == 1
        # libomp 19 fails an assertion of its own if a team of one thread has a task with an event.
        several = where.seq and node.value("num_threads", 1) > 1 and not node.has("if")
        return where._replace(detach=several, depth=where.depth + 1, seq=False, team=True, one=True, alone=alone, alone_team=where.alone, tasks=True, fork=True,
                              est=where.est * threads, threads=where.threads * threads, owner=node,
                              cancel={"parallel": node}, ordered=False)  # fmt: skip

    @staticmethod
    def in_one(where, **changes):
        """Changes where for what one thread, or an iteration, or a task executes."""
        return where._replace(**{**dict(seq=False, team=False, one=False, alone=False, cancel={}, ordered=False), **changes})

    # --- parallel and what is combined with it ---

    def parallel(self, where):
        node = Parallel("parallel", **self.spelled())
        threads = self.team_clauses(node, where)
        inner = self.in_team(where, threads, node)
        body = self.block(inner, 1, 4) + [self.hit()]
        clauses = []
        for kind in ("private", "firstprivate", "reduction"):
            if self.chance(20):
                self.own_variable(node, where._replace(owner=None), body, clauses, kind, "omp_get_thread_num() + 2")
        if self.chance(10) and not where.in_lambda:
            name = self.name("t")
            self.program.globals += [f"static int {name} = {self.random.randrange(9)};", f"#pragma omp threadprivate({name})"]
            clauses.append(Clause("copyin", f"copyin({name})", needed=True))
            body.insert(0, Work(f"add({self.sum()}, {name}); {name}++;"))
            if not where.seq or where.function:
                body[0] = Work(f"add({self.sum()}, {name});")
        node.clauses += clauses
        node.clauses = self.shuffled(node.clauses)
        node.blocks = [body]
        return node

    def shuffled(self, clauses):
        clauses = list(clauses)
        self.random.shuffle(clauses)
        return clauses

    def nest(self, where, ranges=True, levels=1, transform=True, least=0):
        """Makes a loop nest and its variables."""
        lines, total, names = [], 1, []
        if levels == 1 and ranges and self.chance(15):
            return self.range_nest()
        for _ in range(levels):
            name = self.name("i")
            count = max(least, self.random.choice([0, 1, 2, 3, 4, 5, 6, 8])) if levels == 1 else self.random.randint(1, 3)
            step = self.random.choice([1, 1, 1, 2, 3])
            first = self.random.randrange(3)
            bound = self.random.choice(["{}", "{}", "{} - zero"]) if levels == 1 else "{}"
            if count == 0:
                bound = "{} - zero"  # a region that the optimiser deletes leaves its num_threads to the next one
            last = first + count * step
            kind = self.random.choice(["int", "int", "int", "long", "unsigned"])
            text = [f"for ({kind} {name} = {first}; {name} < {bound.format(last)}; {name} += {step}) {{",
                    f"for ({kind} {name} = {last}; {name} > {bound.format(first)}; {name} -= {step}) {{"]
            if step == 1:
                text += [f"for ({kind} {name} = {first}; {name} < {bound.format(last)}; {name}++) {{"] * 2
                text += [f"for ({kind} {name} = {first}; {name} != {last}; ++{name}) {{"] * (count > 0)
                text += [f"for ({kind} {name} = {first + 1}; {name} <= {bound.format(last)}; {name} = {name} + 1) {{"]
            lines.append(self.random.choice(text))
            names.append(f"(int){name}")
            total *= count
        nest = LoopNest(lines, total, names)
        if transform and levels == 1 and self.chance(8):
            nest = LoopNest([f"for (int {name} = 0; {name} < {total}; {name}++) {{"], total, [name])
            nest.transform = self.random.choice(["tile sizes(2)", "unroll partial(2)"])
        return nest

    def plain_nest(self, where, least=0):
        return self.nest(where, ranges=False, transform=False, least=least)

    def range_nest(self):
        size = self.random.randint(1, 6)
        array, name, value = self.name("a"), self.name("i"), self.name("v")
        self.program.globals.append(f"static int {array}[{size}];")
        line, place = f"for (int *{name} = {array}; {name} < {array} + {size}; ++{name}) {{", name
        if self.cpp and self.chance(60):
            line, place = f"for (int &{name} : {array}) {{", "&" + name
        return LoopNest([line], size, [value], [f"int {value} UNUSED = (int)({place} - {array});"])

    def loop_clauses(self, node, where, simd, last=True):
        """Adds schedule, ordered, nowait, order: what the loop's body may do depends on them."""
        clauses = []
        kind = self.random.choice(["", "", "static", "static", "dynamic", "guided", "auto", "runtime"])
        if kind:
            modifier = ""
            if kind in ("dynamic", "guided") and self.chance(30):
                modifier = self.random.choice(["monotonic: ", "nonmonotonic: "])
            chunk = f", {self.count(self.random.randint(1, 3))}" if kind in ("static", "dynamic", "guided") and self.chance(50) else ""
            clauses.append(Clause("schedule", f"schedule({modifier}{kind}{chunk})", kind + modifier))
        else:
            modifier = ""
        ordered = not simd and not node.nest.transform and modifier != "nonmonotonic: " and self.chance(20)
        if ordered:
            clauses.append(Clause("ordered", "ordered", needed=True))
        if not ordered and not node.nest.transform and modifier != "monotonic: " and self.chance(8):
            clauses.append(Clause("order", "order(concurrent)", needed=True))
        return clauses

    def loop_body(self, node, where, clauses, simd):
        names = where.names + node.nest.names
        keys = {clause.key for clause in clauses}
        quiet = simd
        inner = self.in_one(where, est=where.est * max(1, node.nest.count), names=names, pure=simd or "order" in keys, quiet=quiet,
                            cancel={} if keys & {"nowait", "ordered", "order"} or simd or node.nest.transform else {"for": node},
                            ordered="ordered" in keys, depth=where.depth + 1)
        if simd or "order" in keys:
            array = self.array()
            body = [Work(f"{array}[{node.nest.names[0]} % 16] = {node.nest.names[0]} * {self.random.randrange(1, 9)};")]
            return body + ([] if simd else [self.work(inner)])
        body = self.block(inner, 1, 2) + [self.hit()]
        if "ordered" in keys:
            once = where.alone_team and "nowait" not in keys
            statement = Work(f"mix({self.sum()}, {node.nest.names[0]});") if once else self.work(inner)
            held = self.in_one(inner, tasks=False, fork=False, ordered=False, cancel={})
            ordered = Ordered("ordered", self.random.choice([[], [], [Clause("threads", "threads")]]), [statement] + self.block(held, 1, 1),
                              **self.spelled())
            body.insert(self.random.randrange(len(body) + 1), ordered)
        return body

    @staticmethod
    def data_kinds(simd, clauses):
        if simd or any(clause.key == "order" for clause in clauses):
            return ("reduction", "lastprivate")
        return ("private", "firstprivate", "reduction", "lastprivate", "linear")

    def data_clauses(self, node, where, body, clauses, kinds):
        expression = self.random.choice(list(node.nest.names)) + f" * {self.random.randrange(1, 5)} + 1"
        schedule = next((clause.value for clause in clauses if clause.key == "schedule"), "static")
        shared = where.owner is not None or where.seq and not where.in_lambda
        for kind in kinds:
            if not self.chance(22):
                continue
            others = any(c.key in ("ordered", "order", "nowait") for c in clauses)
            if kind == "linear" and (node.nest.closing > 1 or others or not self.chance(50)):
                continue
            if kind == "linear" and (not schedule.startswith("static") or node.nest.transform or node.nest.count == 0):
                continue
            if kind != "private" and not shared:
                continue
            if kind == "lastprivate" and not (schedule.startswith("static") or schedule.endswith(("cmonotonic: ", "dmonotonic: "))):
                continue
            if kind in ("private", "firstprivate") and node.nest.transform:
                continue
            self.own_variable(node, where, body, clauses, kind, expression)

    def doacross(self, where):
        """Makes a loop with ordered(1): each iteration waits for the one before it."""
        name, count = self.name("i"), self.random.randint(2, 6)
        combined = where.fork and where.est <= 12 and self.chance(40)
        nest = LoopNest([f"for (int {name} = 1; {name} <= {count}; {name}++) {{"], count, [name])
        make = ParallelFor if combined else For
        node = make("parallel for" if combined else "for", (), nest, [], **self.spelled())
        if combined:
            self.team_clauses(node, where)
        node.clauses = self.shuffled(node.clauses + [Clause("ordered(n)", "ordered(1)", needed=True)])
        inner = self.in_one(where, pure=True, est=where.est * count, names=where.names + (name,), depth=where.depth + 1)
        order = Doacross(name, number=self.number())
        alone = where.alone_team if not combined else where.alone
        order.blocks = [[Work(f"mix({self.sum()}, {name});") if alone else self.work(inner)]]
        node.blocks = [[self.hit(), order]]
        return node

    def worksharing_loop(self, where):
        simd = self.chance(20)
        levels = 2 if self.chance(20) else 1
        node = For("for simd" if simd else "for", (), self.nest(where, levels=levels, transform=not simd), [], **self.spelled())
        clauses = self.loop_clauses(node, where, simd)
        if self.chance(25):
            clauses.append(Clause("nowait", "nowait"))
        if levels > 1:
            clauses.append(Clause("collapse", f"collapse({levels})", needed=True))
        body = self.loop_body(node, where, clauses, simd)
        kinds = self.data_kinds(simd, clauses)
        self.data_clauses(node, where, body, clauses, kinds)
        node.clauses, node.blocks = self.shuffled(clauses), [body]
        return node

    def parallel_loop(self, where):
        simd = self.chance(20)
        levels = 2 if self.chance(20) else 1
        node = ParallelFor("parallel for simd" if simd else "parallel for", (), self.nest(where, levels=levels, transform=not simd), [], **self.spelled())
        threads = self.team_clauses(node, where)
        team = self.in_team(where, threads, node)._replace(est=where.est)
        clauses = self.loop_clauses(node, team, simd)
        if levels > 1:
            clauses.append(Clause("collapse", f"collapse({levels})", needed=True))
        inner = team._replace(owner=None)
        body = self.loop_body(node, inner, clauses, simd)
        outer = where._replace(owner=None, seq=True)
        kinds = self.data_kinds(simd, clauses)
        self.data_clauses(node, outer, body, clauses, kinds)
        node.clauses = self.shuffled(node.clauses + clauses)
        node.blocks = [body]
        return node

    # --- worksharing ---

    def sections(self, where):
        node = Sections("sections", **self.spelled())
        return self.fill_sections(node, where, [Clause("nowait", "nowait")] if self.chance(25) else [])

    def parallel_sections(self, where):
        node = ParallelSections("parallel sections", **self.spelled())
        threads = self.team_clauses(node, where)
        team = self.in_team(where, threads, node)._replace(est=where.est, owner=None)
        self.fill_sections(node, team, [])
        node.blocks[0].append(self.hit())
        return node

    def fill_sections(self, node, where, clauses):
        node.first_marked = self.chance(60)
        inner = self.in_one(where, depth=where.depth + 1)
        cancel = {} if any(c.key == "nowait" for c in clauses) else {"sections": node}
        node.blocks = [self.block(inner._replace(cancel=cancel if number or node.first_marked else {}), 1, 2)
                       for number in range(self.random.randint(1, 3))]
        node.clauses = self.shuffled(node.clauses + clauses)
        return node

    def single(self, where):
        node = Single("single", **self.spelled())
        inner = self.in_one(where, depth=where.depth + 1)
        body = self.block(inner, 1, 3)
        clauses = []
        if self.chance(25):
            clauses.append(Clause("nowait", "nowait"))
        elif self.chance(30) and (where.owner is not None or where.function):
            name = self.name("v")
            clauses.append(Clause("copyprivate", f"copyprivate({name})", needed=True))
            node.before.append(f"int {name} = 0;")
            body.append(Work(f"{name} = {self.random.randrange(1, 9)};"))
            node.after.append(f"add({self.sum()}, {name});")
        node.clauses, node.blocks = self.shuffled(clauses), [body]
        return node

    def masked(self, where):
        name = self.random.choice(["master", "masked", "masked"])
        node = Masked(name, **self.spelled())
        if name == "masked" and self.chance(60):
            thread = self.random.choice([0, 0, 1, 2])
            node.clauses = [Clause("filter", f"filter({self.count(thread)})", thread)]
        node.blocks = [self.block(self.in_one(where, depth=where.depth + 1), 1, 2)]
        return node

    def parallel_masked(self, where):
        name = self.random.choice(["parallel master", "parallel masked"])
        node = ParallelMasked(name, **self.spelled())
        threads = self.team_clauses(node, where)
        if name == "parallel masked" and self.chance(40):
            thread = self.random.choice([0, 0, 1])
            node.clauses.append(Clause("filter", f"filter({thread})", thread))
        inner = self.in_one(self.in_team(where, threads, node), est=where.est, owner=None)
        node.blocks = [self.block(inner, 1, 2) + [self.hit()]]
        return node

    # --- synchronisation ---

    def critical(self, where):
        rank = self.random.choice([rank for rank in CRITICALS if rank > where.rank])
        name = CRITICALS[rank]
        node = Critical(f"critical({name})" if name else "critical", **self.spelled())
        node.sub_name = name
        if name and self.chance(15):
            node.clauses = [Clause("hint", "hint(omp_sync_hint_none)")]
        inner = where._replace(depth=where.depth + 1, team=False, alone=False, tasks=False, fork=False, rank=rank, cancel={}, ordered=False)
        node.blocks = [[Work(f"add_alone({self.sum()}, {self.expression(where)});")] + (self.block(inner, 1, 1) if self.chance(60) else [])]
        return node

    def lock(self, where):
        rank = LOCK_RANK + len(self.program.locks)
        known = [rank for rank in range(max(LOCK_RANK, where.rank + 1), rank)]
        if known and self.chance(60) or len(self.program.locks) >= 3:
            if not known:
                return self.work(where)
            rank = self.random.choice(known)
        else:
            nest = self.chance(30)
            name = self.name("l")
            self.program.locks.append((name, nest))
            self.program.globals.append(f"static omp_{'nest_' if nest else ''}lock_t {name};")
        name, nest = self.program.locks[rank - LOCK_RANK]
        inner = where._replace(depth=where.depth + 1, team=False, one=False, alone=False, tasks=False, fork=False, rank=rank, cancel={},
                               ordered=False)  # fmt: skip
        block = [Work(f"add_alone({self.sum()}, {self.expression(where)});")] + (self.block(inner, 1, 1) if self.chance(40) else [])
        return Lock(name, nest, block, self.lock_spelling(nest))

    def lock_spelling(self, nest):
        return self.random.choice(["", "", "macro", "test"] + ["twice", "twice"] * nest)

    def local_lock(self, where):
        """Makes a lock that is a variable of the thread that forks a team, and that the team sets."""
        name, nest = self.name("l"), self.chance(40)
        node = self.parallel(where)
        # What the lock protects is as local as the lock.
        value = self.name("v")
        change = Work(f"{value} += {self.random.randrange(1, 9)};")
        held = Lock(name, nest, [change] + ([self.atomic(where)] if self.chance(40) else []), self.lock_spelling(nest))
        node.blocks[0].insert(self.random.randrange(len(node.blocks[0]) + 1), held)
        declared = Work(f"omp_{'nest_' if nest else ''}lock_t {name}; int {value} = 0;")
        return Braces([declared, LockCall("init", name, nest), node, LockCall("destroy", name, nest), Work(f"add({self.sum()}, {value});")])

    def atomic(self, where):
        array = self.name("a")
        self.program.arrays.append((array, 2))
        self.program.globals.append(f"static int {array}[2];")
        value = self.random.randrange(1, 9)
        v = self.name("v")
        hint = [Clause("memory", order) for order in self.random.choice([[], [], ["seq_cst"], ["relaxed"]])]
        kind = self.random.choice(["update", "", "", "read", "write", "capture", "capture block", "compare"])
        node = Atomic(f"atomic {kind.split()[0]}" if kind else "atomic", hint, None, **self.spelled())
        x = f"{array}[0]"
        if kind in ("", "update"):
            node.text = self.random.choice([f"{x}++;", f"{x} += {value};", f"{x} = {x} + {value};", f"--{x};", f"{x} = {value} - {x};"])
            if node.text.startswith(f"{x} = {value} -"):
                node.text = f"{x} = {value} + {x};"
        elif kind == "write":
            node.text = f"{x} = {value};"
        elif kind == "read":
            node.before, node.after = [f"int {v};"], [f"add({self.sum()}, {v});"]
            node.text = f"{v} = {x};"
        elif kind == "compare":
            node.text = f"if ({x} < {value}) {{ {x} = {value}; }}"
        else:
            node.before, node.after = [f"int {v};"], [f"(void){v};"]
            node.text = f"{v} = {x}++;" if kind == "capture" else f"{{ {v} = {x}; {x} += {value}; }}"
        return node

    def barrier(self, where):
        return Standalone("barrier", **self.spelled())

    def flush(self, where):
        return Standalone("flush", **self.spelled())

    def cancel(self, where):
        of = self.random.choice(sorted(where.cancel))
        what = self.random.choice(["cancel", "cancel", "cancellation point"])
        clauses = []
        if what == "cancel" and (self.program.cancellation or self.chance(20)):
            clauses = [Clause("if", self.random.choice(["if(zero)", "if(cancel: zero)", "if(0)"]), needed=True)]
        node = Cancel(what, of, where.cancel[of], self.form(), self.number(), clauses)
        return Braces([node])

    # --- loops and blocks of other kinds ---

    def concurrent_loop(self, where):
        node = ConcurrentLoop("loop", (), self.plain_nest(where), [], **self.spelled())
        bind = "parallel" if where.team and self.chance(60) else "thread"
        node.clauses = [Clause("bind", f"bind({bind})", bind, needed=True)]
        node.blocks = [self.pure_body(node, where)]
        return node

    def pure_body(self, node, where):
        array = self.array()
        body = [Work(f"{array}[{node.nest.names[0]} % 16] = {node.nest.names[0]} * 2 + 1;")]
        return body

    def parallel_concurrent_loop(self, where):
        node = ParallelFor("parallel loop", (), self.plain_nest(where), [], **self.spelled())
        self.team_clauses(node, where)
        if self.chance(30):
            node.clauses.append(Clause("bind", "bind(parallel)"))
        node.blocks = [self.pure_body(node, where)]
        return node

    def simd(self, where):
        name = self.random.choice(["simd", "simd", "tile sizes(2)", "unroll full", "unroll partial(2)"])
        nest = self.plain_nest(where)
        if name != "simd":
            variable, total = f"i{self.number()}", max(1, nest.count)
            nest = LoopNest([f"for (int {variable} = 0; {variable} < {total}; ++{variable}) {{"], total, [variable])
        node = Plain(name, (), nest, [], **self.spelled())
        if name == "simd":
            node.blocks = [self.pure_body(node, where)]
        else:
            probe = self.probe()
            node.blocks = [[Work(f"hit({probe});", probe)]]
        return node

    def user_region(self, where):
        name = self.name("u")
        return Braces([UserRegion(name, self.block(where._replace(depth=where.depth + 1, cancel={}), 1, 2))])

    def region_loop(self, where):
        ways = ["break", "continue", "goto"] + (["throw"] if self.cpp else [])
        variable, count = self.name("i"), self.random.randint(1, 3)
        inner = where._replace(depth=where.depth + 1, est=where.est * count, cancel={}, ordered=False, names=where.names + (variable,))
        node = RegionLoop(self.name("u"), variable, count, self.random.randrange(4), self.random.choice(ways), self.block(inner, 1, 1),
                          self.block(inner, 1, 1))
        return Braces([node])

    # --- the choice ---

    def openmp_choices(self, where):
        if where.pure:
            return
        deep = where.depth >= 6
        yield 2, self.atomic
        yield 1, self.flush
        if where.cancel:
            yield 3, self.cancel
        if where.rank < 4:
            yield 3, self.critical
        if where.rank < LOCK_RANK + 2:
            yield 1, self.lock
        if where.est <= 200:
            yield 1, self.simd
        if where.fork and not deep and where.est <= 24 and where.threads <= 16:
            weight = 3 if where.seq else 1
            yield 5 * weight, self.parallel
            yield 3 * weight, self.parallel_loop
            yield weight, self.parallel_sections
            yield weight, self.parallel_masked
            yield weight, self.parallel_taskloop
            yield weight, self.parallel_concurrent_loop
            yield weight, self.cancelled_parallel
            if where.rank < LOCK_RANK and not where.in_lambda:
                yield weight, self.local_lock
            if where.est <= 12:
                yield 1, self.target_loop
        if where.team:
            yield 2, self.barrier
            yield 1, self.concurrent_loop
            if not deep:
                yield 7, self.worksharing_loop
                yield 1, self.doacross
                yield 4, self.sections
                yield 4, self.single
                yield 2, self.cancelled_loop
                yield 1, self.cancelled_sections
        if where.team or where.one:
            yield 3, self.masked
        if where.tasks and where.rank == 0 and where.est <= 300:
            yield 2, self.taskwait
            if not deep:
                yield 5, self.task
                yield 3, self.chain
                yield 2, self.target_tasks
                yield 3, self.taskgroup
                yield 1, self.cancelled_taskgroup
                if where.detach:
                    yield 2, self.detached
                if not where.in_lambda:
                    yield 1, self.task_reduction
                yield 3, self.taskloop
        if where.est <= 40:
            yield 1, self.target
            yield 1, self.target_data
        if where.seq and where.team and not where.function:
            yield 1, self.teams
            yield 1, self.teams_loop
            yield 1, self.target_teams
        if not deep and where.est <= 100:
            yield 2, self.jump
        if where.user and not deep:
            yield 2, self.user_region
            yield 1, self.region_loop
