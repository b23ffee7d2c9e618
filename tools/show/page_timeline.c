/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_timeline.c - writes the timeline of a run that has a trace into a page: blocks, each of which a browser inflates
 * when it is needed. Not here: what is in a timeline (tools/sums), how it is drawn (tools/page). The blocks have no
 * names: regions, call paths and locations are numbers of the block `run` (analysis_matches.c). */
#include "base/json_values.h"
#include "base/user_error.h"
#include "show/report_page.h"
#include "sums/analysis_matches.h"
#include "sums/critical.h"
#include "sums/timeline.h"

#include <stdlib.h>
#include <string.h>

/* A page is not to be larger than 25 MB. The blocks of single events come last, as many as have room. */
#define MOST_BYTES 24500000u

/* --- arrays --- */

/* Adds a column of an array of structs; `value` is of the element `at`. */
#define COLUMN(b, name, type, kind, count, value)                                                                      \
  do {                                                                                                                 \
    type *column = malloc(((count) + 1ull) * sizeof *column);                                                          \
    for (size_t at = 0; column && at < (count); at++)                                                                  \
      column[at] = (type)(value);                                                                                      \
    good = good && column;                                                                                             \
    if (column)                                                                                                        \
      html_block_array((b), (name), (kind), column, (count));                                                          \
    free(column);                                                                                                      \
  } while (0)

static uint32_t of(const uint32_t *map, uint32_t number) { return number == UINT32_MAX ? UINT32_MAX : map[number]; }

static bool add_nodes(html_block_t *b, const struct timeline *t, const struct page_matches *m) {
  bool good = true;
  COLUMN(b, "node_path", uint32_t, HTML_U32, t->node_count, of(m->paths, t->nodes[at].path));
  COLUMN(b, "node_region", uint32_t, HTML_U32, t->node_count, of(m->regions, t->nodes[at].region));
  COLUMN(b, "node_location", uint32_t, HTML_U32, t->node_count, of(m->locations, t->nodes[at].location));
  COLUMN(b, "node_cause", uint8_t, HTML_U8, t->node_count, t->nodes[at].cause);
  COLUMN(b, "node_wait", uint8_t, HTML_U8, t->node_count, t->nodes[at].wait_cause);
  COLUMN(b, "lane_first", uint32_t, HTML_U32, t->lane_count, t->lanes[at].first_node);
  COLUMN(b, "lane_location", uint32_t, HTML_U32, t->lane_count, of(m->locations, t->lanes[at].location));
  html_block_array(b, "holder_region", HTML_U32, m->regions, m->region_count);
  return good;
}

static bool add_windows(html_block_t *b, const struct timeline *t) {
  bool good = true;
  COLUMN(b, "window_begin", double, HTML_F64, t->window_count, t->windows[at].begin);
  COLUMN(b, "window_events", uint32_t, HTML_U32, t->window_count, t->windows[at].events);
  COLUMN(b, "sum_ns", double, HTML_F64, t->sum_count, t->sums[at].ns);
  COLUMN(b, "sum_key", uint32_t, HTML_U32, t->sum_count, t->sums[at].key);
  html_block_array(b, "sum_ends", HTML_U32, t->sum_ends, (size_t)t->lane_count * t->window_count);
  COLUMN(b, "span_begin", double, HTML_F64, t->span_count, t->spans[at].begin);
  COLUMN(b, "span_end", double, HTML_F64, t->span_count, t->spans[at].end);
  COLUMN(b, "span_lane", uint32_t, HTML_U32, t->span_count, t->spans[at].lane);
  COLUMN(b, "span_node", uint32_t, HTML_U32, t->span_count, t->spans[at].node);
  COLUMN(b, "span_depth", uint32_t, HTML_U32, t->span_count, t->spans[at].depth);
  return good;
}

/* --- blocks --- */

static const char *const cause_names[] = {
#define CAUSE_NAME(cause, name) [TIMELINE_##cause] = (name),
    TIMELINE_CAUSES(CAUSE_NAME)
#undef CAUSE_NAME
};

static json_t *metrics_of(const struct experiment *e, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < e->metric_count; i++) {
    json_t *o = json_object();
    set(o, "name", json_string(e->metrics[i].name), good);
    set(o, "unit", json_string(e->metrics[i].unit), good);
    append(array, o, good);
  }
  return array;
}

static json_t *head_of(const struct timeline *t, const struct traced_run *s, bool *good) {
  json_t *o = json_object(), *shifts = json_array(), *causes = json_array(), *left = json_array(),
         *counts = json_array();
  uint32_t of_kind[TIMELINE_ARROW_KINDS] = {0};
  for (uint32_t i = 0; i < t->arrow_count; i++)
    of_kind[t->arrows[i].kind]++;
  for (uint32_t i = 0; i < t->level_count; i++)
    append(shifts, json_integer(t->levels[i].shift), good);
  for (int i = 0; i < TIMELINE_CAUSE_COUNT; i++)
    append(causes, json_string(cause_names[i]), good);
  for (int i = 0; i < TIMELINE_ARROW_KINDS; i++) {
    append(left, json_integer((json_int_t)t->arrows_left_out[i]), good);
    append(counts, json_integer(of_kind[i]), good);
  }
  set(o, "end_ns", json_integer((json_int_t)t->end), good);
  set(o, "events", json_integer((json_int_t)t->events), good);
  set(o, "shifts", shifts, good);
  set(o, "causes", causes, good);
  set(o, "arrows_left_out", left, good);
  set(o, "arrow_counts", counts, good);
  set(o, "arrows_unknown", json_boolean(t->arrows_unknown), good);
  set(o, "part", json_boolean(!s->job && trace_is_partial(s->trace)), good);
  set(o, "metrics", metrics_of(s->experiment, good), good);
  return o;
}

