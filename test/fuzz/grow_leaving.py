# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grow_leaving.py - makes random code that is left early: by cancel, by longjmp.

What lives here: where a cancel or a longjmp may be, and what may be around it. What does not: how it is written and counted
(leaving.py). Left out is what libomp 19 gets wrong by itself: with OMP_CANCELLATION=true, a cancelled loop with a dynamic schedule
may hang, and so may a parallel region that one thread alone cancels."""
from constructs import Cancel, Clause, LoopNest, Parallel, ParallelSections, Sections, Task, Whole
from leaving import CancelledFor, CancelledParallelFor, Jump, JumpingFunction, Leave


class LeavingMixin:
    def active(self, of, target):
        """Makes a cancel that is active wherever cancellation is."""
        clauses = [Clause("if", self.random.choice(["if(1)", "if(zero == 0)", "if(cancel: zero + 1)"]))] if self.chance(30) else []
        node = Cancel("cancel", of, target, self.form(), self.number(), clauses)
        node.active = True
        return node

    def leave(self, of, target, where, regions):
        name = self.name("u") if where.user and self.chance(30) else None
        return Leave(self.active(of, target), [self.work(where), self.hit()], regions, name)

    def cancelled_loop(self, where):
        combined = not where.team or where.fork and where.est <= 24 and where.threads <= 16 and self.chance(40)
        variable, count = self.name("i"), self.random.randint(1, 8)
        nest = LoopNest([f"for (int {variable} = 0; {variable} < {count}; {variable}++) {{"], count, [variable])
        make = CancelledParallelFor if combined else CancelledFor
        node = make("parallel for" if combined else "for", (), nest, None, **self.spelled())
        node.every = self.chance(50)
        if combined:
            self.team_clauses(node, where)
        schedules = ["", "schedule(static)", "schedule(static, 1)"]
        schedule = self.random.choice(schedules)
        clauses = [Clause("schedule", schedule, "static")] if schedule else []
        inner = self.in_one(where, est=where.est * count, names=where.names + (variable,), depth=where.depth + 1, tasks=False, owner=None)
        before = self.block(inner, 1, 2)
        cancel = self.active("for", node)
        node.blocks = [before, [cancel], [self.hit(), self.work(inner)]]
        node.clauses = self.shuffled(node.clauses + clauses)
        return node

    def cancelled_sections(self, where):
        combined = not where.team or where.fork and where.est <= 24 and where.threads <= 16 and self.chance(40)
        node = (ParallelSections if combined else Sections)("parallel sections" if combined else "sections", **self.spelled())
        if combined:
            self.team_clauses(node, where)
        inner = self.in_one(where, depth=where.depth + 1, tasks=False, owner=None)
        node.first_marked = True
        node.blocks = [self.block(inner, 1, 2) for _ in range(self.random.randint(1, 3))]
        node.blocks[-1].append(self.leave("sections", node, inner, 1))
        node.clauses = self.shuffled(node.clauses)
        return node

    def cancelled_taskgroup(self, where):
        inner = self.in_one(where, depth=where.depth + 1, tasks=False, fork=False, alone_team=False, owner=None,
                            names=() if where.in_lambda else where.names)  # fmt: skip
        group = Whole("taskgroup", (), [], **self.spelled())
        task = Task("task", (), self.block(inner, 1, 2), **self.spelled())
        task.blocks[0].append(self.leave("taskgroup", group, inner, 0))
        group.blocks = [[self.work(self.in_one(where)), task]]
        return group

    def cancelled_parallel(self, where):
        node = Parallel("parallel", **self.spelled())
        threads = self.team_clauses(node, where)
        inner = self.in_team(where, threads, node)
        # A barrier before the cancel would let a thread cancel the region while another one is still in the barrier.
        inner = inner._replace(team=False, tasks=False, cancel={}, owner=None)
        node.blocks = [self.block(inner, 1, 2) + [self.hit(), self.leave("parallel", node, inner, 1)]]
        return node

    def jump(self, where):
        inner = where._replace(depth=where.depth + 1, cancel={}, ordered=False)
        name = self.name("u") if where.user and self.chance(30) else None
        function = None
        if not where.off and len(self.program.functions) < 8 and self.chance(40):
            function = self.jumping_function(where)
        return Jump(self.number(), self.block(inner, 1, 2), self.block(inner, 1, 1), name, function, self.random.randrange(5))

    def jumping_function(self, where):
        """Makes a function that calls longjmp at its end, or one that calls another one that does."""
        number, parameter = self.number(), self.name("v")
        inner = where._replace(names=(parameter,), owner=None, cancel={}, ordered=False, function=True, in_lambda=False, off=False, template=False)
        block = self.block(inner, 1, 2)
        through = self.jumping_function(where) if len(self.program.functions) < 7 and self.chance(40) else None
        function = JumpingFunction(number, parameter, block, through, self.random.randrange(5))
        self.program.functions.append(function)
        return function
