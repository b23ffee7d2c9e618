/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job.c - writes the file of a job of as many ranks as its arguments say, as they would write it in MPI_Finalize; or,
 * into a directory that is there, the file of each, as if all had been killed on this machine. On each rank, an initial
 * thread forks a team, each member of which has visited so many call paths. One in three is a function, with a loop
 * inside, which ends with a barrier. The times are made up; every eighth member works longer. Blocks are as large as
 * those of the library. There are no histograms, nor records other than nodes, and samples if they are asked for: so
 * many of each member, each with a stack of its own, and at some instruction of this program; and those of a phase if
 * VISITS are given: the initial thread forks its teams in that many visits, two of which share a record on each fifth
 * rank. Each takes longer than the one before; one of each third rank takes much longer, in the barriers. Usage: job
 * FILE|DIRECTORY RANKS THREADS PATHS [SAMPLES [VISITS]]. */
#include "pomp_format.h"
#include "pomp_roles.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, NODE = sizeof(struct pomp_node), FIRST = 37, MOST = 65536, ROOM = 8, CLUSTERS = 8, RECORDS = 2048 };
static const uint64_t begin_tick = 1000000, run_ticks = 10000000000;

static FILE *out;
static uint64_t at;
static uint32_t visits; /* of the phase; 0: there is none */

static void put(const void *bytes, size_t size) {
  if (fwrite(bytes, size, 1, out) != 1)
    exit(1);
  at += size;
}
static void fill(uint64_t to) {
  static const char zeros[MOST];
  while (at < to)
    put(zeros, to - at < sizeof zeros ? to - at : sizeof zeros);
}

/* --- what all ranks share --- */

static uint32_t string_at; /* of the next string, which is its number */
static char strings[1 << 20];
static size_t string_bytes;

static uint32_t string(const char *text) {
  const uint32_t length = (uint32_t)strlen(text), number = string_at + (uint32_t)(string_bytes / 8);
  memcpy(strings + string_bytes + 4, &length, sizeof length);
  memcpy(strings + string_bytes + 8, text, length);
  string_bytes += (8 + length + 1 + 7) / 8 * 8;
  return number;
}

/* The records are behind so many bytes of a head. */
static void put_block_of(uint32_t location, uint32_t type, uint32_t count, const void *records, size_t size,
                         size_t head) {
  const struct pomp_block b = {.type = type,
                               .count = count,
                               .size = (64 + size + PAGE - 1) / PAGE * PAGE,
                               .first = sizeof b + (uint32_t)head,
                               .location = location};
  const uint64_t end = at + b.size;
  put(&b, sizeof b);
  put(records, size);
  fill(end);
}

static void put_block(uint32_t type, uint32_t count, const void *records, size_t size) {
  put_block_of(0, type, count, records, size, 0);
}

/* --- a location --- */

static struct pomp_node *nodes;

struct place {
  uint64_t block, size; /* of the block that it is in */
  uint32_t first;       /* of its nodes */
};

/* Finds the blocks of a location at `from`: the first one has 36 nodes beside the root, and each further one is half as
 * large as all before, within bounds. The result is how many they are. */
static uint32_t blocks_of(uint32_t count, uint64_t from, struct place *places) {
  uint64_t sum = PAGE;
  uint32_t n = 0, got = FIRST;
  places[n++] = (struct place){from, PAGE, 0};
  for (from += PAGE; got < count; n++) {
    uint64_t size = sum / 2 / PAGE * PAGE;
    size = size < PAGE ? PAGE : size > MOST ? MOST : size;
    const uint32_t room = (uint32_t)((size - 64) / NODE), left = count - got;
    if (left + ROOM < room)
      size = (64 + (uint64_t)(left + ROOM) * NODE + PAGE - 1) / PAGE * PAGE;
    places[n] = (struct place){from, size, got};
    from += size;
    sum += size;
    got += room;
  }
  places[n] = (struct place){from, 0, count};
  return n;
}

static uint32_t number_of(const struct place *places, uint32_t node) {
  while (places[1].size && node >= places[1].first)
    places++;
  return (uint32_t)((places->block + (places->first ? 64 : 192)) / NODE + node - places->first);
}

