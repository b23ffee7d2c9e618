/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_main.c - the command pomp-scale: makes the runs, tells how far it is, and shows what they tell.
 * Not here: the options (scale_options.c), one run (scale_run.c), figures and tables. */
#include "base/bidi_escapes.h"
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/scale/comment.h"
#include "commands/scale/compare.h"
#include "commands/scale/scale_figures.h"
#include "commands/scale/scale_json.h"
#include "commands/scale/scale_page.h"
#include "commands/scale/scale_run.h"
#include "commands/scale/tables.h"
#include "pomp_text.h"
#include "show/html_file.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Tells on stderr how far it is. A line is one run; on a terminal it is there while the run goes on. */
static void tell_begin(const struct plan *plan, size_t i) {
  const struct planned *run = &plan->runs[i];
  char setting[1024], with[128];
  plan_setting(plan, run->setting, setting, sizeof setting);
  pomp_text_clean(setting, 0);
  pomp_text_show(setting, sizeof setting);
  plan_with(plan, run, with, sizeof with);
  fprintf(stderr, "[%zu/%zu] %s%s%s", i + 1, plan->count, with, *setting ? ", " : "", setting);
  if (plan->request->repeat > 1)
    fprintf(stderr, ", run %u of %u", run->repeat + 1, plan->request->repeat);
  fputs(" ...", stderr);
  fflush(stderr);
}

/* Says how many threads are more than there are processors. */
static void tell_processors(const struct scale_request *request) {
  cpu_set_t set;
  unsigned most = request->number_count ? request->numbers[request->number_count - 1] : 0;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return;
  unsigned processors = (unsigned)CPU_COUNT(&set);
  if (most > processors)
    fprintf(stderr,
            "pomp-scale: %u %s on %u processor%s: the figures beyond %u say more of the machine than of the program\n",
            most, request->ranks ? "ranks" : "threads", processors, processors == 1 ? "" : "s", processors);
}

static void free_command(char **command, size_t program) {
  for (size_t i = program; command && command[i]; i++)
    free(command[i]);
  free(command);
}

/* Makes the command of a run: the program, behind the launcher if there are ranks. The result is from malloc, and so
 * are the program and its arguments, from `*program` on. */
