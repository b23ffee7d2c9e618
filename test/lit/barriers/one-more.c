// Where the loop of a combined construct may have no nowait, the halves have one barrier more than the whole, in both
// modes: the loop's own. (Clang 19 makes two for a task reduction.)
// RUN: %clang -shared -fPIC -Wall -Wextra -Werror -I%include %S/Inputs/count-barriers.c -o %t.so
// RUN: %clang -fopenmp %s -o %t.plain %t.so
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-barriers=ompt %s -o %t.ompt %t.so
// RUN: %clang -fopenmp -fplugin=%plugin %s -o %t.explicit %t.so
// RUN: env OMP_NUM_THREADS=4 %t.plain | FileCheck %s --check-prefix=PLAIN --match-full-lines --implicit-check-not={{.}}
// RUN: env OMP_NUM_THREADS=4 %t.ompt | FileCheck %s --check-prefix=OMPT --match-full-lines --implicit-check-not={{.}}
// RUN: env OMP_NUM_THREADS=4 %t.explicit | FileCheck %s --check-prefix=OMPT --match-full-lines --implicit-check-not={{.}}
//          PLAIN: taskgroup 4
//     PLAIN-NEXT: parallel 16
//           OMPT: implementation 4
//      OMPT-NEXT: taskgroup 4
//      OMPT-NEXT: workshare 16
//      OMPT-NEXT: parallel 16
static int a[100], s, last;

int main(void) {
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 100; i++)
    last = i;
#pragma omp parallel for reduction(task, + : s)
  for (int i = 0; i < 100; i++)
    s += i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
#pragma omp cancellation point for
    a[i] = i;
  }
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp cancel sections if (s < 0)
    }
  }
  return 0;
}
