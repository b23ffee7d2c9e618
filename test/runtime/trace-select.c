// POMP_TRACE_SELECT: only what happens while a selected visit is open is traced, all of it, at all threads; the profile has
// everything. Which visits they are is counted over the whole run.
// RUN: %fresh && %program %s -o a
//
// With one thread there are 101 visits of the 300, with the visits inside; the regions around are resumed, and not counted.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert serial 'region(step):100-200' 'visits == {"region(step)": 101, "region(inside)": 303}'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert serial 'step:7' 'visits == {"region(step)": 1, "region(inside)": 3}'
// There are several rules; a name with a colon and a comma; regions inside each other.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert serial 'step:1-2,f<a,b::c>:300,region(step):299-1000' 'visits == {"region(step)": 4, "region(inside)": 12, "f<a,b::c>()": 1}'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert serial 'inside:2-3,region(inside):900' 'visits == {"region(inside)": 3}'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert recursive 'region(deep):3-4' 'visits == {"region(deep)": 6}'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert recursive 'region(deep):2,region(deep):5' 'visits == {"region(deep)": 7}'
// The visit is never reached: nothing is in the trace.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert serial 'step:301-400' 'visits == {}'
// A break takes a record, not a chunk.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert serial 'inside:1-1200' 'visits == {"region(inside)": 1200}' && %python -c 'import os; assert os.path.getsize("e/trace.pomp") < 262144'
//
// A name that no region has is reported, once, at the end; in a program without regions there is nothing to tell.
// DEFINE: %{select} = env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=n POMP_TRACE_SELECT
// RUN: %{select}='nothing:1' ./a serial 2> err && count 1 < err && FileCheck %s --check-prefix=NOTHING < err && rm -r n
// NOTHING: {{^}}pomp: POMP_TRACE_SELECT names 'nothing': no region that was measured is called so; the report shows what they are called{{$}}
// RUN: %{select}='no:1-3,step:301-400,region(no,more):2' ./a serial 2> err && count 1 < err && FileCheck %s --check-prefix=SOME < err
// SOME: {{^}}pomp: POMP_TRACE_SELECT names 'no', 'region(no,more)': no region
// RUN: %pomp_report --all --from-trace n 2>&1 | grep "^pomp-report: n/trace.pomp: the trace has only what POMP_TRACE_SELECT named" && rm -r n
// RUN: echo 'int main(void) { return 0; }' > empty.c && %program empty.c -o empty && %{select}='nothing:1' ./empty 2> err && count 0 < err && ls n/profile.pomp
//
// Two threads run, and a parallel region is in the region of another.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert parallel 'parallel:3-4' 'visits["for"] == 2 * 2 * 50 and visits["parallel (fork-join)"] == 2'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert parallel 'parallel (fork-join):2,parallel:9-20' 'visits["for"] == 3 * 2 * 50 and visits["parallel (fork-join)"] == 3'
// Each thread's own visits are selected: the other's work at the same time, be it all that the region has, is there, too, and its work
// afterwards is not.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert parallel 'for:1-1000000' 'visits["for"] == 10 * 2 * 50'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert parallel 'for:11-20' '10 <= visits["for"] <= 2 * 50'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert nested 'region(part):2' 'visits["for"] == 2 * 2 * 5 and visits["region(part)"] == 1 and visits["parallel (fork-join)"] == 3'
//
// Tasks are selected, which a taskwait suspends; and untied ones.
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert tasks 'region(part):2' 'visits["task"] == 20 and visits["region(in task)"] == 20 and visits["taskwait"] == 1'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert tasks 'region(in task):3-5' 'visits["region(in task)"] >= 3'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert tasks 'task:1-60' 'visits["task"] == 60 and visits["region(in task)"] == 60'
// RUN: %python %inputs/trace-select.py %pomp_report %pomp_convert tasks 'task:1' '1 <= visits["task"] <= 20 and 1 <= visits["region(in task)"] <= 20'
#include "regions.h"

#include <string.h>

REGION(par, "parallel", 1);
REGION(outer, "parallel", 2);
REGION(loop, "for", 3);
REGION_AT(step, "region", "step", 4);
REGION_AT(inside, "region", "inside", 5);
REGION_AT(function, "function", "f<a,b::c>", 6);
REGION_AT(deep, "region", "deep", 7);
REGION_AT(part, "region", "part", 8);
REGION(task, "task", 9);
REGION_AT(in_task, "region", "in task", 10);
REGION(wait, "taskwait", 11);
REGION_AT(whole, "region", "whole", 12);

static void serial(void) {
  for (int i = 0; i < 300; i++) {
    POMP_Begin(&inside);
    POMP_End(&inside);
    POMP_Begin(&step);
    for (int k = 0; k < 3; k++) {
      POMP_Begin(&inside);
      POMP_End(&inside);
    }
    if (i == 299) {
      POMP_Begin(&function);
      POMP_End(&function);
    }
    POMP_End(&step);
  }
}

/* Makes visits 1 to 8, each inside the one before. */
static void recursive(int level) {
  POMP_Begin(&deep);
  if (level < 8)
    recursive(level + 1);
  POMP_End(&deep);
}

static void loops(int count) {
  for (int i = 0; i < count; i++) {
    POMP_For_enter(&loop);
    POMP_For_exit(&loop);
  }
}

static void parallel(int count) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    loops(count);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static void nested(void) {
  for (int i = 0; i < 3; i++) {
    POMP_Begin(&part);
    POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&outer);
      parallel(5);
      POMP_Parallel_end(&outer);
    }
    POMP_Parallel_join(&outer);
    POMP_End(&part);
  }
}

static void make_tasks(void) {
  for (int i = 0; i < 20; i++) {
    POMP_Task_create_begin(&task);
#pragma omp task untied
    {
      POMP_Task_begin(&task);
      POMP_Begin(&in_task);
      busy(0.01);
      POMP_End(&in_task);
      POMP_Task_end(&task);
    }
    POMP_Task_create_end(&task);
  }
  POMP_Taskwait_begin(&wait);
#pragma omp taskwait
  POMP_Taskwait_end(&wait);
}

static void tasks(void) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    if (omp_get_thread_num() == 0)
      for (int i = 0; i < 3; i++) {
        POMP_Begin(&part);
        make_tasks();
        POMP_End(&part);
      }
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  omp_set_max_active_levels(2);
  POMP_Begin(&whole);
  if (strcmp(what, "serial") == 0)
    serial();
  else if (strcmp(what, "recursive") == 0)
    recursive(1);
  else if (strcmp(what, "nested") == 0)
    nested();
  else if (strcmp(what, "tasks") == 0)
    tasks();
  for (int i = 0; strcmp(what, "parallel") == 0 && i < 10; i++)
    parallel(50);
  POMP_End(&whole);
  return 0;
}
