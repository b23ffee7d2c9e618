/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_names.c - reads what constructs and processes are called, and cleans all strings.
 * Not here: where the strings are (read_experiment.c). */
#include "files/parse.h"
#include "files/processes.h"
#include "pomp_text.h"

#include <stdlib.h>
#include <string.h>

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
  if (!c->is_site && (from->num_threads < 0 || from->chunk < 0))
    return reader_fail(r, "damaged: clauses of a construct that can't have them");
  c->facts = from->facts;
  if (!c->is_site) { /* else something else is there */
    c->num_threads = from->num_threads;
    c->chunk = from->chunk;
    c->iterations = from->iterations;
  }
  if (!reader_string(r, from->clauses, &c->clauses))
    return false;
  c->notes = from->clauses ? c->clauses + strlen(c->clauses) + 1 : "";
  return true;
}

bool names_read(struct reader *r) {
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
    const bool has_place = good && from->file && (*c->file || c->begin_line1 > 0);
    c->place = has_place ? c->file + strlen(c->file) + 1 : "";
    c->source = has_place ? c->place + strlen(c->place) + 1 : "";
    c->is_site = from->flags & POMP_CONSTRUCT_CODE_SITE;
    c->is_left_out = from->flags & POMP_CONSTRUCT_LEFT_OUT;
    c->is_of_all = from->flags & POMP_CONSTRUCT_OF_ALL;
    c->module = c->build = "";
    if (good && c->is_site) {
      c->address = from->address;
      good = reader_string(r, from->module, &c->module) && reader_string(r, from->build, &c->build);
    }
    if (good && from->flags & POMP_CONSTRUCT_CLAUSES)
      good = read_clauses(r, from, c);
  }
  for (uint32_t i = 0; i < e->text_count; i++) {
    char *text = e->text + (e->texts[i].text - e->text);
    pomp_text_clean(text, is_settings(e, e->texts[i].number) ? '\n' : 0);
    text += strlen(text) + 1;
    pomp_text_clean(text, 0);                    /* a construct's place, or its notes */
    pomp_text_clean(text + strlen(text) + 1, 0); /* the sum of its file */
  }
  if (good)
    experiment_take_head(e);
  return good;
}
