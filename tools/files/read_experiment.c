/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_experiment.c - reads profile.pomp, and believes nothing that it has not checked.
 * Not here: I/O, output, statistics; call paths (read_nodes.c), names (read_names.c), processes and their clocks
 * (read_processes.c), metrics (read_metrics.c).
 *
 * The file may be cut off, damaged, made by an enemy, or change while it is copied. Every count and reference is
 * checked against the block that it leads into; numbers that no run can produce are refused, so that sums need no
 * checks. */
#include "base/huge_pages.h"
#include "base/two_threads.h"
#include "files/experiment.h"
#include "files/finalize_sums.h"
#include "files/parse.h"
#include "files/phases.h"
#include "files/processes.h"
#include "pomp_possible.h"
#include "pomp_run.h"

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

/* Copies the strings, so that they can be cleaned. The copies are in the order of the file, without gaps. */
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
    memset(text + s.length, 0, 3); /* so that what may be behind two zeros in it has an end, too */
    r->text_size += s.length + 3ull;
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

static bool add_location(struct reader *r, const struct block_at *b) {
  struct experiment *e = r->e;
  struct pomp_block head;
  struct pomp_location l;
  if (b->first < sizeof head + sizeof l)
    return reader_fail(r, "damaged: a location without a record");
  if (!reader_copy(r, &head, b->at, sizeof head) || !reader_copy(r, &l, b->at + sizeof head, sizeof l))
    return reader_fail(r, "cut off while it was read");
  if (reader_location(r, l.id) != b->location || b->location != e->location_count)
    return reader_fail(r, "damaged: locations out of order");
  PAGED_ROOM(e->locations, r->locations_room, e->location_count + 1ull);
  bool member = l.flags & (POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  if (member && l.parent >= l.id)
    return reader_fail(r, "damaged: a team without a location that forked it");
  if (member && l.parent < r->first_location)
    return reader_fail(r, "damaged: a team of another process");
  e->locations[e->location_count++] = (struct location){.state = l.state,
                                                        .flags = l.flags,
                                                        .served = l.served,
                                                        .os_thread = l.os_thread,
                                                        .cpu = l.cpu,
                                                        .line_ticks = l.line_ticks,
                                                        .parent = member ? reader_location(r, l.parent) : NO_LOCATION,
                                                        .thread_num = l.thread_num,
                                                        .level = l.level,
                                                        .team_size = l.team_size,
                                                        .last = l.last,
                                                        .repaired = l.repaired,
                                                        .ignored = l.ignored,
                                                        .in_tasks = l.in_tasks,
                                                        .in_tasks_since = l.in_tasks_since,
                                                        .arrived = l.arrived,
                                                        .joined = head.joined,
                                                        .team_time = head.team_time,
                                                        .late = head.late,
                                                        .team = head.team,
                                                        .wants = l.wants,
                                                        .lived = l.lived,
                                                        .on_cpu = l.on_cpu,
                                                        .ready = l.ready};
  return true;
}

/* Adds a run of consecutive nodes in the file, with room for more: they go to `at` and behind. They are read when all
 * that they refer to is known; see read_nodes. */
static bool add_run(struct reader *r, uint64_t offset, uint64_t room, uint32_t location, uint32_t at, uint32_t count) {
  const uint32_t most = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
  PAGED_ROOM(r->runs, r->runs_room, r->run_count + 1ull);
  r->runs[r->run_count++] = (struct run){offset / sizeof(struct pomp_node), most, at, count, location};
  return true;
}

/* The root of a location is the first node of its first block, and goes before all others. */
static bool add_nodes(struct reader *r, const struct block_at *b) {
  const uint32_t roots = b->type == POMP_BLOCK_LOCATION;
  uint64_t offset = b->at + b->first, room = (b->size - b->first) / sizeof(struct pomp_node);
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
 * reader_check_locks. */
static bool add_locks(struct reader *r, uint64_t at, uint32_t count) {
  struct experiment *e = r->e;
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_held_lock l;
    memcpy(&l, r->bytes + at + i * sizeof l, sizeof l);
    if (!l.holder)
      continue;
    ROOM(e->held, r->held_room, e->held_count + 1ull);
    e->held[e->held_count++] =
        (struct held_lock){.address = l.address, .since = l.since, .holder = reader_location(r, l.holder - 1)};
  }
  return true;
}

/* Locks of locations that came after the file was copied are left out. A process that has ended has none such. */
bool reader_check_locks(struct reader *r) {
  struct experiment *e = r->e;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->held_count; i++)
    if (e->held[i].holder < e->location_count)
      e->held[kept++] = e->held[i];
    else if (r->frame)
      return reader_fail(r, "damaged: a lock that a thread of another process holds");
  e->held_count = kept;
  return true;
}

static bool add_cpu_times(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->cpu_times, r->cpu_room, r->cpu_count + (uint64_t)count);
  if (count)
    memcpy(r->cpu_times + r->cpu_count, r->bytes + at, count * sizeof *r->cpu_times);
  r->cpu_count += count;
  return true;
}

