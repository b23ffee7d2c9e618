// What is found is what the program knows: it reads the clock beside the events, and says itself what each thing cost.
// So the figures must agree however busy the machine is; whether they are judged depends on that. A thread may lose its
// processor between an event and the program's own reading of the clock. Where the program can read the clock on both sides of
// an event, it does, and says between which bounds the figure is.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %s -o a
// RUN: %python %S/Inputs/findings.py %pomp_report ./a 2 imbalance serial lock ordered nested
// RUN: %python %S/Inputs/findings.py %pomp_report ./a 4 imbalance serial lock ordered
// RUN: env OMP_WAIT_POLICY=passive %python %S/Inputs/findings.py %pomp_report ./a 3 hidden
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

/* Works for some time of its own. */
static void work(double us) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  double end = (double)t.tv_sec + (double)t.tv_nsec * 1e-9 + us * 1e-6;
  do
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  while ((double)t.tv_sec + (double)t.tv_nsec * 1e-9 < end);
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

/* The members of two inner teams are uneven, in one more than in the other: what the outer team is spared is the more. */
static int nested(void) {
  struct bounds inner[2] = {{0, 0}, {0, 0}};
  omp_set_max_active_levels(2);
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel num_threads(2)
    {
      struct bounds took[2];
      int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
      {
        int me = omp_get_thread_num();
        double begin = now(), first = 0, last = 0;
#line 200
#pragma omp for schedule(static) nowait
        for (int i = 0; i < 2; i++) {
          first = now();
          work(i * (outer ? 1500 : 500));
          last = now();
        }
        took[me] = (struct bounds){last - first, now() - begin};
      }
      struct bounds sum = early(took, 2);
      inner[outer].least += sum.least;
      inner[outer].most += sum.most;
    }
  }
  least_severity = inner[0].least + inner[1].least;
  severity = inner[0].most + inner[1].most;
  least_saving = (inner[0].least > inner[1].least ? inner[0].least : inner[1].least) / 2;
  saving = (inner[0].most > inner[1].most ? inner[0].most : inner[1].most) / 2;
  return 200;
}

static int serial(void) {
  int size = omp_get_max_threads();
  for (int round = 0; round < ROUNDS; round++) {
    double begin = now();
#line 300
#pragma pomp inst begin(setup)
    double first = now();
    work(1000);
    double last = now();
#pragma pomp inst end(setup)
    least_severity += (last - first) * (size - 1);
    severity += (now() - begin) * (size - 1);
#pragma omp parallel
    work(500);
  }
  least_saving = least_severity / size;
  saving = severity / size;
  return 300;
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

static int ordered(void) {
  int size = omp_get_max_threads();
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < 400; i++) {
    double begin = now();
#line 500
#pragma omp ordered
    {
      members[omp_get_thread_num()].waited += now() - begin;
      work(50);
    }
    members[omp_get_thread_num()].done = now();
  }
  took_all(size);
  return 500;
}

/* Two members wait for each other, but a third one has so much to do that nobody would be done earlier. */
static int hidden(void) {
  int size = 3;
#pragma omp parallel num_threads(3)
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 100; i++) {
      if (me == 0) {
        work(300);
        continue;
      }
      double begin = now();
#line 600
#pragma omp critical
      {
        members[me].waited += now() - begin;
        work(50);
      }
    }
    members[me].done = now();
  }
  took_all(size);
  return 600;
}

int main(int argc, char **argv) {
  static const struct {
    const char *mode, *property;
    int (*run)(void);
  } modes[] = {{"imbalance", "load_imbalance", imbalance},
               {"nested", "load_imbalance", nested},
               {"serial", "serial_time", serial},
               {"lock", "lock_contention", lock},
               {"ordered", "ordered_wait", ordered},
               {"hidden", "lock_contention", hidden}};
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
