/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* watch.c - takes a snapshot in each interval, has it drawn, and waits for keys. The terminal is as before when it
 * ends, by whatever signal but SIGKILL. Not here: figures (top_figures.c), drawing (draw.c), what keys do (keys.c). A
 * build without ncurses has no_ncurses.c. */
#include "base/user_error.h"
#include "commands/top/top.h"

#include <errno.h>
#include <math.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <term.h>
#include <time.h>
#include <unistd.h>

#define NOTE_SECONDS 5
#define ANSWER_NS 100000000u /* so long the screen stands still at most when a process is asked for something */

/* --- signals --- */

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static volatile sig_atomic_t ended_by;

static void note_end(int signal) { ended_by = signal; }

/* They come while keys are waited for, and at no other time. `*before`: the mask that is to hold then. */
static void hold_signals(sigset_t *before) {
  struct sigaction action = {.sa_handler = note_end};
  sigset_t held;
  sigemptyset(&held);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    sigaddset(&held, ends[i]);
    sigaction(ends[i], &action, NULL);
  }
  sigprocmask(SIG_BLOCK, &held, before);
}

/* --- the terminal --- */

static SCREEN *screen;

/* ncurses frees what it has found out only if it knows the terminal, so that is asked for first. */
static bool is_known(void) {
  int status;
  const bool known = setupterm(NULL, STDOUT_FILENO, &status) == OK;
  if (known)
    del_curterm(cur_term);
  return known;
}

static bool open_terminal(void) {
  const char *kind = getenv("TERM");
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
    return user_error(NULL, "it needs a terminal; pomp-report --now tells the same once");
  screen = is_known() ? newterm(NULL, stdout, stdin) : NULL;
  if (!screen)
    return user_error(NULL, "nothing is known of this terminal: TERM=%s", kind ? kind : "");
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
  return true;
}

static void close_terminal(void) {
  endwin();
  delscreen(screen);
}

/* --- the loop --- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Waits for a key, a signal, or so many seconds. False: the terminal is gone. */
static bool wait_for(double seconds, const sigset_t *mask) {
  struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
  seconds = seconds > 0 ? seconds : 0;
  const struct timespec limit = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
  int got = ppoll(&keys, 1, &limit, mask);
  return got < 0 ? errno == EINTR : !(keys.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static int key_of(int key) { return key == KEY_DOWN ? TOP_DOWN : key == KEY_UP ? TOP_UP : key == KEY_F(1) ? '?' : key; }

/* Takes all keys that were pressed. False: the user wants to leave. */
static bool take_keys(struct top_chosen *chosen, const struct top_figures *f) {
  for (int key; (key = getch()) != ERR;) /* KEY_RESIZE is among them, and draws anew */
    if (!key_pressed(chosen, key_of(key), f))
      return false;
  return true;
}

/* Shows the snapshot that there is. False: no memory. */
static bool show(struct top_figures *f, const struct pomp_read *r, const struct top_chosen *chosen, const char *error) {
  figures_free(f);
  bool good = figures_take(f, r, chosen);
  if (good)
    draw(f, chosen, error);
  return good;
}

/* Asks all processes to record nothing, or to go on with it. `note`: what is wrong with that, or "". */
static void turn(const struct pomp_read *r, const struct top_figures *f, char *note, size_t size) {
  const struct pomp_read_request request = {.command = f->is_off ? POMP_READ_ON : POMP_READ_OFF, .wait_ns = ANSWER_NS};
  *note = 0;
  for (uint32_t i = 0; i < f->run.processes; i++) {
    char why[POMP_READ_ERROR];
    const int answer = pomp_read_ask(r, i, &request, sizeof request, why, sizeof why);
    if (answer != POMP_READ_DONE)
      snprintf(note, size, "%s", answer < 0 ? why : pomp_read_answer_text(answer));
  }
}

/* Returns false if something failed. */
static bool run(struct pomp_read *r, struct top_chosen *chosen, const sigset_t *mask) {
  static char error[POMP_READ_ERROR], note[POMP_READ_ERROR];
  struct top_figures f = {.pid = 0};
  bool good = show(&f, r, chosen, error), goes_on = good;
  double next = now() + chosen->interval, note_end = 0;
  while (goes_on && !ended_by) {
    const double before = chosen->interval;
    goes_on = wait_for(next - now(), mask) && take_keys(chosen, &f);
    next += chosen->interval - before;
    if (!goes_on || ended_by)
      break;
    if (chosen->turns) {
      turn(r, &f, note, sizeof note);
      note_end = now() + NOTE_SECONDS;
      chosen->turns = false;
    }
    if (now() >= next) {
      pomp_read_next(r, error, sizeof error);
      next = now() + chosen->interval;
    }
    goes_on = good = show(&f, r, chosen, *error || now() > note_end ? error : note);
  }
  figures_free(&f);
  return good;
}

int watch(struct top_chosen *chosen) {
  static char error[POMP_READ_ERROR], path[4096];
  sigset_t mask;
  struct pomp_read *r = pomp_read_open(find_experiment(chosen->name, path, sizeof path), error, sizeof error);
  if (!r) {
    user_error_print(NULL, "%s", error);
    return EXIT_FAILURE;
  }
  hold_signals(&mask);
  bool opened = open_terminal(), good = opened && run(r, chosen, &mask);
  if (opened)
    close_terminal();
  pomp_read_close(r);
  if (opened && !good)
    user_error_print(NULL, "not enough memory");
  if (ended_by) { /* the caller is to know */
    signal(ended_by, SIG_DFL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    raise(ended_by);
  }
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
