/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_frame.c - reads what the processes of a job have in common from its file, and their locations, so that then each
 * of them can be read alone (read_part.c). Not here: which file it is (parts.c).
 *
 * What is damaged, or other than the ranks of a job write it together, is refused here without a word: who reads the
 * whole file says what is wrong with it. */
#include "job_sums.h"
#include "parse.h"
#include "part.h"
#include "phases.h"
#include "processes.h"

#include <stdlib.h>
#include <string.h>

/* --- the blocks --- */

/* Lists the blocks that are of no process. Those of the processes come one process after the other, each where its
 * record says; what all share is before them, and files of single ranks are behind. */
static bool find_shared(struct reader *r) {
  const struct experiment *e = r->e;
  uint32_t next = 0;
  for (uint64_t at = r->begin; at < r->end;) {
    if (next < e->process_count && e->processes[next].blocks == at) {
      const uint64_t size = e->processes[next++].blocks_size;
      if (!size || size % POMP_FORMAT_ALIGN || size > r->end - at)
        return false;
      at += size;
      continue;
    }
    if (r->end - at < sizeof(struct pomp_block) || !reader_fetch(r->way, at, sizeof(struct pomp_block)))
      return false;
    ROOM(r->blocks, r->blocks_room, r->block_count + 1ull);
    const struct block_at b = r->blocks[r->block_count] = reader_block(r, at);
    if (!reader_is_sound(&b, r->end))
      return false;
    at += b.size;
    if (b.type == POMP_BLOCK_OWN_FILE && next == e->process_count)
      continue;
    if (!reader_fetch(r->way, b.at, b.size))
      return false;
    if (b.type == POMP_BLOCK_STRINGS || b.type == POMP_BLOCK_CONSTRUCTS || b.type == POMP_BLOCK_SUMS)
      r->block_count++;
    else if (b.type != POMP_BLOCK_PROCESSES || next || !reader_add_block(r, &b))
      return false;
  }
  return next == e->process_count && next > 1;
}

/* --- the processes --- */

/* Adds what a process has beside its call paths. */
static bool add_process(struct reader *r, const struct reader *of, uint32_t process) {
  struct experiment *e = r->e;
  const struct experiment *part = of->e;
  const uint32_t first = e->location_count;
  if (e->processes[process].location_count != part->location_count)
    return false;
  ROOM(e->held, r->held_room, e->held_count + (uint64_t)part->held_count);
  ROOM(r->sets, r->sets_room, r->set_count + (uint64_t)of->set_count);
  ROOM(r->sums.blocks, r->sums.room, r->sums.count + (uint64_t)of->sums.count);
  for (uint32_t i = 0; i < part->location_count; i++) {
    struct location *l = &e->locations[e->location_count++];
    *l = part->locations[i];
    l->parent += l->parent == NO_LOCATION ? 0 : first;
  }
  filed_leave(part->location_count * sizeof *e->locations);
  for (uint32_t i = 0; i < part->held_count; i++) {
    e->held[e->held_count] = part->held[i];
    e->held[e->held_count++].holder += first;
  }
  for (uint32_t i = 0; i < of->set_count; i++)
    r->sets[r->set_count++] = of->sets[i];
  for (uint32_t i = 0; i < of->sums.count; i++)
    r->sums.blocks[r->sums.count++] = of->sums.blocks[i];
  return true;
}

/* Makes room for the locations of all processes. A damaged file may tell of more than it has room for. */
static bool make_locations(struct reader *r) {
  struct experiment *e = r->e;
  uint64_t count = 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    count += e->processes[i].location_count;
  if (count >= UINT32_MAX || count > (r->end - r->begin) / sizeof(struct pomp_location))
    return false;
  e->locations = filed_calloc(count + 1, sizeof *e->locations);
  return e->locations != NULL;
}

/* Reads the locations of all processes, of which no other block is looked at. */
static bool read_processes(struct reader *r) {
  bool good = make_locations(r);
  for (uint32_t i = 0; good && i < r->e->process_count; i++) {
    struct experiment part = {.program = ""};
    struct reader of = {
        .e = &part, .frame = r->e, .bytes = r->bytes, .way = r->way, .error = r->error, .error_size = r->error_size};
    good = r->e->processes[i].first_location == r->e->location_count && reader_read_locations(&of, i) &&
           add_process(r, &of, i);
    reader_leave_range(of.way, of.begin, of.end - of.begin);
    reader_free(&of);
    experiment_part_free(&part);
  }
  return good;
}

/* Each has said when its measurement ended. */
static bool have_ended(const struct experiment *e) {
  for (uint32_t i = 0; i < e->process_count; i++) {
    filed_leave(sizeof *e->processes);
    if (e->processes[i].header.state != POMP_STATE_COMPLETE || !e->processes[i].header.end_tick)
      return false;
  }
  return e->process_count && e->header.state == POMP_STATE_COMPLETE;
}

/* Brings back what tells which metrics there are, and what was added up. */
static bool fetch_beside(const struct reader *r) {
  bool good = true;
  for (uint32_t i = 0; good && i < r->sums.count; i++)
    good = reader_fetch(r->way, r->sums.blocks[i].at - sizeof(struct pomp_sums_head),
                        sizeof(struct pomp_sums_head) + r->sums.blocks[i].count * sizeof(struct pomp_sums));
  for (uint32_t i = 0; good && i < r->set_count; i++)
    good = reader_fetch(r->way, r->sets[i].at, r->sets[i].count * sizeof(struct pomp_metric));
  return good;
}

