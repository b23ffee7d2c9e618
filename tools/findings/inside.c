/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* inside.c - looks through the stacks that were sampled in a region; see inside.h.
 *
 * A function of a library is told by the name that the program calls: so of the known ones on a stack the outermost one
 * counts, with all that it calls; but of a container that has its elements made, what these do counts. Where none has
 * enough of the region, it is the function that threads were in most, or the construct's own code. */
#include "findings/inside.h"
#include "sums/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART_KNOWN 4 /* a quarter of the samples is enough for a known function */
#define PART_LEAF 10

enum known_kind { KNOWN_AROUND = 1, KNOWN_WITHIN = 2, KNOWN_SLEEPS = 4 };
static const struct known {
  const char *names, *means, *cure;
  unsigned kind;
} known[] = {
#define POMP_KNOWN(NAMES, MEANS, CURE) {NAMES, MEANS, CURE, 0},
#define POMP_KNOWN_AROUND(NAMES, MEANS, CURE) {NAMES, MEANS, CURE, KNOWN_AROUND},
#define POMP_KNOWN_WITHIN(NAMES, MEANS, CURE) {NAMES, MEANS, CURE, KNOWN_WITHIN},
#define POMP_KNOWN_SLEEPS(NAMES, MEANS, CURE) {NAMES, MEANS, CURE, KNOWN_SLEEPS},
#define POMP_KNOWN_WITHIN_SLEEPS(NAMES, MEANS, CURE) {NAMES, MEANS, CURE, KNOWN_WITHIN | KNOWN_SLEEPS},
#include "findings/known_functions.def"
#undef POMP_KNOWN
#undef POMP_KNOWN_AROUND
#undef POMP_KNOWN_WITHIN
#undef POMP_KNOWN_SLEEPS
#undef POMP_KNOWN_WITHIN_SLEEPS
};
enum { KNOWN = sizeof known / sizeof *known, NAME_SIZE = 256 };

/* --- names --- */

/* Copies a name without template arguments, the return type and the namespaces of versions. */
static void shorten(char *to, const char *name) {
  static const char *const versions[] = {"__cxx11::", "__1::"};
  size_t length = 0;
  unsigned depth = 0;
  while (*name && length + 1 < NAME_SIZE) {
    if (strncmp(name, "operator", 8) == 0 && depth == 0) {
      do
        to[length++] = *name++;
      while (*name && length + 1 < NAME_SIZE && (length < 8 || strchr("<>=-+*/ newdlt[]", *name)));
      continue;
    }
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
      if (strncmp(name, versions[i], strlen(versions[i])) == 0)
        name += strlen(versions[i]);
    if (*name == '<')
      depth++;
    else if (*name == '>')
      depth -= depth > 0;
    else if (*name == ' ' && depth == 0)
      length = 0; /* that was the return type */
    else if (depth == 0)
      to[length++] = *name;
    name += *name != 0;
  }
  to[length] = 0;
}

static bool is_in_library(const struct sample_function *f) {
  const char *slash = strrchr(f->module, '/');
  return strstr(slash ? slash : f->module, ".so") != NULL;
}

