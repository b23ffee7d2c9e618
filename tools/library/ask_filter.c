/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ask_filter.c - asks a process to leave out what the rules of a filter exclude. The rules are looked at here, so that
 * the process gets no more than numbers.
 * Not here: the syntax of the rules (common/pomp_filter.c), how a process is asked (control_block.c). */
#include "base/user_error.h"
#include "files/load.h"
#include "files/running_process.h"
#include "library/control_block.h"
#include "pomp_filter_construct.h"
#include "pomp_read.h"

#include <string.h>

/* The numbers of constructs are those in the process's own file: of a job, the whole has others. */
static bool load_own(struct loaded *l, const struct process *p) {
  char path[4200];
  return running_process_path(p, path, sizeof path) && load(l, path);
}

/* Puts down which of POMP_REQUEST_BITS constructs from `first` on are excluded. False: none. */
static bool choose(const struct experiment *e, const struct pomp_filter *filter, uint32_t first,
                   struct block_words *words) {
  static char shown[POMP_FILTER_TEXT], path[POMP_FILTER_TEXT];
  bool any = false;
  *words = (struct block_words){.command = POMP_COMMAND_FILTER, .value = first};
  for (uint32_t i = 0; i < POMP_REQUEST_BITS && first + i <= e->construct_count; i++) {
    const struct construct *c = &e->constructs[first + i - 1];
    if (pomp_filter_construct(filter, c->name, c->sub_name, c->file, shown, path) != POMP_EXCLUDED)
      continue;
    words->text[i / 8] = (char)((unsigned char)words->text[i / 8] | 1u << i % 8);
    any = true;
  }
  return any;
}

static int ask_all(const struct process *p, const struct experiment *e, const struct pomp_filter *filter,
                   uint64_t wait_ns) {
  int answer = POMP_READ_NOTHING;
  struct block_words words;
  for (uint32_t first = 1; first <= e->construct_count; first += POMP_REQUEST_BITS)
    if (choose(e, filter, first, &words) && (answer = block_ask(p, &words, wait_ns)) != POMP_READ_DONE)
      break;
  return answer;
}

int ask_filter(const struct process *p, const char *rules, uint64_t wait_ns) {
  struct pomp_filter_error wrong;
  struct loaded own;
  struct pomp_filter *filter = pomp_filter_parse(rules, strlen(rules), &wrong);
  int answer = -1;
  if (!filter)
    user_error(NULL, "line %u of the filter: %s", wrong.line, wrong.text);
  else if (load_own(&own, p)) {
    answer = ask_all(p, &own.experiment, filter, wait_ns);
    experiment_free(&own.experiment);
  }
  pomp_filter_free(filter);
  return answer;
}
