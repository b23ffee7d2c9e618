/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* experiment.c - reads profile.pomp, and believes nothing that it has not checked.
 * Not here: I/O, output, statistics; the processes and their clocks (read_processes.c), metrics (read_metrics.c).
 *
 * The file may be cut off, damaged, made by an enemy, or change while it is copied. Every count and reference is
 * checked against the block that it leads into; numbers that no run can produce are refused, so that sums need no
 * checks. */
#include "experiment.h"
#include "halves.h"
#include "large.h"
#include "node_sort.h"
#include "parse.h"
#include "pomp_possible.h"
#include "pomp_run.h"
#include "pomp_text.h"
#include "processes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

bool experiment_probe(const void *bytes, size_t size, uint64_t *used, char *error, size_t error_size) {
  struct reader reader = {.error = error, .error_size = error_size}, *r = &reader;
  struct pomp_header h;
  if (size < sizeof h)
    return reader_fail(r, "too short for a pompinst experiment");
  memcpy(&h, bytes, sizeof h);
  if (memcmp(h.magic, (char[sizeof h.magic]){0}, sizeof h.magic) == 0)
    return reader_fail(r, "nothing was measured yet");
  if (memcmp(h.magic, POMP_FORMAT_MAGIC, sizeof h.magic) != 0)
    return reader_fail(r, "not a pompinst experiment");
  if (h.byte_order != POMP_FORMAT_BYTE_ORDER)
    return reader_fail(r, "measured on a machine of another byte order");
  if (h.version != POMP_FORMAT_VERSION)
    return reader_fail(r, "format version %u; this pomp-report reads version %u", h.version, POMP_FORMAT_VERSION);
  if (h.header_size < sizeof h || h.header_size % POMP_FORMAT_ALIGN || h.used < h.header_size ||
      h.used % POMP_FORMAT_ALIGN)
    return reader_fail(r, "damaged: the header contradicts itself");
  *used = h.used;
  return true;
}

/* Copies the strings, so that they can be cleaned. They stand in the order of the file, without what is between them
 * there. */
static bool add_strings(struct reader *r, uint64_t at, uint64_t count) {
  struct experiment *e = r->e;
  for (uint64_t end = at + count; at < end;) {
    struct pomp_string s;
    if (end - at < sizeof s)
      return reader_fail(r, "damaged: half a string");
    memcpy(&s, r->bytes + at, sizeof s);
    uint64_t size = (sizeof s + (uint64_t)s.length + 1 + 7) / 8 * 8;
    if (size > end - at || r->bytes[at + sizeof s + s.length] != 0)
      return reader_fail(r, "damaged: a string without an end");
    ROOM(e->texts, r->texts_room, e->text_count + 1ull);
    char *text = e->text + r->text_size;
    memcpy(text, r->bytes + at + sizeof s, s.length);
    text[s.length] = 0;
    r->text_size += s.length + 1ull;
    e->texts[e->text_count++] = (struct text_at){at / 8, text};
    at += size;
  }
  return true;
}

static bool add_constructs(struct reader *r, uint64_t at, uint32_t count) {
  uint32_t old = r->e->construct_count;
  ROOM(r->constructs, r->constructs_room, old + (uint64_t)count);
  if (count)
    memcpy(r->constructs + old, r->bytes + at, count * sizeof *r->constructs);
  r->e->construct_count += count;
  return true;
}