/* Reads what is in the blocks that all ranks have written together. */
static bool read_shared(struct reader *r) {
  struct experiment *e = r->e;
  if (!find_shared(r) || !have_ended(e) || !reader_make_texts(r))
    return false;
  if (!reader_read_blocks(r) || !names_read(r) || !read_processes(r) || !processes_read(r) || !fetch_beside(r) ||
      !metrics_read_sets(r))
    return false;
  uint64_t *most = calloc(e->process_count, sizeof *most);
  const bool good = most && processes_end(r, most);
  free(most);
  if (!good || !job_sums_begin(r))
    return false;
  e->counted = r->counted;
  r->counted = NULL;
  experiment_to_ns(e);
  return true;
}

/* --- files of single ranks behind them --- */

/* Leaves nothing of an experiment but its locations and what they share, each with an empty call tree: so it can be
 * joined with others. */
static bool strip(struct experiment *e) {
  struct node *nodes = realloc(e->nodes, (e->location_count + 1ull) * sizeof *nodes);
  e->nodes = nodes ? nodes : e->nodes;
  struct node_origin *origins = realloc(e->origins, (e->location_count + 1ull) * sizeof *origins);
  e->origins = origins ? origins : e->origins;
  free(e->values);
  e->values = calloc((size_t)e->location_count * e->metric_count + 1, sizeof *e->values);
  if (!nodes || !origins || !e->values)
    return false;
  for (uint32_t i = 0; i < e->location_count; i++) {
    nodes[i] = (struct node){.parent = NO_NODE, .location = i};
    origins[i] = (struct node_origin){.row = i};
  }
  e->node_count = e->location_count;
  e->histogram_sum_count = e->histogram_count = e->module_count = e->stack_count = e->sample_count = 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    e->processes[i].module_count = 0;
  phases_free(e);
  return true;
}

/* Forgets these call trees. */
static void forget_nodes(struct experiment *e) {
  free(e->nodes);
  free(e->origins);
  free(e->values);
  e->nodes = NULL;
  e->origins = NULL;
  e->values = NULL;
  e->node_count = 0;
}

/* Finds the file of its own that a rank has behind what all have written. */
static bool find_own(const struct reader *r, uint64_t at, uint64_t *left, uint64_t *size) {
  if (at % POMP_FORMAT_ALIGN || at >= r->end || !reader_fetch(r->way, at, sizeof(struct pomp_block)))
    return false;
  const struct block_at b = reader_block(r, at);
  if (b.type != POMP_BLOCK_OWN_FILE || !reader_is_sound(&b, r->end) || b.first > b.size || b.size > *left)
    return false;
  *left -= b.size; /* no two ranks have the same */
  *size = b.size - b.first;
  return true;
}

static bool is_of(const struct experiment *own, const struct process *p) {
  return own->process_count == 1 && own->header.job == p->header.job && own->header.rank == p->header.rank &&
         have_ended(own);
}

static bool read_own(const struct reader *r, struct process *p, struct experiment *own, uint64_t *left) {
  uint64_t size = 0;
  if (!find_own(r, p->own_at, left, &size))
    return false;
  const uint64_t at = p->own_at + reader_block(r, p->own_at).first;
  const bool good = reader_fetch(r->way, at, size) &&
                    experiment_parse(own, r->bytes + at, size, NULL, r->error, r->error_size) && is_of(own, p) &&
                    strip(own);
  reader_leave_range(r->way, at, size);
  if (good) {
    own->processes[0].own_at = at;
    own->processes[0].own_size = size;
    p->replaced = true;
  }
  return good;
}

/* Puts in place of processes those that have files of their own there, as job_file.c does. */
static bool replace(struct reader *r) {
  struct experiment *e = r->e;
  uint32_t count = 1;
  uint64_t left = r->end;
  for (uint32_t i = 0; i < e->process_count; i++)
    count += e->processes[i].own_at != 0;
  if (count == 1)
    return true;
  struct experiment *parts = calloc(count, sizeof *parts);
  bool good = parts && strip(e);
  for (uint32_t i = 0, k = 1; good && i < e->process_count; i++)
    if (e->processes[i].own_at)
      good = read_own(r, &e->processes[i], &parts[k++], &left);
  if (!parts)
    return false;
  parts[0] = *e;
  *e = (struct experiment){.program = "", .parts = parts, .part_count = count}; /* for experiment_free */
  good = good && experiment_join(e, parts, count, r->error, r->error_size);
  forget_nodes(e);
  for (uint32_t i = 0; i < count; i++)
    forget_nodes(&parts[i]);
  return good;
}

bool experiment_parse_frame(struct experiment *e, const void *bytes, size_t size, const struct experiment_way *way) {
  char error[READER_ERROR];
  struct reader r = {.e = e, .bytes = bytes, .way = way, .error = error, .error_size = sizeof error};
  uint64_t used = 0;
  *e = (struct experiment){.program = ""};
  if (size < POMP_FORMAT_HEADER_SIZE || !reader_fetch(r.way, 0, POMP_FORMAT_HEADER_SIZE) ||
      !experiment_probe(bytes, size, &used, error, sizeof error) || used > size)
    return false;
  memcpy(&e->header, bytes, sizeof e->header);
  e->header.used = used;
  r.begin = e->header.header_size;
  r.end = used;
  const bool good = read_shared(&r) && replace(&r);
  reader_free(&r);
  return e->taken = good;
}