static void put_location(struct pomp_location l, uint32_t count, const struct place *places, uint32_t blocks) {
  for (uint32_t i = 0; i < blocks; i++) {
    const struct place *p = &places[i];
    const uint32_t end = i + 1 < blocks ? p[1].first : count;
    const struct pomp_block b = {.type = i ? POMP_BLOCK_NODES : POMP_BLOCK_LOCATION,
                                 .count = end - p->first,
                                 .size = p->size,
                                 .first = i ? 64 : 192,
                                 .location = l.id};
    put(&b, sizeof b);
    if (!i)
      put(&l, sizeof l);
    fill(p->block + b.first);
    put(nodes + p->first, (size_t)b.count * NODE);
    fill(p->block + p->size);
  }
}

static void set_node(uint32_t i, uint32_t key, uint32_t parent, uint64_t time) {
  nodes[i] = (struct pomp_node){
      .key = key, .parent = parent, .visits = 10, .inclusive = 10 * time, .min = time / 2, .max = 2 * time};
}

/* --- a phase --- */

/* Ranks number their clusters differently: most clusters have consecutive visits, and in some ranks a single visit is a
 * cluster. */
static bool is_alone(uint32_t rank, uint32_t visit) { return visit == visits / 2 && rank % 3 == 0; }
static uint32_t cluster_of(uint32_t rank, uint32_t visit) {
  return ((is_alone(rank, visit) ? CLUSTERS - 1 : (visit - 1) * (CLUSTERS - 1) / visits) + rank) % CLUSTERS;
}
static uint64_t time_of(uint32_t rank, uint32_t visit) {
  const uint64_t mean = run_ticks / 8 / visits;
  return mean / 2 + mean * visit / visits / 2 + rank + (is_alone(rank, visit) ? 4 * mean : 0);
}

/* Writes how the visits went. */
static void put_phase(uint32_t id, uint32_t phase, uint32_t rank) {
  struct {
    struct pomp_phase_head head;
    struct pomp_phase_cluster clusters[CLUSTERS];
    struct pomp_phase_visit visits[RECORDS];
  } *p = calloc(1, sizeof *p);
  const uint32_t shift = rank % 5 == 4;
  p->head = (struct pomp_phase_head){.node = phase,
                                     .most = CLUSTERS,
                                     .factor = 80,
                                     .visits = visits,
                                     .room = RECORDS,
                                     .visit_size = sizeof p->visits[0],
                                     .shift = shift};
  uint64_t begin = begin_tick + 1;
  for (uint32_t i = 1; i <= visits; i++) {
    const uint64_t time = time_of(rank, i);
    const uint32_t cluster = cluster_of(rank, i);
    struct pomp_phase_cluster *c = &p->clusters[cluster];
    struct pomp_phase_visit *v = &p->visits[(i - 1) >> shift];
    c->first = c->count ? c->first : i;
    c->last = i;
    if (!c->count || time < c->shortest) {
      c->shortest = time;
      c->shortest_at = i;
    }
    if (time > c->longest) {
      c->longest = time;
      c->longest_at = i;
    }
    c->time += time;
    c->count++;
    if (time > v->longest) {
      v->longest = time;
      v->longest_at = i;
    }
    v->begin = v->begin ? v->begin : begin;
    v->time += time;
    v->wait += time / 8;
    v->busy += time;
    v->most += time / 2;
    v->members += 4;
    v->count++;
    v->cluster = cluster + 1;
    begin += time;
  }
  put_block_of(id, POMP_BLOCK_PHASE, 1, p, sizeof *p, 0);
  free(p);
}

/* Writes what the visits of each cluster had of the call paths that a location has, other than its root. Visits that
 * come later have more of all, and the one by itself has more of the barriers. */
static void put_cells(uint32_t id, uint32_t phase, uint32_t rank, uint32_t first, uint32_t count,
                      const struct place *places) {
  enum { VALUES = 3 };
  const uint32_t room = count - first, numbers = (room * 4 + 7) / 8;
  const size_t row = (size_t)room * VALUES;
  uint64_t *rows = calloc(row * CLUSTERS, sizeof *rows);
  struct {
    struct pomp_phase_cells head;
    uint64_t at[];
  } *cells = calloc(1, sizeof *cells + (numbers + CLUSTERS) * sizeof *cells->at);
  const uint64_t begin = at + sizeof(struct pomp_block);
  cells->head = (struct pomp_phase_cells){.phase = phase, .clusters = CLUSTERS, .room = room, .values = VALUES};
  for (uint32_t i = 0; i < room; i++) {
    const uint32_t number = number_of(places, first + i);
    memcpy((char *)cells->at + i * sizeof number, &number, sizeof number);
  }
  for (uint32_t k = 0; k < CLUSTERS; k++) {
    const uint32_t place = (k + CLUSTERS - rank % CLUSTERS) % CLUSTERS; /* before they were numbered */
    cells->at[numbers + k] = begin + k * row * sizeof *rows;
    for (uint32_t i = 0; i < room; i++) {
      const struct pomp_node *n = &nodes[first + i];
      const bool waits = POMP_KEY_ROLE(n->key) == POMP_ROLE_BARRIER;
      uint64_t *cell = &rows[k * row + i * VALUES];
      cell[0] = 1;
      cell[1] = n->inclusive / 160 * (8 + place + (place == CLUSTERS - 1 && waits ? 40 : 0));
      cell[2] = waits ? cell[1] / 2 : 0;
    }
  }
  put_block_of(id, POMP_BLOCK_PHASE_ROWS, (uint32_t)(row * CLUSTERS * sizeof *rows), rows,
               row * CLUSTERS * sizeof *rows, 0);
  put_block_of(id, POMP_BLOCK_PHASE_CELLS, room, cells, sizeof *cells + (numbers + CLUSTERS) * sizeof *cells->at,
               sizeof cells->head);
  free(rows);
  free(cells);
}