static char **make_command(const struct plan *plan, const struct planned *run, char *launcher, char *number,
                           size_t *program) {
  const struct scale_request *request = plan->request;
  char **const arguments = plan_program(plan, run);
  size_t words = 0, count = 0, room = strlen(launcher) + 4;
  while (arguments[words])
    words++;
  char **command = calloc(words + room, sizeof *command);
  if (!command)
    return NULL;
  if (request->ranks) {
    char *rest = NULL;
    for (char *word = strtok_r(launcher, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
      command[count++] = word;
    command[count++] = "-n";
    command[count++] = number;
  }
  *program = count;
  for (size_t i = 0; i < words; i++)
    if (!(command[count + i] = plan_argument(plan, arguments[i], run->number))) {
      free_command(command, count);
      return NULL;
    }
  return command;
}

/* Makes NAME=value of what the run has in addition to the environment. */
static bool make_variables(const struct plan *plan, const struct planned *run, char *variables[REQUEST_VARIABLES + 5]) {
  size_t count = 0;
  bool good = asprintf(&variables[count++], "POMP_EXPERIMENT_DIR=%s/%s", plan->folder, run->name) >= 0;
  good = good && asprintf(&variables[count++], "POMP_SUMMARY=0") >= 0;
  if (!plan->request->ranks && run->number)
    good = good && asprintf(&variables[count++], "OMP_NUM_THREADS=%u", run->number) >= 0;
  for (size_t i = 0; good && i < plan->request->variable_count; i++)
    good = asprintf(&variables[count++], "%s=%s", plan->request->variables[i].name,
                    plan_value(plan, run->setting, i)) >= 0;
  variables[good ? count : count - 1] = NULL;
  return good || user_error(NULL, "not enough memory");
}

static bool run_once(const struct plan *plan, const struct planned *run, struct run_result *result) {
  char *variables[REQUEST_VARIABLES + 5] = {NULL}, number[16];
  char log[sizeof plan->folder + 128];
  char *launcher = strdup(plan->request->launcher);
  size_t program = 0;
  snprintf(number, sizeof number, "%u", run->number);
  snprintf(log, sizeof log, "%s/%s.log", plan->folder, run->name);
  char **command = launcher ? make_command(plan, run, launcher, number, &program) : NULL;
  bool good = command ? make_variables(plan, run, variables) : user_error(NULL, "not enough memory");
  const struct run_call call = {command, variables, plan->request->input, log};
  if (good)
    run_program(&call, result);
  if (good && !result->started) {
    fputc('\n', stderr);
    user_error_print(result->failed ? result->failed : "/dev/null", "%s", strerror(result->error));
    good = result->failed == command[0];
  }
  for (size_t i = 0; variables[i]; i++)
    free(variables[i]);
  free_command(command, program);
  free(launcher);
  return good;
}

/* Tells what a run came to that has failed. Returns the exit status. */
static int tell_failure(const struct plan *plan, const struct planned *run, const struct run_result *result) {
  char how[128], with[128];
  plan_with(plan, run, with, sizeof with);
  if (result->signal)
    snprintf(how, sizeof how, "was ended by signal %d (%s)", result->signal, strsignal(result->signal));
  else
    snprintf(how, sizeof how, "ended with status %d", result->status);
  user_error_print(plan_program(plan, run)[0], "%s, with %s; what it printed is in %s/%s.log", how, with, plan->shown,
                   run->name);
  return result->status;
}

/* Looks at what a run has left. Returns the exit status. */
static int look(const struct plan *plan, const struct planned *run, const struct run_result *result,
                struct outcome *outcome) {
  char path[sizeof plan->folder + 128];
  struct stat s;
  snprintf(path, sizeof path, "%s/%s", plan->folder, run->name);
  if (stat(path, &s) != 0) {
    char with[128];
    plan_with(plan, run, with, sizeof with);
    fputc('\n', stderr);
    user_error_print(plan_program(plan, run)[0],
                     "has left no experiment, with %s: compile it with pomp-clang, or look into %s/%s.log", with,
                     plan->shown, run->name);
    return EXIT_FAILURE;
  }
  if (!figures_look(plan, run, outcome))
    return EXIT_FAILURE;
  if (outcome->wall > 0) {
    fprintf(stderr, " %.3f s\n", outcome->wall);
    return EXIT_SUCCESS;
  }
  fprintf(stderr, " %.3f s\n", result->seconds);
  user_error_print(path, outcome->stopped
                             ? "the measurement ended before the program did (is the disk full?): it does not count"
                             : "the experiment is not complete: it does not count");
  return EXIT_FAILURE;
}

/* Makes the runs, up to the first that fails. Returns the exit status. */
static int make_runs(struct plan *plan, struct outcome *outcome) {
  for (size_t i = 0; i < plan->count; i++) {
    struct run_result result;
    tell_begin(plan, i);
    if (!run_once(plan, &plan->runs[i], &result))
      return EXIT_FAILURE;
    if (!result.started)
      return result.error == ENOENT ? 127 : 126; /* as shells have it */
    plan_note(plan, &plan->runs[i], result.status, result.seconds);
    if (run_stopped()) {
      fputc('\n', stderr);
      user_error_print(NULL, "ended by signal %d (%s) after %zu of %zu runs; they are in %s", run_stopped(),
                       strsignal(run_stopped()), i, plan->count, plan->shown);
      return 128 + run_stopped();
    }
    if (result.status != 0) {
      fputc('\n', stderr);
      return tell_failure(plan, &plan->runs[i], &result);
    }
    int status = look(plan, &plan->runs[i], &result, &outcome[i]);
    if (status)
      return status;
  }
  return EXIT_SUCCESS;
}

static bool some_count(const struct plan *plan, const struct outcome *outcome) {
  for (size_t i = 0; i < plan->count; i++)
    if (outcome[i].wall > 0)
      return true;
  return false;
}

/* Says where the experiments are, and what else can be asked of them. */
static void tell_experiments(const struct plan *plan) {
  char shown[sizeof plan->folder];
  snprintf(shown, sizeof shown, "%s", plan->shown);
  pomp_text_clean(shown, 0);
  printf("Experiments: %s (look at one: pomp-report %s/%s; ", shown, shown, plan->runs[0].name);
  if (plan->request->before)
    printf("at all: pomp-report --diff %s/A-run-*[0-9] --with %s/B-run-*[0-9])\n", shown, shown);
  else
    printf("at all: pomp-report --efficiency %s/*-run-*[0-9])\n", shown);
}

/* Shows how the program scales. False: what went wrong has been said. */
static bool show_scaling(const struct plan *plan, const struct outcome *outcome) {
  const struct scale_request *request = plan->request;
  struct figures figures = {.at = NULL};
  bool good = figures_make(&figures, plan, outcome) && (request->page || stdout_into_file(request->output));
  if (good && request->as_json)
    good = json_print(stdout, plan, &figures, outcome) || user_error(NULL, "not enough memory");
  else if (good && request->as_comment)
    good = comment_print(stdout, plan, &figures) || user_error(NULL, "not enough memory");
  else if (good)
    tables_print(stdout, plan, &figures);
  FILE *says = request->as_json || request->as_comment ? stderr : stdout; /* which is for what was asked for */
  good = good && (!request->page || page_write(says, plan, &figures, outcome));
  figures_free(&figures);
  return good;
}

/* Makes the runs, and shows the results of those that succeeded. Returns the exit status. */
static int run_all(struct plan *plan, struct outcome *outcome) {
  const struct scale_request *request = plan->request;
  tell_processors(request);
  int status = make_runs(plan, outcome), shown = EXIT_SUCCESS;
  if (!(request->before ? compare_can(plan, outcome) : some_count(plan, outcome)))
    return status ? status : EXIT_FAILURE;
  if (request->before)
    shown = compare_show(plan, outcome);
  else if (!show_scaling(plan, outcome))
    shown = EXIT_FAILURE;
  if (!request->as_json && !request->as_comment)
    tell_experiments(plan);
  return status ? status : shown;
}

static int scale(const struct scale_request *request) {
  static struct plan plan;
  if (!compare_check(request))
    return USER_ERROR_USAGE;
  if (!plan_make(&plan, request)) {
    plan_free(&plan);
    return EXIT_FAILURE;
  }
  struct outcome *outcome = calloc(plan.count, sizeof *outcome);
  int status = EXIT_FAILURE;
  if (outcome)
    status = run_all(&plan, outcome);
  else
    user_error_print(NULL, "not enough memory");
  free(outcome);
  return plan_free(&plan) || status ? status : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  struct scale_request request;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  bidi_escapes_begin();
  if (options_read(argc, argv, &request, &status)) {
    run_prepare();
    status = scale(&request);
  }
  scale_request_free(&request);
  return command_end(status);
}
