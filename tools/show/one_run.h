/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* one_run.h - what no single run can tell, and the command that does.
 * Not here: what a run tells (tools/findings). */
#ifndef SHOW_ONE_RUN_H
#define SHOW_ONE_RUN_H

#include "findings/diagnosis.h"

/* Writes the command that tells whether threads slow each other down, where nothing else is known to cost much: a
 * thread's work is no shorter or longer than another's then, and still each may take longer than it would alone.
 * Writes "" where it would be of no use: there is one thread, something larger is found, or the figures prove nothing.
 */
void one_run_command(const struct diagnosis *d, char *text, size_t size);

/* Puts the sentence with the command into `text`; or where findings save little and one region has most of the work,
 * that with the command that tells what is done there; or "". */
void one_run_words(const struct diagnosis *d, char *text, size_t size);
enum { ONE_RUN_TEXT = 4096 };

/* Where findings save little and one region has most of the work, says what samples found inside of it; or "". */
void inside_words(const struct diagnosis *d, char *text, size_t size);

#endif
