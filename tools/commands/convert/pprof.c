/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pprof.c - writes the profile as pprof's protocol buffer (profile.proto), uncompressed: a sample for each call path of
 * each location, with its time, visits and waiting, and the location's name as the label `thread`. If threads were
 * sampled, there is another one for each stack that was found, with how often and the time that it stands for.
 * Not here: any other protocol buffer. */
#include "base/progress.h"
#include "commands/convert/formats.h"
#include "commands/convert/location_nodes.h"
#include "commands/convert/output.h"
#include "commands/convert/pprof_places.h"
#include "files/call_sites.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These are the numbers of fields in profile.proto. */
enum { PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_PLACE = 4, PROFILE_FUNCTION, PROFILE_STRING };
enum { PROFILE_DURATION = 10, PROFILE_DEFAULT_TYPE = 14 };
enum { TYPE_NAME = 1, TYPE_UNIT };
enum { SAMPLE_PLACE = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT };
enum { PLACE_ID = 1, PLACE_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_NUMBER };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_FILE = 4, FUNCTION_LINE };
enum { NUMBER = 0, BYTES = 2 }; /* the kinds of fields that are used here */

/* Texts are referred to by their numbers: these, then the name and the file of each region, then the locations, and of
 * what was sampled the name and the file of each function, the file of each place, and the states. */
static const char *const texts[] = {"",       "time",    "nanoseconds", "visits", "count", "wait",
                                    "thread", "samples", "cpu",         "wall",   "state"};
enum { NO_TEXT, TIME, NANOSECONDS, VISITS, COUNT, WAIT, THREAD, SAMPLES, CPU, WALL, STATE, TEXTS };
enum { MEASURED = 3, VALUES = 5 }; /* the values of what was measured come first */

/* A message, or what is packed in a field, before its length is known. */
struct message {
  unsigned char *bytes; /* with room for all that is ever in it, see pprof_write */
  size_t length;
};

/* Bytes of a number; of a line, at most; and more than a message without stack and lines has. */
enum { NUMBER_MAX = 10, LINE_BYTES = 4 * NUMBER_MAX, FEW_FIELDS = 256 };

/* Writes a number in groups of 7 bits, the lowest first; returns how many bytes that are. */
static size_t encode(unsigned char to[NUMBER_MAX], uint64_t n) {
  size_t length = 0;
  for (; n > 0x7f; n >>= 7)
    to[length++] = (unsigned char)(n | 0x80);
  to[length++] = (unsigned char)n;
  return length;
}

static void put_number(struct message *m, uint64_t n) { m->length += encode(m->bytes + m->length, n); }

/* A field that is 0 need not be written. */
static void put_field(struct message *m, unsigned field, uint64_t n) {
  if (n) {
    put_number(m, field << 3 | NUMBER);
    put_number(m, n);
  }
}

static void put_bytes(struct message *m, unsigned field, const struct message *bytes) {
  put_number(m, field << 3 | BYTES);
  put_number(m, bytes->length);
  memcpy(m->bytes + m->length, bytes->bytes, bytes->length);
  m->length += bytes->length;
}

/* Writes bytes as a field of the profile. */
static void write_bytes(struct output *o, unsigned field, const void *bytes, size_t size) {
  unsigned char head[1 + NUMBER_MAX] = {(unsigned char)(field << 3 | BYTES)};
  output_bytes(o, head, 1 + encode(head + 1, size));
  output_bytes(o, bytes, size);
}

struct pprof {
  struct output out;
  const struct analysis *a;
  const struct samples *samples; /* NULL: there are none */
  struct pprof_places places;
  struct message message, inner, stack; /* used again and again */
};

/* Writes `message` as a field of the profile, and makes it empty. */
static void write_message(struct pprof *p, unsigned field) {
  write_bytes(&p->out, field, p->message.bytes, p->message.length);
  p->message.length = 0;
}

static void put_inner(struct pprof *p, unsigned field) {
  put_bytes(&p->message, field, &p->inner);
  p->inner.length = 0;
}

static void write_text(struct output *o, const char *text) { write_bytes(o, PROFILE_STRING, text, strlen(text)); }

