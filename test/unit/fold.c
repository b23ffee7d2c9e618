/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fold.c - parts that several processes make: all of them are added, in their order, whoever dies, and nothing is left
 * behind. Not here: what pomp-report makes of parts (test/runtime/same-answers.test). */
#include "sums/fold.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { PARTS = 24, MEGABYTE = 1 << 20 };

/* All processes see this. */
static struct shared {
  pid_t caller;
  uint32_t made;         /* so many parts have been made, by anyone */
  pid_t maker_of[PARTS]; /* who made a part last */
} *shared;

/* This is what is asked of the parts, and what has been added of them. */
static struct asked {
  size_t size;      /* bytes of each part */
  uint32_t special; /* this part is made otherwise */
  enum { NOTHING, DIES, REFUSES, REFUSES_ANYWHERE, HALF } what;
  uint32_t workers, added;
  bool refuses_to_add, speaks;
} asked;

static unsigned char byte_of(uint32_t part, size_t at) { return (unsigned char)(part * 31 + at * 7 + at / 251); }

static bool make(void *context, uint32_t part, struct pomp_bytes *to) {
  struct asked *a = context;
  const bool elsewhere = getpid() != shared->caller;
  if (part < PARTS)
    shared->maker_of[part] = getpid();
  if (part == a->special && a->what == DIES && elsewhere)
    raise(SIGKILL);
  if (part == a->special && (a->what == REFUSES_ANYWHERE || (a->what == REFUSES && elsewhere))) {
    fprintf(stderr, "part %u is refused\n", part);
    return false;
  }
  if (a->speaks)
    fprintf(stderr, "part %u speaks\n", part);
  for (size_t i = 0; i < a->size; i++) {
    const unsigned char byte = byte_of(part, i);
    POMP_BYTES_PUT(to, byte);
  }
  __atomic_fetch_add(&shared->made, 1, __ATOMIC_RELAXED);
  return true;
}

/* Waits until both makers have a part of a message in their pipes and wait there, and kills the one of part 1. Messages
 * are longer than pipes. */
static void kill_in_the_middle(void) {
  for (int full = 0; full < 2;) {
    full = 0;
    for (int fd = 3, bytes = 0; fd < 64; fd++)
      full += ioctl(fd, FIONREAD, &bytes) == 0 && bytes > 4096;
  }
  CHECK(kill(shared->maker_of[1], SIGKILL) == 0);
}

static bool add(void *context, uint32_t part, struct pomp_bytes *from) {
  struct asked *a = context;
  CHECK(getpid() == shared->caller && part == a->added && from->size == a->size);
  for (size_t i = 0; i < a->size; i++)
    CHECK(from->at[i] == byte_of(part, i));
  a->added++;
  if (part == 0 && a->what == HALF)
    kill_in_the_middle();
  if (a->refuses_to_add && part == 3)
    fprintf(stderr, "part %u is not added\n", part);
  /* Each worker has made what was taken from it, and one more. */
  if (a->size > 2 * MEGABYTE && a->workers > 1)
    CHECK(__atomic_load_n(&shared->made, __ATOMIC_RELAXED) <= part + 1 + a->workers);
  return !(a->refuses_to_add && part == 3);
}

static int open_files(void) {
  int count = 0;
  DIR *directory = opendir("/proc/self/fd");
  CHECK(directory);
  while (readdir(directory))
    count++;
  closedir(directory);
  return count;
}

static bool fold(uint32_t count, const struct asked *as) {
  asked = *as;
  shared->made = 0;
  const int files = open_files();
  const bool good = fold_parts(count, as->workers, make, add, &asked);
  CHECK(open_files() == files);
  CHECK(waitpid(-1, NULL, 0) < 0 && errno == ECHILD); /* nobody is left, neither at work nor dead */
  CHECK(!good || asked.added == count);
  return good;
}

static void parts_come_in_their_order(void) {
  for (uint32_t workers = 0; workers < 7; workers++) {
    CHECK(fold(PARTS, &(struct asked){.size = 100, .workers = workers}));
    CHECK((shared->maker_of[1] == getpid()) == (workers < 2));
    CHECK(workers < 2 || shared->maker_of[1] != shared->maker_of[2]);
  }
  CHECK(fold(0, &(struct asked){.workers = 3}) && fold(1, &(struct asked){.workers = 3}));
  CHECK(fold(2, &(struct asked){.workers = 100, .size = 1}));
  CHECK(fold(20000, &(struct asked){.workers = 3, .size = 5, .special = UINT32_MAX}));
}

static void who_is_ahead_waits(void) {
  CHECK(fold(7, &(struct asked){.workers = 3, .size = 2 * MEGABYTE + 1}));
  CHECK(fold(2, &(struct asked){.workers = 2, .size = 100 * MEGABYTE + 3}));
}

