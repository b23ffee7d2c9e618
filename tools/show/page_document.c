/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_document.c - the part of --json that a page has. If the page shows few locations, it has their data, by their
 * numbers on the page, and sums of all others. Not here: the choice of locations (page_locations.c), the elements
 * (json_parts.h). */
#include "base/paged_array.h"
#include "show/json_parts.h"
#include "show/report_page.h"
#include "sums/sampled.h"

#include <stdlib.h>
#include <string.h>

typedef json_t *make_element(const struct analysis *, uint32_t, bool *);

/* Each row is an array. */
struct array {
  const char *name;
  make_element *make;
  uint32_t count;
};

static json_t *array_of(const struct analysis *a, make_element *make, uint32_t count, bool *good) {
  json_t *array = json_array();
  for (uint32_t k = 0; k < count && *good; k++)
    append(array, make(a, k, good), good);
  return array;
}

/* --- few locations --- */

static json_t *number_json(uint32_t number) { return number == UINT32_MAX ? json_null() : json_integer(number); }

/* Makes the numbers of locations, wherever they are in the value, those on the page; null: it is not shown. */
static void renumber(json_t *value, const struct page_locations *f, bool *good) {
  const char *key;
  json_t *of;
  void *next;
  size_t i;
  json_array_foreach(value, i, of) renumber(of, f, good);
  json_object_foreach_safe(value, next, key, of) {
    if (strcmp(key, "location") == 0 && json_is_integer(of))
      set(value, key, number_json(page_number(f, (uint32_t)json_integer_value(of))), good);
    else
      renumber(of, f, good);
  }
}

static json_t *few_locations(const struct page_locations *f, const struct analysis *a, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < f->count && *good; i++) {
    const uint32_t parent = a->experiment->locations[f->locations[i]].parent;
    json_t *o = json_location(a, f->locations[i], good);
    set(o, "id", json_integer(i), good);
    set(o, "parent", parent == NO_LOCATION ? json_null() : number_json(page_number(f, parent)), good);
    append(array, o, good);
  }
  return array;
}

/* Makes of a process what the page has a table of, and what it is to leave out of sentences: there may be many. */
static json_t *few_of_process(const struct analysis *a, uint32_t i, bool *good) {
  static const char *const keys[] = {"id",      "rank",    "host",          "working_directory", "wall_ns",
                                     "threads", "idle_ns", "in_regions_ns", "mpi_wait",          "mpi_wait_at_most_ns",
                                     "wait_ns"};
  json_t *all = json_process(a, i, good), *o = json_object();
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    set(o, keys[k], json_incref(json_object_get(all, keys[k])), good);
  json_decref(all);
  return o;
}

static json_t *few_groups(const struct page_locations *f, bool *good) {
  const struct groups *g = &f->groups;
  json_t *array = json_array();
  for (uint32_t i = 0; i < g->count && *good; i++) {
    const struct group *of = &g->groups[i];
    json_t *o = json_group(g, i, true, good), *members = json_array();
    for (uint32_t k = 0; k < of->count; k++) {
      const uint32_t number = page_number(f, g->members[of->first + k]);
      if (number != NO_LOCATION)
        append(members, json_integer(number), good);
      paged_leave(sizeof *g->members);
    }
    set(o, "least", number_json(page_number(f, of->least)), good);
    set(o, "most", number_json(page_number(f, of->most)), good);
    set(o, "locations", members, good);
    append(array, o, good);
  }
  return array;
}

/* Adds idleness during what locations did that are not shown, by its kind and the region. */
static json_t *few_idle(const struct page_locations *f, const struct analysis *a, bool *good) {
  json_t *array = json_array();
  const size_t regions = a->region_count + 1ull; /* the last one is none */
  struct sum {
    uint64_t time;
    uint32_t first;
  } *sums = calloc(IDLE_KINDS * regions, sizeof *sums);
  *good = *good && sums;
  for (uint32_t i = 0; *good && i < a->idle_count; i++) {
    const struct idle_time *t = &a->idle[i];
    const uint32_t region = t->region == NO_REGION ? a->region_count : t->region;
    struct sum *s = &sums[t->kind * regions + region];
    if (page_number(f, t->location) != NO_LOCATION)
      append(array, json_idle(a, i, good), good);
    else {
      s->first = s->time ? s->first : i;
      s->time += t->time;
    }
  }
  for (size_t i = 0; *good && i < IDLE_KINDS * regions; i++)
    if (sums[i].time) {
      json_t *o = json_idle(a, sums[i].first, good);
      set(o, "process", json_null(), good);
      set(o, "location", json_null(), good);
      set(o, "idle_ns", integer(sums[i].time), good);
      append(array, o, good);
    }
  free(sums);
  renumber(array, f, good);
  return array;
}

