/* experiment.c - makes, names, describes and removes the experiment's directory.
 * Not here: the measured data. */
#include "experiment.h"
#include "arena.h"
#include "exclude.h"
#include "region.h"
#include "say.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef POMP_VERSION
#error "POMP_VERSION: the build defines it"
#endif
#define README "README.txt"
#define ROOM 16 /* for what is appended to a directory's name: "-2", "/profile.pomp" */

static char name[PATH_MAX];             /* as the user knows it */
static char directory[PATH_MAX + ROOM]; /* absolute: the program may change its directory */
static char program[64];
static bool chosen, made_directory, made_readme;

const char *pomp_experiment_name(void) { return name; }
bool pomp_experiment_is_chosen(void) { return chosen; }
const char *pomp_experiment_program(void) { return program; }

/* The program's name, fit for a file name. */
static void set_program(void) {
  static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  snprintf(program, sizeof program, "%s", program_invocation_short_name);
  for (char *c = program; *c; c++)
    if (!strchr(good, *c))
      *c = '_';
  if (!*program)
    strcpy(program, "program");
}

static bool path_in(const char *file, char *path, size_t size) {
  return (size_t)snprintf(path, size, "%s/%s", directory, file) < size;
}

static bool set_directory(void) {
  char here[PATH_MAX];
  if (name[0] == '/')
    return (size_t)snprintf(directory, sizeof directory, "%s", name) < PATH_MAX;
  return getcwd(here, sizeof here) && (size_t)snprintf(directory, sizeof directory, "%s/%s", here, name) < PATH_MAX;
}

/* Makes the directory, if it isn't there, and in it the file, which must not be there. 0 or a negative errno. */
static int create_here(const struct pomp_config *config) {
  char path[PATH_MAX];
  if (!set_directory() || !path_in(POMP_FORMAT_FILE, path, sizeof path))
    return -ENAMETOOLONG;
  made_directory = mkdir(directory, 0777) == 0;
  if (!made_directory && errno != EEXIST)
    return -errno;
  int error = pomp_arena_create(path, config->memory, pomp_exclude_bytes());
  if (error && made_directory)
    rmdir(directory);
  return error;
}

bool pomp_experiment_create(const struct pomp_config *config) {
  set_program();
  chosen = config->experiment_dir[0] != 0;
  char base[PATH_MAX];
  if (chosen)
    snprintf(base, sizeof base, "%s", config->experiment_dir);
  else {
    time_t now = time(NULL);
    struct tm local;
    char date[32] = "";
    if (localtime_r(&now, &local))
      strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
    snprintf(base, sizeof base, "pomp-%s-%s-%ld", program, date, (long)getpid());
  }
  int error = -ENAMETOOLONG;
  for (int i = 1; i < 10000; i++) {
    int n = i == 1 ? snprintf(name, sizeof name, "%s", base) : snprintf(name, sizeof name, "%s-%d", base, i);
    if (n < 0 || (size_t)n >= sizeof name) {
      error = -ENAMETOOLONG;
      break;
    }
    error = create_here(config);
    if (error != -EEXIST)
      break;
  }
  if (error) {
    pomp_say("can't make the experiment %s (%s); the program runs unmeasured", name, strerror(-error));
    return false;
  }
  if (strcmp(name, base) != 0)
    pomp_say("%s holds an experiment already; this one goes to %s", base, name);
  return true;
}

/* The arguments, joined by spaces, as far as they fit. */
static void read_command(char *text, size_t size) {
  ssize_t n = 0;
  int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    n = read(fd, text, size - 1);
    close(fd);
  }
  n = n > 0 ? n : 0;
  for (ssize_t i = 0; i + 1 < n; i++)
    if (!text[i])
      text[i] = ' ';
  text[n] = 0;
}

/* Field 22 of /proc/self/stat: when the process started. The second field, the name, may hold anything but ends at the
 * last ')'. */
static uint64_t process_start(void) {
  char text[1024];
  int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n > 0 ? n : 0] = 0;
  char *at = strrchr(text, ')');
  for (int field = 2; at && field < 22; field++)
    at = strchr(at + 1, ' ');
  return at ? strtoull(at, NULL, 10) : 0;
}

static void write_readme(const char *command, const char *host, const char *settings) {
  char path[PATH_MAX], bytes[8192], date[64] = "";
  struct pomp_text text = {bytes, sizeof bytes, 0};
  time_t now = time(NULL);
  struct tm local;
  if (localtime_r(&now, &local))
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S %z", &local);
  pomp_text_add(&text,
                "A pompinst experiment: what was measured of one run of an OpenMP program.\n\n"
                "  program   %s\n  command   %.2000s\n  host      %s\n  started   %s\n  process   %ld\n\n"
                "Files\n  %s  everything measured; readable while the program runs and after it was killed\n"
                "  %s    this text\n\n"
                "To see it: pomp-report DIRECTORY (pomp-report --help shows the rest)\n\n"
                "Settings\n%s",
                program, command, host, date, (long)getpid(), POMP_FORMAT_FILE, README, settings);
  if (!path_in(README, path, sizeof path))
    return;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return; /* the user's own, or no space: the measurement does not need it */
  made_readme = true;
  pomp_write_all(fd, bytes, text.length);
  close(fd);
}

int pomp_experiment_describe(const struct pomp_config *config) {
  struct pomp_header *header = pomp_file();
  char command[3000], host[256] = "", here[PATH_MAX] = "", value[1024], settings[3000];
  struct pomp_text text = {settings, sizeof settings, 0};
  const char *setting, *help;
  settings[0] = 0;
  for (unsigned i = 0; (setting = pomp_config_show(config, i, value, sizeof value, &help)); i++)
    pomp_text_add(&text, "%s=%s\n", setting, value);
  read_command(command, sizeof command);
  gethostname(host, sizeof host - 1);
  if (!getcwd(here, sizeof here))
    here[0] = 0;
  const struct {
    const char *text;
    uint32_t *number;
  } strings[] = {
      {program_invocation_short_name, &header->program},
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
  header->pid = (uint32_t)getpid();
  header->pid_start = process_start();
  write_readme(command, host, settings);
  return 0;
}

void pomp_experiment_remove(void) {
  char path[PATH_MAX];
  if (path_in(POMP_FORMAT_FILE, path, sizeof path))
    unlink(path);
  if (made_readme && path_in(README, path, sizeof path))
    unlink(path);
  if (made_directory)
    rmdir(directory);
}