static uint32_t name_of(uint32_t region) { return TEXTS + 2 * region; }
static uint32_t name_of_location(const struct pprof *p, uint32_t location) {
  return name_of(p->a->region_count) + location;
}
static uint32_t name_of_function(const struct pprof *p, uint32_t function) {
  return name_of_location(p, p->a->experiment->location_count) + 2 * function;
}
static uint32_t name_of_state(const struct pprof *p, uint32_t number) {
  uint32_t count;
  const struct sampled_state *states = sampled_states(&count);
  return name_of_function(p, p->samples->function_count) + (uint32_t)(sampled_state(number) - states);
}

static void write_sampled_texts(struct pprof *p) {
  uint32_t count;
  const struct sampled_state *states = sampled_states(&count);
  for (uint32_t i = 0; i < p->samples->function_count; i++) {
    write_text(&p->out, p->samples->functions[i].name);
    write_text(&p->out, p->samples->functions[i].file);
  }
  for (uint32_t i = 0; i < count; i++)
    write_text(&p->out, states[i].key);
}

static void write_texts(struct pprof *p) {
  const struct analysis *a = p->a;
  char name[4096];
  for (int i = 0; i < TEXTS; i++)
    write_text(&p->out, texts[i]);
  for (uint32_t i = 0; i < a->region_count; i++) {
    conversion_name_region(name, sizeof name, a->experiment, &a->regions[i]);
    write_text(&p->out, name);
    snprintf(name, sizeof name, "%s", call_file(a->regions[i].construct));
    pomp_text_clean(name, 0);
    write_text(&p->out, name);
  }
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    analysis_location_name(a, i, "→", name, 256);
    write_text(&p->out, name);
  }
  if (p->samples)
    write_sampled_texts(p);
}

static void write_types(struct pprof *p) {
  const bool cpu = p->samples && p->a->sampled->on_cpu;
  const int types[VALUES][2] = {
      {TIME, NANOSECONDS}, {VISITS, COUNT}, {WAIT, NANOSECONDS}, {SAMPLES, COUNT}, {cpu ? CPU : WALL, NANOSECONDS}};
  for (size_t i = 0; i < (p->samples ? VALUES : MEASURED); i++) {
    put_field(&p->message, TYPE_NAME, (uint64_t)types[i][0]);
    put_field(&p->message, TYPE_UNIT, (uint64_t)types[i][1]);
    write_message(p, PROFILE_TYPE);
  }
}

/* A region is a function, and has one place: its line. It gets no system name: where that is the same as the name,
 * pprof takes both for C++'s, and leaves out what is in brackets. */
static void write_regions(struct pprof *p) {
  const struct analysis *a = p->a;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const int line = call_line(a->regions[i].construct);
    put_field(&p->message, FUNCTION_ID, i + 1);
    put_field(&p->message, FUNCTION_NAME, name_of(i));
    put_field(&p->message, FUNCTION_FILE, name_of(i) + 1);
    put_field(&p->message, FUNCTION_LINE, line > 0 ? (uint64_t)line : 0);
    write_message(p, PROFILE_FUNCTION);
    put_field(&p->message, PLACE_ID, i + 1);
    put_field(&p->inner, LINE_FUNCTION, i + 1);
    put_field(&p->inner, LINE_NUMBER, line > 0 ? (uint64_t)line : 0);
    put_inner(p, PLACE_LINE);
    write_message(p, PROFILE_PLACE);
  }
}

static void put_label(struct pprof *p, uint32_t key, uint32_t text) {
  put_field(&p->inner, LABEL_KEY, key);
  put_field(&p->inner, LABEL_TEXT, text);
  put_inner(p, SAMPLE_LABEL);
}

/* Puts the stack and the values into a sample; its labels come next. */
static void put_values(struct pprof *p, const uint64_t values[VALUES]) {
  put_bytes(&p->message, SAMPLE_PLACE, &p->stack);
  for (size_t i = 0; i < (p->samples ? VALUES : MEASURED); i++)
    put_number(&p->inner, values[i]);
  put_inner(p, SAMPLE_VALUE);
}

static void write_sample(struct pprof *p, uint32_t node) {
  const struct analysis *a = p->a;
  const uint64_t values[VALUES] = {a->nodes[node].exclusive, a->experiment->nodes[node].visits, a->nodes[node].wait};
  if (!values[0] && !values[1] && !values[2])
    return;
  put_values(p, values);
  put_label(p, THREAD, name_of_location(p, a->experiment->nodes[node].location));
  write_message(p, PROFILE_SAMPLE);
}

/* --- what was sampled: functions and places behind those of the regions --- */

