/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cube_anchor.c - anchor.xml: the metrics, the regions and call paths, and the machine with its locations.
 * Not here: the numbers (cube_values.c).
 *
 * CubeLib has no parser of XML but a grammar that takes what Score-P writes: elements in that order, with their texts
 * on one line, and no element that ends itself but attr, dim and parameter. */
#include "commands/convert/cube.h"
#include "commands/convert/scorep_names.h"
#include "files/call_sites.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_element(struct output *o, const char *name, const char *text) {
  output_print(o, "<%s>", name);
  output_xml(o, text);
  output_print(o, "</%s>\n", name);
}

static void put_number(struct output *o, const char *name, uint32_t number) {
  output_print(o, "<%s>%u</%s>\n", name, number, name);
}

static void put_attribute(struct output *o, const char *key, const char *value) {
  output_print(o, "<attr key=\"%s\" value=\"", key);
  output_xml(o, value);
  output_text(o, "\"/>\n");
}

/* Writes an element whose text may have been cut in a character. */
static void put_cut(struct output *o, const char *name, char *text) {
  pomp_text_clean(text, 0);
  put_element(o, name, text);
}

/* --- metrics --- */

static const char *const types[] = {
    [CUBE_COUNT] = "UINT64",       [CUBE_TIME] = "DOUBLE",       [CUBE_INCLUSIVE] = "DOUBLE",
    [CUBE_SHORTEST] = "MINDOUBLE", [CUBE_LONGEST] = "MAXDOUBLE", [CUBE_COUNTER] = "INT64",
};

/* Writes the name by which tools find a metric. A counter that is called like a metric before it gets another name. */
static void put_unique_name(struct cube *c, const struct cube_metric *m, uint32_t number) {
  struct cube_metric other;
  char name[512];
  snprintf(name, sizeof name, "%s", m->name);
  for (uint32_t i = 0; i < number && cube_metric_at(c, i, &other); i++)
    if (strcmp(other.name, m->name) == 0)
      snprintf(name, sizeof name, "%.400s (counter %u)", m->name, m->number);
  put_cut(&c->out, "uniq_name", name);
}

static void put_metrics(struct cube *c) {
  struct output *o = &c->out;
  struct cube_metric m;
  unsigned open = 0; /* metrics whose element has not ended */
  output_text(o, "<metrics>\n");
  for (uint32_t i = 0; cube_metric_at(c, i, &m); i++) {
    for (; open > m.depth; open--)
      output_text(o, "</metric>\n");
    output_print(o, "<metric id=\"%u\" type=\"%s\">\n", i, m.form == CUBE_INCLUSIVE ? "INCLUSIVE" : "EXCLUSIVE");
    put_element(o, "disp_name", m.title);
    put_unique_name(c, &m, i);
    put_element(o, "dtype", types[m.form]);
    put_element(o, "uom", m.unit);
    put_element(o, "url", "");
    put_element(o, "descr", m.text);
    open++;
  }
  for (; open; open--)
    output_text(o, "</metric>\n");
  output_text(o, "</metrics>\n");
}

/* --- regions and call paths --- */

#define ROLE_ARTIFICIAL "artificial"
#define ROLE_WRAPPER "wrapper"
#define ROLE_PARALLEL "parallel"
#define ROLE_LOOP "loop"
#define ROLE_WORKSHARE "workshare"
#define ROLE_SECTIONS "sections"
#define ROLE_SECTION "section"
#define ROLE_SINGLE "single"
#define ROLE_SINGLE_SBLOCK "single sblock"
#define ROLE_MASTER "master"
#define ROLE_CRITICAL "critical"
#define ROLE_CRITICAL_SBLOCK "critical sblock"
#define ROLE_ATOMIC "atomic"
#define ROLE_IMPLICIT_BARRIER "implicit barrier"
#define ROLE_ORDERED "ordered"
#define ROLE_ORDERED_SBLOCK "ordered sblock"
#define ROLE_CODE "code"
#define ROLE_TASK "task"
#define ROLE_TASK_CREATE "task create"
#define ROLE_TASK_WAIT "taskwait"
#define ROLE_FUNCTION "function"
#define ROLE_ALLOCATE "allocate"
#define ROLE_DEALLOCATE "deallocate"
#define ROLE_DATA_TRANSFER "data transfer"
#define ROLE_UNKNOWN "unknown"

/* Each role has one of Score-P's, by which tools sort regions: that of OTF2, in Cube's words. */
static const char *const roles[POMP_ROLE_COUNT] = {
#define POMP_ROW(name, number, text, wait, block, holder, facts, otf2, ...) [number] = ROLE_##otf2,
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
};

static bool is_called(const struct region *r, const char *name) {
  return r->construct && strcmp(r->construct->name, name) == 0;
}

static const char *role_of(const struct region *r) {
  if (r->role == POMP_ROLE_BARRIER && is_called(r, "barrier"))
    return "barrier";
  if (r->role == POMP_ROLE_USER)
    return is_called(r, "function") ? "function" : "user";
  return r->role < POMP_ROLE_COUNT ? roles[r->role] : "unknown";
}

static const char *paradigm_of(const struct region *r) {
  return r->role == POMP_ROLE_MPI    ? "mpi"
         : r->role == POMP_ROLE_NONE ? "measurement"
         : r->role == POMP_ROLE_USER ? (is_called(r, "function") ? "compiler" : "user")
                                     : "openmp";
}

