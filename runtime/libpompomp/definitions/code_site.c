/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_site.c - makes the descriptors of code_site.h, and notices when shared objects have come and gone.
 * Not here: what the file says of them (region.c).
 *
 * Nothing here is ever freed, so that who looks an address up needs no lock. Before there is an experiment there is no
 * limit either, and an address may be asked for; so this is as much memory as POMP_CODE_SITES_MAX lets it be. */
#include "definitions/code_site.h"
#include "base/code_module.h"
#include "base/kept_memory.h"
#include "base/libc.h"
#include "definitions/entry.h"
#include "pomp_fortran.h"
#include "pomp_hash.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

#define ID_MAX 64u

/* It is a shared object that was loaded at some place. */
struct pomp_code_loaded {
  struct pomp_code_loaded *next;
  const char *path, *build, *name; /* the name is that of the dynamic linker */
  const void *begin, *end;
  const struct link_map *link_map;
  const unsigned char *id_at; /* the build-id in its memory; it may be read while code of the object runs */
  uint32_t id_size;
  unsigned char id[ID_MAX];
};

struct pomp_code_site *pomp_code_buckets[POMP_CODE_BUCKETS];
static struct pomp_code_loaded *all_loaded;
static uint32_t site_count;

/* Returns a copy of the text, the same one each time; NULL: no memory. There are few: paths of modules and files, names
 * of functions. */
static const char *copy_of_part(const char *text, size_t length) {
  static struct copy {
    struct copy *next;
    char text[];
  } *copies;
  for (const struct copy *c = copies; c; c = c->next)
    if (strncmp(c->text, text, length) == 0 && !c->text[length])
      return c->text;
  struct copy *c = pomp_kept_memory(sizeof *c + length + 1);
  if (!c)
    return NULL;
  memcpy(c->text, text, length);
  c->text[length] = 0;
  c->next = copies;
  copies = c;
  return c->text;
}
static const char *copy_of(const char *text) { return copy_of_part(text, strlen(text)); }

/* Asks the dynamic linker what is loaded at an address, which takes no lock. False: nothing that it knows of. */
static bool find_object(const void *address, struct dl_find_object *o) {
  void *code = (void *)((uintptr_t)address - 1); /* NOLINT(performance-no-int-to-ptr) */
  return pomp_libc._dl_find_object && pomp_libc._dl_find_object(code, o) == 0;
}

static bool is_object(const struct pomp_code_loaded *l, const struct dl_find_object *o) {
  return l->begin == o->dlfo_map_start && l->end == o->dlfo_map_end && l->link_map == o->dlfo_link_map &&
         strcmp(l->name, o->dlfo_link_map->l_name) == 0 && memcmp(l->id, l->id_at, l->id_size) == 0;
}

bool pomp_code_is_there(const struct pomp_code_site *s) {
  struct dl_find_object o;
  return find_object(s->address, &o) && is_object(__atomic_load_n(&s->loaded, __ATOMIC_ACQUIRE), &o);
}

/* Finds the record of what is loaded at an address, a new one if there is none. NULL: no memory. */
static struct pomp_code_loaded *loaded_at(const struct pomp_code_module *m, const struct dl_find_object *o) {
  for (struct pomp_code_loaded *l = all_loaded; l; l = l->next)
    if (is_object(l, o) && strcmp(l->path, m->path) == 0 && strcmp(l->build, m->build) == 0)
      return l;
  struct pomp_code_loaded *l = pomp_kept_memory(sizeof *l);
  if (!l || !(l->path = copy_of(m->path)) || !(l->build = copy_of(m->build)) ||
      !(l->name = copy_of(o->dlfo_link_map->l_name)))
    return NULL;
  l->begin = o->dlfo_map_start;
  l->end = o->dlfo_map_end;
  l->link_map = o->dlfo_link_map;
  uint64_t id_end = m->id_at + m->id_size;
  if (m->id_size <= ID_MAX && m->id_at >= (uintptr_t)l->begin && id_end <= (uintptr_t)l->end) {
    l->id_at = (const unsigned char *)m->id_at; /* NOLINT(performance-no-int-to-ptr) */
    l->id_size = m->id_size;
    memcpy(l->id, l->id_at, l->id_size);
  }
  l->next = all_loaded;
  all_loaded = l;
  return l;
}

/* Finds which module has the address; the program itself is asked for once. NULL: none. */
static const struct pomp_code_module *module_of(const void *address, bool own) {
  static struct pomp_code_module program, other;
  static bool known;
  if (!own)
    return pomp_code_module_find(address, &other) ? &other : NULL;
  known = known || pomp_code_module_find(address, &program);
  return known ? &program : NULL;
}

