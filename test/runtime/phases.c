// Each visit of a phase has a profile of its own, of all threads; visits that are alike share one. The profiles of all visits add
// up to what the run has below the phase, whatever threads, tasks and teams do there, and however a visit or the program ends.
// Times are those that the program says, by the clock that it sets.
// RUN: %fresh && %clocked %s -o a && %python %inputs/phases.py %pomp_report
#include "clocked-barrier.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(step, "region", "step", 1);
REGION_AT(serial, "region", "serial", 2);
REGION(par, "parallel", 3);
REGION(loop, "for", 4);
REGION_AT(inner, "region", "inner", 5);
REGION(nested, "parallel", 6);
REGION(task, "task", 7);
REGION_AT(rare, "region", "rare", 8);

static struct clock_meeting barriers, ends, waits;
static size_t team;

static void serial_ms(uint64_t ms) {
  POMP_Begin(&serial);
  clock_work(ms * CLOCK_MS);
  POMP_End(&serial);
}

/* Member 0 works for `first` ms in the loop, member 1 for `second`. */
static void fork_team(uint64_t first, uint64_t second) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    clock_work((omp_get_thread_num() ? second : first) * CLOCK_MS);
    clocked_barrier(&loop, &barriers, team);
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
    clock_meet(&ends, team);
  }
  clock_met();
  POMP_Parallel_join(&par);
  team++;
}

/* 20 visits, of which one is much longer; and a team outside of the phase. */
static void one_long(void) {
  for (int i = 1; i <= 20; i++) {
    clock_work(CLOCK_MS);
    POMP_Begin(&step);
    serial_ms(2);
    fork_team(10, i == 13 ? 50 : 10);
    POMP_End(&step);
  }
  fork_team(5, 5);
}

/* Visit i takes 100 + i ms. */
static void growing(void) {
  for (uint64_t i = 1; i <= 100; i++) {
    POMP_Begin(&step);
    serial_ms(10);
    fork_team(90 + i, 90);
    POMP_End(&step);
  }
}

/* Visit i takes 300 + i ms, or 401 - i ms. Five have 900 ms more, and each third one of the others 140 ms, as on a machine with other work. */
static void growing_on_a_busy_machine(void) {
  for (uint64_t i = 1; i <= 100; i++) {
    POMP_Begin(&step);
    serial_ms(210 + (i % 20 == 7 ? 900 : i % 3 == 0 ? 140 : 0));
    fork_team(90 + i, 90);
    POMP_End(&step);
  }
}
static void shrinking(void) {
  for (uint64_t i = 1; i <= 100; i++) {
    POMP_Begin(&step);
    serial_ms(210 + (i % 20 == 7 ? 900 : i % 3 == 0 ? 140 : 0));
    fork_team(191 - i, 90);
    POMP_End(&step);
  }
}

/* There are so many visits that a record is of four, of which one has 3 s more. */
static void growing_for_long(void) {
  for (uint64_t i = 1; i <= 5000; i++) {
    POMP_Begin(&step);
    serial_ms(1000 + i / 4 + (i % 4 == 2 ? 3000 : 0));
    POMP_End(&step);
  }
}

/* The program ends, or is killed, in the third visit, or in a team of it. */
static void ends_inside(const char *how) {
  for (int i = 1; i <= 3; i++) {
    POMP_Begin(&step);
    fork_team(10, 20);
    serial_ms(3);
    if (i == 3)
      *how == 'k' ? raise(SIGKILL) : (exit(0), 0);
    POMP_End(&step);
  }
}

/* Each visit of the outer phase has two of the inner one. */
static void phase_in_phase(void) {
  for (int i = 1; i <= 6; i++) {
    POMP_Begin(&step);
    serial_ms(1);
    for (uint64_t k = 1; k <= 2; k++) {
      POMP_Begin(&inner);
      fork_team(k * (i == 4 ? 40 : 10), 5);
      POMP_End(&inner);
    }
    POMP_End(&step);
  }
}

/* Both members execute the phase, each for itself. */
static void on_members(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (uint64_t i = 1; i <= 5; i++) {
      POMP_Begin(&step);
      serial_ms(omp_get_thread_num() ? 10 : (i == 2 ? 30 : 3));
      POMP_End(&step);
    }
    POMP_Parallel_end(&par);
    clock_meet(&ends, 0);
  }
  clock_met();
  POMP_Parallel_join(&par);
}

