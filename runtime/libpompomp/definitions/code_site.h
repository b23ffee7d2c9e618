/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_site.h - constructs that have no descriptor in the source: what the program calls, distinguished by where the
 * call returns to. Not here: which file that is (base/code_module.h), function and line, which pomp-report finds there
 * (tools/files).
 */
#ifndef POMP_CODE_SITE_H
#define POMP_CODE_SITE_H

#include "base/atomics.h"
#include "pomp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* There are at most so many: code that is made while the program runs must not fill the memory. */
#define POMP_CODE_SITES_MAX 8192u
#define POMP_CODE_BUCKETS 2048u

/* It is what the file says of an address. */
struct pomp_code_place {
  const char *module, *build; /* as in struct pomp_code_module */
  uint64_t address;           /* as the ELF file has it; as it was in memory, if the module is "" */
};

struct pomp_code_site {
  struct ompregdescr d;
  struct pomp_code_site *chain; /* the next of the same bucket */
  const char *name;
  const void *address;
  /* NULL: the code stays as long as the program. Else it is that of a shared object, which may be gone by now, and
   * another one may be at its place. */
  const struct pomp_code_loaded *loaded;
  struct pomp_code_place place;
};

extern struct pomp_code_site *pomp_code_buckets[POMP_CODE_BUCKETS] POMP_HIDDEN;

/* The name is the same address whenever it is the same text, and stays as long as the program. */
static inline uint32_t pomp_code_bucket(const char *name, const void *address) {
  uint64_t hash = ((uintptr_t)address ^ (uintptr_t)name << 7) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 40) % POMP_CODE_BUCKETS;
}

/* True if the code that was loaded is still at its place. */
bool pomp_code_is_there(const struct pomp_code_site *s);
struct ompregdescr *pomp_code_site_new(const char *name, const void *address);

/* Returns the descriptor of what is called `name` and returns to `address`: the same one each time. NULL: there is no
 * memory for a new one, or more than POMP_CODE_SITES_MAX, or no measurement. Then the caller takes a descriptor of its
 * own that stands for all addresses. May be called by any thread at any time; the usual way takes no lock. */
static inline struct ompregdescr *pomp_code_site(const char *name, const void *address) {
  struct pomp_code_site *s = __atomic_load_n(&pomp_code_buckets[pomp_code_bucket(name, address)], __ATOMIC_ACQUIRE);
  while (s && (s->address != address || s->name != name || !(POMP_LIKELY(!s->loaded) || pomp_code_is_there(s))))
    s = s->chain;
  return POMP_LIKELY(s != NULL) ? &s->d : pomp_code_site_new(name, address);
}

/* Returns where the construct of a descriptor is in the code; NULL: it is one of the source. */
static inline const struct pomp_code_place *pomp_code_place(const struct ompregdescr *d) {
  return d->next == d ? &((const struct pomp_code_site *)(const void *)d)->place : NULL;
}

#endif
