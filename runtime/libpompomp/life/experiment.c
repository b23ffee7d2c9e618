/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* experiment.c - makes, names, describes and removes the experiment's directory.
 * Not here: the measured data. */
#include "life/experiment.h"
#include "base/arena.h"
#include "base/directory.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/other_runtime.h"
#include "definitions/region.h"
#include "life/other_threads.h"
#include "life/readme.h"
#include "pomp_process.h"
#include "pomp_system.h"
#include "pomp_text.h"
#include "records/trace_file.h"
#include "state/region_filter.h"
#include "teams/location.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h> /* __environ */

#ifndef POMP_VERSION
#error "POMP_VERSION: the build defines it"
#endif
#define ROOM 16 /* room for what is appended to a directory's name: "-2", "/profile.pomp" */

static char name[PATH_MAX];             /* the directory, as the user knows it */
static char directory[PATH_MAX + ROOM]; /* the directory's absolute path, as the program may change its own */
static char program[64];
static char file[64] = POMP_FORMAT_FILE; /* the file in the directory */
static char wanted[PATH_MAX];            /* the absolute path of the directory that the user has named */
static mode_t file_mode, directory_mode;
static struct pomp_directory place; /* the directory, once it is there */
static bool chosen;
static bool expecting; /* a job may begin; see pomp_experiment_expect_job */
static bool placed;    /* the job has chosen the directory before there was a file */

static uint32_t own_rank, own_ranks; /* of the job */
static uint64_t own_job;
static bool follows; /* the experiment is in another rank's directory */
static bool alone;   /* the rank does not know the others */

const char *pomp_experiment_name(void) { return name; }
bool pomp_experiment_is_chosen(void) { return chosen; }
const char *pomp_experiment_program(void) { return program; }
uint32_t pomp_experiment_rank(void) { return own_rank; }
uint32_t pomp_experiment_ranks(void) { return own_ranks; }
bool pomp_experiment_leads(void) { return !follows; }
bool pomp_experiment_is_alone(void) { return alone; }

/* Copies the program's name in a form that is fit for a file name. */
static void set_program(void) {
  static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  snprintf(program, sizeof program, "%s", pomp_libc_program);
  for (char *c = program; *c; c++)
    if (!strchr(good, *c))
      *c = '_';
  if (!*program)
    strcpy(program, "program");
}

bool pomp_experiment_path(const char *entry, char *path, size_t size) {
  return (size_t)snprintf(path, size, "%s/%s", directory, entry) < size;
}

/* Makes the path of a file that belongs to `as`, a name of the process's file in the directory, and is beside it.
 */
static bool path_beside(const char *where, const char *as, const char *entry, char *path, size_t size) {
  const char *slash = strrchr(as, '/');
  int below = slash ? (int)(slash + 1 - as) : 0;
  return (size_t)snprintf(path, size, "%s/%.*s%s", where, below, as, entry) < size;
}

bool pomp_experiment_is_of_job(void) { return strcmp(file, POMP_FORMAT_FILE) != 0; }

static bool make_absolute(const char *from, char *to, size_t size) {
  char here[PATH_MAX];
  if (from[0] == '/')
    return (size_t)snprintf(to, size, "%s", from) < PATH_MAX;
  return pomp_sys_getcwd(here, sizeof here) == 0 && (size_t)snprintf(to, size, "%s/%s", here, from) < PATH_MAX;
}

static bool is_there(const char *where, const char *entry) {
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/%s", where, entry);
  return pomp_sys_access(path, F_OK) == 0;
}

/* Makes the name of a rank's file; if there is a trace beside it, both have a directory of their own. */
static const char *rank_file(uint32_t rank, bool traced, char *text, size_t size) {
  if (traced)
    snprintf(text, size, POMP_FORMAT_RANK_DIRECTORY "/" POMP_FORMAT_FILE, rank);
  else
    snprintf(text, size, POMP_FORMAT_RANK_FILE, rank);
  return text;
}

static bool read_header(const char *path, struct pomp_header *header) {
  int fd =
      pomp_sys_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0); /* a pipe at the name must hold nobody up */
  bool good = fd >= 0 && pomp_sys_read(fd, header, sizeof *header) == (ssize_t)sizeof *header;
  if (fd >= 0)
    pomp_sys_close(fd);
  return good;
}

