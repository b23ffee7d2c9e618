// emit= says where the text is written; a source that nothing is done to, one with errors, and retries are written as well.
// RUN: rm -rf %t && mkdir -p %t/dir && cd %t
// RUN: %clang -fopenmp -fsyntax-only -fplugin=%plugin -fplugin-arg-pompinst-emit=- %s > %t/stdout.c
// RUN: %clang -fopenmp -fsyntax-only -fplugin=%plugin -fplugin-arg-pompinst-emit=file.c %s 2>&1 | count 0
// RUN: cmp stdout.c file.c && grep -c POMP_Parallel_fork file.c
// Several sources go to a folder.
// RUN: echo 'int other = __LINE__;' > other.c
// RUN: %clang -fopenmp -fsyntax-only -fplugin=%plugin -fplugin-arg-pompinst-emit=dir %s other.c
// RUN: cmp dir/where.c file.c && FileCheck %s --check-prefix=OTHER --input-file=dir/other.c
// OTHER:      {{^}}# 1 "other.c"
// OTHER-NEXT: int other = __LINE__;
// The source comes from standard input; or it is preprocessed.
// RUN: %clang -fopenmp -fsyntax-only -x c -fplugin=%plugin -fplugin-arg-pompinst-emit=dir - < %s && grep -q POMP_Parallel_fork dir/stdin
// RUN: %clang -fopenmp -E %s -o where.i && %clang -fopenmp -fsyntax-only -fplugin=%plugin -fplugin-arg-pompinst-emit=i.c where.i && grep -q POMP_Parallel_fork i.c
// If it can't be written, one line says so.
// RUN: not %clang -fopenmp -c -o x.o -fplugin=%plugin -fplugin-arg-pompinst-emit=/dev/full %s 2> full.log
// RUN: FileCheck %s --check-prefix=FULL --implicit-check-not='{{.}}' --input-file=full.log && not ls x.o
// FULL: error: pompinst: can't write emit=/dev/full: No space left on device
// FULL: 1 error generated.
// RUN: not %clang -fopenmp -fsyntax-only -fplugin=%plugin -fplugin-arg-pompinst-emit=no/where.c %s 2>&1 | grep "can't write emit=no/where.c: No such file or directory"
// If the source has errors, nothing is written.
// RUN: not %clang -fopenmp -fsyntax-only -DWRONG -fplugin=%plugin -fplugin-arg-pompinst-emit=wrong.c %s 2> /dev/null && not ls wrong.c
// The rewritten text fails, and the compile is done again: the text that was compiled at last is written, and once.
// RUN: %clang -fopenmp -fsyntax-only -DAGAIN -fplugin=%plugin -fplugin-arg-pompinst-emit=- %s 2> again.log > again.c && grep -q 'left alone' again.log
// RUN: grep -c '^int main' again.c | grep -x 1 && grep -q POMP_Parallel_fork again.c && not grep '^[^/]*POMP_Begin(__pomp_rd(' again.c
// Constructs that Clang can't generate code for need none. Clang 16 does not know this one, so that nothing is there to emit.
// RUN: %if can-scope %{ %clang -fopenmp -fsyntax-only -DSCOPE -fplugin=%plugin -fplugin-arg-pompinst-emit=scope.c %s && grep -q POMP_Scope_enter scope.c %}
// RUN: %if can-scope %{ gcc -fopenmp -DSCOPE -Wall -Wextra -Werror -Wno-unknown-pragmas scope.c -o scope -L%libdir -lpompomp -Wl,-rpath,%libdir %}
// RUN: %if can-scope %{ env OMP_NUM_THREADS=4 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=%t/x ./scope | grep -x 4 && %pomp_report --all x | grep ' 4 .* scope  *main ' %}
// _POMP is known to the other compiler as well.
// RUN: gcc -fopenmp -fsyntax-only -Wno-unknown-pragmas -DPOMP_IS_KNOWN file.c
#include <stdio.h>
#if defined POMP_IS_KNOWN && !defined _POMP
#error _POMP
#endif
#ifdef AGAIN
#define __POMP_Begin(d) 1 +
#endif
int main(void) {
  int s = 0;
#ifdef WRONG
  s = wrong;
#endif
#ifdef SCOPE
#pragma omp parallel
#pragma omp scope
#else
#pragma pomp inst begin(a)
  s++;
#pragma pomp inst end(a)
#pragma omp parallel
#endif
#pragma omp atomic
  s++;
  printf("%d\n", s);
  return 0;
}
