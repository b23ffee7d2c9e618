/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_quiet.h - keeps from the program the signals that our own writing raises: SIGPIPE, if nobody reads a pipe any
 * more, and SIGXFSZ, if a file may not become so long (ulimit -f). Not here: the writing. */
#ifndef POMP_QUIET_H
#define POMP_QUIET_H

#include "pomp_system.h"

struct pomp_quiet {
  uint64_t blocked, pending; /* signals, as they were before */
};

/* From now on, until pomp_quiet_end, the two signals wait. Both functions are for one thread. */
static inline void pomp_quiet_begin(struct pomp_quiet *q) {
  q->blocked = 0;
  pomp_sys_sigprocmask(SIG_BLOCK, POMP_SIGNAL(SIGPIPE) | POMP_SIGNAL(SIGXFSZ), &q->blocked);
  q->pending = pomp_sys_sigpending();
}

/* `error` is a negative errno of the writing, or not negative. It says which signal is ours; one that was there before
 * is the program's. */
static inline void pomp_quiet_end(const struct pomp_quiet *q, int error) {
  uint64_t ours = error == -EPIPE ? POMP_SIGNAL(SIGPIPE) : error == -EFBIG ? POMP_SIGNAL(SIGXFSZ) : 0;
  struct timespec none = {0, 0};
  if (ours & ~q->pending)
    while (pomp_sys_sigtimedwait(ours, &none) == -EINTR)
      ;
  pomp_sys_sigprocmask(SIG_SETMASK, q->blocked, NULL);
}

#endif /* POMP_QUIET_H */