/* True if the file is one of this job. */
static bool is_of_job(const char *path, uint64_t job) {
  struct pomp_header header;
  return read_header(path, &header) && header.job == job;
}

/* The same also if the file does not say yet of which job it is: another rank of this one is making it just now. */
static bool may_be_of_job(const char *path, uint64_t job) {
  struct pomp_header header;
  return !read_header(path, &header) || header.job == job || (header.job == 0 && header.state != POMP_STATE_COMPLETE);
}

/* True if there is a file of a rank, which may have a directory of its own. `entry` is the name of either, and the file
 * gets into `path`. */
static bool is_of_rank(const char *where, const char *entry, char *path, size_t size) {
  char text[64];
  if (strncmp(entry, "rank-", 5) != 0 || entry[5] < '0' || entry[5] > '9')
    return false;
  uint32_t rank = (uint32_t)strtoul(entry + 5, NULL, 10);
  for (int traced = 0; traced < 2; traced++) {
    size_t length = strlen(entry);
    rank_file(rank, traced, text, sizeof text);
    if (strncmp(text, entry, length) == 0 && (!text[length] || text[length] == '/'))
      return (size_t)snprintf(path, size, "%s/%s", where, text) < size && pomp_sys_access(path, F_OK) == 0;
  }
  return false;
}

/* True if the directory belongs to a job that runs, or that ended before its ranks' files were made one; unless it is
 * `job`. */
static bool has_ranks(const char *where, uint64_t job) {
  char path[PATH_MAX];
  struct pomp_entries entries;
  bool found = false;
  pomp_entries_begin(&entries, where);
  for (const char *name; !found && (name = pomp_entries_next(&entries));)
    found = is_of_rank(where, name, path, sizeof path) && !(job && may_be_of_job(path, job));
  pomp_entries_end(&entries);
  return found;
}

/* Makes the directory; or opens it if it is there and is `named`, by the user or for a job. Returns a descriptor, which
 * the caller closes, or a negative errno. */
static int enter(struct pomp_directory *d, const char *path, bool named) {
  int at = pomp_directory_make(d, path, directory_mode);
  return at == -EEXIST && named ? pomp_directory_find(d, path) : at;
}

/* Opens the directory below `at` that `as` is in, after making it; or returns `at`, if that is the one. */
static int enter_below(int at, const char *as) {
  char below[64];
  const char *slash = strchr(as, '/');
  if (!slash)
    return at;
  snprintf(below, sizeof below, "%.*s", (int)(slash - as), as);
  return pomp_directory_below(at, below, directory_mode);
}

/* Removes it again, if it is empty. */
static void leave_below(int at, const char *as) {
  char below[64];
  const char *slash = strchr(as, '/');
  if (!slash)
    return;
  snprintf(below, sizeof below, "%.*s", (int)(slash - as), as);
  pomp_sys_unlinkat(at, below, AT_REMOVEDIR);
}

/* Makes the file in the directory `at`, where it must not be. 0 or a negative errno. */
static int create_in(int at, const struct pomp_config *config) {
  char path[PATH_MAX];
  if (!pomp_experiment_path(file, path, sizeof path))
    return -ENAMETOOLONG;
  if (!placed && !place.made && has_ranks(directory, 0))
    return -EEXIST;
  int in = enter_below(at, file);
  if (in < 0 && in != at)
    return in;
  int error = pomp_arena_create(in, path, config->memory, pomp_exclude_bytes(), file_mode);
  if (in != at)
    pomp_sys_close(in);
  if (error)
    leave_below(at, file);
  return error;
}

/* The same in the directory of the name at hand, which is made if it isn't there. */
static int create_here(const struct pomp_config *config) {
  if (!make_absolute(name, directory, sizeof directory))
    return -ENAMETOOLONG;
  int at = enter(&place, directory, chosen || placed);
  if (at < 0)
    return at;
  int error = create_in(at, config);
  pomp_sys_close(at);
  if (error == -EMFILE || error == -ENFILE) /* there was one descriptor free, and that was the directory's */
    error = create_in(AT_FDCWD, config);
  if (error)
    pomp_directory_remove(&place);
  return error;
}

/* True if the directory can't be used, and the next name is to be tried. A sandbox may refuse calls by the same error,
 * and would for each name. */
static bool is_taken(int error, const struct pomp_directory *d) {
  return error == -EEXIST || (error == -EPERM && d->foreign);
}

