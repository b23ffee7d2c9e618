/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* worker_processes.c - forks workers, each of which makes its parts and sends a head and bytes for each of them, and
 * waits where the pipe is full.
 * Not here: the order in which parts are added (fold.c). */
#include "sums/worker_processes.h"
#include "base/user_error.h"
#include "pomp_file.h"
#include "sums/captured_stderr.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIPE_SIZE = 1 << 20 }; /* what the system lets anyone have: a maker may be so far ahead */

/* Both sides of a pipe are the same program. */
struct head {
  uint32_t part, good;
  uint64_t size, said;
};

void made_clear(struct made *made) {
  struct pomp_bytes *const both[] = {&made->bytes, &made->said};
  for (size_t i = 0; i < 2; i++) {
    both[i]->size = both[i]->taken = 0;
    both[i]->failed = false;
  }
  made->good = false;
}

void made_free(struct made *made) {
  free(made->bytes.at);
  free(made->said.at);
}

/* Makes a part in this process. */
static bool make_here(const struct work *w, uint32_t part, struct made *made) {
  made_clear(made);
  made->part = part;
  made->good = w->make(w->context, part, &made->bytes);
  if (made->good && made->bytes.failed)
    made->good = user_error(NULL, "not enough memory for what is made of process %u", part);
  return made->good;
}

bool worker_processes_make(const struct worker_processes *m, uint32_t part, struct made *made) {
  return make_here(&m->work, part, made);
}

/* --- in a maker --- */

/* Ends it at once: what the caller has buffered for its files is not written again. */
static _Noreturn void work(const struct work *w, uint64_t first, uint64_t step, int to, int said) {
  struct made made = {.good = false};
  for (uint64_t part = first; part < w->count; part += step) {
    make_here(w, (uint32_t)part, &made);
    captured_stderr_take(said, &made.said);
    const struct head head = {(uint32_t)part, made.good, made.good ? made.bytes.size : 0,
                              made.good ? made.said.size : 0};
    if (pomp_file_write(to, &head, sizeof head) != 0 || pomp_file_write(to, made.bytes.at, head.size) != 0 ||
        pomp_file_write(to, made.said.at, head.said) != 0)
      _exit(EXIT_FAILURE);
  }
  _exit(EXIT_SUCCESS);
}

/* --- in the process that has them --- */

/* Starts maker number i. It ends with its parent process, however the parent ends. */
static void start(struct worker_processes *m, unsigned i) {
  struct worker_process *maker = &m->at[i];
  const pid_t own = getpid();
  int ends[2];
  *maker = (struct worker_process){.from = -1, .said = -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return;
  fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE); /* with a smaller pipe, the worker waits earlier */
  maker->from = ends[0];
  maker->said = captured_stderr_open();
  maker->pid = fork();
  if (maker->pid == 0) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != own)
      _exit(EXIT_FAILURE);
    for (unsigned k = 0; k <= i; k++)
      close(m->at[k].from);
    captured_stderr_begin(maker->said);
    work(&m->work, m->work.first + (uint64_t)m->work.step * i, (uint64_t)m->work.step * m->count, ends[1], maker->said);
  }
  close(ends[1]);
  if (maker->pid < 0)
    maker->pid = 0;
}

/* Lets go of a maker, which has ended or is ended now. The result is how it ended, as waitpid tells it. */
static int end(struct worker_process *maker) {
  int status = 0;
  if (maker->pid) {
    kill(maker->pid, SIGKILL); /* it is not another process's number before it has been waited for */
    while (waitpid(maker->pid, &status, 0) < 0 && errno == EINTR)
      ;
  }
  if (maker->from >= 0)
    close(maker->from);
  if (maker->said >= 0)
    close(maker->said);
  *maker = (struct worker_process){.from = -1, .said = -1};
  return status;
}

/* Says that a maker has ended too early, and what it said last. */
static void bury(struct worker_process *maker) {
  struct pomp_bytes said = {.size = 0};
  siginfo_t how = {.si_code = 0};
  while (waitid(P_PID, (id_t)maker->pid, &how, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    ;
  captured_stderr_take(maker->said, &said);
  end(maker);
  captured_stderr_print(&said);
  free(said.at);
  const bool killed = how.si_code == CLD_KILLED || how.si_code == CLD_DUMPED;
  user_error_print(NULL,
                   "a process of --jobs has died (%s %d): its part of the work is done without it; "
                   "fewer --jobs need less memory",
                   killed ? "signal" : "exit status", how.si_status);
}

static bool read_all(int from, void *to, size_t size) {
  for (char *at = to; size;) {
    const ssize_t n = read(from, at, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    at += n;
    size -= (size_t)n;
  }
  return true;
}

static bool receive_bytes(int from, struct pomp_bytes *to, uint64_t size, bool *memory) {
  *memory = POMP_ARRAY_ROOM(to->at, to->room, size);
  if (!*memory || !read_all(from, to->at, size))
    return false;
  to->size = size;
  return true;
}

/* Receives the next part of a maker. False if it can't be had: `memory` tells whether that is for want of memory here.
 */
static bool receive(const struct worker_process *maker, struct made *made, bool *memory) {
  struct head head;
  *memory = true;
  made_clear(made);
  if (!read_all(maker->from, &head, sizeof head))
    return false;
  made->part = head.part;
  made->good = head.good;
  return receive_bytes(maker->from, &made->bytes, head.size, memory) &&
         receive_bytes(maker->from, &made->said, head.said, memory);
}

void worker_processes_begin(struct worker_processes *m, const struct work *work, unsigned count) {
  const uint64_t parts = work->first < work->count ? (work->count - work->first - 1ull) / work->step + 1 : 0;
  *m = (struct worker_processes){.work = *work, .count = parts < count ? (unsigned)parts : count};
  m->at = m->count > 1 ? calloc(m->count, sizeof *m->at) : NULL;
  m->count = m->at ? m->count : 0;
  if (m->count)
    signal(SIGCHLD, SIG_DFL); /* where the caller's caller ignores it, no child could be waited for */
  for (unsigned i = 0; i < m->count; i++)
    start(m, i);
}

bool worker_processes_get(struct worker_processes *m, uint32_t part, struct made *made) {
  struct worker_process *maker = m->count ? &m->at[(part - m->work.first) / m->work.step % m->count] : NULL;
  bool memory = true;
  if (!maker || !maker->pid)
    return make_here(&m->work, part, made);
  if (receive(maker, made, &memory)) {
    if (made->good)
      return true;
  } else if (memory) {
    bury(maker);
  } else {
    return user_error(NULL, "not enough memory for what is made of process %u", part);
  }
  return make_here(&m->work, part, made);
}

void worker_processes_end(struct worker_processes *m) {
  for (unsigned i = 0; i < m->count; i++)
    end(&m->at[i]);
  free(m->at);
}