/* glibc names the variants of a function for processors so. */
static bool is_end(const char *rest) {
  static const char *const ends[] = {"_avx", "_sse", "_fma", "_evex", "_unaligned", "_erms", "_sve", "_generic"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (strncmp(rest, ends[i], strlen(ends[i])) == 0)
      return true;
  return !*rest;
}

/* glibc's own names of a function that programs call begin so, behind underscores. */
static size_t length_of_prefix(const char *name) {
  static const char *const prefixes[] = {"GI_", "libc_", "new_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
      return strlen(prefixes[i]) + strspn(name + strlen(prefixes[i]), "_");
  return 0;
}

static bool has_name(const struct sample_function *f, const char *shortened, const char *name, size_t length) {
  const char *own = f->name;
  if (memchr(name, ':', length) || strncmp(name, "operator", 8) == 0)
    return strncmp(shortened, name, length) == 0 && (!shortened[length] || shortened[length] == ':');
  if (strncmp(name, "__", 2) == 0)
    return strncmp(own, name, length) == 0 && !own[length];
  own += strspn(own, "_");
  own += length_of_prefix(own);
  return is_in_library(f) && strncmp(own, name, length) == 0 && is_end(own + length);
}

/* Returns the number of what is known of a function; KNOWN: nothing is. */
static uint32_t known_of(const struct sample_function *f) {
  char shortened[NAME_SIZE];
  shorten(shortened, f->name);
  for (uint32_t i = 0; i < KNOWN; i++)
    for (const char *name = known[i].names; *name; name += *name == '|') {
      const size_t length = strcspn(name, "|");
      if (has_name(f, shortened, name, length))
        return i;
      name += length;
    }
  return KNOWN;
}

/* --- stacks --- */

struct look {
  const struct analysis *a;
  uint32_t region;
  enum serial_part part;
  uint8_t *facts; /* by function: the number of what is known of it, KNOWN or NOT_ASKED */
};
#define NOT_ASKED 255

static uint32_t fact_of(const struct look *l, uint32_t function) {
  if (l->facts[function] == NOT_ASKED)
    l->facts[function] = (uint8_t)known_of(&l->a->samples->functions[function]);
  return l->facts[function];
}

/* Returns which frame of the stack is the outermost one within the innermost call path. */
static uint32_t first_inside(const struct samples *s, const struct sample_row *r) {
  uint32_t first = r->length;
  while (first && s->stack[r->first + first - 1].place != NO_PLACE)
    first--;
  return first;
}

/* The OpenMP runtime's function that the thread is in is one frame more. */
static uint32_t frames_of(const struct sample_row *r) { return r->length + (r->entry != NO_PLACE); }

static uint32_t place_at(const struct samples *s, const struct sample_row *r, uint32_t frame) {
  return frame < r->length ? s->stack[r->first + frame].place : r->entry;
}

/* True if the row is of the region. */
static bool is_asked(const struct look *l, const struct sample_row *r) {
  const struct experiment *e = l->a->experiment;
  const bool is_member = r->location != NO_LOCATION && e->locations[r->location].parent != NO_LOCATION;
  return l->a->paths[r->path].region == l->region &&
         (l->part == SERIAL_ALL || (!is_member && r->early == (l->part == SERIAL_EARLY)));
}

/* True if its stack has no frames within the innermost call path: the thread was in the construct's own code. */
static bool is_own(const struct look *l, const struct sample_row *r) {
  return first_inside(l->a->samples, r) >= frames_of(r);
}

static uint32_t function_at(const struct samples *s, const struct sample_row *r, uint32_t frame) {
  return s->places[place_at(s, r, frame)].function;
}

/* Returns the frame of the outermost known function within the region, from one frame on; behind the last one: there is
 * none. */
static uint32_t known_from(const struct look *l, const struct sample_row *r, uint32_t frame) {
  while (frame < frames_of(r) && fact_of(l, function_at(l->a->samples, r, frame)) == KNOWN)
    frame++;
  return frame;
}

static uint32_t known_frame(const struct look *l, const struct sample_row *r) {
  const uint32_t outermost = known_from(l, r, first_inside(l->a->samples, r)), count = frames_of(r);
  uint32_t frame = outermost;
  while (frame < count && known[fact_of(l, function_at(l->a->samples, r, frame))].kind & (KNOWN_AROUND | KNOWN_WITHIN))
    frame = known_from(l, r, frame + 1);
  const bool is_around =
      outermost < count && known[fact_of(l, function_at(l->a->samples, r, outermost))].kind == KNOWN_AROUND;
  return is_around && frame < count ? frame : outermost;
}

/* Puts what a stack tells of a frame into `in`, with the number of samples. */
static struct inside describe(const struct samples *s, const struct sample_row *r, uint32_t frame, bool is_known) {
  const uint32_t first = first_inside(s, r), function = function_at(s, r, frame);
  uint32_t caller = frame;
  while (caller > first && function_at(s, r, caller) == function)
    caller--;
  const bool called = function_at(s, r, caller) != function, is_call = is_known || frame >= r->length;
  return (struct inside){.function = function,
                         .caller = called ? function_at(s, r, caller) : NO_PLACE,
                         .first = function_at(s, r, first),
                         .place = place_at(s, r, is_call && called ? caller : frame),
                         .count = r->samples.count};
}

/* Of stacks with the same fact, or the same leaf function, finds the caller and place that most samples have: those
 * that are counted in `counts`, by place. */
static void find_most_common(struct inside *in, const struct look *l, uint32_t fact, uint32_t leaf) {
  const struct samples *s = l->a->samples;
  uint64_t *counts = calloc(s->place_count + 1ull, sizeof *counts), most = 0;
  for (int pass = 0; counts && pass < 2; pass++)
    for (uint32_t i = 0; i < s->row_count; i++) {
      const struct sample_row *r = &s->rows[i];
      if (!is_asked(l, r) || is_own(l, r))
        continue;
      uint32_t frame = fact != KNOWN ? known_frame(l, r) : frames_of(r) - 1;
      if (frame >= frames_of(r) ||
          (fact != KNOWN ? fact_of(l, function_at(s, r, frame)) != fact : function_at(s, r, frame) != leaf))
        continue;
      const struct inside found = describe(s, r, frame, fact != KNOWN);
      counts[found.place] += pass ? 0 : found.count;
      if (pass && counts[found.place] > most) {
        const uint64_t count = in->count, all = in->all;
        most = counts[found.place];
        *in = found;
        in->count = count;
        in->all = all;
      }
    }
  free(counts);
}

static uint32_t most_of(const uint64_t *counts, uint32_t count) {
  uint32_t most = 0;
  for (uint32_t i = 1; i < count; i++)
    most = counts[i] > counts[most] ? i : most;
  return most;
}

/* Finds the line of the construct's own code that has most samples. */
static void find_own_line(struct inside *in, const struct look *l) {
  const struct samples *s = l->a->samples;
  uint64_t *counts = calloc(s->place_count + 1ull, sizeof *counts);
  for (uint32_t i = 0; counts && i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[i];
    if (is_asked(l, r) && is_own(l, r) && r->leaf != NO_PLACE)
      counts[r->leaf] += r->samples.count;
  }
  if (counts)
    in->place = most_of(counts, s->place_count);
  free(counts);
}

/* Counts by fact, and by leaf function, behind which is the construct's own code. */
static void count_all(const struct look *l, uint64_t *by_fact, uint64_t *by_leaf, uint64_t *all) {
  const struct samples *s = l->a->samples;
  for (uint32_t i = 0; i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[i];
    if (!is_asked(l, r) || (is_own(l, r) && r->leaf == NO_PLACE))
      continue;
    *all += r->samples.count;
    if (is_own(l, r)) {
      by_leaf[s->function_count] += r->samples.count;
      continue;
    }
    const uint32_t frame = known_frame(l, r);
    by_fact[frame < frames_of(r) ? fact_of(l, function_at(s, r, frame)) : KNOWN] += r->samples.count;
    by_leaf[function_at(s, r, frames_of(r) - 1)] += r->samples.count;
  }
}

static bool choose(struct inside *in, const struct look *l, uint64_t *by_leaf) {
  uint64_t by_fact[KNOWN + 1] = {0};
  count_all(l, by_fact, by_leaf, &in->all);
  const uint32_t fact = most_of(by_fact, KNOWN), leaf = most_of(by_leaf, l->a->samples->function_count + 1);
  const bool is_known = by_fact[fact] * PART_KNOWN >= in->all;
  in->count = is_known ? by_fact[fact] : by_leaf[leaf];
  if (!in->count || in->count * PART_LEAF < in->all ||
      sampled_is_noise((struct sampled_count){in->count, 0}, (struct sampled_count){in->all, 0}))
    return false;
  if (!is_known && leaf == l->a->samples->function_count)
    find_own_line(in, l);
  else
    find_most_common(in, l, is_known ? fact : KNOWN, leaf);
  if (is_known) {
    in->means = known[fact].means;
    in->cure = known[fact].cure;
    in->sleeps = known[fact].kind & KNOWN_SLEEPS;
  }
  return true;
}

bool inside_find(struct inside *in, const struct analysis *a, uint32_t region, enum serial_part part) {
  const struct samples *s = a->samples;
  *in = (struct inside){.function = NO_PLACE, .caller = NO_PLACE};
  if (!s || !s->row_count || !s->function_count || region == NO_REGION || a->experiment->process_count != 1)
    return false;
  struct look l = {a, region, part, malloc(s->function_count)};
  uint64_t *by_leaf = calloc(s->function_count + 1ull, sizeof *by_leaf);
  bool found = l.facts && by_leaf;
  if (found)
    memset(l.facts, NOT_ASKED, s->function_count);
  found = found && choose(in, &l, by_leaf);
  free(l.facts);
  free(by_leaf);
  return found;
}

/* --- words --- */

/* glibc's own names of its functions begin with underscores. */
static void show(char *to, const struct sample_function *f) {
  const char *name = f->name;
  if (strncmp(name, "__kmp", 5) == 0) { /* the compiler has called it, for a construct */
    snprintf(to, NAME_SIZE, "the OpenMP runtime");
    return;
  }
  if (is_in_library(f))
    name += strspn(name, "_");
  name += length_of_prefix(name);
  shorten(to, name);
}

/* The file's name tells it, as the functions are there. */
static void write_where(char *text, size_t size, const struct analysis *a, uint32_t place) {
  const struct sample_place *p = &a->samples->places[place];
  const char *slash = strrchr(p->file, '/');
  if (p->line)
    snprintf(text, size, ", %s:%d", slash ? slash + 1 : p->file, p->line);
  else
    hot_line_where(text, size, a, &(struct hot_line){.place = place});
}

void inside_write(char *text, size_t size, const struct analysis *a, const struct inside *in) {
  const struct sample_function *f = a->samples->functions;
  char names[3][NAME_SIZE] = {""}, where[4096];
  if (in->caller != NO_PLACE && in->first != in->caller)
    show(names[0], &f[in->first]);
  if (in->caller != NO_PLACE)
    show(names[1], &f[in->caller]);
  if (in->function != NO_PLACE)
    show(names[2], &f[in->function]);
  else
    snprintf(names[2], NAME_SIZE, "its own code");
  write_where(where, sizeof where, a, in->place);
  int used = snprintf(text, size, "%.0f %% of its %llu samples are in %s%s%s%s%s%s",
                      100 * (double)in->count / (double)in->all, (unsigned long long)in->all, names[0],
                      *names[0] ? " -> " : "", names[1], *names[1] ? " -> " : "", names[2], where);
  if (used > 0 && (size_t)used < size)
    snprintf(text + used, size - (size_t)used, "%s%s%s%s", in->means ? ": " : "", in->means ? in->means : "",
             in->means ? "; " : "", in->means ? in->cure : "");
}
