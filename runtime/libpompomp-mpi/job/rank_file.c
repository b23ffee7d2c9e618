/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_file.c - goes through a rank's file twice: to find its blocks and read its definitions, and to copy, check,
 * renumber and write each block.
 * Not here: statistics; what a reader has to refuse beyond this (tools/show). */
#include "job/rank_move.h"
#include "pomp_array.h"
#include "pomp_file.h"
#include "pomp_possible.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A record of a block has so many bytes; 0: a rank's file has no blocks of this type. */
static const size_t record_sizes[] = {[POMP_BLOCK_STRINGS] = 1,
                                      [POMP_BLOCK_CONSTRUCTS] = sizeof(struct pomp_construct),
                                      [POMP_BLOCK_LOCATION] = sizeof(struct pomp_node),
                                      [POMP_BLOCK_NODES] = sizeof(struct pomp_node),
                                      [POMP_BLOCK_METRICS] = sizeof(struct pomp_metric),
                                      [POMP_BLOCK_VALUES] = sizeof(struct pomp_value), /* or more */
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
                                      [POMP_BLOCK_PHASE] = sizeof(struct pomp_phase_head),
                                      [POMP_BLOCK_PHASE_CELLS] = sizeof(uint32_t),
                                      [POMP_BLOCK_PHASE_ROWS] = 1,
                                      [POMP_BLOCK_OFF] = sizeof(struct pomp_off_time)};

/* Definitions are written by rank 0, once for all ranks. Nobody asks when a rank died that has ended its measurement.
 */
static bool goes_along(uint32_t type) {
  return type != POMP_BLOCK_STRINGS && type != POMP_BLOCK_CONSTRUCTS && type != POMP_BLOCK_DEATH;
}

/* --- the file is looked through --- */

static bool is_sound_header(const struct pomp_header *h, uint64_t size, const struct pomp_rank_identity *identity) {
  return memcmp(h->magic, POMP_FORMAT_MAGIC, sizeof h->magic) == 0 && h->byte_order == POMP_FORMAT_BYTE_ORDER &&
         h->version == POMP_FORMAT_VERSION && h->header_size == POMP_FORMAT_HEADER_SIZE &&
         h->used >= POMP_FORMAT_HEADER_SIZE && h->used % POMP_FORMAT_ALIGN == 0 && h->used <= size &&
         h->rank == identity->rank && h->ranks == identity->ranks && h->job == identity->job &&
         h->threads <= POMP_MAX_THREADS && h->workers <= h->threads + 1 && h->throttled <= POMP_MAX_CPU_TIME &&
         pomp_kernel_use_is_possible(h) && h->sync_latest >= 1 && h->sync_latest <= 2 &&
         pomp_clock_is_possible(&h->sync[0], &h->sync[h->sync_latest]);
}

/* Returns how long a visit can have taken at most: as long as the measurement, and a second. 0: the measurement's end
 * is none that it can have. */
static uint64_t longest_of(const struct pomp_header *h) {
  const struct pomp_sync *a = &h->sync[0], *b = &h->sync[h->sync_latest];
  double second = (double)(b->tick - a->tick) / (double)(b->ns - a->ns) * 1e9;
  uint64_t ticks = h->end_tick - a->tick;
  if (h->end_tick <= a->tick || (double)ticks / second >= (double)POMP_MAX_SECONDS)
    return 0;
  return ticks + (uint64_t)second;
}

static uint64_t in_ns(const struct pomp_header *h, uint64_t ticks) {
  const struct pomp_sync *a = &h->sync[0], *b = &h->sync[h->sync_latest];
  return (uint64_t)((double)ticks / (double)(b->tick - a->tick) * (double)(b->ns - a->ns)) + 1;
}

/* The block's head is at `at` of a file whose blocks end at `used`, a multiple of a block's alignment. */
static bool is_sound_head(const struct pomp_block *b, uint64_t at, uint64_t used) {
  uint64_t begin = sizeof *b;
  if (b->size < sizeof *b || b->size % POMP_FORMAT_ALIGN || b->size > used - at)
    return false;
  if (b->type >= sizeof record_sizes / sizeof *record_sizes || !record_sizes[b->type])
    return false;
  if (b->type == POMP_BLOCK_LOCATION)
    begin += sizeof(struct pomp_location);
  if (b->type == POMP_BLOCK_VALUES)
    begin += sizeof(struct pomp_values);
  uint32_t alignment = pomp_rank_has_nodes(b->type) ? sizeof(struct pomp_node) : 8;
  return b->first >= begin && b->first <= b->size && b->first % alignment == 0 &&
         b->count <= (b->size - b->first) / record_sizes[b->type] && (b->type != POMP_BLOCK_LOCATION || b->count);
}

