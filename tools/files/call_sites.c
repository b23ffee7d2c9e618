/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_sites.c - remembers what was found of each call.
 * Not here: debug information (debug_info.c), which a build without libdw does not have; which file it is read from
 * (code_files.c). */
#include "files/call_sites.h"
#include "files/code_files.h"
#include "pomp_array.h"
#include "pomp_index.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef POMP_HAS_DW
#include "files/debug_info.h"
#endif

static struct known_site {
  uint32_t module;
  uint64_t address;
  struct call_site *site;
} *sites;
static uint32_t site_count, site_room;
static struct pomp_index by_address;

static char *place_of(const struct construct *c) {
  char text[300];
  const char *slash = strrchr(c->module, '/'), *name = slash ? slash + 1 : c->module;
  snprintf(text, sizeof text, "%.250s%s0x%llx", name, *name ? "+" : "", (unsigned long long)c->address);
  pomp_text_clean(text, 0);
  return strdup(text);
}

/* The call comes before the address to which it returns. */
static struct call_site *find(const struct construct *c, const struct code_file *m) {
  struct call_site *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  char *place = place_of(c);
  *s = (struct call_site){.known = m->known, .call = {"", "", 0}, .place = place};
  bool good = place;
#ifdef POMP_HAS_DW
  errno = 0;
  if (good && m->known == CALL_LINE)
    good = debug_find(m->file, c->address - 1, s) && (s->known == CALL_LINE || errno != ENOMEM);
#endif
  if (good)
    return s;
  free(place);
  free(s);
  return NULL;
}

static bool is_known(const void *context, uint32_t i) {
  const struct known_site *wanted = context;
  return sites[i].module == wanted->module && sites[i].address == wanted->address;
}

const struct call_site *call_site_of(const struct construct *c) {
  struct known_site wanted = {.address = c->address};
  if (!code_file_find(c->module, c->build, &wanted.module) || !pomp_index_room(&by_address, site_count + 1ull) ||
      !POMP_ARRAY_ROOM(sites, site_room, site_count + 1ull))
    return NULL;
  uint32_t hash = pomp_hash(wanted.module, wanted.address);
  struct pomp_slot *slot = pomp_index_find(&by_address, hash, is_known, &wanted);
  if (!slot->number) {
    wanted.site = find(c, code_file_at(wanted.module));
    if (!wanted.site)
      return NULL;
    sites[site_count] = wanted;
    pomp_index_put(&by_address, slot, hash, site_count++);
  }
  return sites[slot->number - 1].site;
}

bool call_sites_find(const struct experiment *e) {
  for (uint32_t i = 0; i < e->construct_count; i++)
    if (e->constructs[i].is_site && !call_site_of(&e->constructs[i]))
      return false;
  return true;
}

const char *call_known_name(enum call_known known) {
#define CALL_ROW(name, json, text) json,
  static const char *const names[] = {CALL_KNOWN(CALL_ROW)};
#undef CALL_ROW
  return names[known];
}

static const struct call_site *site_of(const struct construct *c) { return c && c->is_site ? call_site_of(c) : NULL; }

/* The compiler has told the line of a call and the procedure, without the module around it, and not its file. */
static bool has_line(const struct construct *c) { return c && c->begin_line1 > 0; }

/* True if the function is called so, perhaps in something else: "m::sweep" is a sweep. */
static bool is_called(const char *function, const char *name) {
  const size_t length = strlen(function), end = strlen(name);
  return length >= end && strcmp(function + length - end, name) == 0 &&
         (length == end || function[length - end - 1] == ':');
}

/* Code that was inlined has no name of its own where the compiler has not noted that. */
const char *call_function(const struct construct *c) {
  const struct call_site *s = site_of(c);
  const bool is_known = s && (!*c->function || is_called(s->call.function, c->function));
  return is_known ? s->call.function : c ? c->function : "";
}

const char *call_file(const struct construct *c) {
  const struct call_site *s = site_of(c);
  return s ? s->call.file : c ? c->file : "";
}

int call_line(const struct construct *c) {
  const struct call_site *s = site_of(c);
  return s && !has_line(c) ? s->call.line : c ? c->begin_line1 : 0;
}

const char *call_place(const struct construct *c) { return c && (!c->is_site || has_line(c)) ? c->place : ""; }

void call_where(const struct construct *c, char *text, size_t size) {
#define CALL_ROW(name, json, text) text,
  static const char *const notes[] = {CALL_KNOWN(CALL_ROW)};
#undef CALL_ROW
  const struct call_site *s = site_of(c);
  *text = 0;
  if (!s) {
    if (c && *c->file)
      snprintf(text, size, "%s:%d%s", c->file, c->begin_line1, c->place);
    return;
  }
  if (has_line(c) && *s->call.file) {
    snprintf(text, size, "%s:%d%s", s->call.file, c->begin_line1, c->place);
    return;
  }
  if (!s->call.line) {
    snprintf(text, size, "%s%s", s->place, notes[s->known]);
    return;
  }
  snprintf(text, size, "%s:%d%s", s->call.file, s->call.line, notes[s->known]);
  const char *file = s->call.file;
  for (uint32_t i = 0; i < s->inlined_count; i++) {
    const struct call_level *level = &s->inlined[i];
    size_t length = strlen(text);
    bool same = strcmp(level->file, file) == 0;
    snprintf(text + length, size - length, " < %s%s%d", same ? "" : level->file, same ? "" : ":", level->line);
    file = level->file;
  }
}
