/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parse.c - what the parts of the parser of profile.pomp use: messages, room, and where strings and nodes are.
 * Not here: any block (read_experiment.c, read_metrics.c, read_processes.c). */
#include "files/parse.h"
#include "files/finalize_sums.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool reader_fail(struct reader *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(r->error, r->error_size, format, arguments);
  va_end(arguments);
  return false;
}

void reader_halve(const struct reader *r, struct reader_halves *h) {
  for (int i = 0; i < 2; i++) {
    h->half[i] = *r;
    h->half[i].error = h->errors[i];
    h->half[i].error_size = sizeof h->errors[i];
    h->good[i] = true;
  }
}

bool reader_join(struct reader *r, const struct reader_halves *h) {
  for (int i = 0; i < 2; i++)
    if (!h->good[i])
      return reader_fail(r, "%s", h->errors[i]);
  return true;
}

void reader_free(struct reader *r) {
  paged_free(r->blocks);
  free(r->constructs);
  paged_free(r->runs);
  free(r->messages);
  free(r->balances.blocks);
  free(r->histograms.blocks);
  free(r->cpu_times);
  free(r->loops.blocks);
  free(r->chunks.blocks);
  free(r->kernel_times);
  free(r->off_times);
  free(r->modules.blocks);
  free(r->stacks.blocks);
  free(r->samples.blocks);
  free(r->threads.blocks);
  free(r->sums.blocks);
  finalize_sums_free(r);
  paged_free(r->room_at);
  paged_free(r->room_end);
  free(r->values);
  free(r->sets);
  free(r->phase_blocks);
}

bool reader_note(struct reader *r, uint64_t at) {
  ROOM(r->noted, r->noted_room, r->noted_count + 1ull);
  r->noted[r->noted_count++] = at;
  return true;
}

#define LOOKED_AT_MOST (16u << 20) /* bytes of the file that stay in memory, where they may leave it */

void reader_leave(struct reader *r, uint64_t bytes) {
  r->looked_at += bytes;
  if (!r->way->release || r->looked_at < LOOKED_AT_MOST)
    return;
  r->way->release();
  r->looked_at = 0;
}

bool reader_node(struct reader *r, uint64_t number, struct pomp_node *n) {
  struct referred *known = &r->referred[number % REFERRED];
  if (!r->way->copy)
    memcpy(n, r->bytes + number * sizeof *n, sizeof *n);
  else if (known->number != number && !r->way->copy(&known->node, number * sizeof *n, sizeof *n))
    return (known->number = 0);
  else {
    known->number = number;
    *n = known->node;
  }
  return true;
}

const struct run *reader_run(struct reader *r, uint64_t number) {
  uint32_t low = 0, high = r->run_count;
  if (!r->runs)
    return NULL;
  for (int i = 0; i < 2; i++) {
    const struct run *last = &r->runs[r->found[i]];
    if (number >= last->number && number - last->number < last->room)
      return last;
  }
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const struct run *run = &r->runs[middle];
    if (number < run->number)
      high = middle;
    else if (number - run->number >= run->room)
      low = middle + 1;
    else {
      r->found[1] = r->found[0];
      r->found[0] = middle;
      return run;
    }
  }
  return NULL;
}

bool reader_string(struct reader *r, uint32_t number, const char **text) {
  const struct text_at *texts = r->e->texts;
  uint32_t low = 0, high = r->e->text_count;
  *text = "";
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (texts[middle].number == number) {
      *text = texts[middle].text;
      return true;
    }
    if (texts[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return number == 0 || reader_fail(r, "damaged: a name that is not there");
}