int pomp_experiment_trace_place(char *path, size_t size) {
  if (!path_beside(directory, file, POMP_TRACE_FILE, path, size))
    return -ENAMETOOLONG;
  int at = pomp_directory_open(&place), in = at < 0 ? at : enter_below(at, file);
  if (at >= 0 && in != at)
    pomp_sys_close(at);
  return in;
}

int pomp_experiment_open(void) { return pomp_directory_open(&place); }

static void note_rank(void) {
  struct pomp_header *header = pomp_file();
  if (!header)
    return;
  header->rank = own_rank;
  header->job = own_job;
  __atomic_store_n(&header->ranks, own_ranks, __ATOMIC_RELEASE);
}

/* Makes the name that the directory has by default. */
static void make_name(char *base, size_t size) {
  char date[32];
  pomp_libc_date("%Y%m%d-%H%M%S", date, sizeof date);
  snprintf(base, size, "pomp-%s-%s-%ld", program, date, (long)pomp_sys_getpid());
}

/* Leaves out slashes at the end: a number is appended, and a link would be followed whosever it is. */
static void set_base(const char *text, char *base, size_t size) {
  snprintf(base, size, "%s", text);
  for (size_t length = strlen(base); length > 1 && base[length - 1] == '/'; length--)
    base[length - 1] = 0;
}

static void choose_base(const struct pomp_config *config, char *base, size_t size) {
  set_program();
  chosen = config->experiment_dir[0] != 0;
  if (!chosen)
    make_name(base, size);
  else
    set_base(config->experiment_dir, base, size);
}

/* Makes the names BASE, BASE-2, BASE-3, … False means that the name is too long. */
static bool number_name(const char *base, int number, char *text, size_t size) {
  int n = number == 1 ? snprintf(text, size, "%s", base) : snprintf(text, size, "%s-%d", base, number);
  return n >= 0 && (size_t)n < size;
}

/* True if an experiment is there, unless it is that of `job`. */
static bool holds_one(const char *where, uint64_t job) {
  return is_there(where, POMP_FORMAT_FILE) || has_ranks(where, job);
}

/* `held` says whether `base` holds an experiment, which is then why another name was taken. */
static void say_where(const char *base, bool held) {
  if (strcmp(name, base) == 0)
    return;
  if (held)
    pomp_say(POMP_SAYS_TAKEN, base, name);
  else
    pomp_say(POMP_SAYS_NOT_OURS, base, name);
}

static void set_modes(const struct pomp_config *config) {
  file_mode = pomp_config_file_mode(config);
  directory_mode = pomp_config_directory_mode(config);
}

bool pomp_experiment_create(const struct pomp_config *config) {
  char base[PATH_MAX], host[256] = "";
  set_modes(config);
  if (placed) {
    set_program();
    snprintf(base, sizeof base, "%s", directory);
  } else
    choose_base(config, base, sizeof base);
  if (!placed && expecting && chosen && make_absolute(base, wanted, sizeof wanted)) {
    pomp_sys_gethostname(host, sizeof host - 1);
    size_t end = strlen(base);
    snprintf(base + end, sizeof base - end, "-%s-%ld", host, (long)pomp_sys_getpid());
  }
  char called[PATH_MAX];
  memcpy(called, name, sizeof called);
  int error = -ENAMETOOLONG;
  bool held = false;
  for (int i = 1; i < 10000 && number_name(base, i, name, sizeof name); i++) {
    error = create_here(config);
    if (!is_taken(error, &place) || placed)
      break;
    held |= i == 1 && holds_one(directory, 0);
  }
  if (error) {
    pomp_say(POMP_SAYS_NO_EXPERIMENT, name, strerror(-error));
    return false;
  }
  if (placed)
    memcpy(name, called, sizeof name);
  else
    say_where(base, held);
  return true;
}

/* --- processes that are ranks of a job --- */

void pomp_experiment_expect_job(void) { expecting = true; }

void pomp_experiment_set_rank(uint32_t rank, uint32_t ranks, uint64_t job) {
  own_rank = rank;
  own_ranks = ranks;
  own_job = job;
  note_rank();
}