/* Makes a private copy of a whole block, with the head that was checked before; NULL: no memory. */
static void *copy_of(const struct pomp_rank_file *f, uint64_t at, const struct pomp_block *head) {
  char *copy = malloc(head->size);
  if (copy) {
    memcpy(copy, f->mapped + at, head->size);
    memcpy(copy, head, sizeof *head);
  }
  return copy;
}

/* `block` is a copy of what is at `at`. */
static int add_strings(struct pomp_rank_file *f, uint64_t at, const struct pomp_block *block,
                       struct pomp_definitions *d) {
  const char *begin = (const char *)block;
  for (uint64_t next = block->first, end = next + block->count; next < end;) {
    struct pomp_string s;
    if (end - next < sizeof s)
      return -EBADMSG;
    memcpy(&s, begin + next, sizeof s);
    uint64_t size = (sizeof s + (uint64_t)s.length + 1 + 7) / 8 * 8;
    const char *text = begin + next + sizeof s;
    if (size > end - next || text[s.length] != 0)
      return -EBADMSG;
    if (!POMP_ARRAY_ROOM(f->strings, f->string_room, f->string_count + 1ull))
      return -ENOMEM;
    uint32_t number = (uint32_t)((at + next) / 8), index = pomp_definitions_string(d, text, s.length);
    f->strings[f->string_count++] = (struct pomp_rank_string){number, index};
    next += size;
  }
  return d->failed ? -ENOMEM : 0;
}

static int add_constructs(struct pomp_rank_file *f, const struct pomp_block *block, struct pomp_definitions *d) {
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_construct c;
    memcpy(&c, (const char *)block + block->first + i * sizeof c, sizeof c);
    bool site = c.flags & POMP_CONSTRUCT_CODE_SITE, clauses = c.flags & POMP_CONSTRUCT_CLAUSES;
    if (clauses && !site && (c.num_threads < 0 || c.chunk < 0))
      return -EBADMSG;
    uint32_t *const strings[] = {&c.name,  &c.sub_name, &c.file, &c.function, site ? &c.module : &c.clauses,
                                 &c.build, &c.clauses};
    size_t count = site ? 6 + clauses : clauses ? 5 : 4;
    /* Older versions kept something else in what is reserved. */
    if (!clauses)
      c.clauses = c.facts = 0;
    if (!clauses && !site) {
      c.module = c.build = 0;
      c.address = 0;
    }
    for (size_t k = 0; k < count; k++) {
      *strings[k] = pomp_rank_string_index(f, *strings[k]);
      if (*strings[k] == UINT32_MAX)
        return -EBADMSG;
    }
    if (pomp_definitions_construct(d, &c) != f->constructs++ && !d->failed)
      return -EBADMSG; /* no two of a file are the same */
  }
  return d->failed ? -ENOMEM : 0;
}

static int add_definitions(struct pomp_rank_file *f, uint64_t at, const struct pomp_block *head,
                           struct pomp_definitions *d) {
  struct pomp_block *copy = copy_of(f, at, head);
  if (!copy)
    return -ENOMEM;
  int error = head->type == POMP_BLOCK_STRINGS ? add_strings(f, at, copy, d) : add_constructs(f, copy, d);
  free(copy);
  return error;
}

#define MORE_RECORDS 8u /* a rank that goes on after MPI_Finalize mostly has room for what is new then */

/* Returns how many bytes of a block go into the job's file: not its room for records that never came. Values have a
 * place for each node, and what phases have is not one record after the other. */
