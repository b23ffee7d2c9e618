# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grow_tasks.py - makes random tasking constructs: task, taskloop, taskgroup, taskwait, taskyield.

What lives here: their clauses, and what may be in them. What does not: other constructs (grow_openmp.py). Left out is
what libomp 19 gets wrong by itself: masked taskloop, taskloops without iterations, if(0) with untied; and Clang 19: iterators in
templates."""
from constructs import Clause, ParallelTaskloop, Standalone, Task, Taskloop, Whole
from tree import Braces, Work

# These say in which order tasks are executed that name the same variable; `in` is for those that only read it.
CHANGING = ("inout", "inout", "mutexinoutset", "out")


class TaskMixin:
    def task_clauses(self, where):
        clauses = []
        for text in ("untied", "mergeable", "if(0)", "if(task: zero)", "final(1)", "priority(1)", f"final({self.count(0)})", f"if({self.count(1)})"):
            if self.chance(10) and not any(c.key == text.split("(")[0] for c in clauses):
                clauses.append(Clause(text.split("(")[0], text))
        # libomp 19 fails an assertion of its own with if(0) and untied.
        return [c for c in clauses if c.key != "if"] if any(c.key == "untied" for c in clauses) else clauses

    def in_task(self, where, clauses):
        """Changes where for a task. An untied one gets no scheduling point that it could change its thread at: its end must be counted.
        In a lambda, Clang 19 may share a variable with a task that outlives it."""
        untied = any(c.key == "untied" for c in clauses)
        final = any(c.key == "final" for c in clauses)
        names = () if where.in_lambda else where.names
        return self.in_one(where, depth=where.depth + 1, tasks=not untied, fork=not untied, alone_team=False, owner=None, names=names,
                           detach=where.detach and not final)  # fmt: skip

    def task(self, where):
        clauses = self.task_clauses(where)
        node = Task("task", (), **self.spelled())
        body = self.block(self.in_task(where, clauses), 1, 2)
        if self.chance(25):
            self.own_variable(node, where._replace(owner=None), body, clauses, "firstprivate")
        if self.chance(15) and not where.in_lambda:
            clauses.append(Clause("default(none)", "default(none)", needed=True))
        node.clauses, node.blocks = self.shuffled(clauses), [body]
        return node

    def chain(self, where):
        """Makes tasks that depend on each other, and a wait for them."""
        v = self.name("v")
        block = [Work(f"int {v} = 1;")]
        changing = [self.random.choice(CHANGING) for _ in range(self.random.randint(0, 2))]
        if self.chance(30):
            changing = ["inoutset"]
        for kind in ["out"] + changing + ["in"] * self.random.randint(1, 2):
            inner = self.in_task(where, [Clause("untied", "untied")])
            statement = f"add({self.sum()}, {v});" if kind == "in" else f"{v} = {v} * 3 + {self.random.randrange(9)};"
            body = [Work(statement)] + (self.block(inner._replace(tasks=False, fork=False), 1, 1) if self.chance(50) else [])
            if kind == "mutexinoutset":
                body[0] = Work(f"{v} += {self.random.randrange(9)};")  # whichever comes first
            iterator = "iterator(k = 0 : 1), " if self.chance(15) and not where.template else ""
            item = f"(&{v})[k]" if iterator else v
            clauses = [Clause("depend", f"depend({iterator}{kind}: {item})", needed=True), Clause("shared", f"shared({v})", needed=True)]
            block.append(Task("task", clauses, body, **self.spelled()))
        if self.chance(20):
            wait = Standalone("taskwait", [Clause("depend", f"depend(in: {v})")], **self.spelled())
            block += [wait, Work(f"add({self.sum()}, {v});")]
        block.append(Standalone("taskwait", **self.spelled()))
        return Braces(block)

    def detached(self, where):
        """Makes a task that is complete when its event is fulfilled: by itself, by the thread that made it, by another task, or by one
        that it waits for."""
        event, v = f"e{self.number()}", self.name("v")
        kind = self.random.choice(["itself", "thread", "task", "chain"])
        kind = "thread" if where.in_lambda and kind == "itself" else kind
        clauses = [Clause("detach", f"detach({event})", needed=True)]
        clauses += [Clause("priority", "priority(1)")] if self.chance(15) else []
        body = self.block(self.in_task(where, clauses), 1, 2)
        fulfil = Work(f"omp_fulfill_event({event});")
        block = [Work(f"omp_event_handle_t {event} = (omp_event_handle_t)0;")]
        if kind == "itself":
            body.insert(self.random.randrange(len(body) + 1), fulfil)
        if kind == "chain":
            block.insert(0, Work(f"int {v} = 1;"))
            clauses += [Clause("depend", f"depend(out: {v})", needed=True), Clause("shared", f"shared({v})", needed=True)]
            body.append(Work(f"{v} = {self.random.randrange(2, 9)};"))
        block.append(Task("task", self.shuffled(clauses), body, **self.spelled()))
        if kind == "chain":
            waiting = [Clause("depend", f"depend(in: {v})", needed=True), Clause("shared", f"shared({v})", needed=True)]
            block.append(Task("task", waiting, [Work(f"add({self.sum()}, {v});")], **self.spelled()))
        if kind == "task":
            own = [Clause("firstprivate", f"firstprivate({event})", needed=True)]
            inner = self.in_task(where, [Clause("untied", "untied")])
            block.append(Task("task", own, (self.block(inner, 1, 1) if self.chance(50) else []) + [fulfil], **self.spelled()))
        elif kind != "itself":
            block.append(fulfil)
        if kind == "chain" or self.chance(40):
            block.append(Standalone("taskwait", **self.spelled()))
        return Braces(block)

    def taskwait(self, where):
        return Standalone(self.random.choice(["taskwait", "taskwait", "taskyield"]), **self.spelled())

    def taskgroup(self, where):
        inner = where._replace(depth=where.depth + 1, team=False, one=False, seq=False, alone=False, cancel={}, ordered=False)
        return Whole("taskgroup", (), self.block(inner, 1, 3), **self.spelled())

    def taskloop_clauses(self, where):
        clauses = []
        size = self.random.choice(["", "grainsize", "num_tasks"])
        if size:
            clauses.append(Clause(size, f"{size}({self.count(self.random.randint(1, 3))})"))
        for text in ("nogroup", "untied", "mergeable", "final(0)", "priority(2)"):
            if self.chance(10):
                clauses.append(Clause(text.split("(")[0], text))
        return clauses

    def taskloop(self, where):
        master = (where.team or where.one) and not where.pure and self.chance(25)
        simd = self.chance(20)
        name = ("master " if master else "") + "taskloop" + (" simd" if simd else "")
        node = Taskloop(name, (), self.plain_nest(where, 1), [], **self.spelled())
        clauses = self.taskloop_clauses(where)
        body = self.taskloop_body(node, where, clauses, simd)
        grouped = not any(c.key == "nogroup" for c in clauses)
        if self.chance(25) and not master and not where.in_lambda and grouped:
            name = self.name("r")
            node.before.append(f"int {name} = {self.random.randrange(9)};")
            clauses.append(Clause("reduction", f"reduction(+ : {name})", needed=True))
            body.append(Work(f"{name} += {node.nest.names[0]} * 2 + 1;"))
            node.after.append(f"add({self.sum()}, {name});")
        node.blocks = [body]
        node.clauses = self.shuffled(clauses)
        return node

    def taskloop_body(self, node, where, clauses, simd):
        if simd:
            return [Work(f"{self.array()}[{node.nest.names[0]} % 16] = {node.nest.names[0]} + 1;")]
        inner = self.in_task(where, clauses)
        inner = inner._replace(est=where.est * max(1, node.nest.count), names=inner.names + node.nest.names)
        return self.block(inner, 1, 2) + [self.hit()]

    def parallel_taskloop(self, where):
        simd = self.chance(20)
        name = "parallel master taskloop" + (" simd" if simd else "")
        node = ParallelTaskloop(name, (), self.plain_nest(where, 1), [], **self.spelled())
        threads = self.team_clauses(node, where)
        node.whole = where.template
        team = self.in_team(where, threads, node)._replace(est=where.est)
        clauses = self.taskloop_clauses(where)
        node.blocks = [self.taskloop_body(node, team, clauses, simd)]
        node.clauses = self.shuffled(node.clauses + clauses)
        return node

    def task_reduction(self, where):
        """Makes taskgroup task_reduction, with tasks that take part."""
        name = self.name("v")
        tasks = []
        for _ in range(self.random.randint(1, 3)):
            clauses = [Clause("in_reduction", f"in_reduction(+ : {name})", needed=True)]
            inner = self.in_task(where, [Clause("untied", "untied")])
            body = [Work(f"{name} += {self.random.randrange(1, 9)};")] + (self.block(inner, 1, 1) if self.chance(40) else [])
            tasks.append(Task("task", clauses, body, **self.spelled()))
        group = Whole("taskgroup", [Clause("task_reduction", f"task_reduction(+ : {name})", needed=True)], tasks, self.form(), self.number())
        return Braces([Work(f"int {name} = 2;"), group, Work(f"add({self.sum()}, {name});")])
