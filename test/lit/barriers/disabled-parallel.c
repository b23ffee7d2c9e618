// Who leaves out `parallel` and keeps `for` sees the loop and the waiting at its end: the loop of a `parallel for` keeps its own
// barrier then, as the region's belongs to nothing that is measured. So it does in both modes where it may have no explicit one.
// DEFINE: %{off} = -fplugin-arg-pompinst-disable
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt %{off}=parallel -I %root/test/clock %s && sed -n '/# 1 ".*disabled-parallel.c"/,$p' %t.emit | grep -v "^ *//" > %t.code
// RUN: FileCheck %s --input-file=%t.code --implicit-check-not=nowait --implicit-check-not=POMP_Parallel_ --implicit-check-not=POMP_Barrier_
// CHECK: int main(void)
// CHECK: {{^}}#pragma omp parallel num_threads(2){{ *$}}
// CHECK: { __POMP_For_enter(__pomp_rd(0));
// CHECK: {{^}}#pragma omp {{.*}}for {{.*}}schedule(static, 1){{ *$}}
// CHECK: __POMP_For_exit(__pomp_rd(0)); }
// CHECK: __POMP_Sections_enter(__pomp_rd(1));
// CHECK: {{^}}#pragma omp {{.*}}sections{{ *$}}
// CHECK: __POMP_Sections_exit(__pomp_rd(1));
// RUN: grep '^  {"' %t.emit | FileCheck %s --check-prefix=FLAGS
// FLAGS: {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// FLAGS: {"parallelsections", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// If barriers are left out as well, or the loop, there is nothing to keep it for; nor if the region is measured.
// DEFINE: %{nowaits} = grep -c "^#pragma omp .* nowait" %t.emit | grep -x
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt %{off}=parallel,barrier -I %root/test/clock %s && %{nowaits} 2 && not grep '^  {.*POMP_RD_IMPLICIT_' %t.emit
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt %{off}=barrier -I %root/test/clock %s && %{nowaits} 2
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt -I %root/test/clock %s && %{nowaits} 2
// With explicit barriers it has one with events, as ever.
// RUN: %emit %{off}=parallel -I %root/test/clock %s && %{nowaits} 2 && grep -c "POMP_Barrier_enter(__pomp_rd([01]))" %t.emit | grep -x 2
//
// The figures are those that the program says, by the clock that it sets.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{holds} = 'visits("parallel for (loop)") == 20' 'visits("parallel sections (sections)") == 20' 'visits("barrier (implicit)", 100) == 20' \
// DEFINE:   'visits("barrier (implicit)", 200) == 20' 'experiment["missing_barriers"] == 0' \
// DEFINE:   'region("barrier (implicit)", 100)["wait_ns"] == 10 * (15 - 2) * 1000000' 'region("barrier (implicit)", 200)["wait_ns"] == 10 * (12 - 2) * 1000000'
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang %clock --pomp-disable=parallel %s -o ompt && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./ompt && %{check} e %{holds}
// RUN: %pomp_clang %clock --pomp-disable=parallel --pomp-barriers=explicit %s -o explicit && env POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./explicit && %{check} f %{holds}
#include "test_clock.h"

static struct clock_meeting ends;
static int arrived; /* before two threads have one section each */

/* This is all that a thread does before the barrier. */
static void work(uint64_t ms, int barrier) {
  clock_work(ms * CLOCK_MS);
  clock_meet(&ends, (size_t)barrier);
}

int main(void) {
  clock_start();
#pragma omp parallel num_threads(2)
  { /* this one goes by without OMPT's barrier */ }
  for (int round = 0; round < 10; round++) {
#line 100
#pragma omp parallel for num_threads(2) schedule(static, 1)
    for (int i = 0; i < 2; i++)
      work(i == round % 2 ? 15 : 2, 2 * round);
#line 200
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      {
        clock_gather(&arrived, 2 * round + 2);
        work(12, 2 * round + 1);
      }
#pragma omp section
      {
        clock_gather(&arrived, 2 * round + 2);
        work(2, 2 * round + 1);
      }
    }
  }
  return 0;
}
