// POMP_FILTER: functions, user regions and constructs are excluded by name and by file, at run time.
// RUN: %fresh && %program %s -o a && cp %s a.c
// RUN: env POMP_EXPERIMENT_DIR=all POMP_SUMMARY=0 ./a
// RUN: %check all 'visits("f()") == 1111' 'visits("critical(sum)") == 200' 'visits("region(r)") == 100' \
// RUN:   'experiment["filtered"] == 0'
//
// By name: inner regions hang where the excluded region was, and nothing is out of balance. The names are those of
// tables, but functions and user regions have one without decoration as well.
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN\n EXCLUDE f r crit*(sum) for\nSCOREP_REGION_NAMES_END\n' > names
// RUN: env POMP_FILTER=names POMP_EXPERIMENT_DIR=e POMP_VERBOSE=1 ./a 2> err
// RUN: %check e '"f()" not in names() and "region(r)" not in names() and "for" not in names()' \
// RUN:   '"critical(sum)" not in names()' 'visits("g()") == 1111' 'visits("critical") == 200' \
// RUN:   'visits("parallel for") == 2' 'experiment["filtered"] == 4' \
// RUN:   'experiment["ignored"] == experiment["repaired"] == experiment["lost"] == experiment["unfinished"] == 0' \
// RUN:   'region("g()")["exclusive_ns"] == region("g()")["inclusive_ns"]' 'experiment["settings"]["POMP_FILTER"] == "names"'
// RUN: FileCheck %s --check-prefix=VERBOSE < err
// RUN: grep -c "excluded by the filter" err | grep -x 4
// RUN: %pomp_report --all e | grep -x "POMP_FILTER excluded 4 constructs."
// VERBOSE: pomp:   POMP_FILTER=names (
// VERBOSE-DAG: {{^}}pomp: f() at dir/test.c:1 is excluded by the filter{{$}}
// VERBOSE-DAG: {{^}}pomp: region(r) at test.c:3 is excluded by the filter{{$}}
// VERBOSE-DAG: {{^}}pomp: critical(sum) at test.c:5 is excluded by the filter{{$}}
//
// The last rule that fits decides. Constructs that carry call paths, parallel among them, stay: so do the paths.
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE * INCLUDE g() SCOREP_REGION_NAMES_END' > most
// RUN: env POMP_FILTER=most POMP_EXPERIMENT_DIR=most.e POMP_VERBOSE=1 POMP_SUMMARY=0 ./a 2> err
// RUN: %check most.e 'names() == ["(outside regions)", "g()", "parallel for", "parallel for (fork-join)", "parallel for (loop)"]' \
// RUN:   'experiment["filtered"] == 6' 'visits("g()") == 1111' 'path("parallel for (fork-join)", "parallel for", "parallel for (loop)", "g()")["visits"] >= 1'
// RUN: grep -x "pomp: parallel for at test.c:6 is measured though the filter excludes it: call paths go through it" err
//
// By file: as the compiler named it, and with ./ before it; a pipe is a file.
// RUN: printf 'SCOREP_FILE_NAMES_BEGIN EXCLUDE */dir/* SCOREP_FILE_NAMES_END' > files
// RUN: cat files | env POMP_FILTER=/dev/stdin POMP_EXPERIMENT_DIR=files.e POMP_SUMMARY=0 ./a
// RUN: %check files.e '"f()" not in names()' 'visits("g()") == 1111' 'experiment["filtered"] == 1'
// A lock routine has no file.
// RUN: printf 'SCOREP_FILE_NAMES_BEGIN EXCLUDE * SCOREP_FILE_NAMES_END' > all.f
// RUN: env POMP_FILTER=all.f POMP_EXPERIMENT_DIR=locks.e POMP_SUMMARY=0 ./a && %check locks.e 'visits("omp_init_lock") == 1' \
// RUN:   'len(names()) == 5'
//
// A file that says nothing excludes nothing. A fault in it is reported in one line, and the program runs unmeasured.
// RUN: env POMP_FILTER=/dev/null POMP_EXPERIMENT_DIR=none.e POMP_SUMMARY=0 ./a && %check none.e 'visits("f()") == 1111'
// RUN: env POMP_FILTER=no.f POMP_EXPERIMENT_DIR=x ./a 2> err && count 1 < err
// RUN: grep -x "pomp: POMP_FILTER=no.f can't be read (No such file or directory); the program runs unmeasured" err
// RUN: env POMP_FILTER=. POMP_EXPERIMENT_DIR=x ./a 2> err && count 1 < err
// RUN: grep -x "pomp: POMP_FILTER=. can't be read (Is a directory); the program runs unmeasured" err
// RUN: env POMP_FILTER=/dev/zero POMP_EXPERIMENT_DIR=x ./a 2> err && count 1 < err
// RUN: grep -x "pomp: POMP_FILTER=/dev/zero can't be read (File too large); the program runs unmeasured" err
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN\n\nEXCUDE a\n' > bad.f && env POMP_FILTER=bad.f POMP_EXPERIMENT_DIR=x ./a 2> err && count 1 < err
// RUN: grep -x "pomp: POMP_FILTER=bad.f, line 3: unexpected 'EXCUDE': a rule begins with EXCLUDE or INCLUDE; the program runs unmeasured" err
// RUN: not ls x
#include "regions.h"

static struct ompregdescr f_region = {"function", "f", 0, "dir/test.c", 1, 1, 2, 2, {0}, 0, "f", 2, 0};
static struct ompregdescr g_region = {"function", "g", 0, "/test.c", 2, 2, 3, 3, {0}, 0, "g", 2, 0};
REGION_AT(r, "region", "r", 3);
REGION(critical, "critical", 4);
REGION_AT(named, "critical", "sum", 5);
REGION(par, "parallelfor", 6);
REGION(loop, "for", 7);
REGION(single, "single", 8);

static void g(void) {
  POMP_Begin(&g_region);
  POMP_End(&g_region);
}

static void f(int depth) {
  POMP_Begin(&f_region);
  g();
  if (depth > 1)
    f(depth - 1);
  POMP_End(&f_region);
}

static void enter_critical(struct ompregdescr *d) {
  POMP_Critical_enter(d);
  POMP_Critical_begin(d);
  POMP_Critical_end(d);
  POMP_Critical_exit(d);
}

/* Visits f as often as g, whatever is switched off between. */
static void switched(void) {
  for (int i = 0; i < 10; i++) {
    POMP_Begin(&f_region); /* is counted; left when it is off */
    g();
    POMP_Off();
    f(40); /* this is more than are remembered by name */
    POMP_Begin(&single);
    POMP_Begin(&f_region); /* is not counted; left when it is on */
    POMP_On();
    f(10);
    POMP_End(&f_region);
    POMP_End(&single);
    POMP_Off();
    POMP_End(&f_region);
    POMP_On();
  }
}

int main(void) {
  omp_lock_t lock;
  POMP_Init_lock(&lock);
  POMP_Off();
  POMP_Begin(&r); /* its first event is not measured */
  POMP_On();
  POMP_End(&r);
  f(1);
  switched();
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&par);
#pragma omp for
    for (int i = 0; i < 100; i++) {
      POMP_Begin(&r);
      f(10);
      enter_critical(&critical);
      enter_critical(&critical);
      enter_critical(&named);
      enter_critical(&named);
      POMP_End(&r);
      POMP_For_enter(&loop);
      POMP_For_exit(&loop);
    }
    POMP_For_exit(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return 0;
}
