/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load.c - finds, reads and recognises experiments: reads one file, knows whether its process is alive.
 * Not here: the parser (experiment.c), the files of single ranks (ranks.c). */
#include "load.h"
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const run_state_names[] = {"complete", "running", "killed", "unknown"};

static bool fail(const char *path, const char *message) {
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, path, message);
  return false;
}

static bool newer(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* When the experiment in the directory was written last: its file, or that of any of its ranks. */
static bool time_of(const char *directory, struct timespec *time) {
  char path[4096];
  struct stat s;
  snprintf(path, sizeof path, "%s/%s", directory, POMP_FORMAT_FILE);
  bool found = stat(path, &s) == 0 || (ranks_find(directory, path, sizeof path) && stat(path, &s) == 0);
  if (found)
    *time = s.st_mtim;
  return found;
}

static bool find_newest(char *path, size_t size) {
  DIR *here = opendir(".");
  if (!here)
    return fail(".", strerror(errno));
  struct timespec best = {0, 0}, time;
  bool found = false;
  for (struct dirent *entry; (entry = readdir(here));) {
    if (strncmp(entry->d_name, "pomp-", 5) != 0 || !time_of(entry->d_name, &time) || (found && !newer(&time, &best)))
      continue;
    best = time;
    found = true;
    snprintf(path, size, "%s/%s", entry->d_name, POMP_FORMAT_FILE);
  }
  closedir(here);
  if (!found)
    fprintf(stderr,
            "%s: no experiment (pomp-*) in this directory: run an instrumented program, or name its experiment: %s "
            "EXPERIMENT\n",
            program_invocation_short_name, program_invocation_short_name);
  return found;
}

static bool find(struct loaded *l, const char *name) {
  if (!name)
    name = getenv("POMP_EXPERIMENT_DIR");
  if (!name || !*name) {
    if (!find_newest(l->path, sizeof l->path))
      return false;
  } else {
    struct stat s;
    if (stat(name, &s) != 0)
      return fail(name, strerror(errno));
    int n = S_ISDIR(s.st_mode) ? snprintf(l->path, sizeof l->path, "%s/%s", name, POMP_FORMAT_FILE)
                               : snprintf(l->path, sizeof l->path, "%s", name);
    if (n < 0 || (size_t)n >= sizeof l->path)
      return fail(name, strerror(ENAMETOOLONG));
  }
  memcpy(l->directory, l->path, sizeof l->directory);
  char *slash = strrchr(l->directory, '/');
  if (slash && strcmp(slash + 1, POMP_FORMAT_FILE) == 0 && slash > l->directory)
    *slash = 0;
  return true;
}

/* Reads [from, to) of the file into the same place of `bytes`. */
static bool read_range(int fd, unsigned char *bytes, uint64_t from, uint64_t to) {
  while (from < to) {
    ssize_t n = pread(fd, bytes + from, to - from, (off_t)from);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    from += (uint64_t)n;
  }
  return true;
}

struct copy {
  const char *path;
  int fd;
  unsigned char *bytes;
  uint64_t used;
};

/* How much of the file counts now; false, and a message, if it is no experiment. */
static bool read_used(const struct copy *c, uint64_t *used) {
  char error[256];
  struct stat s;
  unsigned char head[POMP_FORMAT_HEADER_SIZE];
  if (fstat(c->fd, &s) != 0)
    return fail(c->path, strerror(errno));
  if (!S_ISREG(s.st_mode))
    return fail(c->path, "not a file");
  uint64_t size = (uint64_t)s.st_size < sizeof head ? (uint64_t)s.st_size : sizeof head;
  if (!read_range(c->fd, head, 0, size))
    return fail(c->path, "can't be read");
  if (!experiment_probe(head, size, used, error, sizeof error))
    return fail(c->path, error);
  if (fstat(c->fd, &s) != 0) /* it may have grown; what is used has been there before it is told */
    return fail(c->path, strerror(errno));
  if (*used > (uint64_t)s.st_size) {
    snprintf(error, sizeof error, "cut off: %lld of %llu bytes", (long long)s.st_size, (unsigned long long)*used);
    return fail(c->path, error);
  }
  return true;
}

static bool extend(struct copy *c, uint64_t used) {
  unsigned char *bytes = realloc(c->bytes, used);
  if (!bytes)
    return fail(c->path, "not enough memory");
  c->bytes = bytes;
  return read_range(c->fd, bytes, c->used, used) || fail(c->path, "can't be read");
}

/* A program that runs adds to its experiment while it is copied: call paths may have got in, and the constructs that
 * they name not. So constructs are copied again after the call paths, and strings after the constructs. Blocks that are
 * new since the last copy are taken only if they are of the types that come yet. */
static bool copy_again(struct copy *c, bool strings_only) {
  uint64_t used, old = c->used;
  if (!read_used(c, &used) || (used > old && !extend(c, used)))
    return false;
  used = used > old ? used : old;
  struct pomp_block b;
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < used && used - at >= sizeof b; at += b.size) {
    memcpy(&b, c->bytes + at, sizeof b);
    if (b.size < sizeof b || b.size > used - at)
      break; /* the parser will say so */
    bool wanted = b.type == POMP_BLOCK_STRINGS || (b.type == POMP_BLOCK_CONSTRUCTS && !strings_only);
    if (at >= old && !wanted)
      memset(c->bytes + at, 0, sizeof b.type); /* of no known type */
    if (at < old && wanted && !read_range(c->fd, c->bytes, at, at + b.size))
      return fail(c->path, "can't be read");
  }
  c->used = used;
  return true;
}

