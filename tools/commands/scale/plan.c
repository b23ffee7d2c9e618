/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plan.c - makes the list of runs, the names of their settings and the arguments of the program, and keeps the folder
 * and the list of experiments in it. */
#include "commands/scale/plan.h"
#include "base/user_error.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *plan_unit(const struct plan *plan, unsigned number) {
  if (plan->request->ranks)
    return number == 1 ? "rank" : "ranks";
  return number == 1 ? "thread" : "threads";
}

char **plan_program(const struct plan *plan, const struct planned *run) {
  return run->is_before ? plan->request->before : plan->request->program;
}

void plan_with(const struct plan *plan, const struct planned *run, char *text, size_t size) {
  char number[64] = "";
  if (run->number)
    snprintf(number, sizeof number, "%u %s", run->number, plan_unit(plan, run->number));
  snprintf(text, size, "%s%s%s",
           !plan->request->before ? ""
           : run->is_before       ? "A"
                                  : "B",
           plan->request->before && *number ? ", " : "", number);
}

const char *plan_value(const struct plan *plan, size_t setting, size_t variable) {
  const struct scale_variable *v = plan->request->variables;
  for (size_t i = plan->request->variable_count; --i > variable;)
    setting /= v[i].count;
  return v[variable].values[setting % v[variable].count];
}

void plan_setting(const struct plan *plan, size_t setting, char *text, size_t size) {
  size_t used = 0;
  *text = 0;
  for (size_t i = 0; i < plan->request->variable_count && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s", i ? ", " : "", plan->request->variables[i].name,
                             plan_value(plan, setting, i));
}

char *plan_argument(const struct plan *plan, const char *argument, unsigned number) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  while (*argument) {
    size_t digits = *argument == '{' ? strspn(argument + 1, "0123456789") : 0;
    if (plan->request->weak && digits && argument[1 + digits] == '}') {
      fprintf(out, "%llu", strtoull(argument + 1, NULL, 10) * number);
      argument += digits + 2;
    } else
      fputc(*argument++, out);
  }
  bool good = !ferror(out);
  if (fclose(out) == 0 && good)
    return text;
  free(text);
  return NULL;
}

/* Two commands take turns: A, B, A, B, and so on. */
static bool make_pairs(struct plan *plan) {
  const struct scale_request *request = plan->request;
  plan->settings = 1;
  plan->runs = calloc(2ull * request->repeat, sizeof *plan->runs);
  if (!plan->runs)
    return user_error(NULL, "not enough memory");
  for (unsigned i = 0; i < 2 * request->repeat; i++) {
    struct planned *run = &plan->runs[plan->count++];
    *run = (struct planned){
        .number = request->number_count ? *request->numbers : 0, .repeat = i / 2, .is_before = i % 2 == 0};
    snprintf(run->name, sizeof run->name, "%c-run-%u", i % 2 ? 'B' : 'A', i / 2 + 1);
  }
  return true;
}

/* The runs follow each other in turn, so that what disturbs the machine for a while disturbs all numbers of threads. */
static bool make_runs(struct plan *plan) {
  const struct scale_request *request = plan->request;
  plan->settings = 1;
  for (size_t i = 0; i < request->variable_count; i++)
    plan->settings *= request->variables[i].count;
  plan->runs = calloc(plan->settings * request->number_count * request->repeat, sizeof *plan->runs);
  if (!plan->runs)
    return user_error(NULL, "not enough memory");
  for (unsigned repeat = 0; repeat < request->repeat; repeat++)
    for (size_t setting = 0; setting < plan->settings; setting++)
      for (size_t i = 0; i < request->number_count; i++) {
        struct planned *run = &plan->runs[plan->count++];
        char of_setting[32] = "";
        *run = (struct planned){.number = request->numbers[i], .setting = setting, .repeat = repeat};
        if (plan->settings > 1)
          snprintf(of_setting, sizeof of_setting, "-env-%zu", setting + 1);
        snprintf(run->name, sizeof run->name, "%s-%u%s-run-%u", request->ranks ? "ranks" : "threads", run->number,
                 of_setting, repeat + 1);
      }
  return true;
}

/* Makes the folder that the user has named, or a new one that is called after the program and the time. */
static bool make_folder(struct plan *plan) {
  static char name[1024];
  const char *program = plan->request->program[0], *slash = strrchr(program, '/');
  plan->shown = plan->request->folder;
  if (plan->shown)
    return mkdir(plan->shown, 0777) == 0 || user_error(plan->shown, "%s", strerror(errno));
  time_t clock = time(NULL);
  struct tm when;
  char date[32];
  localtime_r(&clock, &when);
  strftime(date, sizeof date, "%Y%m%d-%H%M%S", &when);
  for (int i = 1; i < 1000; i++) {
    char again[16] = "";
    if (i > 1)
      snprintf(again, sizeof again, "-%d", i);
    snprintf(name, sizeof name, "pomp-scale-%.200s-%s%s", slash && slash[1] ? slash + 1 : program, date, again);
    plan->shown = name;
    if (mkdir(name, 0777) == 0)
      return true;
    if (errno != EEXIST)
      break;
  }
  return user_error(name, "%s", strerror(errno));
}

/* The programs may change their directory, so the path begins at the root. */
static bool find_path(struct plan *plan) {
  char *path = realpath(plan->shown, NULL);
  if (!path)
    return user_error(plan->shown, "%s", strerror(errno));
  bool fits = strlen(path) < sizeof plan->folder;
  if (fits)
    strcpy(plan->folder, path);
  free(path);
  return fits || user_error(plan->shown, "%s", strerror(ENAMETOOLONG));
}

/* Writes to the file what was added to the list, whose first error counts. Before what is added, errno has to be 0: the
 * list's buffer is written by whichever call fills it. */
static void flush_list(struct plan *plan) {
  fflush(plan->list);
  if (ferror(plan->list) && !plan->list_error)
    plan->list_error = errno ? errno : EIO;
}

bool plan_make(struct plan *plan, const struct scale_request *request) {
  char path[sizeof plan->folder + 16];
  *plan = (struct plan){.request = request};
  if (!(request->before ? make_pairs : make_runs)(plan) || !make_folder(plan) || !find_path(plan))
    return false;
  snprintf(path, sizeof path, "%s/runs.csv", plan->folder);
  plan->list = fopen(path, "we");
  if (!plan->list)
    return user_error(path, "%s", strerror(errno));
  errno = 0;
  fprintf(plan->list, "experiment,%s,repeat,settings,status,seconds\r\n", request->ranks ? "ranks" : "threads");
  flush_list(plan);
  return true;
}

bool plan_free(struct plan *plan) {
  free(plan->runs);
  if (!plan->list)
    return true;
  int error = fclose(plan->list) != 0 ? errno : 0;
  if (plan->list_error)
    error = plan->list_error;
  return !error || user_error(plan->shown, "runs.csv could not be written: %s", strerror(error));
}

void plan_note(struct plan *plan, const struct planned *run, int status, double seconds) {
  char setting[4096];
  plan_setting(plan, run->setting, setting, sizeof setting);
  errno = 0;
  fprintf(plan->list, "%s,%u,%u,\"%s", run->name, run->number, run->repeat + 1,
          pomp_text_is_formula(setting) ? "'" : ""); /* as pomp-report --csv has it */
  for (const char *c = setting; *c; c++)
    fputs(*c == '"' ? "\"\"" : (char[]){*c, 0}, plan->list);
  fprintf(plan->list, "\",%d,%.6f\r\n", status, seconds);
  flush_list(plan);
}