/* Adds up in which states threads were in each call path. */
static json_t *few_states(const struct analysis *a, bool *good) {
  const uint32_t count = sampled_found_count(a);
  json_t *array = json_array();
  struct sampled_found *sums = calloc((a->path_count + 1ull) * SAMPLED_STATES, sizeof *sums);
  uint32_t states;
  const struct sampled_state *first = sampled_states(&states);
  *good = *good && sums;
  for (uint32_t i = 0; sums && i < count; i++) {
    const struct sampled_found found = sampled_found_row(a, i);
    if (!found.state)
      continue; /* it can't be read, which is told in the end */
    struct sampled_found *s = &sums[(size_t)found.path * SAMPLED_STATES + (size_t)(found.state - first)];
    *s = (struct sampled_found){NO_LOCATION,
                                found.path,
                                found.state,
                                {s->samples.count + found.samples.count, s->samples.time + found.samples.time}};
  }
  for (size_t i = 0; sums && i < (size_t)a->path_count * SAMPLED_STATES; i++)
    if (sums[i].state)
      append(array, json_sampled_found(&sums[i], good), good);
  free(sums);
  return array;
}

/* The numbers of visits that the page has, by those of the analysis; UINT32_MAX: it has it not. */
static json_t *few_visits(const json_t *visits, const uint32_t *numbers, bool *good) {
  json_t *array = json_array(), *visit;
  size_t i;
  json_array_foreach(visits, i, visit) {
    const uint32_t number = numbers[json_integer_value(visit)];
    if (number != UINT32_MAX)
      append(array, json_integer(number), good);
  }
  return array;
}

/* Sets the visits of those that are shown, by numbers on the page, and the deadlock, as far as it is one of these. */
static void set_open(json_t *doc, const struct page_locations *f, const struct analysis *a, bool *good) {
  json_t *open = json_array(), *deadlock = json_array();
  uint32_t *numbers = malloc((a->open_count + 1ull) * sizeof *numbers), count = 0;
  *good = *good && numbers;
  for (uint32_t i = 0; *good && i < a->open_count; i++)
    numbers[i] = page_number(f, a->open_visits[i].location) == NO_LOCATION ? UINT32_MAX : count++;
  for (uint32_t i = 0; *good && i < a->open_count; i++)
    if (numbers[i] != UINT32_MAX) {
      json_t *o = json_open_visit(a, i, good);
      set(o, "id", json_integer(numbers[i]), good);
      set(o, "waits_for", few_visits(json_object_get(o, "waits_for"), numbers, good), good);
      append(open, o, good);
    }
  for (uint32_t i = 0; *good && i < a->cycle_length; i++) {
    const struct awaited *w = &a->awaited[a->cycle[i]];
    json_t *o = json_deadlocked(a, i, good);
    set(o, "visit", number_json(numbers[w->visit]), good);
    set(o, "waits_for", number_json(numbers[w->by]), good);
    if (numbers[w->visit] != UINT32_MAX && numbers[w->by] != UINT32_MAX)
      append(deadlock, json_incref(o), good);
    json_decref(o);
  }
  free(numbers);
  renumber(open, f, good);
  set(doc, "open", open, good);
  set(doc, "deadlock", deadlock, good);
}

/* Sets what has locations in it. What threads do now is in none of the page's views. */
static void set_few(json_t *doc, const struct page_locations *f, const struct analysis *a, bool *good) {
  json_t *few = json_object();
  set(doc, "processes", array_of(a, few_of_process, a->experiment->process_count, good), good);
  renumber(json_object_get(doc, "regions"), f, good);
  renumber(json_object_get(doc, "phases"), f, good);
  set(doc, "locations", few_locations(f, a, good), good);
  set(doc, "idle", few_idle(f, a, good), good);
  set(doc, "sampled_states", few_states(a, good), good);
  set_open(doc, f, a, good);
  set(doc, "now", json_array(), good);
  set(doc, "groups", few_groups(f, good), good);
  set(few, "all", json_integer(a->experiment->location_count), good);
  set(few, "shown", json_integer(f->count), good);
  set(few, "command", json_string("pomp-report --threads=all"), good);
  set(doc, "few", few, good);
}

/* --- the document --- */

json_t *page_document(const struct loaded *l, const struct analysis *a, const struct page_locations *f, bool *good) {
  const bool all = f->all;
  const struct array arrays[] = {{"processes", json_process, all ? a->experiment->process_count : 0},
                                 {"metrics", json_metric, a->experiment->metric_count},
                                 {"regions", json_region, a->region_count},
                                 {"locations", json_location, all ? a->experiment->location_count : 0},
                                 {"callpaths", json_callpath, a->path_count},
                                 {"idle", json_idle, all ? a->idle_count : 0},
                                 {"sampled_lines", json_sampled_line, json_line_count(a)},
                                 {"sampled_frames", json_sampled_frame, json_frame_count(a)},
                                 {"sampled_states", json_sampled_state, all ? sampled_found_count(a) : 0},
                                 {"open", json_open_visit, all ? a->open_count : 0},
                                 {"deadlock", json_deadlocked, all ? a->cycle_length : 0},
                                 {"now", json_now, all ? a->now_group_count : 0},
                                 {"phases", json_phase, a->series_count}};
  json_t *o = json_object();
  set(o, "experiment", json_experiment(l, a, good), good);
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    set(o, arrays[i].name, array_of(a, arrays[i].make, arrays[i].count, good), good);
  if (all)
    set(o, "groups", json_groups_array(a, false, good), good);
  else
    set_few(o, f, a, good);
  set(o, "intervals", json_intervals(l, a, good), good);
  return o;
}
