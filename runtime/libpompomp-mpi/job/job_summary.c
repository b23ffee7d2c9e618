/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_summary.c - merges the ranks' tables two by two, up the tree.
 * Not here: what a rank's own table is made of (libpompomp's summary.c), and how it looks (summary_table.c). */
#include "job/job_summary.h"
#include "base/messages.h"
#include "surface/adapter_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* It is a table in one piece of memory, sorted by key. `head.sums` means nothing in it. */
struct table {
  struct pomp_summary head;
  struct pomp_sum sums[];
};

static int by_key(const void *x, const void *y) {
  const struct pomp_sum *a = x, *b = y;
  return a->key < b->key ? -1 : a->key > b->key;
}

static size_t size_of(uint64_t count) { return sizeof(struct table) + count * sizeof(struct pomp_sum); }

/* Returns the rank's table, with the keys of the job's file. NULL: no memory. */
static struct table *own_table(const struct pomp_merge *m, const struct pomp_snapshot *own) {
  const struct pomp_summary s = own && own->summed ? own->sums : (struct pomp_summary){.count = 0};
  if (own && !own->summed)
    return NULL;
  struct table *t = malloc(size_of(s.count));
  uint64_t count = 0;
  if (t) {
    t->head = s;
    t->head.sums = NULL;
    t->head.size = 0;
    t->head.ranks = own != NULL;
    for (uint64_t i = 0; i < s.count; i++) {
      uint32_t key = s.sums[i].key, construct = POMP_KEY_CONSTRUCT(key), role = POMP_KEY_ROLE(key);
      if (key && (!construct || construct > m->own.construct_count || role >= POMP_ROLE_COUNT))
        continue; /* the rank's file has a key that no run can make */
      t->sums[count] = s.sums[i];
      t->sums[count++].key = key ? POMP_KEY(m->own.constructs[construct - 1], role) : 0;
    }
    t->head.count = count;
    qsort(t->sums, count, sizeof *t->sums, by_key);
  }
  return t;
}

static void add_heads(struct pomp_summary *to, const struct pomp_summary *from) {
  to->ranks += from->ranks;
  to->threads += from->threads;
  to->ompt_end = from->ompt_end > to->ompt_end ? from->ompt_end : to->ompt_end;
  to->barriers_end |= from->barriers_end;
  to->helped |= from->helped;
  to->come_and_go |= from->come_and_go;
  to->stopped += from->stopped;
  to->forked += from->forked;
  to->without_ompt += from->without_ompt;
  to->wall = from->wall > to->wall ? from->wall : to->wall;
  to->allocation += from->allocation;
  to->idle += from->idle;
  to->waiting += from->waiting;
  to->measuring += from->measuring;
  to->lived += from->lived;
  to->ready += from->ready;
  to->switches += from->switches;
  to->user += from->user;
  to->system += from->system;
  to->faults += from->faults;
  to->sleeps += from->sleeps;
  to->busy += from->busy;
  to->cpus = 0;
}

/* Returns the sum of two tables, and frees both. NULL: no memory. */
static struct table *add_tables(struct table *a, struct table *b) {
  struct table *t = a && b ? malloc(size_of(a->head.count + b->head.count)) : NULL;
  if (t) {
    uint64_t i = 0, k = 0, count = 0;
    t->head = a->head;
    add_heads(&t->head, &b->head);
    while (i < a->head.count || k < b->head.count) {
      struct pomp_sum *s = &t->sums[count++];
      bool left = i < a->head.count && (k == b->head.count || a->sums[i].key <= b->sums[k].key);
      *s = left ? a->sums[i++] : b->sums[k++];
      if (left && k < b->head.count && b->sums[k].key == s->key) {
        s->visits += b->sums[k].visits;
        s->self += b->sums[k].self;
        s->wait += b->sums[k].wait;
        s->contended += b->sums[k++].contended;
      }
    }
    t->head.count = count;
  }
  free(a);
  free(b);
  return t;
}

/* Copies the text, and what may be behind a zero in it; without that, an empty text is there. */
static const char *text_of(const struct pomp_definitions *d, uint32_t string, char *text, size_t size) {
  uint32_t length = d->strings[string].length;
  const char *from = d->text + d->strings[string].at;
  if (length >= size - 1) { /* the end of a name tells more than its begin */
    from += length - (size - 2);
    length = (uint32_t)size - 2;
  }
  memcpy(text, from, length);
  text[length] = text[length + 1] = 0;
  return text;
}

/* `construct` is its number in the job's file. The texts are good until the next call. */
static struct pomp_summary_names names_of(uint32_t construct, void *context) {
  static char texts[4][512];
  const struct pomp_merge *m = context;
  if (!construct || construct > m->all.construct_count)
    return (struct pomp_summary_names){"", "", "", "", 0, ""};
  const struct pomp_construct *c = &m->all.constructs[construct - 1];
  bool site = c->flags & POMP_CONSTRUCT_CODE_SITE;
  text_of(&m->all, site ? c->module : c->file, texts[3], sizeof texts[3]);
  size_t length = strlen(texts[3]);
  if (site)
    snprintf(texts[3] + length, sizeof texts[3] - length, "%s0x%llx", length ? "+" : "",
             (unsigned long long)c->address);
  return (struct pomp_summary_names){text_of(&m->all, c->name, texts[0], sizeof texts[0]),
                                     text_of(&m->all, c->sub_name, texts[1], sizeof texts[1]),
                                     text_of(&m->all, c->function, texts[2], sizeof texts[2]),
                                     texts[3],
                                     c->begin_line1,
                                     site ? "" : texts[3] + length + 1};
}

void pomp_sums_print(const struct pomp_tree *t, const struct pomp_merge *m, const struct pomp_snapshot *own) {
  struct table *sum = own_table(m, own);
  for (int i = 0; i < t->child_count; i++) {
    size_t size;
    struct table *below = pomp_tree_receive(t, t->children[i], &size);
    if (below && (size < sizeof *below || below->head.count > size || size != size_of(below->head.count))) {
      free(below);
      below = NULL;
    }
    sum = add_tables(sum, below);
  }
  if (t->parent >= 0)
    pomp_tree_send(t, t->parent, sum, sum ? size_of(sum->head.count) : 0);
  else if (sum && sum->head.ranks) {
    sum->head.sums = sum->sums;
    pomp_adapter_summary_print(&sum->head, names_of, (void *)(uintptr_t)m);
  } else if (!sum)
    pomp_adapter_say(POMP_SAYS_NO_JOB_TABLE);
  free(sum);
}