/* The profile goes back to where it was, as its trace can't follow it. */
static void move_back(void) {
  char path[PATH_MAX];
  int at = pomp_directory_open(&place), in = at < 0 ? at : enter_below(at, file);
  if (in >= 0 && pomp_experiment_path(file, path, sizeof path))
    pomp_arena_move(in, path);
  if (in >= 0 && in != at)
    pomp_sys_close(in);
  if (at >= 0)
    pomp_sys_close(at);
}

/* Moves the file, under another name perhaps, to the directory `to`, which is open as `at`, and the README after it if
 * there is none; the old directory goes if it was ours. 0 or a negative errno: then all is as before. */
static int move_to(const struct pomp_directory *to, int at, const char *as, bool with_readme) {
  char target[PATH_MAX], trace[PATH_MAX];
  if ((size_t)snprintf(target, sizeof target, "%s/%s", to->path, as) >= sizeof target ||
      !path_beside(to->path, as, POMP_TRACE_FILE, trace, sizeof trace))
    return -ENAMETOOLONG;
  int in = enter_below(at, as);
  if (in < 0)
    return in;
  int error = pomp_arena_move(in, target);
  if (!error && (error = pomp_trace_file_move(in, trace)))
    move_back();
  if (in != at)
    pomp_sys_close(in);
  if (error) {
    leave_below(at, as);
    return error;
  }
  if (!pomp_directory_same(to, &place)) {
    int old = pomp_directory_open(&place);
    if (old >= 0) {
      if (with_readme)
        pomp_readme_move(old, at);
      else
        pomp_readme_remove(old);
      pomp_sys_close(old);
    }
    pomp_directory_remove(&place);
    place = *to;
    snprintf(directory, sizeof directory, "%s", to->path);
  }
  snprintf(file, sizeof file, "%s", as);
  return 0;
}

/* Moves the file to the directory `path`, which is made if it isn't there, and is `to` then. */
static int settle_in(struct pomp_directory *to, const char *path, const char *as, bool named) {
  bool own = strcmp(path, directory) == 0;
  int at = own ? pomp_directory_open(&place) : enter(to, path, named);
  if (at < 0)
    return at;
  if (own)
    *to = place;
  int error = move_to(to, at, as, true);
  pomp_sys_close(at);
  if (error && !own)
    pomp_directory_remove(to);
  return error;
}

/* Says whether a directory could be made there, or is there and may be used. 0 or a negative errno. */
static int try(struct pomp_directory *d, const char *path, bool named) {
  int at = pomp_directory_find(d, path);
  if (at < 0)
    return at == -ENOENT ? 0 : at;
  pomp_sys_close(at);
  return named ? 0 : -EEXIST;
}

/* Takes the first of BASE, BASE-2, … that holds no experiment but that of `job`, and moves the file there as `as`; if
 * there is none yet, the directory is only chosen. Two jobs that come at once compete for the file's name. */
static int settle(const char *base, const char *user_base, bool has_file, const char *as, uint64_t job) {
  char candidate[PATH_MAX];
  int error = -ENAMETOOLONG;
  bool held = false;
  for (int i = 1; i < 10000 && number_name(base, i, candidate, sizeof candidate); i++) {
    bool own = has_file && strcmp(candidate, directory) == 0;
    if (!own && holds_one(candidate, job)) {
      held |= i == 1;
      continue;
    }
    struct pomp_directory to = {.foreign = false};
    error = has_file ? settle_in(&to, candidate, as, chosen || job) : try(&to, candidate, chosen || job);
    if (is_taken(error, &to))
      continue;
    if (error)
      break;
    snprintf(directory, sizeof directory, "%s", candidate);
    number_name(user_base, i, name, sizeof name);
    say_where(user_base, held);
    break;
  }
  return error;
}

int pomp_experiment_take_for_job(const struct pomp_config *config, uint32_t rank, char *path, char *called) {
  char base[PATH_MAX], as[64];
  set_modes(config);
  bool has_file = pomp_base != NULL, traced = config->trace != POMP_TRACE_CHOICE_OFF;
  expecting = false;
  if (!has_file)
    choose_base(config, base, sizeof base);
  else
    set_base(chosen ? config->experiment_dir : name, base, sizeof base);
  if (!has_file || !chosen)
    if (!make_absolute(base, wanted, sizeof wanted))
      return -ENAMETOOLONG;
  int error =
      settle(has_file && !chosen ? directory : wanted, base, has_file, rank_file(rank, traced, as, sizeof as), 0);
  if (error)
    return error;
  if (!has_file) {
    placed = true;
    snprintf(file, sizeof file, "%s", as);
  }
  snprintf(path, PATH_MAX, "%.*s", PATH_MAX - 1, directory);
  memcpy(called, name, sizeof name);
  return 0;
}