static bool add_kernel_times(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->kernel_times, r->kernel_room, r->kernel_count + (uint64_t)count);
  if (count)
    memcpy(r->kernel_times + r->kernel_count, r->bytes + at, count * sizeof *r->kernel_times);
  r->kernel_count += count;
  return true;
}

static bool add_off_times(struct reader *r, uint64_t at, uint32_t count) {
  ROOM(r->off_times, r->off_room, r->off_count + (uint64_t)count);
  if (count)
    memcpy(r->off_times + r->off_count, r->bytes + at, count * sizeof *r->off_times);
  r->off_count += count;
  return true;
}

/* Returns the list for blocks of a type that are read when call paths and processes are known; NULL: blocks of this
 * type are read at once. */
static struct later_blocks *later_blocks(struct reader *r, uint32_t type) {
  switch (type) {
  case POMP_BLOCK_HISTOGRAMS:
    return &r->histograms;
  case POMP_BLOCK_BALANCE:
  case POMP_BLOCK_ARRIVALS: /* both begin with the same fields; the call path's role tells them apart */
    return &r->balances;
  case POMP_BLOCK_LOOPS:
    return &r->loops;
  case POMP_BLOCK_CHUNKS:
    return &r->chunks;
  case POMP_BLOCK_MODULES:
    return &r->modules;
  case POMP_BLOCK_STACKS:
    return &r->stacks;
  case POMP_BLOCK_SAMPLES:
    return &r->samples;
  case POMP_BLOCK_THREADS:
    return &r->threads;
  case POMP_BLOCK_SUMS:
    return &r->sums;
  default:
    return NULL;
  }
}

static bool add_later(struct reader *r, struct later_blocks *to, uint64_t at, uint32_t count) {
  ROOM(to->blocks, to->room, to->count + 1ull);
  to->blocks[to->count++] = (struct records_at){at, count};
  return true;
}

/* A mark that is being made counts for none. */
static bool add_death_mark(struct reader *r, uint64_t at, uint32_t count) {
  if (count > 1 || r->mark_at)
    return reader_fail(r, "damaged: a process that died twice");
  r->mark_at = count ? at + offsetof(struct pomp_death_mark, word) : 0;
  return true;
}

/* How large what a block counts is, by its type; 0: it is not known, or is read elsewhere. */
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
                               [POMP_BLOCK_DEATH] = sizeof(struct pomp_death_mark),
                               [POMP_BLOCK_LOOPS] = sizeof(struct pomp_loop_counts),
                               [POMP_BLOCK_ARRIVALS] = sizeof(struct pomp_arrivals),
                               [POMP_BLOCK_KERNEL] = sizeof(struct pomp_kernel_time),
                               [POMP_BLOCK_MODULES] = sizeof(struct pomp_module),
                               [POMP_BLOCK_STACKS] = 1,
                               [POMP_BLOCK_SAMPLES] = sizeof(struct pomp_sample),
                               [POMP_BLOCK_CHUNKS] = sizeof(struct pomp_loop_chunks),
                               [POMP_BLOCK_THREADS] = sizeof(struct pomp_thread_kernel),
                               [POMP_BLOCK_SUMS] = sizeof(struct pomp_sums),
                               [POMP_BLOCK_OFF] = sizeof(struct pomp_off_time)};

static bool is_of_phase(uint32_t type) {
  return type == POMP_BLOCK_PHASE || type == POMP_BLOCK_PHASE_CELLS || type == POMP_BLOCK_PHASE_TABLE ||
         type == POMP_BLOCK_PHASE_ROWS;
}

bool reader_add_block(struct reader *r, const struct block_at *b) {
  const uint64_t at = b->at;
  if (b->type == POMP_BLOCK_METRICS || b->type == POMP_BLOCK_VALUES)
    return metrics_add_block(r, b);
  if (is_of_phase(b->type))
    return phases_add_block(r, b);
  if (b->type >= sizeof sizes / sizeof *sizes || !sizes[b->type])
    return true; /* it comes from a later version, and nothing that we know refers to it */
  const size_t least = sizeof(struct pomp_block) + (b->type == POMP_BLOCK_SUMS ? sizeof(struct pomp_sums_head) : 0);
  if (b->first < least || b->first > b->size || b->count > (b->size - b->first) / sizes[b->type])
    return reader_fail(r, "damaged: a block holds more than it can");
  struct later_blocks *later = later_blocks(r, b->type);
  if (later)
    return add_later(r, later, at + b->first, b->count);
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
  case POMP_BLOCK_CPU:
    return add_cpu_times(r, at + b->first, b->count);
  case POMP_BLOCK_KERNEL:
    return add_kernel_times(r, at + b->first, b->count);
  case POMP_BLOCK_OFF:
    return add_off_times(r, at + b->first, b->count);
  case POMP_BLOCK_DEATH:
    return add_death_mark(r, at + b->first, b->count);
  case POMP_BLOCK_LOCATION:
    if (!b->count)
      return reader_fail(r, "damaged: a location without a call tree");
    if (r->e->location_count >= r->locations_found)
      return reader_fail(r, "damaged: it changes while it is read");
    return add_location(r, b) && add_nodes(r, b);
  default:
    return add_nodes(r, b);
  }
}

