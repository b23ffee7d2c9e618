// omp_pause_resource_all is called, soft and hard: the OpenMP runtime gives its threads back, and makes new ones for the work that
// follows. All of it is measured. (With atomic: after a hard pause, libomp 19 itself crashes at a critical construct that it
// has seen before.)
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %clang -O1 -fopenmp %s -o plain && %pomp_clang -O1 %s -o a
// DEFINE: %{run} = env OMP_NUM_THREADS=3 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR
// RUN: env OMP_NUM_THREADS=3 ./plain soft > expected && %{run}=soft ./a soft > out && diff out expected
// RUN: env OMP_NUM_THREADS=3 ./plain hard > expected && %{run}=hard ./a hard > out && diff out expected
// RUN: env OMP_NUM_THREADS=3 ./plain both > expected && %{run}=both ./a both > out && diff out expected
// DEFINE: %{all} = 'visits("parallel for (fork-join)") == 10' 'visits("parallel for") == 30' 'visits("atomic") == 1000' \
// DEFINE:   'experiment["state"] == "complete"' 'experiment["stop_reason"] == "none"' \
// DEFINE:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// DEFINE:   'path("main()", "parallel for (fork-join)", "parallel for", "parallel for (loop)", "atomic")["visits"] > 0'
// RUN: %{check} soft %{all} && %{check} hard %{all} && %{check} both %{all}
#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int sum = 0;
  for (int round = 0; round < 10; round++) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
      sum += i;
    }
    int soft = strcmp(how, "soft") == 0 || (strcmp(how, "both") == 0 && round % 2);
    if (omp_pause_resource_all(soft ? omp_pause_soft : omp_pause_hard))
      puts("the runtime does not pause");
  }
  printf("%d\n", sum);
  return 0;
}
