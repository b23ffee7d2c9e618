/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load.c - finds the experiment that the user means, reads it, and finds out whether its processes are alive.
 * Not here: one file (load_file.c), the files of single ranks (rank_files.c), the parser (read_experiment.c). */
#include "files/load.h"
#include "base/user_error.h"
#include "files/intervals.h"
#include "files/job_file.h"
#include "files/last_moment.h"
#include "files/phase_choice.h"
#include "files/rank_files.h"
#include "files/rank_reader.h"
#include "files/running_process.h"
#include "files/stored.h"
#include "pomp_archive_format.h"
#include "pomp_trace_format.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const run_state_names[] = {"complete", "running", "killed", "unknown"};

const char *process_state_name(const struct process *p) {
  return p->state == RUN_RUNNING && p->stopped ? "stopped" : run_state_names[p->state];
}

const char *load_state_name(const struct loaded *l) {
  bool stopped = l->state == RUN_RUNNING;
  for (uint32_t i = 0; stopped && i < l->experiment.process_count; i++)
    stopped = l->experiment.processes[i].state != RUN_RUNNING || l->experiment.processes[i].stopped;
  return stopped ? "stopped" : run_state_names[l->state];
}

static bool newer(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* An archive is not taken if the directory that was packed is there as well. */
static bool is_beside_directory(const char *name) {
  char directory[256];
  struct stat s;
  const size_t length = strlen(name), suffix = strlen(POMP_ARCHIVE_SUFFIX);
  if (length <= suffix || length >= sizeof directory || strcmp(name + length - suffix, POMP_ARCHIVE_SUFFIX) != 0)
    return false;
  snprintf(directory, sizeof directory, "%.*s", (int)(length - suffix), name);
  return stat(directory, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Finds when the experiment in the directory was written last: the time of its file, or of the file of any rank. */
static bool time_of(const char *directory, struct timespec *time) {
  char path[4096];
  struct stat s;
  snprintf(path, sizeof path, "%s/%s", directory, POMP_FORMAT_FILE);
  bool found =
      !is_beside_directory(directory) &&
      (stored_stat(path, &s) == 0 || (rank_files_find(directory, path, sizeof path) && stored_stat(path, &s) == 0));
  if (found)
    *time = s.st_mtim;
  return found;
}

static bool find_newest(char *path, size_t size) {
  DIR *here = opendir(".");
  if (!here)
    return user_error(".", "%s", strerror(errno));
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
  return found || user_error(NULL,
                             "no experiment (pomp-*) in this directory: run an instrumented program, or name its "
                             "experiment: %s EXPERIMENT",
                             program_invocation_short_name);
}

/* Finds a file in an archive, or one that is in a directory in it. False, with a message, if there is none. */
static bool find_packed(struct loaded *l, const char *name) {
  struct stat s;
  for (int within = 0; within < 2; within++) {
    const int n = snprintf(l->path, sizeof l->path, "%s%s", name, within ? "/" POMP_FORMAT_FILE : "");
    if (n > 0 && (size_t)n < sizeof l->path && stored_stat(l->path, &s) == 0)
      return true;
  }
  return user_error(name, "%s", strerror(ENOENT));
}

/* Finds the file of the experiment with this name. */
static bool find_named(struct loaded *l, const char *name) {
  char error[256];
  struct stat s;
  if (stat(name, &s) != 0) {
    if (errno == ENOTDIR)
      return find_packed(l, name);
    if (errno == ENOENT && running_process_is_pid(name)) {
      l->asked = (uint32_t)strtoul(name, NULL, 10);
      return running_process_find(name, l->path, sizeof l->path);
    }
    return user_error(name, "%s", strerror(errno));
  }
  const bool packed = S_ISREG(s.st_mode) && stored_is_archive(name, error, sizeof error);
  if (packed && *error)
    return user_error(name, "%s", error);
  const int n = S_ISDIR(s.st_mode) || packed ? snprintf(l->path, sizeof l->path, "%s/%s", name, POMP_FORMAT_FILE)
                                             : snprintf(l->path, sizeof l->path, "%s", name);
  return (n > 0 && (size_t)n < sizeof l->path) || user_error(name, "%s", strerror(ENAMETOOLONG));
}

bool load_limits_modes;

/* A directory that is not to be read is not to be entered, either, and who can't enter the experiment's directory has
 * nothing of what is in it. */
static void limit_modes(const struct loaded *l) {
  struct stat s;
  mode_t less = stored_stat(l->path, &s) == 0 ? ~s.st_mode & 0066 : 0;
  if (stat(l->directory, &s) == 0)
    less |= S_ISDIR(s.st_mode) ? (~s.st_mode & 0011) * 7 : ~s.st_mode & 0066; /* or it is the archive */
  umask(umask(0777) | less | (less & 0044) >> 2);
}

static bool find(struct loaded *l, const char *name) {
  if (!name)
    name = getenv("POMP_EXPERIMENT_DIR");
  if (!(name && *name ? find_named(l, name) : find_newest(l->path, sizeof l->path)))
    return false;
  memcpy(l->directory, l->path, sizeof l->directory);
  char *slash = strrchr(l->directory, '/');
  if (slash && strcmp(slash + 1, POMP_FORMAT_FILE) == 0 && slash > l->directory)
    *slash = 0;
  if (load_limits_modes)
    limit_modes(l);
  return true;
}

/* Finds the states of all processes. The result is the one that the user most needs to know. */
static enum run_state find_states(struct experiment *e) {
  static const enum run_state order[] = {RUN_RUNNING, RUN_UNKNOWN, RUN_KILLED};
  bool some[RUN_UNKNOWN + 1] = {false};
  for (uint32_t i = 0; i < e->process_count; i++)
    some[e->processes[i].state = last_moment_state(&e->processes[i])] = true;
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (some[order[i]])
      return order[i];
  return RUN_COMPLETE;
}

/* Tells whoever has named a process that another one has made the experiment. */
static void tell_maker(struct loaded *l) {
  bool is_maker = !l->asked;
  for (uint32_t i = 0; !is_maker && i < l->experiment.process_count; i++)
    is_maker = running_process_made(l->asked, &l->experiment.processes[i]);
  if (!is_maker && !l->is_other) {
    char pid[16];
    snprintf(pid, sizeof pid, "%u", l->asked);
    user_error_print(pid, "this process has the experiment in memory, but process %u made it",
                     process_number(&l->experiment.processes[0]));
  }
  l->is_other = !is_maker;
}

void load_states(struct loaded *l) {
  l->state = find_states(&l->experiment);
  tell_maker(l);
}

/* True if an interval of a run that was divided is wanted, which takes all call paths. */
static bool is_divided(const struct loaded *l) {
  char directory[sizeof l->path];
  intervals_directory(l->path, directory, sizeof directory);
  return load_interval != LOAD_WHOLE_RUN && (intervals_next(directory, &l->experiment) > 1 ||
                                             (load_interval != LOAD_LAST_INTERVAL && intervals_closed(l)));
}

static void tell_damage(const char *path, const char *line) { user_error_print(path, "%s", line); }

bool load(struct loaded *l, const char *name) { return load_taken(l, name, NULL); }

/* True if there are files of single ranks, and none of all. */
static bool has_ranks_alone(const struct loaded *l) {
  char rank[sizeof l->path];
  struct stat s;
  return stored_stat(l->path, &s) != 0 && strcmp(l->path, l->directory) != 0 &&
         rank_files_find(l->directory, rank, sizeof rank);
}

static bool read_all(struct loaded *l, const struct node_taker *taker) {
  return l->by_rank ? rank_files_load(&l->experiment, l->directory, NULL, NULL)
                    : job_file_load(&l->experiment, l->path, taker);
}

/* The same, when some of it has been read already. */
static bool read_again(struct loaded *l) {
  user_error_repeats(false);
  const bool good = read_all(l, NULL);
  user_error_repeats(true);
  return good;
}

/* Does what is left when the file has been read, whose call paths may not be in memory. */
static bool finish(struct loaded *l, bool good) {
  if (good && l->experiment.left)
    return true;
  if (good && l->experiment.taken && !load_phase && is_divided(l)) {
    experiment_free(&l->experiment);
    good = read_again(l);
  }
  if (good)
    load_states(l);
  if (good && load_phase)
    return l->experiment.taken || phase_choose(l);
  return good && (load_interval == LOAD_WHOLE_RUN || intervals_divide(l));
}

static bool expects_trace; /* it is going to be read, too */

static bool begin(struct loaded *l, const char *name) {
  char trace[sizeof l->path];
  memset(l, 0, sizeof *l);
  stored_tell = tell_damage;
  if (!find(l, name))
    return false;
  if (expects_trace && snprintf(trace, sizeof trace, "%s/%s", l->directory, POMP_TRACE_FILE) < (int)sizeof trace)
    stored_expect(trace);
  return true;
}

bool load_taken(struct loaded *l, const char *name, const struct node_taker *taker) {
  if (!begin(l, name))
    return false;
  l->by_rank = has_ranks_alone(l);
  return finish(l, read_all(l, load_phase ? NULL : taker));
}

/* Opens the files of single ranks one by one, if they can be read so. False: there is none. */
static bool open_ranks(struct loaded *l, struct rank_reader *reader) {
  const enum rank_files_opened opened = rank_reader_open_files(reader, l->directory, &l->experiment, NULL, NULL);
  return opened == RANK_FILES_OPENED || (opened == RANK_FILES_TOGETHER && read_again(l));
}

bool load_ranks(struct loaded *l, const char *name, struct rank_reader *reader) {
  rank_reader_of(reader, &l->experiment);
  if (!begin(l, name))
    return false;
  l->by_rank = has_ranks_alone(l);
  bool good = true;
  if (l->by_rank)
    good = open_ranks(l, reader);
  else if (!rank_reader_open(reader, l->path, &l->experiment))
    good = read_again(l);
  reader->chooses = load_phase && l->experiment.taken;
  if (good && l->experiment.taken && !load_phase && is_divided(l))
    rank_reader_close(reader);
  return finish(l, good);
}

const char *load_name_of_traces(const struct loaded *l) {
  return l->by_rank || l->experiment.process_count > 1 ? l->directory : l->path;
}

bool load_is_by_rank(const char *name) {
  struct loaded l;
  char error[256];
  user_error_keep(true, error, sizeof error);
  const bool is = begin(&l, name) &&
                  (has_ranks_alone(&l) || (strcmp(l.path, l.directory) != 0 && rank_files_are_there(l.directory)));
  user_error_keep(false, NULL, 0);
  return is;
}

bool load_whole(struct loaded *l, const char *name) {
  const uint32_t wanted = load_interval;
  load_interval = LOAD_WHOLE_RUN;
  const bool good = load(l, name);
  load_interval = wanted;
  return good;
}

bool load_traced(struct loaded *l, const char *name) {
  expects_trace = true;
  const bool good = load_whole(l, name);
  expects_trace = false;
  return good;
}

bool load_traced_frame(struct loaded *l, const char *name) {
  struct rank_reader reader;
  const uint32_t wanted = load_interval;
  load_interval = LOAD_WHOLE_RUN;
  expects_trace = true;
  const bool good = load_ranks(l, name, &reader);
  expects_trace = false;
  load_interval = wanted;
  rank_reader_close(&reader);
  return good;
}
