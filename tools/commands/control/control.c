/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control.c - asks all processes of an experiment, shows how they are measured, and holds a suspension.
 * Not here: the command line (control_options.c), the asking itself (libpompread). */
#include "commands/control/control.h"
#include "base/user_error.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS 1e9
#define LEASES 3 /* so often within a lease it is asked again */

static volatile sig_atomic_t ended_by;
static void on_end(int number) { ended_by = number; }

/* Fills a text with the process's rank, or its number, as far as there are several. */
static const char *name_of(const struct pomp_read *r, uint32_t i, char *name, size_t size) {
  struct pomp_read_process p;
  struct pomp_read_run run;
  *name = 0;
  if (pomp_read_run(r, &run, sizeof run) == 0 && run.processes > 1 && pomp_read_process(r, i, &p, sizeof p) == 0)
    snprintf(name, size,
             p.rank != POMP_READ_NONE ? "rank %u: " : "process %u: ", p.rank != POMP_READ_NONE ? p.rank : p.pid);
  return name;
}

/* Asks all processes. Returns the exit status for the worst answer. */
static int ask_all(const struct pomp_read *r, const struct pomp_read_request *request) {
  char error[POMP_READ_ERROR], name[32];
  struct pomp_read_run run;
  int status = EXIT_SUCCESS;
  pomp_read_run(r, &run, sizeof run);
  for (uint32_t i = 0; i < run.processes; i++) {
    const int answer = pomp_read_ask(r, i, request, sizeof *request, error, sizeof error);
    if (answer == POMP_READ_DONE)
      continue;
    user_error_print(NULL, "%s%s", name_of(r, i, name, sizeof name),
                     answer < 0 ? error : pomp_read_answer_text(answer));
    if (answer != POMP_READ_NO_EVENT)
      status = CONTROL_FAILED;
    else if (status == EXIT_SUCCESS)
      status = CONTROL_NO_EVENT;
  }
  return status;
}

/* --- how things are --- */

static void print_samples(uint64_t ns) {
  if (!ns)
    fputs(" · no samples", stdout);
  else if (ns % 1000000)
    printf(" · samples every %g us", (double)ns / 1e3);
  else
    printf(" · samples every %g ms", (double)ns / 1e6);
}

static bool print_one(const struct pomp_read *r, uint32_t i, const struct pomp_read_process *p) {
  static const char *const states[] = {"complete", "running", "killed", "unknown"};
  struct pomp_read_control c;
  char name[32];
  const char *slash = strrchr(p->program, '/');
  printf("%s%s · %s · pid %u", name_of(r, i, name, sizeof name), slash ? slash + 1 : p->program,
         p->stopped ? "stopped" : states[p->state], p->pid);
  if (p->state != POMP_READ_RUNNING)
    return puts("") >= 0;
  if (pomp_read_control(r, i, &c, sizeof c) != 0)
    return puts(" · it can't be asked") < 0;
  printf(" · recording %s · %s", c.recording ? "on" : "off",
         c.tracing  ? "trace on"
         : c.traced ? "trace off"
                    : "no trace");
  print_samples(c.sample_ns);
  if (c.left_out)
    printf(" · %u region%s left out", c.left_out, c.left_out == 1 ? "" : "s");
  puts("");
  if (*c.region)
    printf("suspended at region(%s): %u thread%s there; goes on by itself in %.1f s\n", c.region, c.held,
           c.held == 1 ? " waits" : "s wait", (double)c.left_ns / NS);
  return true;
}

static int print_status(const struct pomp_read *r) {
  struct pomp_read_run run;
  struct pomp_read_process p;
  bool good = true;
  pomp_read_run(r, &run, sizeof run);
  for (uint32_t i = 0; i < run.processes; i++)
    good &= pomp_read_process(r, i, &p, sizeof p) == 0 && print_one(r, i, &p);
  return good ? EXIT_SUCCESS : CONTROL_FAILED;
}

/* --- a suspension --- */

/* True if any process is suspended yet. */
static bool is_suspended(const struct pomp_read *r) {
  struct pomp_read_run run;
  struct pomp_read_control c;
  bool any = false;
  pomp_read_run(r, &run, sizeof run);
  for (uint32_t i = 0; i < run.processes; i++)
    any |= pomp_read_control(r, i, &c, sizeof c) == 0 && *c.region;
  return any;
}