static void speak(void *what) {
  struct asked *a = what;
  const bool fails = a->what == REFUSES_ANYWHERE || a->refuses_to_add;
  CHECK(fold(PARTS, a) == !fails);
}

static void what_is_said_is_in_order(void) {
  char said[PARTS * 20] = "";
  for (uint32_t part = 0; part < PARTS; part++)
    snprintf(said + strlen(said), sizeof said - strlen(said), "part %u speaks\n", part);
  for (uint32_t workers = 1; workers < 5; workers += 3)
    CHECK(strcmp(unit_stderr(speak, &(struct asked){.workers = workers, .size = 9, .speaks = true}), said) == 0);
}

static const char has_died[] =
    "has died (signal 9): its part of the work is done without it; fewer --jobs need less memory\n";

/* Both the first and the last part of a worker, and one in between. */
static void parts_of_the_dead_are_made(void) {
  static const uint32_t parts[] = {0, 7, 23};
  for (size_t i = 0; i < 3; i++) {
    const char *said =
        unit_stderr(speak, &(struct asked){.workers = 3, .size = 10000, .what = DIES, .special = parts[i]});
    CHECK(strstr(said, has_died) && strchr(said, '\n') == said + strlen(said) - 1);
    CHECK(shared->maker_of[parts[i]] == shared->caller);
  }
  const char *said =
      unit_stderr(speak, &(struct asked){.workers = 2, .size = 4 * MEGABYTE, .what = HALF, .special = UINT32_MAX});
  CHECK(strstr(said, has_died) && shared->maker_of[1] == shared->caller && shared->maker_of[2] != shared->caller);
}

static void parts_that_a_worker_refuses_are_made(void) {
  CHECK(!*unit_stderr(speak, &(struct asked){.workers = 3, .size = 10, .what = REFUSES, .special = 4}));
  CHECK(shared->maker_of[4] == shared->caller && shared->maker_of[5] != shared->caller);
  for (uint32_t workers = 1; workers < 4; workers++) {
    struct asked refuses = {.workers = workers, .size = 10, .what = REFUSES_ANYWHERE, .special = 4};
    CHECK(strcmp(unit_stderr(speak, &refuses), "part 4 is refused\n") == 0 && asked.added == 4);
    struct asked full = {.workers = workers, .size = 10, .refuses_to_add = true};
    CHECK(strcmp(unit_stderr(speak, &full), "part 3 is not added\n") == 0 && asked.added == 4);
  }
}

static void without_processes_it_is_done_here(void) {
  const struct rlimit few = {8, 8};
  struct rlimit before;
  CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const struct rlimit fewer = {few.rlim_cur, before.rlim_max};
  CHECK(setrlimit(RLIMIT_NOFILE, &fewer) == 0);
  CHECK(fold(PARTS, &(struct asked){.workers = 6, .size = 10}));
  CHECK(shared->maker_of[5] == shared->caller);
  CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
}

static bool wait_for_ever(void *context, uint32_t part, struct pomp_bytes *to) {
  (void)context, (void)part, (void)to;
  __atomic_fetch_add(&shared->made, 1, __ATOMIC_RELAXED);
  for (;;)
    pause();
}

/* All have the pipe's end: its other end is told when they are all gone. */
static void who_asks_takes_all_with_it(void) {
  int ends[2];
  char byte;
  CHECK(pipe(ends) == 0);
  shared->made = 0;
  const pid_t caller = fork();
  if (caller == 0) {
    close(ends[0]);
    signal(SIGINT, SIG_DFL); /* a shell starts what is in the background without it */
    fold_parts(PARTS, 3, wait_for_ever, add, NULL);
    _exit(0);
  }
  close(ends[1]);
  while (__atomic_load_n(&shared->made, __ATOMIC_RELAXED) < 3)
    usleep(1000);
  CHECK(kill(caller, SIGINT) == 0 && waitpid(caller, NULL, 0) == caller);
  CHECK(read(ends[0], &byte, 1) == 0);
  close(ends[0]);
}

/* What is in the caller's buffers is not written by others as well. */
static void buffers_are_written_once(void) {
  char text[64] = "";
  FILE *file = tmpfile();
  CHECK(file && fputs("once", file) >= 0 && fold(PARTS, &(struct asked){.workers = 3, .size = 10}));
  CHECK(fseek(file, 0, SEEK_SET) == 0 && fread(text, 1, sizeof text, file) == 4 && strcmp(text, "once") == 0);
  fclose(file);
}

int main(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED);
  shared->caller = getpid();
  signal(SIGCHLD, SIG_IGN); /* as some who start programs leave it to them */
  parts_come_in_their_order();
  who_is_ahead_waits();
  what_is_said_is_in_order();
  parts_of_the_dead_are_made();
  parts_that_a_worker_refuses_are_made();
  without_processes_it_is_done_here();
  who_asks_takes_all_with_it();
  buffers_are_written_once();
  return 0;
}
