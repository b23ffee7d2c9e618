// C++ exceptions leave functions, user regions and, with them, constructs inside, on each thread and in tasks. Every region that
// is left has an end of its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %clangxx -O1 -fopenmp %s -o plain && %pomp_clangxx -O1 --pomp-functions=all %s -o a
// RUN: env OMP_NUM_THREADS=3 ./plain > expected
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && diff out expected
// RUN: %{check} e 'visits("guarded()") == 10 + 30 + 10' 'visits("thrower()") == 50 * 5' 'visits("region(part)") == 50 * 5' \
// RUN:   'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == experiment["lost"] == 0' \
// RUN:   'visits("critical(sum)") == 250' 'visits("critical(sum) (block)") == 250' \
// RUN:   'path("main()", "guarded()", "thrower()", "region(part)", "thrower()")["visits"] == 10'
// Nobody catches an exception: the program ends as before, by a signal, and everything that was measured is readable.
// RUN: not --crash ./plain out > out 2> plain.err && grep -c "terminate called" plain.err | grep -x 1
// RUN: not --crash env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=t POMP_SUMMARY=0 ./a out > out 2> err && grep -c "terminate called" err | grep -x 1
// RUN: %{check} t 'experiment["state"] == "killed"' 'visits("thrower()") == 50 * 5 + 5' 'visits("main()") == 1' \
// RUN:   'visits("guarded()") == 50' 'region("main()")["unfinished"] == 1'
#include <cstdio>
#include <stdexcept>

static int total;

static int thrower(int n) {
#pragma pomp inst begin(part)
#pragma omp critical(sum)
  total += n;
  for (int i = 0; i < 3; i++)
    if (n == 0)
      throw std::runtime_error("deep");
  thrower(n - 1);
#pragma pomp inst end(part)
  return n;
}

static int guarded() {
  try {
    return thrower(4);
  } catch (const std::exception &) {
    return 1;
  }
}

int main(int argc, char **) {
  int n = 0;
  for (int i = 0; i < 10; i++)
    n += guarded();
#pragma omp parallel reduction(+ : n)
  {
    for (int i = 0; i < 10; i++)
      n += guarded();
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task
      guarded();
    }
  }
  std::printf("%d %d\n", n, total);
  std::fflush(stdout);
  if (argc > 1)
    thrower(4);
  return 0;
}
