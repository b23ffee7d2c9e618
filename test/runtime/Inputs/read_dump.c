/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_dump.c - prints all that libpompread tells of an experiment, a line for each thing, for read.py. Options are
 * left out, so that damage.py can call it as it calls pomp-report.
 *
 *     read_dump NAME [SNAPSHOTS [FILE]]   takes so many more snapshots, the last one when FILE is there */
#include <pomp_read.h>

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_values(const struct pomp_read *r, uint32_t of, uint32_t row, uint32_t location) {
  struct pomp_read_column c;
  int64_t value, more;
  for (uint32_t i = 0; pomp_read_column(r, i, &c, sizeof c) == 0; i++) {
    int has = c.of >> of & 1, given = pomp_read_value(r, i, of, row, location, &value);
    assert(pomp_read_find_column(r, c.key) <= i && (given == 0) == has);
    assert(pomp_read_change(r, i, of, row, location, &more) == given);
    if (given == 0)
      printf(" %s=%lld+%lld", c.key, (long long)value, (long long)more);
  }
  putchar('\n');
}

static void print_all(const struct pomp_read *r) {
  struct pomp_read_run run;
  struct pomp_read_process p;
  struct pomp_read_location l;
  struct pomp_read_region g;
  struct pomp_read_path path;
  assert(pomp_read_run(r, &run, sizeof run) == 0);
  printf("run|%s|%u|%u|%llu|%llu|%llu|", run.program, run.state, run.threads, (unsigned long long)run.wall_ns,
         (unsigned long long)run.quiet_ns, (unsigned long long)run.interval_ns);
  print_values(r, POMP_READ_OF_RUN, 0, POMP_READ_NONE);
  for (uint32_t i = 0; i < run.processes; i++) {
    assert(pomp_read_process(r, i, &p, sizeof p) == 0);
    printf("process|%s|%u|%u|%d|%u|%u|%llu\n", p.program, p.state, p.pid, (int)p.rank, p.first_location, p.locations,
           (unsigned long long)p.wall_ns);
  }
  for (uint32_t i = 0; i < run.locations; i++) {
    assert(pomp_read_location(r, i, &l, sizeof l) == 0);
    printf("location|%s|%s|%u|%d|%d|", l.name, l.kind, l.process, (int)l.parent, (int)l.thread_num);
    print_values(r, POMP_READ_OF_LOCATION, i, POMP_READ_NONE);
  }
  for (uint32_t i = 0; i < run.regions; i++) {
    assert(pomp_read_region(r, i, &g, sizeof g) == 0);
    printf("region|%s|%s|%s|%s|%u|", g.name, g.role, g.function, g.file, g.line);
    print_values(r, POMP_READ_OF_REGION, i, POMP_READ_NONE);
    for (uint32_t k = 0; k < run.locations; k++) {
      printf("share|%u|%u|", i, k);
      print_values(r, POMP_READ_OF_REGION, i, k);
    }
  }
  for (uint32_t i = 0; i < run.paths; i++) {
    assert(pomp_read_path(r, i, &path, sizeof path) == 0 && (i == 0 || path.parent < i));
    printf("path|%d|%u|%u|", (int)path.parent, path.region, path.depth);
    print_values(r, POMP_READ_OF_PATH, i, POMP_READ_NONE);
    for (uint32_t k = 0; k < run.locations; k++) {
      printf("part|%u|%u|", i, k);
      print_values(r, POMP_READ_OF_PATH, i, k);
    }
  }
}

static void print_doings(const struct pomp_read *r) {
  struct pomp_read_doing d;
  uint32_t location;
  for (uint32_t i = 0; pomp_read_doing(r, i, &d, sizeof d) == 0; i++) {
    printf("doing|%u|%u|%d|%d|%d|%d|%u|%u|%llu|%llu|", d.location, d.does, (int)d.region, (int)d.path, (int)d.task,
           (int)d.creator, d.stuck, d.deadlocked, (unsigned long long)d.since_ns, (unsigned long long)d.for_ns);
    for (uint32_t k = 0; k < d.awaited; k++) {
      assert(pomp_read_awaited(r, i, k, &location) == 0);
      printf("%s%u", k ? "," : "", location);
    }
    assert(pomp_read_awaited(r, i, d.awaited, &location) == -1);
    putchar('\n');
  }
}

