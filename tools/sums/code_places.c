/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_places.c - asks for the functions and lines of each address once, and tells whose function each is.
 * Not here: debug information (tools/files/debug_info.c). */
#include "sums/code_places.h"
#include "files/code_files.h"
#include "pomp_array.h"
#include "sums/interned_text.h"

#ifdef POMP_HAS_DW
#include "sums/code_levels.h"
#endif

#include <stdlib.h>
#include <string.h>

/* --- whose a function is --- */

/* This is how the names of files and of functions begin. A static program has the functions in its own file; and what
 * the plugin lays in is in the program's, and often inlined. */
static const struct {
  const char *file, *function;
  enum level_kind kind;
} owners[] = {
    {"libomp.so", "__kmp", LEVEL_OPENMP},  {"libiomp5.so", "__ompt_", LEVEL_OPENMP},
    {"libgomp.so", "GOMP_", LEVEL_OPENMP}, {"libomp-", "omp_", LEVEL_OPENMP},
    {"libpompomp", "pomp_", LEVEL_OURS},   {"libpompomp", "POMP_", LEVEL_OURS},
    {"libpompomp", "__pomp_", LEVEL_OURS},
};

/* These are before main, or a thread's function. */
static const char *const beginnings[] = {"_start",
                                         "__libc_start_main",
                                         "__libc_start_main_impl",
                                         "start_thread",
                                         "clone",
                                         "__libc_start_call_main",
                                         "clone3",
                                         "__clone",
                                         "__clone3"};

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static enum level_kind kind_of(const char *module, const char *function, bool is_outermost, bool made) {
  for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
    if (begins(last_part(module), owners[i].file) || begins(function, owners[i].function))
      return owners[i].kind;
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (strcmp(function, beginnings[i]) == 0)
      return LEVEL_BEGINNING;
  return (is_outermost && made) || *function == '.' ? LEVEL_MADE : LEVEL_USERS;
}

/* --- functions and lines, each once --- */

static uint32_t hash_function(const struct sample_function *f) {
  return pomp_hash(pomp_hash_text(pomp_hash_text(pomp_hash_text(0, f->name), f->file), f->module), f->known);
}

struct wanted_function {
  const struct samples *s;
  const struct sample_function *f;
};
static bool is_function(const void *context, uint32_t i) {
  const struct wanted_function *w = context;
  const struct sample_function *f = &w->s->functions[i];
  return f->known == w->f->known && strcmp(f->name, w->f->name) == 0 && strcmp(f->file, w->f->file) == 0 &&
         strcmp(f->module, w->f->module) == 0;
}

static bool function_number(struct code_places *p, const struct sample_function *f, uint32_t *number) {
  struct samples *s = p->s;
  if (!POMP_ARRAY_ROOM(s->functions, p->function_room, s->function_count + 1ull) ||
      !pomp_index_room(&p->by_function, s->function_count + 1ull))
    return false;
  struct wanted_function w = {s, f};
  uint32_t hash = hash_function(f);
  struct pomp_slot *slot = pomp_index_find(&p->by_function, hash, is_function, &w);
  if (!slot->number) {
    const char *name = interned_text(f->name), *file = interned_text(f->file), *module = interned_text(f->module);
    if (!name || !file || !module)
      return false;
    s->functions[s->function_count] = (struct sample_function){name, file, module, f->known, 0};
    pomp_index_put(&p->by_function, slot, hash, s->function_count++);
  }
  *number = slot->number - 1;
  return true;
}

struct wanted_place {
  const struct samples *s;
  struct sample_place place;
};
static bool is_place(const void *context, uint32_t i) {
  const struct wanted_place *w = context;
  const struct sample_place *p = &w->s->places[i];
  return p->function == w->place.function && p->line == w->place.line && p->inlined == w->place.inlined;
}

bool code_places_number(struct code_places *p, const struct sample_function *f, int line, bool inlined,
                        uint32_t *number) {
  struct samples *s = p->s;
  struct wanted_place w = {s, {.line = line, .inlined = inlined}};
  if (!function_number(p, f, &w.place.function) || !POMP_ARRAY_ROOM(s->places, p->place_room, s->place_count + 1ull) ||
      !pomp_index_room(&p->by_place, s->place_count + 1ull))
    return false;
  uint32_t hash = pomp_hash(pomp_hash(w.place.function, (uint32_t)line), inlined);
  struct pomp_slot *slot = pomp_index_find(&p->by_place, hash, is_place, &w);
  if (!slot->number) {
    w.place.file = s->functions[w.place.function].file;
    s->places[s->place_count] = w.place;
    pomp_index_put(&p->by_place, slot, hash, s->place_count++);
  }
  *number = slot->number - 1;
  return true;
}

/* --- addresses --- */