static bool add_location(struct reader *r, const struct pomp_block *b, uint64_t at) {
  struct experiment *e = r->e;
  struct pomp_location l;
  if (b->first < sizeof *b + sizeof l)
    return reader_fail(r, "damaged: a location without a record");
  memcpy(&l, r->bytes + at + sizeof *b, sizeof l);
  if (l.id != b->location || l.id != e->location_count)
    return reader_fail(r, "damaged: locations out of order");
  ROOM(e->locations, r->locations_room, e->location_count + 1ull);
  bool member = l.flags & (POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  if (member && l.parent >= l.id)
    return reader_fail(r, "damaged: a team without a location that forked it");
  e->locations[e->location_count++] = (struct location){.state = l.state,
                                                        .flags = l.flags,
                                                        .served = l.served,
                                                        .os_thread = l.os_thread,
                                                        .cpu = l.cpu,
                                                        .parent = member ? l.parent : NO_LOCATION,
                                                        .thread_num = l.thread_num,
                                                        .level = l.level,
                                                        .team_size = l.team_size,
                                                        .last = l.last,
                                                        .repaired = l.repaired,
                                                        .ignored = l.ignored,
                                                        .in_tasks = l.in_tasks,
                                                        .in_tasks_since = l.in_tasks_since,
                                                        .arrived = l.arrived,
                                                        .wants = l.wants,
                                                        .lived = l.lived,
                                                        .on_cpu = l.on_cpu,
                                                        .ready = l.ready};
  return true;
}

/* Adds nodes that stand one after the other in the file, with room for more: they go to `at` and what follows. They are
 * read when all is known that they refer to; see read_nodes. */
static bool add_run(struct reader *r, uint64_t offset, uint64_t room, uint32_t location, uint32_t at, uint32_t count) {
  ROOM(r->runs, r->runs_room, r->run_count + 1ull);
  r->runs[r->run_count++] = (struct run){offset / sizeof(struct pomp_node), room, at, count, location};
  return true;
}

/* The root of a location is the first node of its first block, and goes before all others. */
static bool add_nodes(struct reader *r, const struct pomp_block *b, uint64_t at) {
  const uint32_t roots = b->type == POMP_BLOCK_LOCATION;
  uint64_t offset = at + b->first, room = (b->size - b->first) / sizeof(struct pomp_node);
  if (!r->room_end || b->location >= r->e->location_count)
    return reader_fail(r, "damaged: call paths of no location");
  if (b->count - roots > r->room_end[b->location] - r->room_at[b->location])
    return reader_fail(r, "damaged: it changes while it is read");
  if (offset % sizeof(struct pomp_node))
    return reader_fail(r, "damaged: call paths out of line");
  if (roots && !add_run(r, offset, 1, b->location, b->location, 1))
    return false;
  uint32_t to = r->room_at[b->location];
  r->room_at[b->location] += b->count - roots;
  return add_run(r, offset + roots * sizeof(struct pomp_node), room - roots, b->location, to, b->count - roots);
}

static bool add_messages(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->messages, r->messages_room, r->messages_count + (uint64_t)count);
  if (count)
    memcpy(r->messages + r->messages_count, r->bytes + at, count * sizeof *r->messages);
  r->messages_count += count;
  return true;
}

/* Records of locks that nobody holds are left out. The location of one that is held may come after it; see
 * check_locks. */
static bool add_locks(struct reader *r, uint64_t at, uint32_t count) {
  struct experiment *e = r->e;
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_held_lock l;
    memcpy(&l, r->bytes + at + i * sizeof l, sizeof l);
    if (!l.holder)
      continue;
    ROOM(e->held, r->held_room, e->held_count + 1ull);
    e->held[e->held_count++] = (struct held_lock){.address = l.address, .since = l.since, .holder = l.holder - 1};
  }
  return true;
}

/* Locks of locations that came after the file was copied are left out. */
static bool check_locks(struct reader *r) {
  struct experiment *e = r->e;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->held_count; i++)
    if (e->held[i].holder < e->location_count)
      e->held[kept++] = e->held[i];
  e->held_count = kept;
  return true;
}

/* They are read when the processes are known, to which they belong. */
static bool add_histograms(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->histograms, r->histograms_room, r->histograms_count + 1ull);
  r->histograms[r->histograms_count++] = (struct records_at){at, count};
  return true;
}

static bool add_balances(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->balances, r->balances_room, r->balances_count + 1ull);
  r->balances[r->balances_count++] = (struct records_at){at, count};
  return true;
}

static bool add_cpu_times(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->cpu_times, r->cpu_room, r->cpu_count + (uint64_t)count);
  if (count)
    memcpy(r->cpu_times + r->cpu_count, r->bytes + at, count * sizeof *r->cpu_times);
  r->cpu_count += count;
  return true;
}

/* A mark that is being made counts for none. */
static bool add_death_mark(struct reader *r, uint64_t at, uint32_t count) {
  if (count > 1 || r->mark_at)
    return reader_fail(r, "damaged: a process that died twice");
  r->mark_at = count ? at + offsetof(struct pomp_death_mark, word) : 0;
  return true;
}