static void print_conclusions(const struct pomp_read *r) {
  struct pomp_read_finding f;
  struct pomp_read_line l;
  uint32_t i;
  for (i = 0; pomp_read_finding(r, i, &f, sizeof f) == 0; i++)
    printf("finding|%s|%s|%s|%s|%d|%u|%llu|%llu\n", f.property, f.text, f.advice, f.why_not, (int)f.region, f.judged,
           (unsigned long long)f.saving_ns, (unsigned long long)f.of_ns);
  assert(pomp_read_finding(r, i, &f, sizeof f) == -1);
  for (i = 0; pomp_read_line(r, i, &l, sizeof l) == 0; i++)
    printf("line|%s|%s|%u|%u|%llu|%llu|%llu\n", l.function, l.file, l.line, l.region, (unsigned long long)l.samples,
           (unsigned long long)l.of_region, (unsigned long long)l.of_all);
  assert(pomp_read_line(r, i, &l, sizeof l) == -1);
}

/* Asks for what is not there, and with structures of other versions. */
static void ask_wrongly(const struct pomp_read *r) {
  struct pomp_read_run run;
  struct {
    struct pomp_read_run run;
    uint64_t later[2];
  } newer;
  union {
    struct pomp_read_process process;
    struct pomp_read_location location;
    struct pomp_read_region region;
    struct pomp_read_path path;
    struct pomp_read_column column;
    struct pomp_read_doing doing;
  } any;
  int64_t value = 42;
  uint32_t location;
  const char *const text = "text";
  pomp_read_run(r, &run, sizeof run);
  memset(&newer, 0xff, sizeof newer);
  assert(pomp_read_run(r, &newer.run, sizeof newer) == 0 && newer.run.paths == run.paths && newer.later[1] == 0);
  newer.run.experiment = text;
  assert(pomp_read_run(r, &newer.run, offsetof(struct pomp_read_run, experiment)) == 0 && newer.run.experiment == text);
  assert(pomp_read_process(r, run.processes, &any.process, sizeof any.process) == -1);
  assert(pomp_read_location(r, run.locations, &any.location, sizeof any.location) == -1);
  assert(pomp_read_region(r, run.regions, &any.region, sizeof any.region) == -1);
  assert(pomp_read_path(r, run.paths, &any.path, sizeof any.path) == -1);
  assert(pomp_read_column(r, run.columns, &any.column, sizeof any.column) == -1);
  assert(pomp_read_doing(r, run.doings, &any.doing, sizeof any.doing) == -1);
  assert(pomp_read_awaited(r, run.doings, 0, &location) == -1);
  assert(pomp_read_find_column(r, "nothing") == POMP_READ_NONE);
  assert(pomp_read_value(r, run.columns, POMP_READ_OF_RUN, 0, POMP_READ_NONE, &value) == -1);
  assert(pomp_read_value(r, 0, POMP_READ_OF_PATH + 1, 0, POMP_READ_NONE, &value) == -1);
  assert(pomp_read_value(r, 0, POMP_READ_OF_RUN, 1, POMP_READ_NONE, &value) == -1);
  assert(pomp_read_value(r, 0, POMP_READ_OF_REGION, run.regions, POMP_READ_NONE, &value) == -1);
  assert(pomp_read_value(r, 0, POMP_READ_OF_PATH, run.paths, POMP_READ_NONE, &value) == -1);
  assert(pomp_read_value(r, 0, POMP_READ_OF_REGION, 0, run.locations, &value) == -1);
  assert(pomp_read_change(r, 0, POMP_READ_OF_LOCATION, run.locations, POMP_READ_NONE, &value) == -1);
  assert(value == 42);
}

/* Returns 1, the exit status. */
static int refuse(const char *command, const char *error) {
  const char *slash = strrchr(command, '/');
  fprintf(stderr, "%s: %s\n", slash ? slash + 1 : command, error);
  return 1;
}

int main(int argc, char **argv) {
  char error[POMP_READ_ERROR] = "before", file[4096] = "";
  const char *words[3] = {NULL, "0", ""};
  for (int i = 1, n = 0; i < argc && n < 3; i++)
    if (strncmp(argv[i], "--", 2) != 0)
      words[n++] = argv[i];
  assert(pomp_read_version() == POMP_READ_VERSION);
  snprintf(file, sizeof file, "%s", words[2]);
  errno = 99;
  struct pomp_read *r = pomp_read_open(words[0], error, sizeof error);
  assert(errno == 99 && (r == NULL) == (*error != 0));
  if (!r)
    return refuse(*argv, error);
  int left = atoi(words[1]);
  for (int is_last = left == 0 && !*file; !is_last;) {
    is_last = *file ? access(file, F_OK) == 0 : --left == 0;
    if (pomp_read_next(r, error, sizeof error) != 0) {
      pomp_read_close(r);
      return refuse(*argv, error);
    }
    if (!is_last && *file)
      print_all(r);
  }
  print_all(r);
  print_doings(r);
  print_conclusions(r);
  ask_wrongly(r);
  pomp_read_close(r);
  pomp_read_close(NULL);
  return 0;
}
