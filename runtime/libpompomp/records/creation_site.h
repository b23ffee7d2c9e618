/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* creation_site.h - the one node that stands for a call path in all locations.
 * Not here: the trees themselves (profile.c). */
#ifndef POMP_CREATION_SITE_H
#define POMP_CREATION_SITE_H

#include "records/profile.h"

/* The node below which tasks go, as nodes of key `task`, that are created while `n` is the innermost open region; of
 * one `n` always with the same key. The same for all locations that have the call path; inside a task of the same key,
 * the site of that task, so that recursion ends. `n` itself if there is no memory. Takes the slow lock, the first time.
 */
struct pomp_node *pomp_site(struct pomp_node *n, uint32_t task);

#endif
