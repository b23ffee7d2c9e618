/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_site.c - makes the descriptors of code_site.h, and notices when shared objects have come and gone.
 * Not here: what the file says of them (region.c).
 *
 * Nothing here is ever freed, so that who looks an address up needs no lock. */
#include "definitions/code_site.h"
#include "base/code_module.h"
#include "base/libc.h"
#include "pomp_system.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <link.h>
#include <string.h>

#define PIECE (16u << 10)
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

/* Before there is an experiment there is no limit either, and an address may be asked for; so this is memory of our
 * own, as much as POMP_CODE_SITES_MAX lets it be. */
static void *memory(size_t size) {
  static char *piece;
  static size_t left;
  size = (size + 15) / 16 * 16;
  if (size > PIECE)
    return NULL;
  if (size > left) {
    piece = pomp_sys_memory(PIECE);
    left = piece ? PIECE : 0;
  }
  if (size > left)
    return NULL;
  left -= size;
  piece += size;
  return piece - size;
}

/* Returns a copy of the text, the same one each time; NULL: no memory. There are few: paths of modules. */
static const char *copy_of(const char *text) {
  static struct copy {
    struct copy *next;
    char text[];
  } *copies;
  for (const struct copy *c = copies; c; c = c->next)
    if (strcmp(c->text, text) == 0)
      return c->text;
  size_t size = strlen(text) + 1;
  struct copy *c = memory(sizeof *c + size);
  if (!c)
    return NULL;
  memcpy(c->text, text, size);
  c->next = copies;
  copies = c;
  return c->text;
}

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
  struct pomp_code_loaded *l = memory(sizeof *l);
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

static bool same_place(const struct pomp_code_place *a, const struct pomp_code_place *b) {
  return a->address == b->address && strcmp(a->module, b->module) == 0 && strcmp(a->build, b->build) == 0;
}

static struct pomp_code_site *make(const char *name, const void *address) {
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
  struct pomp_code_site *s = site_count < POMP_CODE_SITES_MAX ? memory(sizeof *s) : NULL;
  if (!s)
    return NULL;
  POMP_STORE(site_count, site_count + 1); /* others look at it without the lock */
  *s = (struct pomp_code_site){
      .d = {.name = name, .sub_name = "", .file_name = "", .function_name = "", .version = POMP_RD_VERSION},
      .chain = *bucket,
      .name = name,
      .address = address,
      .loaded = loaded,
      .place = place};
  s->d.next = &s->d;
  __atomic_store_n(bucket, s, __ATOMIC_RELEASE);
  return s;
}

struct ompregdescr *pomp_code_site_new(const char *name, const void *address) {
  if (pomp_gate_masked() == POMP_GATE_CLOSED || POMP_LOAD(site_count) >= POMP_CODE_SITES_MAX || !pomp_slow_begin())
    return NULL;
  struct pomp_code_site *s = make(name, address);
  pomp_slow_end();
  return s ? &s->d : NULL;
}