static bool add_level(struct code_places *p, const struct sample_function *f, int line, bool inlined,
                      enum level_kind kind) {
  if (!POMP_ARRAY_ROOM(p->levels, p->level_room, p->level_count + 1ull))
    return false;
  struct level *l = &p->levels[p->level_count];
  l->kind = kind;
  if (!code_places_number(p, f, line, inlined, &l->place))
    return false;
  p->level_count++;
  return true;
}

/* Of code without a symbol no more is known than the file that it is in. */
static bool add_unknown(struct code_places *p, const char *module, enum call_known known) {
  const struct sample_function f = {*module ? last_part(module) : "(no file)", "", module, known, 0};
  return add_level(p, &f, 0, false, kind_of(module, "", false, false));
}

#ifdef POMP_HAS_DW
static bool add_levels(struct code_places *p, const struct code_module *m, uint32_t file, uint64_t address) {
  struct code_levels levels;
  bool good = code_levels_find(file, address, &levels);
  for (uint32_t i = 0; good && i < levels.count; i++) {
    const bool outermost = i + 1 == levels.count;
    const struct call_level *l = &levels.at[i];
    const char *name = *l->function ? l->function : last_part(m->path);
    const bool no_line = levels.known == CALL_NO_LINE;
    const struct sample_function f = {name, l->file, m->path, no_line ? CALL_LINE : levels.known, 0};
    good =
        add_level(p, &f, no_line && i == 0 ? 0 : l->line, !outermost, kind_of(m->path, name, outermost, levels.made));
  }
  return good && (levels.count || add_unknown(p, m->path, levels.known));
}
#else
static bool add_levels(struct code_places *p, const struct code_module *m, uint32_t file, uint64_t address) {
  (void)address;
  return add_unknown(p, m->path, code_file_at(file)->known);
}
#endif

struct wanted_address {
  const struct code_places *p;
  uint32_t file;
  uint64_t address;
};
static bool is_address(const void *context, uint32_t i) {
  const struct wanted_address *w = context;
  return w->p->addresses[i].file == w->file && w->p->addresses[i].address == w->address;
}

const struct found_address *code_places_at(struct code_places *p, const struct experiment *e, uint32_t process,
                                           uint32_t modules, uint64_t address) {
  const struct code_module *m = experiment_module(e, process, modules, address);
  struct wanted_address w = {p, NO_FILE, 0};
  if (m) {
    w.address = address - m->bias;
    if (!code_file_find(m->path, m->build, &w.file))
      return NULL;
  }
  if (!POMP_ARRAY_ROOM(p->addresses, p->address_room, p->address_count + 1ull) ||
      !pomp_index_room(&p->by_address, p->address_count + 1ull))
    return NULL;
  uint32_t hash = pomp_hash(w.file, w.address);
  struct pomp_slot *slot = pomp_index_find(&p->by_address, hash, is_address, &w);
  if (!slot->number) {
    struct found_address found = {w.file, w.address, p->level_count, 0};
    if (!(m ? add_levels(p, m, w.file, w.address) : add_unknown(p, "", CALL_ADDRESS)))
      return NULL;
    found.count = p->level_count - found.first;
    p->addresses[p->address_count] = found;
    pomp_index_put(&p->by_address, slot, hash, p->address_count++);
  }
  return &p->addresses[slot->number - 1];
}

/* --- what is missing --- */

bool code_places_miss(struct code_places *p, uint32_t file, enum call_known known, uint64_t samples) {
  const uint64_t at = file * (uint64_t)CALL_KINDS + known;
  if (at >= UINT32_MAX || !POMP_ARRAY_ROOM(p->missing, p->missing_room, at + 1))
    return false;
  while (p->missing_count <= at)
    p->missing[p->missing_count++] = 0;
  p->missing[at] += samples;
  return true;
}

static int by_samples(const void *x, const void *y) {
  const struct sample_module *a = x, *b = y;
  if (a->samples != b->samples)
    return a->samples > b->samples ? -1 : 1;
  const int order = strcmp(a->path, b->path);
  return order ? order : strcmp(a->build, b->build);
}

bool code_places_tell_missing(struct code_places *p) {
  struct samples *s = p->s;
  s->modules = calloc(p->missing_count + 1ull, sizeof *s->modules);
  if (!s->modules)
    return false;
  for (uint32_t i = 0; i < p->missing_count; i++) {
    const struct code_file *f = code_file_at(i / CALL_KINDS);
    if (p->missing[i])
      s->modules[s->module_count++] = (struct sample_module){f->path, f->build, i % CALL_KINDS, p->missing[i]};
  }
  qsort(s->modules, s->module_count, sizeof *s->modules, by_samples);
  return true;
}

void code_places_free(struct code_places *p) {
  free(p->levels);
  free(p->addresses);
  free(p->missing);
  pomp_index_free(&p->by_address);
  pomp_index_free(&p->by_function);
  pomp_index_free(&p->by_place);
}
