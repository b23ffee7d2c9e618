/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_frame.c - reads what the processes of a job have in common from its file, and their locations, so that then each
 * of them can be read alone (read_rank.c). Not here: which file it is (rank_reader.c).
 *
 * A damaged file, or a file that no ranks of a job wrote together, is refused here without a message: the reader of the
 * whole file reports it. */
#include "files/finalize_sums.h"
#include "files/frame.h"
#include "files/parse.h"
#include "files/processes.h"
#include "files/rank_experiment.h"

#include <stdlib.h>
#include <string.h>

/* --- the blocks --- */

/* Lists the blocks that belong to no process. The blocks of each process are where its record says, process by process;
 * shared blocks come before them, and files of single ranks behind. */
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
  const struct experiment *rank = of->e;
  const uint32_t first = e->location_count;
  if (e->processes[process].location_count != rank->location_count)
    return false;
  ROOM(e->held, r->held_room, e->held_count + (uint64_t)rank->held_count);
  ROOM(r->sets, r->sets_room, r->set_count + (uint64_t)of->set_count);
  ROOM(r->sums.blocks, r->sums.room, r->sums.count + (uint64_t)of->sums.count);
  for (uint32_t i = 0; i < rank->location_count; i++) {
    struct location *l = &e->locations[e->location_count++];
    *l = rank->locations[i];
    l->parent += l->parent == NO_LOCATION ? 0 : first;
  }
  paged_leave(rank->location_count * sizeof *e->locations);
  for (uint32_t i = 0; i < rank->held_count; i++) {
    e->held[e->held_count] = rank->held[i];
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
  e->locations = paged_calloc(count + 1, sizeof *e->locations);
  return e->locations != NULL;
}

/* True if the process has said when its measurement ended. */
static bool has_ended(const struct process *p) { return p->header.state == POMP_STATE_COMPLETE && p->header.end_tick; }

/* True if a block is that of the location of this number in the file. */
static bool is_of_location(const struct reader *r, const struct block_at *b, uint32_t number) {
  struct pomp_location l;
  if (b->first < sizeof(struct pomp_block) + sizeof l || b->first > b->size - sizeof(struct pomp_node))
    return false;
  memcpy(&l, r->bytes + b->at + sizeof(struct pomp_block), sizeof l);
  return l.id == number && b->location == number;
}

/* True if the process has not brought the rest of what it has to this file. */
static bool runs(const struct process *p) { return p->header.state == POMP_STATE_RUNNING && !p->own_at; }

/* Makes room for the locations of a process that may be writing its part of the file just now, as it has not ended: of
 * that part nothing is looked at but which metrics it has. The rank's own file beside this file replaces it. */
static bool skip_process(struct reader *r, const struct process *p) {
  struct experiment *e = r->e;
  const uint64_t end = p->blocks + p->blocks_size;
  uint32_t found = 0;
  if (!reader_fetch(r->way, p->blocks, p->blocks_size))
    return false;
  for (uint64_t at = p->blocks; at < end && end - at >= sizeof(struct pomp_block);) {
    const struct block_at b = reader_block(r, at);
    if (!reader_is_sound(&b, end) || (b.type == POMP_BLOCK_METRICS && !reader_add_block(r, &b)) ||
        (b.type == POMP_BLOCK_LOCATION && !is_of_location(r, &b, p->first_in_file + found)))
      return false;
    found += b.type == POMP_BLOCK_LOCATION;
    at += b.size;
  }
  if (found != p->location_count)
    return false;
  for (uint32_t i = 0; i < p->location_count; i++)
    e->locations[e->location_count++] = (struct location){.parent = NO_LOCATION};
  return true;
}