static bool add_block(struct reader *r, const struct pomp_block *b, uint64_t at) {
  static const size_t sizes[] = {[POMP_BLOCK_STRINGS] = 1,
                                 [POMP_BLOCK_CONSTRUCTS] = sizeof(struct pomp_construct),
                                 [POMP_BLOCK_LOCATION] = sizeof(struct pomp_node),
                                 [POMP_BLOCK_NODES] = sizeof(struct pomp_node),
                                 [POMP_BLOCK_PROCESSES] = POMP_PROCESS_SIZE,
                                 [POMP_BLOCK_MESSAGES] = sizeof(struct pomp_messages),
                                 [POMP_BLOCK_LOCKS] = sizeof(struct pomp_held_lock),
                                 [POMP_BLOCK_HISTOGRAMS] = sizeof(struct pomp_histogram),
                                 [POMP_BLOCK_BALANCE] = sizeof(struct pomp_balance),
                                 [POMP_BLOCK_CPU] = sizeof(struct pomp_cpu_time),
                                 [POMP_BLOCK_DEATH] = sizeof(struct pomp_death_mark)};
  if (b->type == POMP_BLOCK_METRICS || b->type == POMP_BLOCK_VALUES)
    return metrics_add_block(r, b, at);
  if (b->type >= sizeof sizes / sizeof *sizes || !sizes[b->type])
    return true; /* it comes from a later version, and nothing that we know refers to it */
  if (b->first < sizeof *b || b->first > b->size || b->count > (b->size - b->first) / sizes[b->type])
    return reader_fail(r, "damaged: a block holds more than it can");
  switch (b->type) {
  case POMP_BLOCK_STRINGS:
    return add_strings(r, at + b->first, b->count);
  case POMP_BLOCK_CONSTRUCTS:
    return add_constructs(r, at + b->first, b->count);
  case POMP_BLOCK_PROCESSES:
    return processes_add(r, at + b->first, b->count);
  case POMP_BLOCK_MESSAGES:
    return add_messages(r, at + b->first, b->count);
  case POMP_BLOCK_LOCKS:
    return add_locks(r, at + b->first, b->count);
  case POMP_BLOCK_HISTOGRAMS:
    return add_histograms(r, at + b->first, b->count);
  case POMP_BLOCK_BALANCE:
    return add_balances(r, at + b->first, b->count);
  case POMP_BLOCK_CPU:
    return add_cpu_times(r, at + b->first, b->count);
  case POMP_BLOCK_DEATH:
    return add_death_mark(r, at + b->first, b->count);
  case POMP_BLOCK_LOCATION:
    if (!b->count)
      return reader_fail(r, "damaged: a location without a call tree");
    if (r->e->location_count >= r->locations_found)
      return reader_fail(r, "damaged: it changes while it is read");
    return add_location(r, b, at) && add_nodes(r, b, at);
  default:
    return add_nodes(r, b, at);
  }
}

/* Counts the nodes of each location, less its root, in `room_end`. */
static bool count_nodes(struct reader *r) {
  const struct experiment *e = r->e;
  uint32_t room = 0;
  struct pomp_block b;
  for (uint64_t at = e->header.header_size; at < e->header.used; at += b.size) {
    memcpy(&b, r->bytes + at, sizeof b);
    if (b.size < sizeof b || b.size % POMP_FORMAT_ALIGN || b.size > e->header.used - at)
      break;
    if ((b.type != POMP_BLOCK_LOCATION && b.type != POMP_BLOCK_NODES) || b.count > b.size / sizeof(struct pomp_node))
      continue;
    if (b.type == POMP_BLOCK_LOCATION) {
      ROOM(r->room_end, room, r->locations_found + 1ull);
      r->room_end[r->locations_found++] = b.count ? b.count - 1 : 0;
    } else if (b.location < r->locations_found)
      r->room_end[b.location] =
          b.count > UINT32_MAX - r->room_end[b.location] ? UINT32_MAX : r->room_end[b.location] + b.count;
  }
  return true;
}