static void write_functions(struct pprof *p) {
  for (uint32_t i = 0; i < p->samples->function_count; i++) {
    put_field(&p->message, FUNCTION_ID, p->a->region_count + i + 1);
    put_field(&p->message, FUNCTION_NAME, name_of_function(p, i));
    put_field(&p->message, FUNCTION_FILE, name_of_function(p, i) + 1);
    write_message(p, PROFILE_FUNCTION);
  }
}

/* The line of the innermost function comes first. */
static void write_places(struct pprof *p) {
  for (uint32_t i = 0; !p->out.error && i < p->places.count; i++) {
    put_field(&p->message, PLACE_ID, p->a->region_count + i + 1);
    for (uint32_t at = i; at != NO_PLACE; at = p->places.all[at].into) {
      const struct sample_place *place = &p->samples->places[p->places.all[at].place];
      put_field(&p->inner, LINE_FUNCTION, p->a->region_count + place->function + 1);
      put_field(&p->inner, LINE_NUMBER, (uint64_t)place->line);
      put_inner(p, PLACE_LINE);
    }
    write_message(p, PROFILE_PLACE);
  }
}

static void write_sampled(struct pprof *p) {
  const struct samples *s = p->samples;
  write_functions(p);
  write_places(p);
  for (uint32_t i = 0; !p->out.error && i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[i];
    const uint64_t values[VALUES] = {0, 0, 0, r->samples.count, r->samples.time};
    p->stack.length = 0;
    for (uint32_t k = r->first + r->length; k-- > r->first;)
      if (s->stack[k].place == NO_PLACE)
        put_number(&p->stack, p->a->paths[s->stack[k].path].region + 1);
      else if (p->places.frames[k] != NO_PLACE)
        put_number(&p->stack, p->a->region_count + p->places.frames[k] + 1);
    put_number(&p->stack, 1); /* the program, of which no stack tells */
    put_values(p, values);
    if (r->location != NO_LOCATION)
      put_label(p, THREAD, name_of_location(p, r->location));
    put_label(p, STATE, name_of_state(p, r->state));
    write_message(p, PROFILE_SAMPLE);
  }
}

static void write_samples(struct pprof *p) {
  const struct analysis *a = p->a;
  progress_begin(a->path_count);
  for (uint32_t i = 0; !p->out.error && i < a->path_count; i++) {
    p->stack.length = 0;
    put_number(&p->stack, a->paths[i].region + 1); /* the innermost one comes first */
    for (uint32_t above = i; above; put_number(&p->stack, a->paths[above].region + 1))
      above = a->paths[above].parent;
    for (uint32_t at = 0, k; analysis_node(a, i, at, &k); at++)
      write_sample(p, k);
    progress_add(1);
  }
}

static void write_all(struct pprof *p) {
  write_types(p);
  write_texts(p);
  write_regions(p);
  write_samples(p);
  if (p->samples)
    write_sampled(p);
  put_field(&p->message, PROFILE_DURATION, p->a->all.wall);
  put_field(&p->message, PROFILE_DEFAULT_TYPE, TIME);
  output_bytes(&p->out, p->message.bytes, p->message.length); /* these are fields of the profile itself */
}

static size_t longest_stack(const struct pprof *p) {
  size_t longest = paths_depth(p->a) + 1ull;
  for (uint32_t i = 0; p->samples && i < p->samples->row_count; i++)
    longest = p->samples->rows[i].length + 1ull > longest ? p->samples->rows[i].length + 1ull : longest;
  return longest * NUMBER_MAX;
}

bool pprof_write(struct conversion *c) {
  struct samples *samples = samples_find(&c->source->analysis);
  struct pprof p = {.a = &c->source->analysis, .samples = samples};
  const bool found = samples ? pprof_places_find(&p.places, samples) : !p.a->experiment->sample_count;
  const size_t stack = longest_stack(&p);
  p.message.bytes = malloc(stack + (size_t)p.places.lines * LINE_BYTES + FEW_FIELDS);
  p.inner.bytes = malloc(FEW_FIELDS);
  p.stack.bytes = malloc(stack);
  if (output_open(&p.out, c->path)) {
    if (found && p.message.bytes && p.inner.bytes && p.stack.bytes)
      write_all(&p);
    else
      p.out.error = ENOMEM;
  }
  free(p.message.bytes);
  free(p.inner.bytes);
  free(p.stack.bytes);
  pprof_places_free(&p.places);
  samples_free(samples);
  return output_close(&p.out) || conversion_fail(c, false, "%s", strerror(errno));
}