/* Sleeps until the signal that ends this comes, or that time is over. */
static void rest(double seconds) {
  const struct timespec moment = {0, 50000000};
  for (double left = seconds; left > 0 && !ended_by; left -= 0.05)
    nanosleep(&moment, NULL);
}

/* Asks again and again, so that threads stay where they are until somebody resumes them or this ends. */
static int stay(const struct pomp_read *r, const struct control_chosen *chosen) {
  static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
  struct pomp_read_request request = chosen->request;
  struct sigaction action = {.sa_handler = on_end};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    sigaction(ends[i], &action, NULL);
  int status = ask_all(r, &request);
  if (status == EXIT_SUCCESS) {
    printf(
        "Threads that begin region(%s) wait there. They go on when this command ends (Ctrl-C), or by: pomp-control %s "
        "resume\n",
        request.region, chosen->name ? chosen->name : "EXPERIMENT");
    fflush(stdout);
  }
  while (status == EXIT_SUCCESS && !ended_by) {
    rest(chosen->lease / LEASES);
    if (ended_by || !is_suspended(r))
      break;
    status = ask_all(r, &request);
  }
  if (ended_by) {
    request.command = POMP_READ_RESUME;
    status = ask_all(r, &request);
  }
  return status;
}

/* Tells whether a thread has begun a region of the user with this name; if not, says so, and which have been begun. */
static bool has_begun(const struct pomp_read *r, const char *name) {
  enum { MOST = 64, LENGTH = 256, LIST = 1024 };
  static char names[MOST][LENGTH], list[LIST] = "no region of the user has begun";
  const char *all[MOST];
  struct pomp_read_run run;
  struct pomp_read_region region;
  uint32_t count = 0;
  size_t used = 0;
  if (strlen(name) >= LENGTH)
    return true; /* the library says that it is too long */
  pomp_read_run(r, &run, sizeof run);
  for (uint32_t i = 1; i < run.regions && count < MOST; i++) {
    if (pomp_read_region(r, i, &region, sizeof region) != 0 || strcmp(region.role, "user") != 0 ||
        sscanf(region.name, "region(%255[^)])", names[count]) != 1)
      continue;
    if (strcmp(names[count], name) == 0)
      return true;
    if (used < LIST)
      used +=
          (size_t)snprintf(list + used, LIST - used, "%s%s", count ? ", " : "those that have begun are ", names[count]);
    all[count] = names[count];
    count++;
  }
  return count == MOST || user_error_word("there is no region ", name, "", all, count, list);
}

static int divide(struct pomp_read *r, const char *name) {
  char error[POMP_READ_ERROR];
  const int number = pomp_read_reset(r, error, sizeof error);
  if (number < 0)
    return user_error(NULL, "%s", error), CONTROL_FAILED;
  printf("Interval %d has ended; pomp-report --interval=%d %s shows it.\n", number, number, name ? name : "EXPERIMENT");
  return EXIT_SUCCESS;
}

int control_do(const struct control_chosen *chosen) {
  char error[POMP_READ_ERROR];
  struct pomp_read *r = pomp_read_open(chosen->name, error, sizeof error);
  if (!r)
    return user_error(NULL, "%s", error), CONTROL_FAILED;
  const struct control_command *c = chosen->command;
  struct pomp_read_run run;
  struct pomp_read_process maker;
  if (pomp_read_run(r, &run, sizeof run) == 0 && run.other && pomp_read_process(r, 0, &maker, sizeof maker) == 0) {
    user_error_print(NULL, "%u: this process has the experiment in memory, but process %u made it", run.other,
                     maker.pid);
  }
  const int status = c->stays && !has_begun(r, chosen->request.region) ? CONTROL_FAILED
                     : c->resets                                       ? divide(r, chosen->name)
                     : c->stays                                        ? stay(r, chosen)
                     : c->asks                                         ? ask_all(r, &chosen->request)
                                                                       : print_status(r);
  pomp_read_close(r);
  return status;
}