/* Makes room for all call paths at once: an array that grows is copied, and each page of it is new. Each node has its
 * place then. A block that tells of more than it can hold is refused when its turn comes. */
static bool make_room(struct reader *r) {
  struct experiment *e = r->e;
  if (!count_nodes(r))
    return false;
  uint64_t nodes = r->locations_found;
  r->room_at = calloc(r->locations_found + 1ull, sizeof *r->room_at);
  for (uint32_t i = 0; r->room_at && i < r->locations_found && nodes < UINT32_MAX; i++) {
    r->room_at[i] = (uint32_t)nodes;
    nodes += r->room_end[i];
    r->room_end[i] = (uint32_t)nodes;
  }
  r->nodes_room = (uint32_t)nodes;
  e->nodes = r->room_at && nodes < UINT32_MAX ? large_malloc(nodes + 1, sizeof *e->nodes) : NULL;
  return e->nodes || reader_fail(r, "not enough memory");
}

/* All nodes that were counted have to be there, as the places of others are empty. */
static bool check_nodes(struct reader *r) {
  bool whole = r->e->location_count == r->locations_found;
  for (uint32_t i = 0; whole && i < r->locations_found; i++)
    whole = r->room_at[i] == r->room_end[i];
  r->e->node_count = whole ? r->nodes_room : 0;
  return whole || reader_fail(r, "damaged: it changes while it is read");
}

static bool read_blocks(struct reader *r) {
  const struct pomp_header *h = &r->e->header;
  for (uint64_t at = h->header_size; at < h->used;) {
    struct pomp_block b;
    memcpy(&b, r->bytes + at, sizeof b);
    __atomic_thread_fence(__ATOMIC_ACQUIRE); /* the program may run: what the block counts is read after the count */
    if (b.size < sizeof b || b.size % POMP_FORMAT_ALIGN || b.size > h->used - at)
      return reader_fail(r, "damaged: a block of impossible size");
    if (!add_block(r, &b, at))
      return false;
    at += b.size;
  }
  return check_nodes(r);
}

/* Finds the index of a node's parent. A parent at the same location is always there before its children. A parent at
 * another location need not be in a copy that was made while the program ran: then the call path begins at its own
 * root. */
static bool find_parent(struct reader *r, const struct pomp_node *n, uint32_t location, uint32_t *parent) {
  const struct experiment *e = r->e;
  const struct run *run = reader_run(r, n->parent);
  uint64_t at = run ? n->parent - run->number : 0;
  bool foreign = !run || run->location != location, own_tree = e->locations[location].parent == NO_LOCATION;
  if (foreign && own_tree && POMP_KEY_ROLE(n->key) != POMP_ROLE_TASK)
    return reader_fail(r, "damaged: a call path hangs in the air");
  const struct process *process = &e->processes[e->locations[location].process];
  if (run && run->location - process->first_location >= process->location_count)
    return reader_fail(r, "damaged: a call path from one process to another");
  if (run && at < run->count) {
    *parent = run->index + (uint32_t)at;
    return true;
  }
  if (!foreign || process->header.state == POMP_STATE_COMPLETE)
    return reader_fail(r, "damaged: a call path hangs in the air");
  *parent = location; /* its root */
  return true;
}

static bool read_node(struct reader *r, const struct pomp_node *n, uint64_t number, uint32_t location, uint32_t at) {
  struct experiment *e = r->e;
  uint32_t role = POMP_KEY_ROLE(n->key), parent = NO_NODE;
  bool root = at == location;
  if (root != (n->parent == 0) || root != (n->key == 0))
    return reader_fail(r, "damaged: a call tree without a root, or with two");
  if (n->visits > POMP_MAX_VISITS || (!root && (role == POMP_ROLE_NONE || role >= POMP_ROLE_COUNT)))
    return reader_fail(r, "damaged: an impossible call path");
  if (!root && POMP_KEY_CONSTRUCT(n->key) - 1 >= e->construct_count &&
      n->key != POMP_KEY(0, POMP_ROLE_BLAME)) /* the holder was outside of regions */
    return reader_fail(r, "damaged: a call path of an unknown construct");
  if (!root && !find_parent(r, n, location, &parent))
    return false;
  r->out_of_order |= !root && parent >= at;
  e->nodes[at] = (struct node){.key = n->key,
                               .parent = parent,
                               .location = location,
                               .number = (uint32_t)number,
                               .visits = n->visits,
                               .inclusive = n->inclusive,
                               .min = n->min,
                               .max = n->max,
                               .wait = n->wait,
                               .start = n->start,
                               .row = at};
  return true;
}