/* A worker executes the phase, in which it forks teams. */
static void on_a_worker(void) {
  omp_set_max_active_levels(2);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (uint64_t i = 1; i <= 4 && omp_get_thread_num() == 1; i++) {
      POMP_Begin(&step);
      clock_fork();
      POMP_Parallel_fork(&nested);
#pragma omp parallel num_threads(2)
      {
        POMP_Parallel_begin(&nested);
        clock_work((omp_get_thread_num() ? i * 10 : 5) * CLOCK_MS);
        POMP_Parallel_end(&nested);
        clock_meet(&waits, i);
      }
      clock_met();
      POMP_Parallel_join(&nested);
      POMP_End(&step);
    }
    POMP_Parallel_end(&par);
    clock_meet(&ends, 0);
  }
  clock_met();
  POMP_Parallel_join(&par);
}

/* The phase makes tasks, of which member 1 executes one, and waits for them. */
static void with_tasks(void) {
  static int turn;
  for (uint64_t i = 1; i <= 5; i++) {
    POMP_Begin(&step);
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
      if (omp_get_thread_num() == 0) {
        POMP_Task_create_begin(&task);
#pragma omp task
        {
          POMP_Task_begin(&task);
          clock_work((i == 3 ? 70 : 7) * CLOCK_MS);
          POMP_Task_end(&task);
          clock_next(&turn);
        }
        POMP_Task_create_end(&task);
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != (int)i)
          clock_pause();
      }
      POMP_Parallel_end(&par);
      clock_meet(&ends, i);
    }
    clock_met();
    POMP_Parallel_join(&par);
    POMP_End(&step);
  }
}

/* The third visit is left by a jump, and the fourth in the middle of what is not measured. */
static void left(void) {
  static jmp_buf out;
  static volatile int i;
  for (i = 1; i <= 5; i++) {
    if (setjmp(out))
      continue;
    POMP_Begin(&step);
    serial_ms(10);
    if (i == 3)
      longjmp(out, 1);
    if (i == 4)
      POMP_Off();
    serial_ms(5);
    POMP_End(&step);
    if (i == 4)
      POMP_On();
  }
}

/* A child that is forked in a visit is not measured, and the visit goes on. */
static void with_child(void) {
  for (int i = 1; i <= 3; i++) {
    POMP_Begin(&step);
    serial_ms(5);
    if (i == 2) {
      const pid_t child = fork();
      if (!child) {
        POMP_End(&step);
        POMP_Begin(&step);
        serial_ms(100);
        POMP_End(&step);
        _exit(0);
      }
      waitpid(child, NULL, 0);
    }
    serial_ms(5);
    POMP_End(&step);
  }
}

/* 5000 visits of many lengths, one of which has a region of its own. */
static void many(void) {
  for (uint64_t i = 1; i <= 5000; i++) {
    POMP_Begin(&step);
    serial_ms(10 + i * 7919 % 90);
    if (i == 4321) {
      POMP_Begin(&rare);
      clock_work(10 * CLOCK_MS);
      POMP_End(&rare);
    }
    POMP_End(&step);
  }
}

/* 64 threads visit 200 regions each, in six visits, of which one is long. */
static void wide(void) {
  enum { THREADS = 64, PATHS = 200 };
  static struct ompregdescr inside[PATHS];
  for (int i = 0; i < PATHS; i++) {
    inside[i] = serial;
    inside[i].begin_line1 = 100 + i;
  }
  for (int visit = 1; visit <= 6; visit++) {
    POMP_Begin(&step);
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(THREADS)
    {
      POMP_Parallel_begin(&par);
      for (int i = 0; i < PATHS; i++) {
        POMP_Begin(&inside[i]);
        clock_work((visit == 4 ? 3 : 1) * CLOCK_MS);
        POMP_End(&inside[i]);
      }
      POMP_Parallel_end(&par);
      clock_meet(&ends, team);
    }
    clock_met();
    POMP_Parallel_join(&par);
    team++;
    POMP_End(&step);
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } modes[] = {{"long", one_long},     {"growing", growing},    {"busy", growing_on_a_busy_machine}, {"shrinking", shrinking}, {"for-long", growing_for_long}, {"nested", phase_in_phase}, {"members", on_members},
               {"worker", on_a_worker}, {"tasks", with_tasks},   {"left", left},            {"child", with_child},
               {"many", many},          {"wide", wide}};
  const char *mode = argc > 1 ? argv[1] : "long";
  clock_start();
  if (strcmp(mode, "exit") == 0 || strcmp(mode, "kill") == 0)
    ends_inside(mode);
  for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
    if (strcmp(mode, modes[i].name) == 0)
      modes[i].run();
  if (argc > 2) /* each thread was ready for so many ms, and had no processor */
    __pomp_ready = strtoull(argv[2], NULL, 10) * CLOCK_MS;
  return 0;
}
