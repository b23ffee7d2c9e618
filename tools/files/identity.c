/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* identity.c - sums up what was measured of a run. Visits that were open when it ended don't count: until when they are
 * known to have lasted depends on when and where the file is read.
 * Not here: SHA-256 itself (sha256.c). */
#include "files/identity.h"

#include "files/node_sort.h"

#include <stdlib.h>
#include <string.h>

static void add_number(struct sha256 *s, uint64_t n) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(n >> (8 * i));
  sha256_add(s, bytes, sizeof bytes);
}

static void add_text(struct sha256 *s, const char *text) {
  add_number(s, strlen(text));
  sha256_add(s, text, strlen(text));
}

static void add_process(struct sha256 *s, const struct process *p) {
  add_number(s, p->header.epoch_ns);
  add_number(s, p->header.pid);
  add_number(s, p->header.rank);
  add_text(s, p->program);
  add_text(s, p->command);
  add_text(s, p->host);
  add_number(s, p->location_count);
  if (p->since_tick) /* two intervals may have the same times */
    add_number(s, p->since_tick);
}

static void add_construct(struct sha256 *s, const struct construct *c) {
  add_text(s, c->name);
  add_text(s, c->sub_name);
  add_text(s, c->file);
  add_text(s, c->function);
  add_number(s, (uint64_t)c->begin_line1);
  add_number(s, c->is_site ? c->address : 0);
  if (*c->place) /* those of older experiments stay the same */
    add_text(s, c->place);
}

/* The parent is known by its place among the nodes. */
static void add_node(struct sha256 *s, const struct experiment *e, const struct node *n, uint32_t parent) {
  add_number(s, n->key);
  add_number(s, parent);
  add_number(s, n->location);
  add_number(s, n->visits);
  add_number(s, n->inclusive - experiment_extra(e, n)->open);
  add_number(s, n->min);
  add_number(s, n->max);
  add_number(s, n->start ? 0 : n->wait);
}

/* Adds the nodes level by level. */
static bool add_nodes(struct sha256 *s, const struct experiment *e) {
  uint32_t *order = calloc(2ull * e->node_count + 1, sizeof *order), *place = order ? order + e->node_count : NULL;
  bool good = order && node_levels(e->nodes, e->node_count, e->location_count, order);
  for (uint32_t i = 0; good && i < e->node_count; i++)
    place[order[i]] = i;
  add_number(s, e->node_count);
  for (uint32_t i = 0; good && i < e->node_count; i++) {
    const struct node *n = &e->nodes[order[i]];
    add_node(s, e, n, n->parent == NO_NODE ? NO_NODE : place[n->parent]);
  }
  free(order);
  return good;
}

bool identity_of(const struct experiment *e, bool traced, char text[SHA256_TEXT]) {
  struct sha256 s;
  sha256_begin(&s);
  add_text(&s, traced ? "pomp trace" : "pomp profile");
  add_number(&s, e->process_count);
  for (uint32_t i = 0; i < e->process_count; i++)
    add_process(&s, &e->processes[i]);
  add_number(&s, e->construct_count);
  for (uint32_t i = 0; i < e->construct_count; i++)
    add_construct(&s, &e->constructs[i]);
  bool good = add_nodes(&s, e);
  sha256_end(&s, text);
  return good;
}