/* --- threads --- */

/* Writes an initial thread with its fork, in a phase if there is one. The result is the number of the fork's node, and
 * `*phase` that of the phase's. */
static uint32_t put_initial(uint32_t id, uint32_t rank, uint32_t *phase) {
  struct place places[64];
  const uint32_t count = visits ? 3 : 2, blocks = blocks_of(count, at, places);
  nodes[0] = (struct pomp_node){.visits = 1, .inclusive = run_ticks, .min = run_ticks, .max = run_ticks};
  if (visits)
    set_node(1, POMP_KEY(2, POMP_ROLE_USER), number_of(places, 0), run_ticks / 20);
  set_node(count - 1, POMP_KEY(1, POMP_ROLE_FORK), number_of(places, count - 2), run_ticks / 20);
  *phase = number_of(places, 1);
  const uint32_t fork = number_of(places, count - 1);
  put_location((struct pomp_location){.id = id,
                                      .state = POMP_LOCATION_ACTIVE,
                                      .root = number_of(places, 0),
                                      .last = begin_tick + run_ticks,
                                      .parent = POMP_NOT_KNOWN,
                                      .thread_num = POMP_NOT_KNOWN,
                                      .level = POMP_NOT_KNOWN,
                                      .team_size = POMP_NOT_KNOWN},
               count, places, blocks);
  if (visits) {
    put_phase(id, *phase, rank);
    put_cells(id, *phase, rank, 1, count, places);
  }
  return fork;
}

/* Writes a member. The result is the number of its first node that is no root. */
static uint32_t put_member(uint32_t id, uint32_t rank, uint32_t parent, uint32_t fork, uint32_t phase, uint32_t thread,
                           uint32_t threads, uint32_t paths) {
  static const enum pomp_role roles[] = {POMP_ROLE_USER, POMP_ROLE_FOR, POMP_ROLE_BARRIER};
  struct place places[64];
  const uint32_t count = paths + 2, blocks = blocks_of(count, at, places), first = number_of(places, 1);
  const uint64_t step = run_ticks / 40 / (paths + 3) + (thread % 8 ? 0 : 1000) + thread;
  nodes[0] = (struct pomp_node){.min = UINT64_MAX};
  set_node(1, POMP_KEY(1, POMP_ROLE_TEAM), fork, step * (paths + 3));
  for (uint32_t i = 0; i < paths; i++) {
    const uint32_t part = i % 3, construct = 2 + i / 3 * 2 + (part != 0);
    set_node(i + 2, POMP_KEY(construct, roles[part]), number_of(places, part ? i + 1 : 1), step * (3 - part));
  }
  put_location((struct pomp_location){.id = id,
                                      .state = POMP_LOCATION_ACTIVE,
                                      .flags = POMP_LOCATION_MEMBER,
                                      .root = number_of(places, 0),
                                      .last = begin_tick + run_ticks,
                                      .parent = parent,
                                      .thread_num = thread,
                                      .level = 1,
                                      .team_size = threads},
               count, places, blocks);
  if (visits)
    put_cells(id, phase, rank, 1, count, places);
  return first;
}

/* --- samples --- */

enum { WORDS = 48, REGISTERS = 16, SAMPLE_NS = 1000000 };
extern char __executable_start[], __etext[];
static uint32_t own_path, own_build; /* strings: the program's file, and what it is known by */