static bool make_nodes(struct reader *r) {
  struct experiment *e = r->e;
  e->nodes = huge_pages_malloc(r->nodes_room + 1ull, sizeof *e->nodes);
  e->origins = e->nodes ? huge_pages_malloc(r->nodes_room + 1ull, sizeof *e->origins) : NULL;
  return e->origins || reader_fail(r, "not enough memory");
}

/* All nodes that were counted have to be there, as the places of others are empty. */
static bool check_nodes(struct reader *r) {
  bool whole = r->e->location_count == r->locations_found;
  for (uint32_t i = 0; whole && i < r->locations_found; i++) {
    whole = r->room_at[i] == r->room_end[i];
    paged_leave(sizeof *r->room_at + sizeof *r->room_end);
  }
  r->e->node_count = whole ? r->nodes_room : 0;
  return whole || reader_fail(r, "damaged: it changes while it is read");
}

#define READ_AROUND (64u << 10) /* bytes that the kernel maps where some are read */

bool reader_read_blocks(struct reader *r) {
  for (uint32_t i = 0; i < r->block_count; i++) {
    const struct block_at *b = &r->blocks[i];
    if (!reader_is_sound(b, r->end))
      return reader_fail(r, "damaged: a block of impossible size");
    if (!reader_add_block(r, b))
      return false;
    reader_leave(r, b->type == POMP_BLOCK_LOCATION ? READ_AROUND : 0);
    paged_leave(sizeof *b + 2 * sizeof *r->runs + (b->type == POMP_BLOCK_LOCATION ? sizeof *r->e->locations : 0));
  }
  paged_free(r->blocks); /* there may be several for each location */
  r->blocks = NULL;
  r->block_count = 0;
  return check_nodes(r);
}

/* Reads histograms while they are written. */
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
  for (uint32_t i = 0; i < a->reader->histograms.count; i++)
    count += a->reader->histograms.blocks[i].count;
  a->runs = count >= WORTH_A_THREAD && pthread_create(&a->thread, NULL, read_aside, a) == 0;
  if (!a->runs)
    read_aside(a);
}

/* False, with a message, if the histograms can't be read. An earlier message stays. */
static bool end_aside(struct aside *a, bool good) {
  if (a->runs)
    pthread_join(a->thread, NULL);
  if (good && a->result == HISTOGRAMS_READ)
    experiment_count_arrivals(a->reader->e);
  if (!good || a->result == HISTOGRAMS_READ)
    return good;
  return reader_fail(a->reader,
                     a->result == HISTOGRAMS_BROKEN ? "damaged: a histogram of nothing" : "not enough memory");
}

/* Reads what is known without the call paths. */
static bool read_beside(struct reader *r) { return reader_check_locks(r) && processes_read_kernel(r) && names_read(r); }

static bool read_call_paths(struct reader *r) {
  finalize_sums_again(r);
  return make_nodes(r) && nodes_read(r) && metrics_read(r) && nodes_read_extras(r) && samples_read(r) &&
         (r->way->taker || phases_read(r)) && nodes_order(r) && (r->way->taker || r->frame || read_beside(r)) &&
         processes_close_visits(r);
}

bool reader_read_call_paths(struct reader *r) {
  struct aside aside = {.reader = r};
  begin_aside(&aside);
  return end_aside(&aside, read_call_paths(r));
}

static bool read_all(struct reader *r) {
  if (!reader_find_blocks(r) || !reader_make_texts(r) || !reader_read_blocks(r) || !processes_read(r))
    return false;
  if (!finalize_sums_begin(r))
    return reader_fail(r, "not enough memory");
  if (r->way->taker) {
    if (!read_beside(r))
      return false;
    if (nodes_take(r)) {
      r->e->node_count = 0;
      return r->e->taken = true;
    }
    if (r->way->taker->or_nothing && r->e->process_count > 1) {
      r->e->node_count = 0;
      return r->e->left = true;
    }
  }
  return reader_read_call_paths(r);
}

bool experiment_parse(struct experiment *e, const void *bytes, size_t size, const struct experiment_way *way,
                      char *error, size_t error_size) {
  static const struct experiment_way alone;
  struct reader reader = {.e = e, .bytes = bytes, .way = way ? way : &alone, .error = error, .error_size = error_size},
                *r = &reader;
  uint64_t used = 0;
  *e = (struct experiment){.program = ""};
  if (!experiment_probe(bytes, size, &used, error, error_size))
    return false;
  if (used > size)
    return reader_fail(r, "cut off: %zu of %llu bytes", size, (unsigned long long)used);
  memcpy(&e->header, bytes, sizeof e->header);
  e->header.used = used; /* as it was checked: the bytes may be those of a file that somebody writes to */
  r->begin = e->header.header_size;
  r->end = used;
  bool good = read_all(r);
  if (good && !e->left)
    finalize_sums_compare(r);
  if (good && e->process_count > 1)
    experiment_to_ns(e);
  reader_free(r);
  return good;
}
