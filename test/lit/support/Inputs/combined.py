#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""combined.py - writes a C program with every directive that combines parallel with another construct, with every clause
that Clang permits on it: alone, under default(none), and between clauses that are evaluated.

Usage: combined.py PAIRS (PAIRS: lines `directive, clause`, from clause-split --pairs) > PROGRAM"""
import collections
import sys

Form = collections.namedtuple("Form", "clause body")  # body: what a loop's body does with it, for iteration i

# g(n) is n, and is counted. A clause without a body shows in the counts, or must just not break anything.
FORMS = {
    "aligned": [Form("aligned(pointer : 4)", "a[i] += pointer[i]")],
    "allocate": [Form("private(p) allocate(p)", "p = i, a[i] += p"),
                 Form("firstprivate(f) allocate(omp_default_mem_alloc : f)", "a[i] += f")],
    "bind": [Form("bind(parallel)", ""), Form("bind(thread)", ""), Form("bind(teams)", "")],  # to Clang 19, all the same
    "collapse": [Form("collapse(1)", "")],
    "copyin": [Form("copyin(tp)", "a[i] += tp")],
    "default": [Form("default(shared)", "a[i] += f"), Form("default(firstprivate) shared(a)", "a[i] += f")],
    "filter": [Form("filter(g(1) - 1)", "")],
    "final": [Form("final(g(1))", "a[i] += omp_in_final()"), Form("final(g(0))", "a[i] += omp_in_final()")],
    "firstprivate": [Form("firstprivate(f)", "a[i] += f++ > 0")],
    "grainsize": [Form("grainsize(g(2))", ""), Form("grainsize(strict : g(4))", "")],
    "if": [Form("if(g(1))", ""), Form("if(g(0))", "a[i] += omp_get_num_threads()"), Form("if(parallel : g(1))", "")],
    "lastprivate": [Form("lastprivate(l)", "l = i")],
    "linear": [Form("linear(q : 2)", "a[i] += q, q += 2")],
    "mergeable": [Form("mergeable", "")],
    "nogroup": [Form("nogroup", "")],
    "nontemporal": [Form("nontemporal(a)", "")],
    "num_tasks": [Form("num_tasks(g(3))", ""), Form("num_tasks(strict : g(3))", "")],
    "num_threads": [Form("num_threads(g(3))", "a[i] += omp_get_num_threads()")],
    "ompx_attribute": [Form("ompx_attribute(__attribute__((amdgpu_waves_per_eu(1, 2))))", "")],
    "order": [Form("order(concurrent)", "")],
    "ordered": [Form("ordered", "")],
    "priority": [Form("priority(g(1))", "")],
    "private": [Form("private(p)", "p = i, a[i] += p")],
    "proc_bind": [Form("proc_bind(close)", "")],
    "reduction": [Form("reduction(+ : s)", "s += i"), Form("reduction(+ : b[0 : 4])", "b[i % 4] += i")],
    "safelen": [Form("safelen(4)", "")],
    "schedule": [Form("schedule(static, g(3))", ""), Form("schedule(dynamic, 3)", ""), Form("schedule(monotonic : static, g(2))", "")],
    "shared": [Form("shared(a, f)", "a[i] += f")],
    "simdlen": [Form("simdlen(4)", "")],
    "untied": [Form("untied", "")],
}  # fmt: skip

PREFIX = """// Written by combined.py.
#include <omp.h>
#include <stdio.h>
static int calls, tp = 3;
#pragma omp threadprivate(tp)
static int g(int n) { return __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED), n; }
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s = (7 * s + a[i]) % 100003;
  return s;
}
"""


def block(directive, body):
    """Returns the statement that belongs to the directive. It has no calls where they may not be."""
    body = body or "a[i]++"
    if directive == "parallel sections":
        return f"{{\n#pragma omp section\n  {{ int i = 1; {body}; }}\n#pragma omp section\n  {{ int i = 2; {body}; }}\n}}"
    if directive in ("parallel master", "parallel masked"):
        return f"{{ int i = 3; {body}; }}"
    return f"for (int i = 0; i < 32; i++) {{ {body}; }}"


def clauses_of(form, variant, directive):
    """Returns the clause alone; under default(none); between others. None: the variant makes no sense with it."""
    name = form.clause.split("(")[0]
    if variant == 0:
        return form.clause
    if variant == 1:
        if name in ("default", "shared", "ompx_attribute"):  # Clang 19 dies of the last one with default(none)
            return None
        return f"default(none) shared(a{', pointer' if name == 'aligned' else ''}) {form.clause}"
    if name in ("num_threads", "if"):
        return None
    return f"if(g(1)) {form.clause} num_threads(g(2))"


def function(number, directive, form, variant):
    clauses = clauses_of(form, variant, directive)
    if clauses is None or directive == "parallel loop" and form.clause == "lastprivate(l)":  # its variable is alone there
        return None
    threads = "" if "num_threads" in clauses else " num_threads(2)"
    # Clang 19 shares linear variables among the tasks of a taskloop, which race for them.
    races = "taskloop" in directive and form.clause.startswith("linear")
    body, q = ("", "0 * q") if races else (form.body, "q")
    # An array section's sum is only tested for being there: plain Clang 19 now and then loses an update of it.
    return f"""static void f{number}(void) {{
  int a[32] = {{0}}, b[4] = {{0}}, s = 0, p = 1, f = 2, l = 0, q = 0, *pointer = a;
  calls = 0;
#pragma omp {directive}{threads} {clauses}
  {block(directive, body)}
  printf("{directive} {clauses}: %d %d %d %d %d %d\\n", sum(a, 32), sum(b, 4) > 0, s, l, {q}, calls);
  (void)p, (void)f, (void)pointer;
}}
"""


def main():
    functions = []
    with open(sys.argv[1], encoding="utf-8") as file:
        pairs = [line.strip().split(", ") for line in file]
    for directive, clause in pairs:
        for form in FORMS[clause]:
            if "simd" not in directive and "aligned" in form.clause:
                continue
            for variant in range(3):
                text = function(len(functions), directive, form, variant)
                if text:
                    functions.append(text)
    print(PREFIX + "\n".join(functions))
    print("int main(void) {")
    for number in range(len(functions)):
        print(f"  f{number}();")
    print("  return 0;\n}")


main()
