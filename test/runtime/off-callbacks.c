// While measurement is off from the beginning, the OpenMP runtime is asked for no event but omp_control_tool's, so that
// a program that is not measured pays for none. The program is between the runtime and us, and notes what we ask for.
// RUN: %fresh && %program %s -o a -rdynamic -ldl
// DEFINE: %{run} = env OMP_NUM_THREADS=2 POMP_SUMMARY=0
// RUN: %{run} POMP_ENABLE=0 POMP_EXPERIMENT_DIR=n ./a never > out && echo "none none" | diff - out && not ls n
// Where nothing can be measured any more, it has no tool at all.
// RUN: %{run} POMP_PROFILE=0 POMP_TRACE=0 POMP_EXPERIMENT_DIR=n ./a never > out && echo "no-tool no-tool" | diff - out && not ls n
// RUN: %{run} POMP_EXPERIMENT_DIR=n ./a pause > out && echo "none none" | diff - out && not ls n
// All is asked for before the first event that may be recorded, and what is measured from then on is whole.
// DEFINE: %{whole} = 'visits("region(work)") == 60' 'visits("parallel") == 6' 'visits("task") == 15' 'len(locations) == 3' \
// DEFINE:   'visits("single") == 6' 'experiment["nesting"] == "ompt"' 'experiment["repaired"] == 0' 'experiment["unfinished"] == 0' \
// DEFINE:   'path("parallel (fork-join)", "parallel", "single", "single (block)", "task (create)", "task", "region(work)")["visits"] == 30' \
// DEFINE:   'path("parallel (fork-join)", "parallel", "single", "barrier (implicit)")["visits"] == 6'
// RUN: %{run} POMP_EXPERIMENT_DIR=always ./a always > out && echo "all all" | diff - out && %check always %{whole}
// RUN: %{run} POMP_ENABLE=0 POMP_EXPERIMENT_DIR=on ./a on > out && echo "none all" | diff - out && %check on %{whole} 'experiment["ignored"] == 0'
// RUN: %{run} POMP_ENABLE=0 POMP_EXPERIMENT_DIR=control ./a control > out && echo "none all" | diff - out && %check control %{whole} 'experiment["ignored"] == 0'
// RUN: %{run} POMP_EXPERIMENT_DIR=early ./a pause-on > out && echo "none all" | diff - out && %check early %{whole} 'experiment["ignored"] == 0'
// The program sets the variable itself, after the runtime has begun and before its first event.
// RUN: %{run} POMP_ENABLE=0 POMP_EXPERIMENT_DIR=set ./a set > out && echo "none all" | diff - out && %check set %{whole} 'experiment["ignored"] == 0'
// It is switched on in the middle of a nested team, in a task: of the teams and tasks that are under way, the runtime tells
// the end alone. What their threads do from then on is measured, and the teams after them as if nothing had been.
// RUN: %{run} OMP_MAX_ACTIVE_LEVELS=2 POMP_ENABLE=0 POMP_EXPERIMENT_DIR=middle ./a middle > out && echo "none all" | diff - out
// RUN: %check middle 'visits("region(work)") == 60 + 4 + 8' 'visits("parallel") == 6 + 8' 'visits("task") == 15' \
// RUN:   'experiment["repaired"] == 0' 'experiment["unfinished"] == 0' 'experiment["ignored"] == 0' \
// RUN:   'path("parallel (fork-join)", "parallel", "single", "single (block)", "task (create)", "task", "region(work)")["visits"] == 30' \
// RUN:   'path("parallel (fork-join)", "parallel", "region(work)")["visits"] == 30 + 8' 'path("region(work)")["visits"] == 4'
#include "regions.h"
#include <dlfcn.h>
#include <omp-tools.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

REGION_AT(work, "region", "work", 1);
REGION(par, "parallel", 2);
static struct ompregdescr single = {.name = "single",
                                    .sub_name = "",
                                    .file_name = "test.c",
                                    .function_name = "main",
                                    .begin_line1 = 3,
                                    .version = POMP_RD_VERSION,
                                    .flags = POMP_RD_IMPLICIT_BARRIER};
