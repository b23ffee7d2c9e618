/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* creation_site.h - the one location's call path that stands for the same call path in all locations.
 * Not here: the trees themselves (call_tree.h). */
#ifndef POMP_CREATION_SITE_H
#define POMP_CREATION_SITE_H

#include "records/call_tree.h"

/* Finds the call path below which tasks go, as call paths of key `task`, that are created while `p` is the innermost
 * open region; `p` always comes with the same key. The result is the same for all locations that have the call path;
 * inside a task of the same key, it is the site of that task, so that recursion ends. It is `p` itself if there is no
 * memory. Takes the slow lock, the first time. */
struct pomp_path *pomp_site(struct pomp_path *p, uint32_t task);

#endif