/* They are named as the library names what has no build ID, which the compiler is not to give it. */
static void name_own(void) {
  char *path = realpath("/proc/self/exe", NULL), build[96];
  struct stat about;
  if (!path || stat(path, &about) != 0)
    exit(1);
  snprintf(build, sizeof build, "file:%lld %lld.%09ld", (long long)about.st_size, (long long)about.st_mtim.tv_sec,
           about.st_mtim.tv_nsec);
  own_path = string(path);
  own_build = string(build);
  free(path);
}

/* Returns an address in the code of this program, as samples and stacks have them. */
static uint64_t some_code(uint64_t number) {
  const uint64_t from = (uintptr_t)&name_own, to = (uintptr_t)__etext;
  return from + number * 40503 % (to - from);
}

struct stack {
  struct pomp_stack head;
  uint64_t registers[REGISTERS];
  uint32_t places[WORDS];
  uint64_t words[WORDS];
};

static uint64_t next_stack(uint32_t number) { return at + sizeof(struct pomp_block) + number * sizeof(struct stack); }

static void put_stack(struct stack *s, uint32_t rank, uint32_t number) {
  *s = (struct stack){.head = {.size = sizeof *s,
                               .at = 0x7f0000000000 + 8ull * number,
                               .scanned = 4096,
                               .modules = 1,
                               .registers = REGISTERS,
                               .words = WORDS,
                               .which = (1u << REGISTERS) - 1}};
  for (uint32_t i = 0; i < WORDS; i++) {
    s->places[i] = 3 * i;
    s->words[i] = some_code(number * 7ull + i + rank % 3);
  }
}

/* Writes what was sampled on a rank, whose members are the locations from `id` on. `node`: the first of each one's call
 * paths. */
static void put_samples(uint32_t rank, uint32_t id, uint32_t threads, const uint32_t *node, uint32_t samples) {
  const uint32_t count = threads * samples;
  struct stack *stacks = malloc(count * sizeof *stacks);
  struct pomp_sample *records = calloc(count, sizeof *records);
  const struct pomp_module own = {.path = own_path,
                                  .build = own_build,
                                  .low = (uintptr_t)__executable_start,
                                  .high = (uintptr_t)__etext,
                                  .bias = (uintptr_t)__executable_start};
  if (!stacks || !records)
    exit(1);
  put_block(POMP_BLOCK_MODULES, 1, &own, sizeof own);
  for (uint32_t i = 0; i < count; i++) {
    put_stack(&stacks[i], rank, i);
    records[i] = (struct pomp_sample){.node = node[i % threads] + i / threads % ROOM,
                                      .location = id + i % threads,
                                      .stack = (uint32_t)(next_stack(i) / 8),
                                      .state = i % 5 ? 1 : 0x11,
                                      .pc = some_code(i + rank % 3),
                                      .count = 1 + i % 7,
                                      .time = (1 + i % 7) * SAMPLE_NS};
  }
  put_block(POMP_BLOCK_STACKS, count * (uint32_t)sizeof *stacks, stacks, count * sizeof *stacks);
  put_block(POMP_BLOCK_SAMPLES, count, records, count * sizeof *records);
  free(stacks);
  free(records);
}

/* --- the file --- */

static struct pomp_header header_of(uint32_t ranks, uint32_t threads, uint32_t samples, const char *host) {
  struct pomp_header h = {.byte_order = POMP_FORMAT_BYTE_ORDER,
                          .version = POMP_FORMAT_VERSION,
                          .header_size = POMP_FORMAT_HEADER_SIZE,
                          .state = POMP_STATE_COMPLETE,
                          .end_tick = begin_tick + run_ticks,
                          .sync = {{begin_tick, begin_tick}, {begin_tick + run_ticks, begin_tick + run_ticks}},
                          .sync_latest = 1,
                          .nesting = POMP_NESTING_OMPT,
                          .pair_cost = 30000,
                          .threads = threads,
                          .ranks = ranks,
                          .sample_source = samples ? POMP_SAMPLE_PERF : POMP_SAMPLE_NONE,
                          .sample_period = samples ? SAMPLE_NS : 0,
                          .job = 7};
  memcpy(h.magic, POMP_FORMAT_MAGIC, sizeof h.magic);
  h.program = string("job");
  h.command = string("./job");
  h.directory = string("/");
  h.host = string(host);
  h.settings = string("");
  h.writer = string("bench/job");
  return h;
}

struct job {
  uint32_t ranks, threads, paths, samples, count;
  struct pomp_construct *constructs;
  struct pomp_header header;
  uint32_t *of_members; /* by thread: the first of its call paths */
};

