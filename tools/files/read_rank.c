/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_rank.c - reads one process from the file of a job, when it is known what all have in common (read_frame.c).
 * Not here: how its blocks are read (read_experiment.c), which file it is (rank_reader.c).
 *
 * Damage is refused here without a message: the reader of the whole file reports it. */
#include "files/finalize_sums.h"
#include "files/parse.h"
#include "files/processes.h"
#include "files/rank_experiment.h"

#include <stdlib.h>
#include <string.h>

/* The blocks of a process have nothing that all share. */
static bool is_own(const struct reader *r) {
  for (uint32_t i = 0; i < r->block_count; i++)
    if (r->blocks[i].type == POMP_BLOCK_STRINGS || r->blocks[i].type == POMP_BLOCK_CONSTRUCTS ||
        r->blocks[i].type == POMP_BLOCK_PROCESSES || r->blocks[i].type == POMP_BLOCK_DEATH)
      return false;
  return true;
}

bool reader_read_locations(struct reader *r, uint32_t process) {
  struct experiment *e = r->e;
  const struct process *p = &r->frame->processes[process];
  /* Where files of single ranks have been added, what all ranks have written together comes first. */
  const struct experiment *shared = r->frame->part_count ? r->frame->parts : r->frame;
  e->processes = malloc(sizeof *e->processes);
  if (!e->processes)
    return reader_fail(r, "not enough memory");
  e->processes[0] = *p;
  e->processes[0].first_location = 0;
  e->process_count = 1;
  e->header = r->frame->header;
  e->constructs = r->frame->constructs;
  e->construct_count = r->frame->construct_count;
  e->metrics = r->frame->metrics;
  e->metric_count = r->frame->metric_count;
  e->texts = shared->texts;
  e->text_count = shared->text_count;
  r->first_location = p->first_in_file;
  r->begin = p->blocks;
  r->end = p->blocks + p->blocks_size;
  return reader_fetch(r->way, r->begin, p->blocks_size) && reader_find_blocks(r) && is_own(r) &&
         reader_read_blocks(r) && processes_read(r) && reader_check_locks(r) && processes_read_kernel(r);
}

bool experiment_of_rank_file(struct experiment *rank, const struct experiment *frame, uint32_t process,
                             struct experiment *own) {
  char error[READER_ERROR];
  struct experiment *parts = calloc(2, sizeof *parts), *joined = calloc(1, sizeof *joined);
  if (!parts || !joined) {
    free(parts);
    free(joined);
    experiment_free(own);
    return false;
  }
  const bool is_one = own->process_count == 1;
  parts[1] = *own;
  parts[0].constructs = frame->constructs;
  parts[0].construct_count = frame->construct_count;
  parts[0].metrics = frame->metrics;
  parts[0].metric_count = frame->metric_count;
  *joined = (struct experiment){.program = "", .parts = parts, .part_count = 2}; /* for experiment_free */
  bool good = is_one && experiment_join(joined, parts, 2, error, sizeof error);
  parts[0] = (struct experiment){.program = ""};
  good = good && joined->construct_count == frame->construct_count && joined->metric_count == frame->metric_count &&
         joined->location_count == frame->processes[process].location_count && experiment_of_rank(rank, joined, 0);
  rank->constructs = frame->constructs;
  rank->metrics = frame->metrics;
  rank->parts = joined;
  rank->part_count = 1;
  if (!good)
    return false;
  const uint32_t modules = rank->processes[0].module_count;
  rank->processes[0] = frame->processes[process];
  rank->processes[0].first_location = 0;
  rank->processes[0].module_count = modules;
  experiment_take_head(rank);
  return true;
}

/* Reads the process's own file, whose bytes are behind the job's file. */
static bool parse_own(struct experiment *rank, const struct experiment *frame, uint32_t process,
                      const unsigned char *bytes) {
  char error[READER_ERROR];
  const struct process *p = &frame->processes[process];
  struct experiment own;
  if (experiment_parse(&own, bytes + p->own_at, p->own_size, NULL, error, sizeof error))
    return experiment_of_rank_file(rank, frame, process, &own);
  experiment_free(&own);
  return false;
}

bool experiment_parse_rank(struct experiment *rank, const struct experiment *frame, uint32_t process, const void *bytes,
                           const struct experiment_way *way) {
  char error[READER_ERROR];
  struct reader r = {.e = rank, .frame = frame, .bytes = bytes, .way = way, .error = error, .error_size = sizeof error};
  const struct process *p = &frame->processes[process];
  *rank = (struct experiment){.program = ""};
  if (p->own_size) {
    const bool good = reader_fetch(r.way, p->own_at, p->own_size) && parse_own(rank, frame, process, bytes);
    reader_leave_range(r.way, p->own_at, p->own_size);
    return good;
  }
  bool good = reader_read_locations(&r, process);
  const struct reader whole = {.e = rank, .counted = frame->counted};
  good = good && finalize_sums_fork(&whole, &r) && reader_read_call_paths(&r);
  rank->counted = r.counted;
  r.counted = NULL;
  if (good && frame->process_count > 1)
    experiment_to_ns(rank);
  if (good)
    experiment_take_head(rank);
  rank->texts = NULL;
  rank->text_count = 0;
  reader_leave_range(r.way, r.begin, r.end - r.begin);
  reader_free(&r);
  return good;
}