static bool write_head(const struct timeline *t, const struct traced_run *s, const struct page_matches *m, FILE *out) {
  bool good = true;
  html_block_t *b = html_block("timeline");
  html_block_json(b, head_of(t, s, &good));
  good = add_nodes(b, t, m) && good;
  good = add_windows(b, t) && good;
  return html_block_write(b, out) && good;
}

static bool is_zero(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i])
      return false;
  return true;
}

static bool write_level(const struct timeline *t, uint32_t number, FILE *out) {
  const struct timeline_level *l = &t->levels[number];
  const size_t bins = (size_t)l->bins * t->lane_count;
  char name[64];
  snprintf(name, sizeof name, "timeline-l%u", number);
  html_block_t *b = html_block(name);
  html_block_array(b, "nodes", HTML_U32, l->nodes, bins);
  for (int i = 0; i < TIMELINE_CAUSE_COUNT; i++)
    if (!is_zero(l->shares[i], bins))
      html_block_array(b, cause_names[i], HTML_U8, l->shares[i], bins);
  return html_block_write(b, out);
}

static bool write_arrows(const struct timeline *t, FILE *out) {
  bool good = true;
  if (!t->arrow_count)
    return true;
  html_block_t *b = html_block("timeline-arrows");
  COLUMN(b, "begin", double, HTML_F64, t->arrow_count, t->arrows[at].begin - (at ? t->arrows[at - 1].begin : 0));
  COLUMN(b, "length", double, HTML_F64, t->arrow_count, (double)t->arrows[at].end - (double)t->arrows[at].begin);
  COLUMN(b, "from", uint32_t, HTML_U32, t->arrow_count, t->arrows[at].from);
  COLUMN(b, "to", uint32_t, HTML_U32, t->arrow_count, t->arrows[at].to);
  COLUMN(b, "kind", uint8_t, HTML_U8, t->arrow_count, t->arrows[at].kind);
  return html_block_write(b, out) && good;
}

/* Writes the critical path: where each piece of it begins, and on which lane. Where it has more pieces than a page has
 * room for, there is one for each of so many parts of the run, on the lane that has most of that. */
#define MOST_PIECES 20000u

static uint32_t find_pieces(const struct critical_path *c, double *begins, uint32_t *locations) {
  if (c->segment_count <= MOST_PIECES) {
    for (uint32_t i = 0; i < c->segment_count; i++) {
      begins[i] = (double)c->segments[i].begin;
      locations[i] = c->segments[i].location;
    }
    return c->segment_count;
  }
  uint32_t count = 0;
  double part = (double)c->wall / MOST_PIECES, longest = 0;
  for (uint32_t i = 0; i < c->segment_count; i++) {
    const struct critical_segment *s = &c->segments[i];
    double length = (double)(s->end - s->begin);
    bool is_new = !count || (double)s->begin >= begins[count - 1] + part;
    if (is_new)
      begins[count++] = (double)s->begin;
    if (is_new || length > longest) {
      longest = length;
      locations[count - 1] = s->location;
    }
  }
  return count;
}

static bool write_path(const struct timeline *t, const struct analysis *a, const struct page_matches *m, FILE *out) {
  const struct critical_path *c = a->critical;
  bool good = true;
  if (!c || !c->segment_count)
    return true;
  double *begins = calloc(MOST_PIECES + 1ull, sizeof *begins);
  uint32_t *locations = calloc(MOST_PIECES + 1ull, sizeof *locations);
  uint32_t *lanes = calloc(a->experiment->location_count + 1ull, sizeof *lanes);
  if (begins && locations && lanes) {
    uint32_t count = find_pieces(c, begins, locations);
    for (uint32_t i = 0; i < t->lane_count; i++)
      if (of(m->locations, t->lanes[i].location) < a->experiment->location_count)
        lanes[m->locations[t->lanes[i].location]] = i;
    html_block_t *b = html_block("timeline-path");
    json_t *o = json_object();
    set(o, "end_ns", json_integer((json_int_t)c->wall), &good);
    html_block_json(b, o);
    html_block_array(b, "begin", HTML_F64, begins, count);
    COLUMN(b, "lane", uint32_t, HTML_U32, count, lanes[locations[at]]);
    good = html_block_write(b, out) && good;
  } else
    good = false;
  free(begins);
  free(locations);
  free(lanes);
  return good;
}