static void begin_file(const char *path, const struct job *j) {
  if (!(out = fopen(path, "wb")))
    exit(2);
  at = 0;
  put(&j->header, sizeof j->header);
  fill(POMP_FORMAT_HEADER_SIZE);
  put_block(POMP_BLOCK_STRINGS, (uint32_t)string_bytes, strings, string_bytes);
  put_block(POMP_BLOCK_CONSTRUCTS, j->count, j->constructs, j->count * sizeof *j->constructs);
}

static void end_file(struct pomp_header h) {
  h.used = at;
  if (fseek(out, 0, SEEK_SET) || fwrite(&h, sizeof h, 1, out) != 1 || fclose(out))
    exit(1);
}

/* Writes what a rank has, whose first location has this number. */
static void put_rank(const struct job *j, uint32_t rank, uint32_t id) {
  uint32_t phase;
  const uint32_t fork = put_initial(id, rank, &phase);
  for (uint32_t k = 0; k < j->threads; k++)
    j->of_members[k] = put_member(id + 1 + k, rank, id, fork, phase, k, j->threads, j->paths);
  if (j->samples)
    put_samples(rank, id + 1, j->threads, j->of_members, j->samples);
}

static void write_ranks(const char *directory, struct job *j) {
  j->header.state = POMP_STATE_RUNNING;
  j->header.end_tick = 0;
  for (uint32_t i = 0; i < j->ranks; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_FILE, directory, i);
    j->header.rank = i;
    begin_file(path, j);
    put_rank(j, i, 0);
    end_file(j->header);
  }
}

static void write_job(const char *path, const struct job *j) {
  char *processes = calloc(j->ranks, POMP_PROCESS_SIZE);
  begin_file(path, j);
  const long records = (long)at + (long)sizeof(struct pomp_block);
  put_block(POMP_BLOCK_PROCESSES, j->ranks, processes, (size_t)j->ranks * POMP_PROCESS_SIZE);
  for (uint32_t i = 0; i < j->ranks; i++) {
    const uint32_t id = i * (j->threads + 1);
    struct pomp_process p = {.first_location = id, .locations = j->threads + 1, .blocks = at, .header = j->header};
    put_rank(j, i, id);
    p.blocks_size = at - p.blocks;
    p.header.rank = i;
    memcpy(processes + (size_t)i * POMP_PROCESS_SIZE, &p, sizeof p);
  }
  if (fseek(out, records, SEEK_SET) || fwrite(processes, POMP_PROCESS_SIZE, j->ranks, out) != j->ranks)
    exit(1);
  free(processes);
  end_file(j->header);
}

int main(int argc, char **argv) {
  struct stat s;
  if (argc < 5 || argc > 7)
    return 2;
  struct job j = {.ranks = (uint32_t)atoi(argv[2]),
                  .threads = (uint32_t)atoi(argv[3]),
                  .paths = (uint32_t)atoi(argv[4]),
                  .samples = argc > 5 ? (uint32_t)atoi(argv[5]) : 0};
  visits = argc > 6 ? (uint32_t)atoi(argv[6]) : 0;
  if (visits > RECORDS)
    return 2;
  const uint32_t count = j.count = 1 + (j.paths + 2) / 3 * 2;
  struct pomp_construct *constructs = j.constructs = calloc(count, sizeof *constructs);
  j.of_members = calloc(j.threads, sizeof *j.of_members);
  nodes = calloc(j.paths + 2 + 64, sizeof *nodes);
  string_at = (POMP_FORMAT_HEADER_SIZE + 64) / 8;
  char host[256] = "simulated"; /* or this machine, so that its /proc shows that the ranks' processes are gone */
  const bool is_directory = stat(argv[1], &s) == 0 && S_ISDIR(s.st_mode);
  if (is_directory)
    gethostname(host, sizeof host - 1);
  j.header = header_of(j.ranks, j.threads, j.samples, host);
  if (j.samples)
    name_own();
  const uint32_t file = string("job.c"), kinds[] = {string("parallel"), string("for"), string("function")};
  for (uint32_t i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "part_%u", i);
    const uint32_t part = string(name);
    constructs[i] = (struct pomp_construct){.name = kinds[i ? 1 + i % 2 : 0],
                                            .sub_name = i % 2 ? part : string(""),
                                            .file = file,
                                            .function = part,
                                            .begin_line1 = (int)i + 1,
                                            .begin_lineN = (int)i + 1,
                                            .end_line1 = (int)i + 1,
                                            .end_lineN = (int)i + 1};
  }
  if (is_directory)
    write_ranks(argv[1], &j);
  else
    write_job(argv[1], &j);
  return 0;
}
