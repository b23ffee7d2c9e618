/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* entries.c - sees calls into LLVM's OpenMP runtime, and goes on there: the compiler tells the place of each directive
 * in them, and OMPT does not.
 * Not here: what is read of a call (definitions/entry.h).
 *
 * The names have the version that LLVM's runtime gives them, hidden: a program that is linked with that runtime finds
 * ours if this library comes before it, and no linker ever takes ours for the runtime's. An archive has none of this.
 */
#include "base/libc.h"
#include "definitions/entry.h"
#include "pomp_arch.h"

#include <dlfcn.h>
#include <link.h>

_Static_assert(offsetof(struct pomp_entry, code) == 8 && offsetof(struct pomp_entry, stack) == 16 &&
                   offsetof(struct pomp_entry, third) == 24 && offsetof(struct pomp_entry, kind) == 32 &&
                   offsetof(struct pomp_entry, seventh) == 40,
               "what POMP_ARCH_ENTRY writes");
/* The assembler knows no enumeration. */
__asm__(".set KIND_PLAIN, 1\n.set KIND_TASKLOOP, 2\n.set KIND_REDUCE_NOWAIT, 3\n.set KIND_STATIC, 4\n"
        ".set KIND_DISPATCH_4, 5\n.set KIND_DISPATCH_8, 6");
_Static_assert(POMP_ENTRY_PLAIN == 1 && POMP_ENTRY_TASKLOOP == 2 && POMP_ENTRY_REDUCE_NOWAIT == 3 &&
                   POMP_ENTRY_STATIC == 4 && POMP_ENTRY_DISPATCH_4 == 5 && POMP_ENTRY_DISPATCH_8 == 6,
               "the same kinds");

#define NUMBER(name, kind) NUMBER_##name,
enum { POMP_ENTRIES(NUMBER) ENTRY_COUNT };
#define NAME(name, kind) "__kmpc_" #name,
static const char *const names[] = {POMP_ENTRIES(NAME)};

/* Where the calls go on: at first where that is found out. */
__attribute__((used, visibility("hidden"))) void *pomp_entry_goes_on[ENTRY_COUNT];

/* It is called where a function is called for the first time. */
__attribute__((used, visibility("hidden"))) void *pomp_entry_find(long number);

static void *find_in(const struct link_map *m, const char *name) {
  void *handle = dlopen(*m->l_name ? m->l_name : NULL, RTLD_LAZY | RTLD_NOLOAD);
  void *found = handle ? dlsym(handle, name) : NULL;
  if (handle)
    dlclose(handle); /* what it was loaded for holds it */
  return found;
}

static const struct link_map *object_of(const void *address) {
  struct dl_find_object o;
  void *at = (void *)(uintptr_t)address;
  return pomp_libc._dl_find_object && pomp_libc._dl_find_object(at, &o) == 0 ? o.dlfo_link_map : NULL;
}

/* The runtime may be a part of what a library was loaded with, and known there alone. Which library calls is told by
 * the place, which is in its data: a call at a function's end returns to another function. */
void *pomp_entry_find(long number) {
  const struct link_map *m = object_of(pomp_entry.place);
  void *found = dlsym(RTLD_NEXT, names[number]);
  if (!found && m)
    found = find_in(m, names[number]);
  for (m = object_of((const void *)names); m && m->l_prev; m = m->l_prev)
    ;
  for (; m && !found; m = m->l_next)
    found = find_in(m, names[number]);
  __atomic_store_n(&pomp_entry_goes_on[number], found, __ATOMIC_RELEASE);
  return found;
}

#define ENTRY(name, kind) POMP_ARCH_ENTRY(name, kind)
POMP_ARCH_ENTRIES_BEGIN
POMP_ENTRIES(ENTRY)
