/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* marks.c - processes that leave marks find each other, and agree about it, whichever process is missing, late or dead.
 * Not here: MPI (test/runtime/mpi/mixed.c). */
#include "job/marks.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RANKS 9
enum { SECONDS = 20, GIVES_UP = 1 };

enum role { ABSENT, COMES, DIES, STRANGER /* comes without having left a mark */ };

/* Here is what each process has found; all of them see the memory. */
struct found {
  bool laid, done;
  int count, ranks[RANKS];
};
static struct shared {
  int laid; /* so many are done with that */
  int met;
  struct found of[RANKS];
} *shared;

static char place[] = "/dev/shm/pomp-unit-XXXXXX";

static void pause_us(unsigned us) {
  struct timespec t = {0, (long)us * 1000};
  nanosleep(&t, NULL);
}

static void wait_for(const int *counter, int count) {
  while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) < count)
    pause_us(100);
}

/* MPI_Init is the barrier between the two, if there is one. */
static void be(int rank, enum role role, bool barrier, bool far, int comers, int seconds, unsigned seed) {
  struct found *f = &shared->of[rank];
  struct pomp_marks m = {.laid = false};
  srand(seed * 100 + (unsigned)rank);
  if (!barrier)
    pause_us((unsigned)rand() % 3000);
  f->laid = role != STRANGER && pomp_marks_lay(&m, place, "key", rank, far);
  __atomic_add_fetch(&shared->laid, 1, __ATOMIC_RELEASE);
  if (barrier)
    wait_for(&shared->laid, comers);
  else
    pause_us((unsigned)rand() % 1000);
  if (role == DIES)
    _exit(0);
  f->count = pomp_marks_meet(&m, seconds, RANKS, f->ranks);
  f->done = true;
  if (f->count) { /* MPI's meeting: all of them have to come */
    __atomic_add_fetch(&shared->met, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < f->count; i++)
      while (!__atomic_load_n(&shared->of[f->ranks[i]].done, __ATOMIC_ACQUIRE))
        pause_us(100);
  }
  pomp_marks_remove(&m, RANKS, f->ranks, f->count);
  _exit(0);
}

/* Runs a job. Each of those who meet has found the same ranks, and is one of them. */
static void run(const enum role *roles, bool barrier, bool far, int seconds, unsigned seed) {
  pid_t pids[RANKS] = {0};
  int comers = 0;
  memset(shared, 0, sizeof *shared);
  for (int i = 0; i < RANKS; i++)
    comers += roles[i] != ABSENT;
  for (int i = 0; i < RANKS; i++)
    if (roles[i] != ABSENT && (pids[i] = fork()) == 0) {
      alarm(60);
      be(i, roles[i], barrier, far, comers, seconds, seed);
    }
  for (int i = 0; i < RANKS; i++) {
    int status = 0;
    CHECK(!pids[i] || (waitpid(pids[i], &status, 0) == pids[i] && status == 0));
  }
  for (int i = 0; i < RANKS; i++) {
    const struct found *f = &shared->of[i];
    bool own = false;
    for (int k = 0; k < f->count; k++) {
      const struct found *other = &shared->of[f->ranks[k]];
      own |= f->ranks[k] == i;
      CHECK(other->count == f->count && memcmp(other->ranks, f->ranks, sizeof(int) * (size_t)f->count) == 0);
    }
    CHECK(!f->count || own);
  }
}

static void nothing_is_left(void) { CHECK(rmdir(place) == 0 && mkdir(place, 0700) == 0); }

static void remove_all(void) {
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s && mkdir %s", place, place);
  CHECK(system(command) == 0);
}

static void all_that_have_marks_meet(void) {
  for (unsigned seed = 0; seed < 20; seed++) {
    enum role roles[RANKS];
    int comers = 0;
    srand(seed);
    for (int i = 0; i < RANKS; i++)
      comers += (roles[i] = rand() % 3 ? COMES : ABSENT) == COMES;
    run(roles, true, seed % 4 == 3, SECONDS, seed);
    for (int i = 0; i < RANKS; i++)
      CHECK(shared->of[i].count == (roles[i] == COMES ? comers : 0));
    nothing_is_left();
  }
}

static void late_ones_agree_as_well(void) {
  for (unsigned seed = 0; seed < 50; seed++) {
    enum role roles[RANKS];
    srand(seed);
    for (int i = 0; i < RANKS; i++)
      roles[i] = rand() % 4 ? COMES : ABSENT;
    run(roles, false, false, SECONDS, seed);
    nothing_is_left();
  }
}

static void nobody_waits_for_the_dead(void) {
  for (int dead = 0; dead < RANKS; dead += 4) {
    enum role roles[RANKS];
    for (int i = 0; i < RANKS; i++)
      roles[i] = i == dead ? DIES : i == 3 ? ABSENT : COMES;
    run(roles, true, false, GIVES_UP, 1);
    for (int i = 0; i < RANKS; i++)
      CHECK(shared->of[i].count == 0);
    remove_all(); /* the dead one's mark is there, and nobody can know of what */
  }
}

static void a_rank_without_a_mark_meets_nobody(void) {
  enum role roles[RANKS];
  for (int i = 0; i < RANKS; i++)
    roles[i] = i == 2 ? STRANGER : COMES;
  run(roles, true, false, SECONDS, 1);
  for (int i = 0; i < RANKS; i++)
    CHECK(shared->of[i].count == (i == 2 ? 0 : RANKS - 1));
  nothing_is_left();
}

/* The same rank twice: the second process keeps away. */
static void a_mark_is_one_process_s(void) {
  struct pomp_marks first, second;
  int ranks[RANKS];
  CHECK(pomp_marks_lay(&first, place, "key", 1, false));
  CHECK(!pomp_marks_lay(&second, place, "key", 1, false));
  CHECK(pomp_marks_meet(&second, SECONDS, RANKS, ranks) == 0);
  CHECK(pomp_marks_meet(&first, SECONDS, RANKS, ranks) == 1 && ranks[0] == 1);
  CHECK(!pomp_marks_lay(&second, place, "key", 4, false)); /* it has been counted as absent */
  pomp_marks_remove(&second, RANKS, ranks, 0);
  pomp_marks_remove(&first, RANKS, ranks, 1);
  nothing_is_left();
}

/* What somebody else has made there is not used. */
static void others_directories_are_left_alone(void) {
  char path[128], target[128];
  struct pomp_marks m;
  snprintf(path, sizeof path, "%s/.pomp-job-key", place);
  snprintf(target, sizeof target, "%s/there", place);
  CHECK(mkdir(target, 0700) == 0 && symlink(target, path) == 0);
  CHECK(!pomp_marks_lay(&m, place, "key", 0, false));
  CHECK(rmdir(target) == 0 && unlink(path) == 0);
  CHECK(mkdir(path, 0700) == 0 && chmod(path, 0777) == 0);
  CHECK(!pomp_marks_lay(&m, place, "key", 0, false));
  CHECK(rmdir(path) == 0);
  CHECK(!pomp_marks_lay(&m, "/proc", "key", 0, false) && !pomp_marks_lay(&m, "/not/there", "key", 0, false));
}

int main(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED && mkdtemp(place));
  all_that_have_marks_meet();
  late_ones_agree_as_well();
  nobody_waits_for_the_dead();
  a_rank_without_a_mark_meets_nobody();
  a_mark_is_one_process_s();
  others_directories_are_left_alone();
  CHECK(rmdir(place) == 0);
  return 0;
}