REGION(task, "task", 4);

static uint64_t asked; /* a bit for each event */
static ompt_start_tool_result_t *ours;
static ompt_set_callback_t its_set_callback;
static ompt_function_lookup_t its_lookup;

static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  __atomic_fetch_or(&asked, (uint64_t)1 << event, __ATOMIC_RELAXED);
  return its_set_callback(event, callback);
}

static ompt_interface_fn_t look_up(const char *name) {
  if (strcmp(name, "ompt_set_callback") != 0)
    return its_lookup(name);
  its_set_callback = (ompt_set_callback_t)its_lookup(name);
  return (ompt_interface_fn_t)set_callback;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  its_lookup = lookup;
  return ours->initialize(look_up, device, data);
}

static void finalize(ompt_data_t *data) { ours->finalize(data); }

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
  static ompt_start_tool_result_t between = {initialize, finalize, {0}};
  ompt_start_tool_result_t *(*start)(unsigned int, const char *);
  *(void **)&start = dlsym(RTLD_NEXT, "ompt_start_tool");
  ours = start(version, runtime);
  return ours ? &between : NULL;
}

#define BIT(event) ((uint64_t)1 << ompt_callback_##event)
static const char *said(void) {
  uint64_t all =
      BIT(parallel_begin) | BIT(implicit_task) | BIT(task_create) | BIT(task_schedule) | BIT(cancel) | BIT(sync_region);
  if (!ours)
    return "no-tool";
  if (!(asked & BIT(control_tool)))
    return "not even control_tool";
  uint64_t others = asked & ~BIT(control_tool);
  return others == all ? "all" : others ? "some" : "none";
}

static void one(void) {
  POMP_Begin(&work);
  POMP_End(&work);
}

/* Two threads, 5 tasks, 20 visits of the region. */
static void team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < 5; i++)
      one();
    POMP_Single_enter(&single);
#pragma omp single
    {
      POMP_Single_begin(&single);
      for (int i = 0; i < 5; i++) {
        POMP_Task_create_begin(&task);
#pragma omp task
        {
          POMP_Task_begin(&task);
          one();
          one();
          POMP_Task_end(&task);
        }
        POMP_Task_create_end(&task);
      }
      POMP_Single_end(&single);
    }
    POMP_Single_exit(&single);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

/* It has one visit of the region for each of its two threads. */
static void small_team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    one();
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static void middle(void) {
  int here = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      here++;
      for (int all = 0; all < 4;) /* all four threads are in their teams */
#pragma omp atomic read
        all = here;
    }
    /* Two of these tasks wait for each other, so they have begun, while others are still to begin. */
#pragma omp single
    for (int i = 0; i < 4; i++)
#pragma omp task shared(here)
    {
      int order;
#pragma omp atomic capture
      order = here++;
      for (int now = 0; now < 6;)
#pragma omp atomic read
        now = here;
      if (order == 4)
        POMP_On();
    }
    /* The single's barrier was here. */
    one();
    small_team();
    small_team();
    one();
  }
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "never";
  bool is_off = strcmp(mode, "never") == 0 || strcmp(mode, "pause") == 0;
  POMP_Register_regions(&single, 1, sizeof single);
  if (strncmp(mode, "pause", 5) == 0)
    POMP_Off();
  if (strcmp(mode, "set") == 0 || strcmp(mode, "always") == 0)
    omp_get_max_threads();
  else
    for (int i = 0; i < 3; i++)
      team();
  printf("%s ", said());
  if (strcmp(mode, "on") == 0 || strcmp(mode, "pause-on") == 0)
    POMP_On();
  else if (strcmp(mode, "control") == 0)
    omp_control_tool(omp_control_tool_start, 0, NULL);
  else if (strcmp(mode, "set") == 0)
    setenv("POMP_ENABLE", "1", 1);
  else if (strcmp(mode, "middle") == 0)
    middle();
  for (int i = 0; i < 3 && !is_off; i++)
    team();
  printf("%s\n", said());
  return 0;
}