int pomp_experiment_join(const struct pomp_config *config, const char *path, const char *called, uint32_t rank,
                         uint64_t job, uint32_t leader, bool leader_is_there) {
  char as[64], leads[64], first[PATH_MAX + 64];
  bool traced = config->trace != POMP_TRACE_CHOICE_OFF;
  set_modes(config);
  expecting = false;
  rank_file(rank, traced, as, sizeof as);
  if (pomp_base) {
    snprintf(first, sizeof first, "%s/%s", path, rank_file(leader, traced, leads, sizeof leads));
    if (leader_is_there && !is_of_job(first, job)) {
      snprintf(first, sizeof first, "%s/%s", path, rank_file(leader, !traced, leads, sizeof leads));
      if (!is_of_job(first, job))
        return -ENOENT;
    }
    struct pomp_directory jobs;
    int at = pomp_directory_find(&jobs, path);
    if (at < 0)
      return at;
    int error = move_to(&jobs, at, as, false);
    pomp_sys_close(at);
    if (error)
      return error;
  } else {
    placed = true;
    snprintf(directory, sizeof directory, "%s", path);
    snprintf(file, sizeof file, "%s", as);
  }
  snprintf(name, sizeof name, "%s", called);
  follows = true;
  return 0;
}

void pomp_experiment_alone(const struct pomp_config *config, uint32_t rank, uint32_t ranks, uint64_t job) {
  char base[PATH_MAX], as[64];
  bool has_file = pomp_base != NULL;
  set_modes(config);
  pomp_experiment_set_rank(rank, ranks, job);
  alone = true;
  if (!job)
    return;
  choose_base(config, base, sizeof base);
  if (!chosen)
    snprintf(base, sizeof base, "pomp-%s-job-%08llx", program, (unsigned long long)(job & 0xffffffffu));
  rank_file(rank, config->trace != POMP_TRACE_CHOICE_OFF, as, sizeof as);
  if (!make_absolute(base, wanted, sizeof wanted) || settle(wanted, base, has_file, as, job) != 0)
    return; /* the experiment stays where it is */
  expecting = false;
  if (!has_file) {
    placed = true;
    snprintf(file, sizeof file, "%s", as);
  }
}

bool pomp_experiment_parent(const struct pomp_config *config, char *path) {
  if (!make_absolute(config->experiment_dir[0] ? config->experiment_dir : ".", path, PATH_MAX))
    return false;
  char *end = path + strlen(path);
  while (end > path && end[-1] == '/')
    *--end = 0;
  char *slash = strrchr(path, '/');
  if (slash)
    slash[slash == path] = 0;
  return true;
}

void pomp_experiment_no_job(const struct pomp_config *config) {
  if (!expecting || !chosen)
    return;
  expecting = false;
  char base[PATH_MAX];
  set_base(config->experiment_dir, base, sizeof base);
  settle(wanted, base, true, POMP_FORMAT_FILE, 0);
}

/* Joins the program's arguments by spaces, as far as they fit. */
static void read_command(char *text, size_t size) {
  ssize_t n = pomp_process_read("/proc/self/cmdline", text, size);
  for (ssize_t i = 0; i + 1 < n; i++)
    if (!text[i])
      text[i] = ' ';
}

/* Variables of the environment say how large teams are, how threads wait, where they may run, how loops are dealt out,
 * and what malloc does. An empty value stands for one of the first three that is not set. */
static void add_environment(struct pomp_text *text) {
  static const char *const names[] = {"OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OMP_DYNAMIC"};
  static const char *const begins[] = {"OMP_", "KMP_", "GOMP_", "MALLOC_", "GLIBC_TUNABLES="};
  enum { SIZES = sizeof names / sizeof *names };
  char line[128];
  for (size_t i = 0; i < SIZES; i++) {
    const char *set = pomp_libc_getenv(names[i]);
    snprintf(line, sizeof line, "%s=%.63s", names[i], set ? set : "");
    pomp_text_clean(line, 0);
    pomp_text_add(text, "%s\n", line);
  }
  for (char **variable = __environ; variable && *variable; variable++) {
    bool wanted = false;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
      wanted |= strncmp(*variable, begins[i], strlen(begins[i])) == 0;
    for (size_t i = 0; i < SIZES; i++)
      wanted &= strncmp(*variable, names[i], strlen(names[i])) != 0 || (*variable)[strlen(names[i])] != '=';
    if (!wanted || !strchr(*variable, '=') || text->size - text->length <= sizeof line)
      continue;
    snprintf(line, sizeof line, "%s", *variable);
    pomp_text_clean(line, 0);
    pomp_text_add(text, "%s\n", line);
  }
}