static void put_region(struct cube *c, uint32_t i) {
  const struct region *r = &c->analysis->regions[i];
  const struct construct *of = r->construct;
  struct output *o = &c->out;
  char name[8192], where[3000];
  const int begin = (int)scorep_first_line(r), end = (int)scorep_last_line(r);
  call_where(of, where, sizeof where);
  pomp_text_clean(where, 0);
  output_print(o, "<region id=\"%u\" mod=\"", i);
  output_xml(o, of && !*call_file(of) ? where : call_file(of)); /* a call whose line is not known has an address */
  output_print(o, "\" begin=\"%d\" end=\"%d\">\n", begin ? begin : -1, end ? end : -1);
  conversion_name_region(name, sizeof name, c->experiment, r);
  put_element(o, "name", name);
  put_element(o, "mangled_name", name);
  put_element(o, "paradigm", paradigm_of(r));
  put_element(o, "role", role_of(r));
  put_element(o, "url", "");
  snprintf(name, sizeof name, "%.2000s%s%.4000s", call_function(of), of && of->clauses && *of->clauses ? ": " : "",
           of && of->clauses ? of->clauses : "");
  put_cut(o, "descr", name);
  output_text(o, "</region>\n");
}

static void put_program(struct cube *c) {
  const struct analysis *a = c->analysis;
  uint32_t open = 0; /* call paths whose element has not ended */
  output_text(&c->out, "<program>\n");
  for (uint32_t i = 0; i < a->region_count; i++)
    put_region(c, i);
  for (uint32_t cnode = 0; cnode < a->path_count; cnode++) {
    const struct path *p = &a->paths[c->deep[cnode]];
    for (; open > p->depth; open--)
      output_text(&c->out, "</cnode>\n");
    output_print(&c->out, "<cnode id=\"%u\" calleeId=\"%u\">\n", cnode, p->region);
    open++;
  }
  for (; open; open--)
    output_text(&c->out, "</cnode>\n");
  output_text(&c->out, "</program>\n");
}

/* --- the machine --- */

static void put_location(struct cube *c, uint32_t i, uint32_t rank) {
  struct output *o = &c->out;
  char path[256], name[300];
  analysis_location_name(c->analysis, i, "→", path, sizeof path);
  conversion_name_thread(name, sizeof name, path);
  output_print(o, "<location Id=\"%u\">\n", i);
  put_element(o, "name", name);
  put_number(o, "rank", rank);
  put_element(o, "type", "thread");
  put_attribute(o, "kind", analysis_location_kind(c->analysis, i));
  output_text(o, "</location>\n");
}

static void put_process(struct cube *c, uint32_t i) {
  const struct process *p = &c->experiment->processes[i];
  struct output *o = &c->out;
  char name[64];
  snprintf(name, sizeof name, p->header.ranks ? "MPI Rank %u" : "Process", p->header.rank);
  output_print(o, "<locationgroup Id=\"%u\">\n", i);
  put_element(o, "name", name);
  put_number(o, "rank", p->header.ranks ? p->header.rank : 0);
  put_element(o, "type", "process");
  for (uint32_t k = 0; k < p->location_count; k++)
    put_location(c, c->analysis->location_order[p->first_location + k], k);
  output_text(o, "</locationgroup>\n");
}

static const struct process *sorted;
static int by_host(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  int order = strcmp(sorted[a].host, sorted[b].host);
  return order ? order : a < b ? -1 : a > b;
}

/* Writes each node with its processes. False if there is no memory. */
static bool put_system(struct cube *c) {
  const struct experiment *e = c->experiment;
  struct output *o = &c->out;
  uint32_t *order = malloc(e->process_count * sizeof *order), nodes = 0;
  if (!order)
    return false;
  for (uint32_t i = 0; i < e->process_count; i++)
    order[i] = i;
  sorted = e->processes;
  qsort(order, e->process_count, sizeof *order, by_host);
  output_text(o, "<system>\n<systemtreenode Id=\"0\">\n<name>machine Linux</name>\n<class>machine</class>\n");
  for (uint32_t i = 0; i < e->process_count; i++) {
    if (!i || strcmp(e->processes[order[i]].host, e->processes[order[i - 1]].host) != 0) {
      output_print(o, "%s<systemtreenode Id=\"%u\">\n", i ? "</systemtreenode>\n" : "", ++nodes);
      put_element(o, "name", e->processes[order[i]].host);
      put_element(o, "class", "node");
    }
    put_process(c, order[i]);
  }
  output_text(o, "</systemtreenode>\n</systemtreenode>\n</system>\n");
  free(order);
  return true;
}

void cube_put_anchor(struct cube *c) {
  static const char *const attributes[][2] = {
      {"CubePL Version", "1.1"}, {"Creator", "pompinst " POMP_VERSION}, {"CUBE_CT_AGGR", "SUM"}, {"CLUSTERING", "OFF"}};
  struct output *o = &c->out;
  const uint64_t header = cube_position(c);
  cube_member_begin(c, "anchor.xml", 0); /* until the size is known */
  const uint64_t begin = cube_position(c);
  output_text(o, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.4\">\n");
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
    put_attribute(o, attributes[i][0], attributes[i][1]);
  put_metrics(c);
  put_program(c);
  if (!put_system(c) && !o->error)
    o->error = ENOMEM;
  output_text(o, "</cube>\n");
  uint64_t end = cube_position(c);
  if ((end - begin) % 512 == 0) { /* see cube_tar.c */
    output_text(o, "\n");
    end++;
  }
  cube_member_end(c, end - begin);
  const uint64_t after = cube_position(c);
  cube_seek(c, header);
  cube_member_begin(c, "anchor.xml", end - begin);
  cube_seek(c, after);
}