/* Finds where the address is. False: no memory. */
static bool find_place(const void *address, struct pomp_code_place *place, const struct pomp_code_loaded **loaded) {
  struct dl_find_object o;
  bool known = find_object(address, &o), own = known && !*o.dlfo_link_map->l_name;
  const struct pomp_code_module *m = module_of(address, own);
  *place = (struct pomp_code_place){"", "", (uintptr_t)address};
  *loaded = NULL;
  if (!m)
    return true;
  *place = (struct pomp_code_place){copy_of(m->path), copy_of(m->build), (uintptr_t)address - m->bias};
  if (known && !own)
    *loaded = loaded_at(m, &o);
  return place->module && place->build && (own || !known || *loaded);
}

/* --- whose constructs have events --- */

#define INSTRUMENTED_MAX 256

/* Where the objects are mapped that have tables of descriptors. When there are more, nobody's code is plain. */
static const void *instrumented[INSTRUMENTED_MAX];
static uint32_t instrumented_count;
static bool never_linked; /* when OMPT began, no object was linked with this library */

static bool is_noted(const void *begin) {
  uint32_t count = POMP_ACQUIRE(instrumented_count);
  for (uint32_t i = 0; i < count && i < INSTRUMENTED_MAX; i++)
    if (POMP_LOAD(instrumented[i]) == begin)
      return true;
  return count >= INSTRUMENTED_MAX;
}

void pomp_code_note_instrumented(const void *address) {
  struct dl_find_object o;
  if (!find_object((const char *)address + 1, &o) || is_noted(o.dlfo_map_start))
    return;
  uint32_t place = __atomic_fetch_add(&instrumented_count, 1, __ATOMIC_ACQ_REL);
  if (place < INSTRUMENTED_MAX)
    POMP_STORE(instrumented[place], o.dlfo_map_start);
}

/* The dynamic linker has turned addresses in this section into those in memory, where it may be written. */
static const char *strings_of(const struct link_map *m) {
  for (const ElfW(Dyn) *d = m->l_ld; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRTAB) {
      uintptr_t at = d->d_un.d_ptr < m->l_addr ? d->d_un.d_ptr + m->l_addr : d->d_un.d_ptr;
      return (const char *)at; /* NOLINT(performance-no-int-to-ptr) */
    }
  return NULL;
}

/* True if the object asks for this library, or has it in it. That of MPI's functions does so for each program. */
static bool is_linked(const struct link_map *m) {
  static const char ours[] = "libpompomp";
  struct dl_find_object self;
  const char *strings = strings_of(m), *slash = strrchr(m->l_name, '/');
  if (strncmp(slash ? slash + 1 : m->l_name, ours, sizeof ours - 1) == 0)
    return false;
  if (find_object((const char *)(uintptr_t)pomp_code_note_instrumented + 1, &self) && self.dlfo_link_map == m)
    return true;
  for (const ElfW(Dyn) *d = m->l_ld; strings && d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED && strncmp(strings + d->d_un.d_val, ours, sizeof ours - 1) == 0)
      return true;
  return false;
}

bool pomp_code_is_linked(void) {
  struct dl_find_object o;
  if (!find_object((const char *)(uintptr_t)pomp_code_note_instrumented + 1, &o))
    return true;
  const struct link_map *m = o.dlfo_link_map;
  while (m->l_prev)
    m = m->l_prev;
  for (; m; m = m->l_next)
    if (is_linked(m))
      return true;
  POMP_STORE(never_linked, true);
  return false;
}

bool pomp_code_all_is_plain(void) { return POMP_LOAD(never_linked) && !POMP_LOAD(instrumented_count); }

enum pomp_code_origin pomp_code_origin_at(const void *address) {
  struct dl_find_object o;
  if (!find_object(address, &o) || is_noted(o.dlfo_map_start) || is_linked(o.dlfo_link_map))
    return POMP_CODE_MAY_TELL;
  return POMP_CODE_PLAIN;
}

/* --- places in the source --- */

#define FILES_MAX 4096u /* a power of 2 */

/* Hashes of the names of instrumented files, 0 where there is none. When there are too many, no file counts as one that
 * is not instrumented. */
static uint64_t files[FILES_MAX];
static uint32_t file_count;

static uint64_t *place_of_file(uint64_t hash) {
  uint32_t i = (uint32_t)(hash >> 20) % FILES_MAX;
  while (POMP_LOAD(files[i]) && POMP_LOAD(files[i]) != hash)
    i = (i + 1) % FILES_MAX;
  return &files[i];
}
static uint64_t hash_of_file(const char *file, size_t length) {
  return pomp_hash_bytes(POMP_HASH_BEGIN, file, length) | 1;
}

