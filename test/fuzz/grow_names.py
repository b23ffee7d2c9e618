# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""grow_names.py - declares what has names of the POMP interface, of types, variables, macros, that a program may have as well.

Which names are declared as what, and where, lives here. What does not: code that uses them, as none of the program's does; what
the plugin inserts must not meet them. Left out are functions and variables of a file that are called so: they are the library's."""
from tree import Braces, Work

EVENTS = ("For_enter", "For_exit", "Parallel_fork", "Parallel_join", "Parallel_begin", "Parallel_end", "Barrier_enter", "Barrier_exit",
          "Begin", "End", "Task_begin", "Task_create_begin", "Critical_enter", "Critical_begin", "Atomic_enter", "Sections_enter",
          "Section_begin", "Single_enter", "Taskgroup_enter", "Cancel", "Set_lock", "Unset_lock")  # fmt: skip
NAMES = tuple("POMP_" + event for event in EVENTS) + ("ompregdescr", "pomp_rd", "POMP_RD_VERSION", "POMP_Register_regions")
# These are macros of the whole program; nothing is declared by these names.
MACROS = ("POMP_Single_exit", "POMP_Master_begin", "POMP_Masked_end", "POMP_Atomic_exit", "POMP_Ordered_enter", "POMP_Taskwait_end",
          "POMP_RD_IMPLICIT_JOIN", "POMP_RD_WHOLE", "POMP_Sections_exit", "POMP_H", "pomp", "rd")  # fmt: skip
LOCAL = ("int {} UNUSED = 3;", "enum {{ {} = 3 }};", "typedef int {} UNUSED;", "struct {} {{ int x; }};", "union {} {{ int x; }};",
         "static const char {}[] UNUSED = \"\";", "int (*{})(int) UNUSED = 0;")  # fmt: skip


class NamesMixin:
    def shadowed(self, where):
        """Makes a block with such declarations before its statements."""
        names = self.random.sample(NAMES, self.random.randint(1, 3))
        # A constexpr function, as a lambda may be, has no static variables.
        kinds = [kind for kind in LOCAL if not kind.startswith("static") or not self.cpp]
        declared = [Work(self.random.choice(kinds).format(name)) for name in names]
        return Braces(declared + self.block(where._replace(depth=where.depth + 1), 1, 2))

    def shadowing_globals(self):
        """Returns lines for the head of the program."""
        lines = [f"#define {name} )0(" for name in MACROS if self.chance(15)]
        if self.cpp and self.chance(40):
            names = self.random.sample(NAMES, 3)
            members = [f"struct {names[0]} {{ int x; }};", f"UNUSED static void {names[1]}(int) {{}}", f"UNUSED static int {names[2]};"]
            lines += ["namespace hiding {", *members, "}", "using namespace hiding;"]
        return lines

    def shadowing_members(self):
        """Returns declarations for a class."""
        if not self.chance(30):
            return ""
        names = self.random.sample(NAMES, 3)
        return f"struct {names[0]} {{ int x; }}; enum {{ {names[1]} = 1 }}; void {names[2]}(int) {{}} "
