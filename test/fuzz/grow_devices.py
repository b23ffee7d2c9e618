# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grow_devices.py - makes random constructs for leagues and devices, both on the host: teams, target, and what they combine with.

What lives here: what may be in them, their clauses. What does not: how they are written and counted (constructs.py).
Left out is thread_limit: libomp 19 may hold later teams to it, too. With nowait they are tasks, which the threads of the team execute:
libomp 19 may crash by itself where its hidden helper threads do (trial.py)."""
from constructs import Clause, Distribute, Parallel, Standalone, Task, Teams, Whole, WholeLoop
from tree import Braces, Work

TEAMS = ("teams distribute", "teams distribute simd", "teams distribute parallel for", "teams distribute parallel for simd", "teams loop")
TARGETS = ("target parallel for", "target parallel for simd", "target parallel loop", "target simd")


class DevicesMixin:
    def nowait(self, where, percent):
        """Returns the clause for a target that may be a task, by chance."""
        may = where.tasks and where.rank == 0 and self.chance(percent)
        return [Clause("nowait", "nowait")] if may else []

    def target(self, where):
        block = self.block(self.in_one(where, pure=True, owner=None, names=()), 1, 2)
        return Whole("target", self.nowait(where, 40), block, **self.spelled())

    def target_tasks(self, where):
        """Makes targets that depend on each other, with a task among them, and a wait for them."""
        v = self.name("v")
        block = [Work(f"int {v} = 1;")]
        for _ in range(self.random.randint(1, 3)):
            clauses = [Clause("depend", f"depend(inout: {v})", needed=True)]
            if self.chance(30):
                changed = Work(f"{v} = {v} * 3 + {self.random.randrange(9)};")
                block.append(Task("task", clauses + [Clause("shared", f"shared({v})", needed=True)], [changed], **self.spelled()))
            else:
                changed = Work(f"{v} = {v} * 2 + {self.random.randrange(9)};")
                clauses += [Clause("map", f"map(tofrom : {v})", needed=True), Clause("nowait", "nowait")]
                inner = self.in_one(where, pure=True, owner=None, names=())
                block.append(Whole("target", self.shuffled(clauses), [changed] + self.block(inner, 0, 1), **self.spelled()))
        return Braces(block + [Standalone("taskwait", **self.spelled()), Work(f"add({self.sum()}, {v});")])

    def target_data(self, where):
        """Makes what moves data. Clang 19 crashes if a template has target data, or if that has tasks."""
        array = self.array()
        if self.chance(50) and not where.template:
            inner = where._replace(depth=where.depth + 1, cancel={}, ordered=False, team=False, seq=False, one=False, alone=False, tasks=False,
                                   fork=False)  # fmt: skip
            return Whole("target data", [Clause("map", f"map(tofrom : {array})", needed=True)], self.block(inner, 1, 2), **self.spelled())
        later = self.nowait(where, 40)
        moves = [("target enter data", f"map(to : {array})"), ("target update", f"to({array})"), ("target exit data", f"map(from : {array})")]
        nodes = []
        for name, text in moves:
            nodes.append(Standalone(name, [Clause("map", text, needed=True)] + later, **self.spelled()))
            nodes += [Standalone("taskwait", **self.spelled())] if later else []
        return Braces(nodes)

    def whole_loop(self, where, names, ints):
        """Makes a combined loop; `ints` are the clauses that take a number."""
        node = WholeLoop(self.random.choice(names), (), self.plain_nest(where), [], **self.spelled())
        clauses = [Clause(key, f"{key}({self.count(value)})", value) for key, value in ints if self.chance(50)]
        words = node.name.split()
        if "simd" in words or "loop" in words:
            body = self.pure_body(node, where)
        else:
            body = [self.hit()]
        if self.chance(40):
            name = self.name("r")
            node.before.append(f"int {name} = {self.random.randrange(9)};")
            clauses.append(Clause("reduction", f"reduction(+ : {name})", needed=True))
            if words[0] == "target":
                clauses.append(Clause("map", f"map(tofrom : {name})", needed=True))
            body.append(Work(f"{name} += {node.nest.names[0]} * 2 + 1;"))
            node.after.append(f"add({self.sum()}, {name});")
        elif words[0] == "target":
            clauses += self.nowait(where, 30)
        node.clauses, node.blocks = self.shuffled(clauses), [body]
        return node

    def target_loop(self, where):
        return self.whole_loop(where, TARGETS, ())

    def target_teams(self, where):
        names = [f"target {name}" for name in TEAMS]
        return self.whole_loop(where, names, [("num_teams", self.random.randint(1, 3))])

    def teams_loop(self, where):
        return self.whole_loop(where, TEAMS, [("num_teams", self.random.randint(1, 3))])

    def teams(self, where):
        count = self.random.randint(1, 3)
        node = Teams("teams", [Clause("num_teams", f"num_teams({count})", count, needed=True)], **self.spelled())
        block = [self.work(self.in_one(where, pure=True))]
        for _ in range(self.random.randint(1, 2)):
            block.append(self.parallel_in_teams(where) if self.chance(40) else self.distribute(count, where))
        node.blocks = [block]
        return node

    def parallel_in_teams(self, where):
        """Makes a parallel region that each team's initial thread forks; libomp gives it as many threads as it likes, or one."""
        count = 1
        node = Parallel("parallel", [Clause("num_threads", f"num_threads({count})", count, needed=True)], **self.spelled())
        inner = self.in_team(where, count, node)._replace(fork=False, tasks=False, owner=None, alone=False, alone_team=False, depth=6, cancel={},
                                                         est=where.est * 12, threads=12)  # fmt: skip
        node.blocks = [self.block(inner, 1, 2) + [self.hit()]]
        return node

    def distribute(self, count, where):
        name = self.random.choice(["distribute", "distribute parallel for", "distribute simd", "distribute parallel for simd"])
        node = Distribute(name, (), self.plain_nest(where), [], **self.spelled())
        node.teams = count
        node.blocks = [self.pure_body(node, where) if "simd" in name else [self.hit()]]
        return node