static uint64_t filled(const struct pomp_block *b) {
  if (b->type == POMP_BLOCK_VALUES || b->type == POMP_BLOCK_PHASE || b->type == POMP_BLOCK_PHASE_CELLS)
    return b->size;
  const uint64_t records = b->count + (uint64_t)MORE_RECORDS, bytes = b->first + records * record_sizes[b->type];
  const uint64_t size = (bytes + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  return size < b->size ? size : b->size;
}

static int add_block(struct pomp_rank_file *f, uint64_t at, const struct pomp_block *head) {
  if (!POMP_ARRAY_ROOM(f->blocks, f->block_room, f->block_count + 1ull))
    return -ENOMEM;
  struct pomp_rank_block *b = &f->blocks[f->block_count++];
  *b = (struct pomp_rank_block){at, f->size, *head};
  b->head.size = filled(head);
  f->size += b->head.size;
  f->locations += head->type == POMP_BLOCK_LOCATION;
  return 0;
}

/* Looks at each block's head; adds the definitions of one type, and with the strings the list of the other blocks. */
static int each_block(struct pomp_rank_file *f, uint32_t type, struct pomp_definitions *d) {
  int error = 0;
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; !error && at < f->header.used;) {
    struct pomp_block head;
    memcpy(&head, f->mapped + at, sizeof head);
    if (!is_sound_head(&head, at, f->header.used))
      return -EBADMSG;
    if (head.type == type)
      error = add_definitions(f, at, &head, d);
    else if (goes_along(head.type) && type == POMP_BLOCK_STRINGS)
      error = add_block(f, at, &head);
    at += head.size;
  }
  return error;
}

int pomp_rank_file_read(struct pomp_rank_file *f, const char *mapped, uint64_t size,
                        const struct pomp_rank_identity *identity, struct pomp_definitions *d) {
  *f = (struct pomp_rank_file){.mapped = mapped};
  if (!mapped)
    return 0;
  int error = -EBADMSG;
  if (size >= POMP_FORMAT_HEADER_SIZE) {
    memcpy(&f->header, mapped, sizeof f->header);
    if (is_sound_header(&f->header, size, identity))
      error = each_block(f, POMP_BLOCK_STRINGS, d);
  }
  if (!error)
    error = each_block(f, POMP_BLOCK_CONSTRUCTS, d);
  if (!error && !(f->longest = longest_of(&f->header)))
    error = -EBADMSG;
  if (!error) {
    f->longest_ns = in_ns(&f->header, f->longest);
    f->size += POMP_FORMAT_ALIGN; /* for the sums */
  }
  if (error) {
    pomp_rank_file_free(f);
    pomp_definitions_free(d);
  }
  return error;
}

void pomp_rank_file_free(struct pomp_rank_file *f) {
  free(f->blocks);
  free(f->strings);
  *f = (struct pomp_rank_file){.mapped = NULL};
}

/* --- copies of blocks are checked and renumbered --- */

/* Returns the key of a call path in the job's file. Who held what a blamed call path waited for may have been outside
 * of all regions: then there is no construct. */
static uint32_t moved_key(struct pomp_move *m, uint32_t key) {
  uint32_t construct = POMP_KEY_CONSTRUCT(key), role = POMP_KEY_ROLE(key);
  if (role == POMP_ROLE_NONE || role >= POMP_ROLE_COUNT || construct > m->file->constructs)
    return pomp_move_refuse(m);
  if (!construct)
    return role == POMP_ROLE_BLAME ? key : pomp_move_refuse(m);
  return POMP_KEY(m->numbers->constructs[construct - 1], role);
}

/* A call path's parent is of the same location, unless it is a task, or the first one of a member of a team. */
static uint32_t moved_parent(struct pomp_move *m, const struct pomp_node *n, uint32_t location) {
  uint32_t parent = pomp_move_node(m, n->parent);
  if (parent && m->last->head.location != location && !m->member[location] && POMP_KEY_ROLE(n->key) != POMP_ROLE_TASK)
    return pomp_move_refuse(m);
  return parent;
}

static void move_call_path(struct pomp_move *m, struct pomp_node *n, uint32_t location, bool root) {
  uint32_t role = POMP_KEY_ROLE(n->key);
  if (root != (n->key == 0) || root != (n->parent == 0) || n->visits > POMP_MAX_VISITS ||
      !pomp_times_are_possible(n, m->file->longest))
    m->bad = true;
  n->parent = moved_parent(m, n, location);
  n->key = n->key ? moved_key(m, n->key) : 0;
  if (role == POMP_ROLE_TEAM)
    n->reserved = 0;
  else if (!m->file->header.first_fork || n->early > m->file->longest)
    n->early = 0;
}