static bool read_run(struct reader *r, const struct run *run) {
  for (uint32_t i = 0; i < run->count; i++) {
    struct pomp_node n;
    memcpy(&n, r->bytes + (run->number + i) * sizeof n, sizeof n);
    if (!read_node(r, &n, run->number + i, run->location, run->index + i))
      return false;
  }
  return true;
}

/* Nodes are the most of a large file, so that two threads read them. Each has half of the nodes, in whole runs. */
static void read_half(void *context, int half, uint32_t from, uint32_t to) {
  struct reader_halves *h = context;
  struct reader *r = &h->half[half];
  uint64_t before = 0;
  for (uint32_t i = 0; h->good[half] && i < r->run_count; i++) {
    if (before >= from && before < to)
      h->good[half] = read_run(r, &r->runs[i]);
    before += r->runs[i].count;
  }
}

static bool read_nodes(struct reader *r) {
  struct reader_halves h;
  reader_halve(r, &h);
  halves_do(r->e->node_count, read_half, &h);
  r->out_of_order = h.half[0].out_of_order || h.half[1].out_of_order;
  return reader_join(r, &h);
}

/* Finds the node that a record belongs to; NULL if there is none. */
static struct node *node_of(struct reader *r, uint32_t number) {
  const struct run *run = reader_run(r, number);
  uint64_t at = run ? number - run->number : 0;
  return run && at < run->count ? &r->e->nodes[run->index + at] : NULL;
}