/* Reads the locations of all processes, of which no other block is looked at. */
static bool read_processes(struct reader *r) {
  bool good = make_locations(r);
  for (uint32_t i = 0; good && i < r->e->process_count; i++) {
    struct experiment rank = {.program = ""};
    if (runs(&r->e->processes[i])) {
      good = r->e->processes[i].first_location == r->e->location_count && skip_process(r, &r->e->processes[i]);
      continue;
    }
    struct reader of = {
        .e = &rank, .frame = r->e, .bytes = r->bytes, .way = r->way, .error = r->error, .error_size = r->error_size};
    good = r->e->processes[i].first_location == r->e->location_count && reader_read_locations(&of, i) &&
           add_process(r, &of, i);
    reader_leave_range(of.way, of.begin, of.end - of.begin);
    reader_free(&of);
    experiment_of_rank_free(&rank);
  }
  return good;
}

/* Each has said when its measurement ended, or goes on. */
static bool may_be_framed(const struct experiment *e) {
  bool good = e->header.state == POMP_STATE_COMPLETE && e->process_count <= e->header.ranks;
  for (uint32_t i = 0; i < e->process_count; i++) {
    paged_leave(sizeof *e->processes);
    good &= has_ended(&e->processes[i]) || runs(&e->processes[i]);
  }
  return good;
}

/* Each has said when its measurement ended. */
static bool have_ended(const struct experiment *e) {
  for (uint32_t i = 0; i < e->process_count; i++) {
    paged_leave(sizeof *e->processes);
    if (!has_ended(&e->processes[i]))
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
  if (!find_shared(r) || !may_be_framed(e) || !reader_make_texts(r))
    return false;
  if (!reader_read_blocks(r) || !names_read(r) || !read_processes(r) || !processes_read(r) || !fetch_beside(r) ||
      !metrics_read_sets(r))
    return false;
  uint64_t *most = calloc(e->process_count, sizeof *most);
  const bool good = most && processes_end(r, most);
  free(most);
  if (!good || !finalize_sums_begin(r))
    return false;
  e->counted = r->counted;
  r->counted = NULL;
  experiment_to_ns(e);
  return true;
}

/* --- files of single ranks behind them, and beside --- */

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

static bool read_own(const struct reader *r, struct process *p, struct experiment *own, uint64_t *left) {
  uint64_t size = 0;
  if (!find_own(r, p->own_at, left, &size))
    return false;
  const uint64_t at = p->own_at + reader_block(r, p->own_at).first;
  const bool good = reader_fetch(r->way, at, size) &&
                    experiment_parse(own, r->bytes + at, size, NULL, r->error, r->error_size) && have_ended(own);
  reader_leave_range(r->way, at, size);
  if (good) {
    own->processes[0].own_at = at;
    own->processes[0].own_size = size;
  }
  return good;
}

static bool is_of(const struct experiment *own, const struct process *p) {
  return own->process_count == 1 && own->header.job == p->header.job && own->header.rank == p->header.rank;
}

/* Adds a process of the job: what its own file has, behind the job's or beside it, or else its part of the job's. */
static bool add_next(struct reader *r, struct frame *f, uint32_t process, uint64_t *left) {
  struct process *p = &f->e->parts[0].processes[process];
  struct experiment own = {.program = ""};
  if (!p->own_at && !runs(p))
    return frame_add(f, process);
  p->replaced = true;
  const bool good =
      (p->own_at ? read_own(r, p, &own, left) : r->way->own && r->way->own(r->way->owner, process, &p->header, &own)) &&
      is_of(&own, p) && frame_add_own(f, &own);
  experiment_free(&own);
  return good;
}

/* Puts in place of processes those that have files of their own, as job_file.c does. */
static bool replace(struct reader *r) {
  struct experiment *e = r->e;
  struct frame f;
  uint32_t count = e->process_count;
  uint64_t left = r->end;
  bool some = false;
  for (uint32_t i = 0; i < count; i++)
    some |= e->processes[i].own_at || runs(&e->processes[i]);
  if (!some)
    return true;
  bool good = frame_begin(&f, e, e);
  for (uint32_t i = 0; good && i < count; i++)
    good = add_next(r, &f, i, &left);
  good = good && frame_end(&f);
  frame_free(&f);
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
