// What is found is what the program knows, by the machine's clock from end to end: it reads it beside the events, and says itself what each
// thing cost. So the figures must agree however busy the machine is; whether they are judged depends on that. A thread may lose its
// processor between an event and the program's own reading of the clock. Where the program can read the clock on both sides of
// an event, it does, and says between which bounds the figure is.
// RUN: %fresh && %pomp_clang -O1 -g %s -o a
// RUN: %python %S/Inputs/findings.py %pomp_report ./a 2 imbalance lock
// RUN: %python %S/Inputs/findings.py %pomp_report ./a 4 imbalance lock
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, ROUNDS = 40 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Works for some time of its own. The kernel reads that clock: so it computes between, or the kernel would have most of the time. */
static void work(double us) {
  static _Thread_local volatile double x = 1;
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  double end = (double)t.tv_sec + (double)t.tv_nsec * 1e-9 + us * 1e-6;
  do {
    for (int i = 0; i < 2000; i++)
      x = x * 0.999 + 0.001;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  } while ((double)t.tv_sec + (double)t.tv_nsec * 1e-9 < end);
}

/* The bounds are only different where the program knows them both. */
static double severity, saving, least_severity, least_saving;

/* This is how long a member was in a construct at least and at most: the clock was read inside of it, and around it. */
struct bounds {
  double least, most;
};

/* Returns by how much the members of a team were done earlier than the slowest one, summed up, at least and at most. */
static struct bounds early(const struct bounds *took, int size) {
  struct bounds slowest = {0, 0}, sum = {0, 0};
  for (int i = 0; i < size; i++) {
    slowest.least = took[i].least > slowest.least ? took[i].least : slowest.least;
    slowest.most = took[i].most > slowest.most ? took[i].most : slowest.most;
  }
  for (int i = 0; i < size; i++) {
    sum.least += slowest.least > took[i].most ? slowest.least - took[i].most : 0;
    sum.most += slowest.most - took[i].least;
  }
  return sum;
}

/* One encounter of a construct by a team: what the slowest member took longer than the mean. */
static void count_team(const struct bounds *took, int size) {
  struct bounds sum = early(took, size);
  least_severity += sum.least;
  severity += sum.most;
  least_saving += sum.least / size;
  saving += sum.most / size;
}

static int imbalance(void) {
  struct bounds took[MOST];
  int size = 0;
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      int me = omp_get_thread_num();
#pragma omp single
      size = omp_get_num_threads();
      double begin = now(), first = 0, last = 0;
#line 100
#pragma omp for schedule(static) nowait
      for (int i = 0; i < 16; i++) {
        first = first > 0 ? first : now();
        work(i * 20);
        last = now();
      }
      took[me] = (struct bounds){last - first, now() - begin};
    }
    count_team(took, size);
  }
  return 100;
}

/* This is how long a member waited, and when it was done. The team would be done earlier by what the one waited that waited most;
 * but not by more than some member waited in all, at the end of the team as well. */
static struct {
  double waited, done, pad[6];
} members[MOST];
static void took_all(int size) {
  double joined = now(), least = 1e9;
  for (int i = 0; i < size; i++) {
    double all = members[i].waited + joined - members[i].done;
    severity += members[i].waited;
    saving = members[i].waited > saving ? members[i].waited : saving;
    least = all < least ? all : least;
  }
  saving = least < saving ? least : saving;
}

static int lock(void) {
  int size = omp_get_max_threads();
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 400; i++) {
      double begin = now();
#line 400
#pragma omp critical
      {
        members[me].waited += now() - begin;
        work(50);
      }
    }
    members[me].done = now();
  }
  took_all(size);
  return 400;
}

int main(int argc, char **argv) {
  static const struct {
    const char *mode, *property;
    int (*run)(void);
  } modes[] = {{"imbalance", "load_imbalance", imbalance},
               {"lock", "lock_contention", lock}};
  for (unsigned i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
    if (strcmp(argv[1], modes[i].mode) == 0) {
      int line = modes[i].run();
      printf("{\"property\": \"%s\", \"line\": %d, \"severity_s\": %.9f, \"saving_s\": %.9f", modes[i].property, line,
             severity, saving);
      if (least_severity > 0)
        printf(", \"least\": {\"severity_s\": %.9f, \"saving_s\": %.9f}", least_severity, least_saving);
      puts("}");
    }
  return 0;
}
