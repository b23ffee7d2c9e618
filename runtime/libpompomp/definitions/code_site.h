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

/* Whether events of POMP tell of the constructs in that code. */
enum pomp_code_origin {
  POMP_CODE_PLAIN,    /* they don't: nobody has instrumented the object */
  POMP_CODE_MAY_TELL, /* some of the object's files, or all, are instrumented */
  POMP_CODE_TELLS     /* they do: the file is instrumented */
};

struct pomp_code_site {
  struct ompregdescr d;
  struct pomp_code_site *chain; /* the next of the same bucket */
  const char *name;
  const void *address;
  enum pomp_code_origin origin;
  uint32_t kind; /* of a taskgroup: enum told_group of surface/told_groups.c */
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
/* `complete`, if it is not NULL, adds to the descriptor what else is known of it; `context` is for that. Under the slow
 * lock. */
typedef void pomp_code_complete(struct pomp_code_site *s, const void *context);
struct ompregdescr *pomp_code_site_new(const char *name, const void *address, pomp_code_complete *complete,
                                       const void *context);
/* Notes that the object which has this address has instrumented code, and that a source file is instrumented. */
void pomp_code_note_instrumented(const void *address);
void pomp_code_note_file(const char *file);
/* Gives the descriptor the place that the call has of which OMPT tells; false: it has none. To be called by a
 * pomp_code_complete. */
bool pomp_code_locate(struct pomp_code_site *s);
/* True if an object that is loaded is linked with this library, or this library is a part of the program. */
bool pomp_code_is_linked(void);
/* True if nothing that is loaded is instrumented. */
bool pomp_code_all_is_plain(void);
enum pomp_code_origin pomp_code_origin_at(const void *address);

/* Returns the descriptor of what is called `name` and returns to `address`: the same one each time. NULL: there is no
 * memory for a new one, or more than POMP_CODE_SITES_MAX, or no measurement. Then the caller takes a descriptor of its
 * own that stands for all addresses. May be called by any thread at any time; the usual way takes no lock. */
static inline struct ompregdescr *pomp_code_site_with(const char *name, const void *address,
                                                      pomp_code_complete *complete, const void *context) {
  struct pomp_code_site *s = __atomic_load_n(&pomp_code_buckets[pomp_code_bucket(name, address)], __ATOMIC_ACQUIRE);
  while (s && (s->address != address || s->name != name || !(POMP_LIKELY(!s->loaded) || pomp_code_is_there(s))))
    s = s->chain;
  return POMP_LIKELY(s != NULL) ? &s->d : pomp_code_site_new(name, address, complete, context);
}
static inline struct ompregdescr *pomp_code_site(const char *name, const void *address) {
  return pomp_code_site_with(name, address, NULL, NULL);
}
/* `d` is what one of the two has returned, or a descriptor that stands for all addresses. */
static inline enum pomp_code_origin pomp_code_origin(const struct ompregdescr *d) {
  return d->next == d ? ((const struct pomp_code_site *)(const void *)d)->origin : POMP_CODE_MAY_TELL;
}

/* Returns where the construct of a descriptor is in the code; NULL: its place in the source is known. */
static inline const struct pomp_code_place *pomp_code_place(const struct ompregdescr *d) {
  return d->next == d && !*d->file_name ? &((const struct pomp_code_site *)(const void *)d)->place : NULL;
}

#endif
