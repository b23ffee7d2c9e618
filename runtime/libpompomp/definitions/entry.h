/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* entry.h - the last call of the thread into LLVM's OpenMP runtime, with the place of its directive.
 * Not here: how the call is seen (surface/entries.c); what is measured of it (surface/told_events.h). */
#ifndef POMP_ENTRY_H
#define POMP_ENTRY_H

#include "base/atomics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Functions that take a place as their first argument, by the kind of what they begin. */
/* clang-format off */
#define POMP_ENTRIES(X)                                                                                               \
  X(fork_call, PLAIN) X(fork_call_if, PLAIN) X(fork_teams, PLAIN) X(barrier, PLAIN) X(cancel_barrier, PLAIN)          \
  X(critical, PLAIN) X(critical_with_hint, PLAIN) X(single, PLAIN) X(master, PLAIN) X(masked, PLAIN)                  \
  X(end_master, PLAIN) X(end_masked, PLAIN) X(ordered, PLAIN) X(taskgroup, PLAIN) X(end_taskgroup, PLAIN)             \
  X(omp_task, PLAIN) X(omp_task_parts, PLAIN) X(omp_task_with_deps, PLAIN) X(omp_task_begin_if0, PLAIN)               \
  X(omp_taskwait, PLAIN) X(omp_wait_deps, PLAIN) X(omp_taskwait_deps_51, PLAIN) X(reduce, PLAIN)                      \
  X(end_reduce, PLAIN) X(end_reduce_nowait, PLAIN) X(copyprivate, PLAIN) X(taskloop, TASKLOOP)                        \
  X(taskloop_5, TASKLOOP) X(reduce_nowait, REDUCE_NOWAIT) X(for_static_init_4, STATIC)                                \
  X(for_static_init_4u, STATIC) X(for_static_init_8, STATIC) X(for_static_init_8u, STATIC)                            \
  X(distribute_static_init_4, PLAIN) X(distribute_static_init_4u, PLAIN) X(distribute_static_init_8, PLAIN)           \
  X(distribute_static_init_8u, PLAIN) X(dist_for_static_init_4, PLAIN) X(dist_for_static_init_4u, PLAIN)              \
  X(dist_for_static_init_8, PLAIN) X(dist_for_static_init_8u, PLAIN) X(dispatch_init_4, DISPATCH_4)                   \
  X(dispatch_init_4u, DISPATCH_4) X(dispatch_init_8, DISPATCH_8) X(dispatch_init_8u, DISPATCH_8)                      \
  X(cancel, PLAIN) X(cancellationpoint, PLAIN)
/* clang-format on */

enum pomp_entry_kind {
  POMP_ENTRY_PLAIN = 1,
  POMP_ENTRY_TASKLOOP,
  POMP_ENTRY_REDUCE_NOWAIT,
  POMP_ENTRY_STATIC,     /* a loop whose iterations are given in advance */
  POMP_ENTRY_DISPATCH_4, /* one whose chunks are taken, with a chunk of 4 or 8 bytes */
  POMP_ENTRY_DISPATCH_8
};

/* It is LLVM's ident_t. */
struct pomp_entry_place {
  int32_t reserved, flags, more[2];
  const char *source; /* ";file;function;line;column;;" */
};

/* These are the registers at the call; entries.c writes them, in this layout. */
struct pomp_entry {
  const struct pomp_entry_place *place;
  const void *code; /* the address that the call returns to: that by which OMPT knows the construct */
  const char *stack;
  uint64_t third;   /* argument */
  uint32_t kind;    /* enum pomp_entry_kind */
  uint64_t seventh; /* argument, if it is no part of the stack */
};
extern _Thread_local struct pomp_entry pomp_entry POMP_HIDDEN __attribute__((tls_model("initial-exec")));

/* Returns the call that OMPT's event is about, which happens in that call; NULL: it was not seen. */
static inline const struct pomp_entry *pomp_entry_of(const void *code) {
  return code && pomp_entry.code == code ? &pomp_entry : NULL;
}
/* Returns the address of an event in the call that this thread is in, if it takes a share of a loop: libomp does not
 * always tell that. The call is below what the event has on the stack, by little. NULL: it is not known. */
static inline const void *pomp_entry_code(const void *code) {
  enum { CALL = 4096 };
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0), call = (uintptr_t)pomp_entry.stack;
  return !code && pomp_entry.kind >= POMP_ENTRY_STATIC && call - here < CALL ? pomp_entry.code : code;
}
/* Returns the call if it is of that kind, and of that construct, whose own address OMPT may not know. */
static inline bool pomp_entry_is(const void *code, enum pomp_entry_kind kind) {
  const struct pomp_entry *e = pomp_entry_of(code);
  return e && e->kind == kind;
}

/* A place in parts. The texts are not terminated. */
struct pomp_entry_parts {
  const char *file, *function;
  uint32_t file_length, function_length;
  int32_t line, column;
};
/* False: the compiler did not tell it. */
bool pomp_entry_read(const struct pomp_entry *e, struct pomp_entry_parts *parts);

#endif
