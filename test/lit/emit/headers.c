// With emit=, the rewritten headers are in place of their #include, wherever they were found and whatever they owe to being
// headers: folders of their own, -I, #include_next, __has_include, #pragma once, guards, macros as names, X-macros, a
// byte order mark, CRLF, no newline at the end; constructs that begin in one file and end in another.
// RUN: %same --regions 12 %s -- -I%S/Inputs/path -I%S/Inputs/next
// RUN: %same --regions 12 %s -- -std=c99 -pedantic -I%S/Inputs/path -I%S/Inputs/next -Wno-gnu-include-next -Wno-newline-eof
// RUN: rm -rf %t.dir && mkdir -p %t.dir/src && cp -r %S/Inputs %s %t.dir/src
// RUN: cd %t.dir/src && %clang -fopenmp -fsyntax-only -I Inputs/path -I Inputs/next -fplugin=%plugin -fplugin-arg-pompinst-emit=../emitted.c headers.c
// RUN: cd %t.dir && %clang -fopenmp -fsyntax-only -Wall -Werror -iquote src -I src/Inputs/path -I src/Inputs/next emitted.c
// RUN: grep -v '^{\|^}\|POMP_\|__pomp' %t.dir/emitted.c | FileCheck %s --check-prefix=TEXT
#include <stdio.h>
#include <string.h>
#ifndef LOOP_HEADER
#define LOOP_HEADER "Inputs/sub/loop.inc"
#endif

// Not rewritten: stays as it is. TEXT: {{^}}#include "Inputs/plain.h"
#include "Inputs/plain.h"

// The next are in a folder of its own, and beside it: a plain header, one that is rewritten, and one that is there or not.
// TEXT:      {{^}}/* #include "Inputs/sub/outer.h" // why */
// TEXT-NEXT: {{^}}# 1 "./Inputs/sub/outer.h" 1
// TEXT-NEXT: {{^}}/* #pragma once */
// TEXT-NEXT: {{^}}#include "Inputs/sub/names.h"
// TEXT:      {{^}}#if __has_include("Inputs/sub/names.h") && !__has_include("Inputs/sub/headers.c")
// TEXT:      {{^}}/* #include "inner.h" */
// TEXT-NEXT: {{^}}# 1 "./Inputs/sub/inner.h" 1
// TEXT:      {{^}}# 9 "./Inputs/sub/outer.h" 2
// TEXT:      {{^}}# [[#@LINE+2]] "headers.c" 2
#include "Inputs/sub/outer.h" // why
// TEXT:      {{^}}/* #include "Inputs/sub/outer.h" */
// TEXT-NEXT: {{^}}/* #include "Inputs/sub/inner.h" */
#include "Inputs/sub/outer.h"
#include "Inputs/sub/inner.h"

// Not rewritten, but it includes one that is. TEXT: # 1 "./Inputs/around.h" 1
#include "Inputs/around.h"
// This one is found through -I, as the file beside it; and so is the next one of its name.
// TEXT: {{^}}#include <lib/plain.h>
// TEXT: {{^}}#include "{{/.*}}/Inputs/next/lib/lib.h"
#include <lib/lib.h>

// X-macros have the same text twice, with other macros.
#define LIST(entry) entry(1) entry(2)
#define NAME count_1
#define AMOUNT 1
#include "Inputs/sub/table.def"
#define NAME count_2
#define AMOUNT 2
#include "Inputs/sub/table.def"

int main(void) {
  int s = 0;
  // A loop of the main file is around a body in a header; a directive is in a header, its loop in the main file.
#pragma omp parallel for reduction(+ : s)
#include LOOP_HEADER
#include "Inputs/sub/directive.inc"
  for (int i = 0; i < 5; i++)
    s += i;
#pragma omp parallel
  {
#include "Inputs/sub/opening.inc"
    s++;
#include "Inputs/sub/closing.inc"
  }
  printf("%d %d %d %d %d\n", s > 0, outer(3), inner(3), around(2), lib(3));
  printf("%d %d line %d file %d\n", count_1(), count_2(), __LINE__, strstr(__FILE__, "headers.c") != 0);
  return 0;
}