static char settings[3000];                     /* lines NAME=value */
static struct pomp_other_threads others_before; /* those of another runtime, when measurement began */

static unsigned long long more(uint64_t now, uint64_t before) { return now > before ? now - before : 0; }

void pomp_experiment_note_runtimes(void) {
  const char *path = pomp_other_runtime(0);
  const uint64_t all = path ? pomp_process_field(0, POMP_PROCESS_THREADS) : 0;
  struct pomp_text text = {settings, sizeof settings, strlen(settings)};
  uint32_t number;
  if (all <= pomp_location_live()) /* it has no threads, and its teams are of one */
    return;
  for (unsigned i = 0; (path = pomp_other_runtime(i)); i++) {
    char line[501];
    snprintf(line, sizeof line, "%s", path);
    pomp_text_clean(line, 0);
    pomp_text_add(&text, "POMP_OTHER_RUNTIME=%s, %llu\n", line, (unsigned long long)(all - pomp_location_live()));
  }
  const struct pomp_other_threads now = pomp_other_threads();
  pomp_text_add(&text, "POMP_OTHER_THREADS_NS=%llu\nPOMP_OTHER_THREADS_READY_NS=%llu\n",
                more(now.on_cpu, others_before.on_cpu), more(now.ready, others_before.ready));
  if (pomp_region_string(settings, &number) == 0)
    __atomic_store_n(&pomp_file()->settings, number, __ATOMIC_RELEASE);
}

int pomp_experiment_describe(const struct pomp_config *config) {
  struct pomp_header *header = pomp_file();
  note_rank();
  if (pomp_other_runtime(0))
    others_before = pomp_other_threads();
  char command[3000], host[256] = "", here[PATH_MAX] = "", value[1024];
  struct pomp_text text = {settings, sizeof settings, 0};
  const char *setting, *help;
  settings[0] = 0;
  for (unsigned i = 0; (setting = pomp_config_show(config, i, value, sizeof value, &help)); i++) {
    pomp_text_clean(value, 0); /* each is a line */
    pomp_text_add(&text, "%s=%s\n", setting, value);
  }
  if (pomp_config_exec()) {
    snprintf(value, sizeof value, "%s", pomp_config_exec());
    pomp_text_clean(value, 0);
    pomp_text_add(&text, "POMP_EXEC=%s\n", value);
  }
  add_environment(&text);
  read_command(command, sizeof command);
  pomp_sys_gethostname(host, sizeof host - 1);
  if (pomp_sys_getcwd(here, sizeof here))
    here[0] = 0;
  const struct {
    const char *text;
    uint32_t *number;
  } strings[] = {
      {pomp_libc_program, &header->program},
      {command, &header->command},
      {here, &header->directory},
      {host, &header->host},
      {settings, &header->settings},
      {"libpompomp " POMP_VERSION, &header->writer},
  };
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    uint32_t number;
    int error = pomp_region_string(strings[i].text, &number);
    if (error)
      return error;
    __atomic_store_n(strings[i].number, number, __ATOMIC_RELEASE); /* when the string is there */
  }
  header->pid = (uint32_t)pomp_sys_getpid();
  header->pid_start = pomp_process_own_start();
  header->pid_space = pomp_process_space();
  int at = pomp_directory_open(&place);
  if (at >= 0) {
    pomp_readme_write(at, file_mode, program, command, host, settings);
    pomp_sys_close(at);
  }
  return 0;
}

void pomp_experiment_remove(void) {
  pomp_arena_unlink();
  int at = pomp_directory_open(&place);
  if (at < 0)
    return;
  leave_below(at, file);
  pomp_readme_remove(at);
  pomp_sys_close(at);
  pomp_directory_remove(&place);
}
