/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sandbox.h - whether the program may have forbidden itself system calls (seccomp), so that the library makes no
 * needless call. Not here: which calls are left out, as each caller decides.
 *
 * Nothing tells a process that it has entered a sandbox but system calls, for which a sandbox may end it. But a program
 * enters a sandbox by calling prctl() or libseccomp: a program that never calls them is in no sandbox. The dynamic
 * linker finds such a function at its first call, if it isn't asked to find all at once, and notes in a word of the
 * program's where it is. So as long as the word leads to the linker, there has been no call. */
#ifndef POMP_SANDBOX_H
#define POMP_SANDBOX_H

#include "base/atomics.h"

#include <stdbool.h>
#include <stdint.h>

/* The values of POMP_SANDBOX. */
enum pomp_sandbox_choice { POMP_SANDBOX_CHOICE_AUTO, POMP_SANDBOX_CHOICE_NO, POMP_SANDBOX_CHOICE_YES };

#define POMP_SANDBOX_WORDS 4
extern struct pomp_sandbox {
  bool is_possible, is_entered, is_certain;
  const uintptr_t *words[POMP_SANDBOX_WORDS]; /* where functions are that enter a sandbox; NULL follows the last one */
  uintptr_t program, behind;                  /* a word that leads in between leads to the linker */
} pomp_sandbox POMP_HIDDEN;

/* Looks at the program. Once, when the settings are known. */
void pomp_sandbox_begin(enum pomp_sandbox_choice choice);

/* True if the program has what it takes to enter a sandbox. */
static inline bool pomp_sandbox_is_possible(void) { return pomp_sandbox.is_possible; }

/* True if the user says that it does, so that no call is made at the end either. */
static inline bool pomp_sandbox_is_certain(void) { return pomp_sandbox.is_certain; }

bool pomp_sandbox_find_entered(void) POMP_HIDDEN;

/* True if the program may be in a sandbox now. It makes no system call. */
static inline bool pomp_sandbox_is_entered(void) {
  return __builtin_expect(pomp_sandbox.is_possible, 0) && pomp_sandbox_find_entered();
}

#endif