static void move_nodes(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_node *nodes = (struct pomp_node *)(void *)((char *)block + block->first);
  if (block->location >= m->locations)
    m->bad = true;
  for (uint32_t i = 0; !m->bad && i < block->count; i++)
    move_call_path(m, &nodes[i], block->location, block->type == POMP_BLOCK_LOCATION && i == 0);
}

/* Locations are numbered as they come, and a team comes after the location that forked it. */
static void move_location(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_location *l = (struct pomp_location *)(void *)(block + 1);
  char *own = (char *)(l + 1);
  memset(own, 0, (size_t)((char *)block + block->first - own)); /* it means something to the writer alone */
  bool member = l->flags & (POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  if (l->lived > POMP_MAX_CPU_TIME || l->on_cpu > POMP_MAX_CPU_TIME || l->ready > POMP_MAX_CPU_TIME)
    m->bad = true;
  if (l->id != m->locations++ || l->id != block->location || (member && l->parent >= l->id))
    m->bad = true;
  else
    m->member[l->id] = member;
  l->id = pomp_move_location(m, l->id);
  l->root = pomp_move_node(m, l->root);
  if (l->parent != POMP_NOT_KNOWN)
    l->parent = pomp_move_location(m, l->parent);
}

static void move_location_block(struct pomp_move *m, struct pomp_block *block) {
  move_location(m, block);
  move_nodes(m, block);
}

static void move_messages(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_messages *messages = (struct pomp_messages *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    const struct pomp_messages *c = &messages[i];
    if ((c->node && !c->kind) || !pomp_messages_are_possible(c->sent, c->sent_bytes, c->received, c->received_bytes))
      m->bad = true;
    messages[i].node = pomp_move_node(m, messages[i].node);
    messages[i].reserved_1 = 0;
  }
}

static void move_locks(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_held_lock *locks = (struct pomp_held_lock *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_held_lock *l = &locks[i];
    if (!l->holder) {
      *l = (struct pomp_held_lock){.holder = 0};
      continue;
    }
    if (!l->construct || l->construct > m->file->constructs) {
      m->bad = true;
      return;
    }
    l->construct = m->numbers->constructs[l->construct - 1];
    l->holder = pomp_move_location(m, l->holder - 1) + 1;
    l->reserved = 0;
  }
}

/* They stay in ticks of the rank's clock, as its call paths do. */
static void move_histograms(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_histogram *histograms = (struct pomp_histogram *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    struct pomp_histogram *h = &histograms[i];
    h->key = POMP_KEY_CONSTRUCT(h->key) ? moved_key(m, h->key) : pomp_move_refuse(m);
    h->location = pomp_move_location(m, h->location);
  }
}

/* Names are among the definitions, as all strings of the file. */
static void move_metrics(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_metric *metrics = (struct pomp_metric *)(void *)((char *)block + block->first);
  for (uint32_t i = 0; i < block->count; i++) {
    uint32_t *const strings[] = {&metrics[i].name, &metrics[i].unit, &metrics[i].text, &metrics[i].source};
    for (size_t k = 0; k < sizeof strings / sizeof *strings; k++)
      *strings[k] = pomp_move_string(m, *strings[k]);
  }
  m->metrics = block->count;
}

/* The values follow the record, node by node; and behind them, if there are any, those as of the last event. */
static void move_values(struct pomp_move *m, struct pomp_block *block) {
  struct pomp_values *v = (struct pomp_values *)(void *)(block + 1);
  uint64_t row = m->metrics * sizeof(struct pomp_value), last = m->metrics * sizeof(int64_t);
  if (!row || v->metrics != m->metrics || block->count > (block->size - block->first) / row ||
      (v->last && (last > block->size || v->last > block->size - last)))
    m->bad = true;
  v->node = pomp_move_node(m, v->node);
}

/* Blocks of other types need no numbers but those of their heads. */
static void (*const moves[])(struct pomp_move *m, struct pomp_block *block) = {
    [POMP_BLOCK_LOCATION] = move_location_block,
    [POMP_BLOCK_NODES] = move_nodes,
    [POMP_BLOCK_METRICS] = move_metrics,
    [POMP_BLOCK_VALUES] = move_values,
    [POMP_BLOCK_MESSAGES] = move_messages,
    [POMP_BLOCK_LOCKS] = move_locks,
    [POMP_BLOCK_HISTOGRAMS] = move_histograms,
    [POMP_BLOCK_BALANCE] = pomp_move_balances,
    [POMP_BLOCK_CPU] = pomp_move_cpu_times,
    [POMP_BLOCK_LOOPS] = pomp_move_loops,
    [POMP_BLOCK_ARRIVALS] = pomp_move_arrivals,
    [POMP_BLOCK_KERNEL] = pomp_move_kernel_times,
    [POMP_BLOCK_MODULES] = pomp_move_modules,
    [POMP_BLOCK_STACKS] = pomp_move_stacks,
    [POMP_BLOCK_SAMPLES] = pomp_move_samples,
    [POMP_BLOCK_CHUNKS] = pomp_move_chunks,
    [POMP_BLOCK_THREADS] = pomp_move_threads,
    [POMP_BLOCK_PHASE] = pomp_move_phase,
    [POMP_BLOCK_PHASE_CELLS] = pomp_move_phase_cells,
    [POMP_BLOCK_OFF] = pomp_move_off_times,
};

/* Tells whether the copy is sound; if not, it must not be written. */
static bool move_block(struct pomp_move *m, struct pomp_block *block) {
  if (block->type < sizeof moves / sizeof *moves && moves[block->type])
    moves[block->type](m, block);
  if (pomp_rank_has_nodes(block->type) || block->type == POMP_BLOCK_VALUES || block->type == POMP_BLOCK_PHASE ||
      block->type == POMP_BLOCK_PHASE_CELLS)
    block->location = pomp_move_location(m, block->location);
  return !m->bad;
}

/* This adds up the nodes as they have been written. */
static void add_up(struct pomp_rank_sums *sums, const struct pomp_block *block) {
  if (pomp_rank_has_nodes(block->type))
    pomp_rank_sums_add(sums, (const struct pomp_node *)(const void *)((const char *)block + block->first),
                       block->count);
}

static int write_sums(const struct pomp_rank_file *f, int fd, uint64_t end, struct pomp_rank_sums *now,
                      const struct pomp_rank_sums *before) {
  struct pomp_block *block = malloc(POMP_FORMAT_ALIGN);
  if (!block)
    return -ENOMEM;
  pomp_rank_sums_since(now, before ? before : now, f->header.rank, block);
  int error = pomp_file_write_at(fd, block, POMP_FORMAT_ALIGN, end - POMP_FORMAT_ALIGN);
  free(block);
  return error;
}

int pomp_rank_file_write(const struct pomp_rank_file *f, int fd, uint64_t offset, uint32_t first,
                         const struct pomp_renumbering *numbers, struct pomp_rank_sums *now,
                         const struct pomp_rank_sums *before) {
  struct pomp_move m = {.file = f, .numbers = numbers, .offset = offset, .first = first};
  m.member = calloc(f->locations + 1ull, sizeof *m.member);
  int error = m.member ? 0 : -ENOMEM;
  *now = (struct pomp_rank_sums){.head = {.processes = 1, .locations = f->locations}};
  for (uint32_t i = 0; !error && i < f->block_count; i++) {
    const struct pomp_rank_block *from = &f->blocks[i];
    struct pomp_block *copy = copy_of(f, from->at, &from->head);
    if (!copy)
      error = -ENOMEM;
    else
      error = move_block(&m, copy) ? pomp_file_write_at(fd, copy, from->head.size, offset + from->to) : -EBADMSG;
    if (!error)
      add_up(now, copy);
    free(copy);
  }
  if (!error)
    error = write_sums(f, fd, offset + f->size, now, before);
  free(m.member);
  return error;
}

struct pomp_process pomp_rank_file_process(const struct pomp_rank_file *f, uint32_t first,
                                           const struct pomp_renumbering *numbers) {
  struct pomp_process p = {.first_location = first, .locations = f->locations, .header = f->header};
  uint32_t *const strings[] = {&p.header.program, &p.header.command,  &p.header.directory,
                               &p.header.host,    &p.header.settings, &p.header.writer};
  for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
    uint32_t index = pomp_rank_string_index(f, *strings[i]);
    *strings[i] = index < numbers->string_count ? numbers->strings[index] : 0;
  }
  return p;
}