static bool copy(struct copy *c) {
  uint64_t used;
  if (!read_used(c, &used) || !extend(c, used))
    return false;
  c->used = used;
  struct pomp_header h;
  memcpy(&h, c->bytes, sizeof h);
  if (h.state != POMP_STATE_COMPLETE && (!copy_again(c, false) || !copy_again(c, true)))
    return false;
  h.used = c->used;
  memcpy(c->bytes, &h, sizeof h);
  return true;
}

bool load_file(struct experiment *e, const char *path) {
  char error[256];
  *e = (struct experiment){.program = ""};
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not make it wait */
  if (fd < 0)
    return fail(path, strerror(errno));
  struct copy c = {path, fd, NULL, 0};
  bool good = copy(&c) && (experiment_parse(e, c.bytes, c.used, error, sizeof error) || fail(path, error));
  free(c.bytes);
  close(fd);
  return good;
}

/* The process that wrote the experiment, not another one that has got its number since. */
static bool is_alive(const struct pomp_header *header) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%u/stat", header->pid);
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  size_t n = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[n] = 0;
  char *at = strrchr(text, ')');
  if (at && at[1] == ' ' && (at[2] == 'Z' || at[2] == 'X'))
    return false;
  for (int field = 2; at && field < 22; field++)
    at = strchr(at + 1, ' ');
  return at && strtoull(at, NULL, 10) == header->pid_start;
}

static enum run_state state_of(const struct process *p) {
  char host[256] = "";
  if (p->header.state == POMP_STATE_COMPLETE)
    return RUN_COMPLETE;
  gethostname(host, sizeof host - 1);
  if (strcmp(host, p->host) != 0)
    return RUN_UNKNOWN; /* its processes can't be seen from here */
  return is_alive(&p->header) ? RUN_RUNNING : RUN_KILLED;
}

/* What most needs to be said of any process. */
static enum run_state find_states(struct experiment *e) {
  static const enum run_state order[] = {RUN_RUNNING, RUN_UNKNOWN, RUN_KILLED};
  bool some[RUN_UNKNOWN + 1] = {false};
  for (uint32_t i = 0; i < e->process_count; i++)
    some[e->processes[i].state = state_of(&e->processes[i])] = true;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (some[order[i]])
      return order[i];
  return RUN_COMPLETE;
}

void load_states(struct loaded *l) { l->state = find_states(&l->experiment); }

bool load(struct loaded *l, const char *name) {
  memset(l, 0, sizeof *l);
  if (!find(l, name))
    return false;
  char rank[sizeof l->path];
  struct stat s;
  bool good;
  if (stat(l->path, &s) != 0 && strcmp(l->path, l->directory) != 0 && ranks_find(l->directory, rank, sizeof rank)) {
    l->by_rank = true;
    good = ranks_load(&l->experiment, l->directory, NULL, NULL);
  } else
    good = load_file(&l->experiment, l->path);
  if (good)
    load_states(l);
  return good;
}