/* Descriptors of a table have the same file, as a rule. */
void pomp_code_note_file(const char *file) {
  static const char *last;
  if (!file || file == POMP_LOAD(last) || POMP_LOAD(file_count) > FILES_MAX / 2)
    return;
  POMP_STORE(last, file);
  const uint64_t hash = hash_of_file(file, strlen(file));
  uint64_t *place = place_of_file(hash);
  if (!POMP_LOAD(*place)) {
    POMP_STORE(*place, hash);
    __atomic_fetch_add(&file_count, 1, __ATOMIC_RELAXED);
  }
}

static bool is_file_noted(const char *file, size_t length) {
  return POMP_LOAD(file_count) > FILES_MAX / 2 || POMP_LOAD(*place_of_file(hash_of_file(file, length)));
}

/* Flang tells line and column, and this in place of the file: then the reader finds that by the address. */
static bool is_no_file(const struct pomp_entry_parts *p) {
  static const char flangs[] = "FIRModule";
  return p->file_length == sizeof flangs - 1 && memcmp(p->file, flangs, sizeof flangs - 1) == 0;
}

bool pomp_code_locate(struct pomp_code_site *s) {
  struct pomp_entry_parts p;
  const struct pomp_entry *e = pomp_entry_of(s->address);
  struct dl_find_object o;
  char column[16], function[512];
  if (!e || !pomp_entry_read(e, &p))
    return false;
  if (find_object(s->address, &o) && is_noted(o.dlfo_map_start))
    s->origin = is_file_noted(p.file, p.file_length) ? POMP_CODE_TELLS : POMP_CODE_PLAIN;
  pomp_fortran_name(p.function, p.function_length, function, sizeof function);
  snprintf(column, sizeof column, ":%d", (int)p.column);
  const bool has_file = !is_no_file(&p);
  const char *file = copy_of_part(p.file, has_file ? p.file_length : 0), *place = copy_of(column);
  const char *name = copy_of(function);
  if (!file || !name || !place)
    return false;
  s->d.file_name = file;
  s->d.function_name = name;
  s->d.place = p.column > 0 ? place : NULL;
  s->d.begin_line1 = s->d.begin_lineN = s->d.end_line1 = s->d.end_lineN = p.line;
  return true;
}

static bool same_place(const struct pomp_code_place *a, const struct pomp_code_place *b) {
  return a->address == b->address && strcmp(a->module, b->module) == 0 && strcmp(a->build, b->build) == 0;
}

static struct pomp_code_site *make(const char *name, const void *address, pomp_code_complete *complete,
                                   const void *context) {
  struct pomp_code_site **bucket = &pomp_code_buckets[pomp_code_bucket(name, address)];
  const struct pomp_code_loaded *loaded;
  struct pomp_code_place place;
  if (!find_place(address, &place, &loaded))
    return NULL;
  for (struct pomp_code_site *s = *bucket; s; s = s->chain)
    if (s->address == address && s->name == name && same_place(&s->place, &place)) {
      /* Another thread was faster, or the object was loaded again. */
      __atomic_store_n(&s->loaded, loaded, __ATOMIC_RELEASE);
      return s;
    }
  struct pomp_code_site *s = site_count < POMP_CODE_SITES_MAX ? pomp_kept_memory(sizeof *s) : NULL;
  if (!s)
    return NULL;
  POMP_STORE(site_count, site_count + 1); /* others look at it without the lock */
  *s = (struct pomp_code_site){
      .d = {.name = name, .sub_name = "", .file_name = "", .function_name = "", .version = POMP_RD_VERSION},
      .chain = *bucket,
      .name = name,
      .address = address,
      .origin = pomp_code_origin_at(address),
      .loaded = loaded,
      .place = place};
  s->d.next = &s->d;
  if (complete)
    complete(s, context);
  __atomic_store_n(bucket, s, __ATOMIC_RELEASE);
  return s;
}

struct ompregdescr *pomp_code_site_new(const char *name, const void *address, pomp_code_complete *complete,
                                       const void *context) {
  if (pomp_gate_masked() == POMP_GATE_CLOSED || POMP_LOAD(site_count) >= POMP_CODE_SITES_MAX || !pomp_slow_begin())
    return NULL;
  struct pomp_code_site *s = make(name, address, complete, context);
  pomp_slow_end();
  return s ? &s->d : NULL;
}