/* A record may belong to a node that is not in the copy if the file was copied while the program ran. */
static bool give_messages(struct reader *r, const struct pomp_messages *m) {
  struct experiment *e = r->e;
  struct node *n = node_of(r, m->node);
  if (!n)
    return e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: messages of no call path");
  if (POMP_KEY_ROLE(n->key) != POMP_ROLE_MPI || experiment_extra(e, n)->messages.kind || !m->kind)
    return reader_fail(r, "damaged: messages of another kind of call path");
  struct node_extra *extra = experiment_extra_of(e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->messages = (struct messages){.sent = m->sent,
                                      .sent_bytes = m->sent_bytes,
                                      .received = m->received,
                                      .received_bytes = m->received_bytes,
                                      .kind = m->kind < POMP_MPI_KIND_COUNT ? m->kind : POMP_MPI_OTHER,
                                      .partners = m->partners,
                                      .ranks = m->ranks};
  return experiment_messages_are_possible(&extra->messages) ||
         reader_fail(r, "damaged: an impossible number of messages");
}

/* To be called before the nodes are sorted. Records without a node were being made. */
static bool read_messages(struct reader *r) {
  for (uint32_t i = 0; i < r->messages_count; i++)
    if (r->messages[i].node && !give_messages(r, &r->messages[i]))
      return false;
  return true;
}

/* The times are checked with those of the call path. */
static bool give_balance(struct reader *r, const struct pomp_balance *b) {
  struct node *n = node_of(r, b->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: instances of no call path");
  if (!pomp_role_is(POMP_KEY_ROLE(n->key), POMP_IS_SHARED) || experiment_extra(r->e, n)->instances.visits)
    return reader_fail(r, "damaged: instances of another kind of call path");
  if (!b->instances && !b->visits && !b->max && !b->mean)
    return true; /* the member was never the one that took longest */
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->instances = (struct instances){b->instances, b->visits, b->max, b->mean};
  return true;
}

/* It reads them as read_messages does. */
static bool read_balances(struct reader *r) {
  struct pomp_balance b;
  for (uint32_t k = 0; k < r->balances_count; k++)
    for (uint32_t i = 0; i < r->balances[k].count; i++) {
      memcpy(&b, r->bytes + r->balances[k].at + i * sizeof b, sizeof b);
      if (b.node && !give_balance(r, &b))
        return false;
    }
  return true;
}

/* The same holds for a record of CPU time as for one of messages. */
static bool give_cpu_time(struct reader *r, const struct pomp_cpu_time *t) {
  struct node *n = node_of(r, t->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: CPU time of no call path");
  if (POMP_KEY_ROLE(n->key) != POMP_ROLE_TEAM || experiment_extra(r->e, n)->cpu.visits)
    return reader_fail(r, "damaged: CPU time of another kind of call path");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->cpu = (struct cpu_time){.visits = t->visits,
                                 .span = t->span,
                                 .on_cpu = t->on_cpu,
                                 .teams = t->teams,
                                 .max = t->max,
                                 .mean = t->mean,
                                 .waited = t->flags & POMP_CPU_TIME_WAITED};
  return true;
}

static bool read_cpu_times(struct reader *r) {
  for (uint32_t i = 0; i < r->cpu_count; i++)
    if (r->cpu_times[i].node && !give_cpu_time(r, &r->cpu_times[i]))
      return false;
  return true;
}

static bool order_nodes(struct reader *r) {
  struct experiment *e = r->e;
  e->by_location = !r->out_of_order;
  enum node_sort_result result = e->by_location ? NODES_SORTED : node_sort(&e->nodes, e->node_count, e->location_count);
  if (result == NODES_NO_MEMORY)
    return reader_fail(r, "not enough memory");
  return result == NODES_SORTED || reader_fail(r, "damaged: call paths in a circle");
}

static bool read_process_names(struct reader *r, struct process *p) {
  const struct pomp_header *h = &p->header;
  return reader_string(r, h->settings, &p->settings) && reader_string(r, h->program, &p->program) &&
         reader_string(r, h->command, &p->command) && reader_string(r, h->directory, &p->directory) &&
         reader_string(r, h->host, &p->host) && reader_string(r, h->writer, &p->writer);
}

static bool is_settings(const struct experiment *e, uint64_t number) {
  for (uint32_t i = 0; i < e->process_count; i++)
    if (e->processes[i].header.settings == number)
      return true;
  return false;
}

static bool read_clauses(struct reader *r, const struct pomp_construct *from, struct construct *c) {
  if (c->is_site || from->num_threads < 0 || from->chunk < 0)
    return reader_fail(r, "damaged: clauses of a construct that can't have them");
  c->facts = from->facts;
  c->num_threads = from->num_threads;
  c->chunk = from->chunk;
  c->iterations = from->iterations;
  return reader_string(r, from->clauses, &c->clauses);
}

/* Names refer to strings that may stand anywhere in the file, so they come last. */
static bool read_names(struct reader *r) {
  struct experiment *e = r->e;
  bool good = true;
  for (uint32_t i = 0; good && i < e->process_count; i++)
    good = read_process_names(r, &e->processes[i]);
  if (good && e->construct_count && !(e->constructs = calloc(e->construct_count, sizeof *e->constructs)))
    return reader_fail(r, "not enough memory");
  for (uint32_t i = 0; good && i < e->construct_count; i++) {
    const struct pomp_construct *from = &r->constructs[i];
    struct construct *c = &e->constructs[i];
    c->begin_line1 = from->begin_line1;
    c->begin_lineN = from->begin_lineN;
    c->end_line1 = from->end_line1;
    c->end_lineN = from->end_lineN;
    c->num_sections = from->num_sections;
    good = reader_string(r, from->name, &c->name) && reader_string(r, from->sub_name, &c->sub_name) &&
           reader_string(r, from->file, &c->file) && reader_string(r, from->function, &c->function);
    c->is_site = from->flags & POMP_CONSTRUCT_CODE_SITE;
    c->module = c->build = "";
    if (good && c->is_site) {
      c->address = from->address;
      good = reader_string(r, from->module, &c->module) && reader_string(r, from->build, &c->build);
    }
    if (good && from->flags & POMP_CONSTRUCT_CLAUSES)
      good = read_clauses(r, from, c);
  }
  for (uint32_t i = 0; good && i < e->text_count; i++)
    pomp_text_clean(e->text + (e->texts[i].text - e->text), is_settings(e, e->texts[i].number) ? '\n' : 0);
  if (good)
    experiment_take_head(e);
  return good;
}

/* Reads histograms beside what goes on meanwhile. */
struct aside {
  struct reader *reader;
  pthread_t thread;
  bool runs;
  enum histograms_result result;
};

static void *read_aside(void *context) {
  struct aside *a = context;
  a->result = histograms_read(a->reader);
  return NULL;
}

#define WORTH_A_THREAD 10000u /* histograms */

static void begin_aside(struct aside *a) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < a->reader->histograms_count; i++)
    count += a->reader->histograms[i].count;
  a->runs = count >= WORTH_A_THREAD && pthread_create(&a->thread, NULL, read_aside, a) == 0;
  if (!a->runs)
    read_aside(a);
}

/* False, with a message, if the histograms can't be read. An earlier message stays. */
static bool end_aside(struct aside *a, bool good) {
  if (a->runs)
    pthread_join(a->thread, NULL);
  if (!good || a->result == HISTOGRAMS_READ)
    return good;
  return reader_fail(a->reader,
                     a->result == HISTOGRAMS_BROKEN ? "damaged: a histogram of nothing" : "not enough memory");
}

static bool read_call_paths(struct reader *r) {
  return read_nodes(r) && metrics_read(r) && check_locks(r) && read_messages(r) && read_balances(r) &&
         read_cpu_times(r) && order_nodes(r) && read_names(r) && processes_close_visits(r);
}

static bool read_all(struct reader *r) {
  struct aside aside = {.reader = r};
  if (!make_room(r) || !read_blocks(r) || !processes_read(r))
    return false;
  begin_aside(&aside);
  return end_aside(&aside, read_call_paths(r));
}

bool experiment_parse(struct experiment *e, const void *bytes, size_t size, experiment_witness *witness,
                      const void *context, char *error, size_t error_size) {
  struct reader reader = {.e = e,
                          .bytes = bytes,
                          .witness = witness,
                          .context = context,
                          .error = error,
                          .error_size = error_size},
                *r = &reader;
  uint64_t used = 0;
  *e = (struct experiment){.program = ""};
  if (!experiment_probe(bytes, size, &used, error, error_size))
    return false;
  if (used > size)
    return reader_fail(r, "cut off: %zu of %llu bytes", size, (unsigned long long)used);
  memcpy(&e->header, bytes, sizeof e->header);
  e->header.used = used; /* as it was checked: the bytes may be those of a file that somebody writes to */
  /* This is room for all strings that the file could hold, at once: the array must not move, as pointers lead into
   * it. */
  e->text = malloc(size);
  bool good = e->text ? read_all(r) : reader_fail(r, "not enough memory");
  if (good && e->process_count > 1)
    experiment_to_ns(e);
  free(r->constructs);
  free(r->runs);
  free(r->messages);
  free(r->balances);
  free(r->histograms);
  free(r->cpu_times);
  free(r->room_at);
  free(r->room_end);
  free(r->values);
  free(r->sets);
  return good;
}

const struct node_extra experiment_no_extra;

struct node_extra *experiment_extra_of(struct experiment *e, struct node *n) {
  if (!n->extra) {
    if (!POMP_ARRAY_ROOM(e->extras, e->extra_room, e->extra_count + 1ull))
      return NULL;
    e->extras[e->extra_count++] = experiment_no_extra;
    n->extra = e->extra_count;
  }
  return &e->extras[n->extra - 1];
}

bool experiment_is_part(const struct experiment *e, uint32_t node) {
  const struct node *n = &e->nodes[node];
  uint32_t role = POMP_KEY_ROLE(n->key);
  if (n->parent == NO_NODE)
    return false;
  const struct location *l = &e->locations[n->location];
  uint32_t above = e->nodes[n->parent].location;
  return pomp_run_is_part(role, above == n->location, l->parent == above && l->thread_num == 0);
}

void experiment_free(struct experiment *e) {
  for (uint32_t i = 0; i < e->part_count; i++)
    experiment_free(&e->parts[i]);
  free(e->parts);
  free(e->processes);
  free(e->constructs);
  free(e->locations);
  free(e->nodes);
  free(e->extras);
  free(e->held);
  free(e->histogram_sums);
  free(e->histograms);
  free(e->metrics);
  free(e->values);
  free(e->texts);
  free(e->text);
}