static bool write_counters(const struct timeline *t, const struct traced_run *s, FILE *out) {
  if (!t->counters)
    return true;
  html_block_t *b = html_block("timeline-counters");
  html_block_array(b, "ups", HTML_F32, t->counters,
                   (size_t)s->experiment->metric_count * t->lane_count * t->counter_bins);
  return html_block_write(b, out);
}

static bool write_window(const struct timeline *t, uint32_t number, FILE *out) {
  const struct timeline_window *w = &t->windows[number];
  char name[64];
  snprintf(name, sizeof name, "timeline-w%u", number);
  html_block_t *b = html_block(name);
  html_block_array(b, "times", HTML_U8, w->columns[TIMELINE_TIMES].at, w->columns[TIMELINE_TIMES].length);
  html_block_array(b, "ops", HTML_U8, w->columns[TIMELINE_OPS].at, w->columns[TIMELINE_OPS].length);
  html_block_array(b, "holders", HTML_U8, w->columns[TIMELINE_HOLDERS].at, w->columns[TIMELINE_HOLDERS].length);
  html_block_array(b, "op_ends", HTML_U32, w->ends[TIMELINE_OPS], t->lane_count);
  html_block_array(b, "waits", HTML_U32, w->holders, t->lane_count);
  return html_block_write(b, out);
}

/* Returns a number with its lowest bits in reverse order, so that neighbouring numbers are far apart. */
static uint32_t turned(uint32_t number, unsigned bits) {
  uint32_t result = 0;
  for (unsigned i = 0; i < bits; i++)
    result |= (number >> i & 1) << (bits - 1 - i);
  return result;
}

/* Writes the windows whose events have room, evenly over the run. */
static bool write_windows(const struct timeline *t, size_t room, FILE *out) {
  unsigned bits = 0;
  bool good = true;
  while (1u << bits < t->window_count)
    bits++;
  for (uint32_t i = 0; good && i < 1u << bits; i++) {
    uint32_t number = turned(i, bits);
    char *text = NULL;
    size_t size = 0;
    if (number >= t->window_count || !t->windows[number].kept)
      continue;
    FILE *block = open_memstream(&text, &size);
    good = block && write_window(t, number, block);
    good = block && fclose(block) == 0 && good;
    if (good && size <= room) {
      fwrite(text, 1, size, out);
      room -= size;
    }
    free(text);
  }
  return good;
}

static bool write_blocks(const struct timeline *t, const struct traced_run *s, const struct page_matches *m,
                         const struct analysis *a, FILE *out) {
  char *text = NULL;
  size_t size = 0;
  FILE *blocks = open_memstream(&text, &size);
  bool good = blocks && write_head(t, s, m, blocks);
  for (uint32_t i = 0; good && i < t->level_count; i++)
    good = write_level(t, i, blocks);
  good = good && write_arrows(t, blocks) && write_path(t, a, m, blocks) && write_counters(t, s, blocks);
  good = blocks && fclose(blocks) == 0 && good;
  if (good)
    fwrite(text, 1, size, out);
  free(text);
  long before = ftell(out); /* a pipe does not know */
  size_t used = before > 0 ? (size_t)before : size;
  return good && write_windows(t, used < MOST_BYTES ? MOST_BYTES - used : 0, out);
}

/* The page says that there was a trace, and why it isn't shown. */
static bool write_reason(const char *why, FILE *out) {
  char text[512];
  bool good = true;
  html_block_t *b = html_block("no-timeline");
  json_t *o = json_object();
  snprintf(text, sizeof text, "This run was traced, but its trace can't be shown: %s.", why);
  set(o, "why", text_of(text), &good);
  html_block_json(b, o);
  return html_block_write(b, out) && good;
}

bool page_timeline(FILE *out, const struct analysed_experiment *o) {
  struct traced_run s;
  struct trace_lacks lacks;
  struct timeline t;
  struct page_matches m;
  char error[256];
  bool good = true;
  if (!traced_run_has_trace(&o->loaded))
    return true;
  if (!page_has_all(&o->loaded.experiment)) {
    snprintf(error, sizeof error,
             "a timeline has a lane for each thread, and this run has more than %u; pomp-report --critical-path shows "
             "the path through it, and pomp-convert writes it for viewers of traces",
             PAGE_LOCATIONS);
    return write_reason(error, out);
  }
  if (o->trace_refused)
    return write_reason("it is damaged, and pomp-report has printed where", out);
  if (traced_run_open_by_rank(&s, load_name_of_traces(&o->loaded), &lacks)) {
    bool made = timeline_make(&t, &s, error, sizeof error);
    if (!made) {
      user_error_print(s.file.path, "the page has no timeline: %s", error);
      good = write_reason(error, out);
    } else if (t.lane_count && t.events) {
      good = page_match(&m, &s.analysis, &o->analysis) && write_blocks(&t, &s, &m, &o->analysis, out);
      page_matches_free(&m);
    }
    timeline_free(&t);
  } else {
    good = write_reason("it is damaged, and pomp-report has printed where", out);
  }
  traced_run_close(&s);
  return good;
}
