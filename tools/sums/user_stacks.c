/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* user_stacks.c - puts the regions of a call path among the functions of its stack, and leaves out what a compiler or
 * the OpenMP runtime has made.
 *
 * A stack is gone through from its innermost function outwards, and the call path from its innermost region. A region
 * is around the first function whose line is in it, and what was found inside of that one is called from the region. A
 * function is outside of its regions, but those that a compiler made of a region stand for the region itself. */
#include "sums/user_stacks.h"

#include <stdlib.h>
#include <string.h>

bool samples_push(struct finding_samples *f, uint32_t path, uint32_t place) {
  struct samples *s = f->s;
  if (!POMP_ARRAY_ROOM(s->stack, f->stack_room, s->stack_count + 1ull))
    return false;
  s->stack[s->stack_count++] = (struct sample_frame){path, place};
  return true;
}

void user_stacks_begin(struct user_stacks *u) {
  free(u->between);
  u->between = NULL;
}

/* --- the call path --- */

/* True if the thread does not have on its stack what the node is below: another thread forked the team, or what created
 * the task has gone on. */
static bool goes_on_elsewhere(const struct experiment *e, const struct node *n) {
  const struct location *l = &e->locations[n->location];
  uint32_t role = POMP_KEY_ROLE(n->key);
  return role == POMP_ROLE_TASK || (e->nodes[n->parent].location != n->location && l->thread_num != 0);
}

/* True if the node is another thread's: a member that waits at the end of its team is in the region that forked it. */
static bool is_of_other(const struct experiment *e, const struct sample_record *r) {
  uint32_t at = r->location;
  while (at != NO_LOCATION && at != e->nodes[r->node].location)
    at = e->locations[at].thread_num == 0 ? e->locations[at].parent : NO_LOCATION;
  return r->location != NO_LOCATION && at == NO_LOCATION;
}

uint32_t user_stacks_distance(const struct samples *s, const struct sample_record *r) {
  const struct experiment *e = s->analysis->experiment;
  uint32_t distance = r->node != NO_NODE && is_of_other(e, r), node = r->node;
  for (; node != NO_NODE && e->nodes[node].parent != NO_NODE; node = e->nodes[node].parent)
    distance += goes_on_elsewhere(e, &e->nodes[node]);
  return distance;
}

/* Finds the regions that the thread itself is in. */
static bool find_nodes(struct user_stacks *u, const struct sample_record *r) {
  const struct experiment *e = u->f->s->analysis->experiment;
  uint32_t node = r->node;
  u->node_count = 0;
  u->creator = NO_NODE;
  if (node != NO_NODE && is_of_other(e, r)) {
    u->creator = node;
    return true;
  }
  for (; node != NO_NODE && e->nodes[node].parent != NO_NODE; node = e->nodes[node].parent) {
    if (!POMP_ARRAY_ROOM(u->nodes, u->nodes_room, u->node_count + 1ull))
      return false;
    u->nodes[u->node_count++] = node;
    if (goes_on_elsewhere(e, &e->nodes[node])) {
      u->creator = e->nodes[node].parent;
      return true;
    }
  }
  return true;
}

/* --- which function a region is in --- */

/* A compiler may have been given another path of the file in another directory. */
static bool is_same_file(const char *a, const char *b) {
  size_t x = strlen(a), y = strlen(b);
  const char *longer = x > y ? a : b, *shorter = x > y ? b : a;
  size_t more = x > y ? x - y : y - x;
  return *shorter && strcmp(longer + more, shorter) == 0 && (!more || longer[more - 1] == '/');
}

static const struct construct *construct_of(const struct user_stacks *u, uint32_t node) {
  const struct experiment *e = u->f->s->analysis->experiment;
  uint32_t construct = POMP_KEY_CONSTRUCT(e->nodes[node].key);
  return construct ? &e->constructs[construct - 1] : NULL;
}

/* True if the function is around the region. Without lines, or in a file that the region's is included into, its name
 * tells. */
static bool is_around(const struct user_stacks *u, const struct level *l, uint32_t node) {
  const struct samples *s = u->f->s;
  const struct sample_place *p = &s->places[l->place];
  const struct construct *c = construct_of(u, node);
  if (!c)
    return false;
  const char *function = call_function(c), *name = s->functions[p->function].name;
  /* Of what is not instrumented, no last line is known. */
  if (l->kind == LEVEL_MADE && (c->is_site || c->end_lineN == c->begin_line1))
    return *function && strcmp(name, function) == 0;
  int from = c->is_site ? call_line(c) : c->begin_line1, to = c->is_site ? from : c->end_lineN;
  if (to < c->begin_lineN)
    to = c->begin_lineN;
  if (p->line && is_same_file(p->file, call_file(c)))
    return p->line >= from && p->line <= to;
  return *function && strcmp(name, function) == 0;
}

/* Returns the number behind that of the outermost function that is around the region; 0: there is none. */
static uint32_t outermost_around(const struct user_stacks *u, uint32_t node) {
  uint32_t i = u->level_count;
  while (i && (u->levels[i - 1].kind > LEVEL_MADE || !is_around(u, &u->levels[i - 1], node)))
    i--;
  return i;
}

static bool is_of_function(const struct user_stacks *u, uint32_t node) {
  const struct construct *c = construct_of(u, node);
  return c && POMP_KEY_ROLE(u->f->s->analysis->experiment->nodes[node].key) == POMP_ROLE_USER &&
         strcmp(c->name, "function") == 0;
}

/* Finds the regions that functions of the stack are around. Those of a construct have the same, and there may be a
 * million of them and as many functions. */
static bool find_claimed(struct user_stacks *u) {
  const struct experiment *e = u->f->s->analysis->experiment;
  if (!u->around && !(u->around = calloc(e->construct_count + 1ull, sizeof *u->around)))
    return false;
  u->stack++;
  u->claimed_count = u->claimed_at = 0;
  for (uint32_t i = 0; i < u->node_count; i++) {
    struct around *known = &u->around[POMP_KEY_CONSTRUCT(e->nodes[u->nodes[i]].key)];
    if (known->stack != u->stack)
      *known = (struct around){u->stack, outermost_around(u, u->nodes[i])};
    if (!known->outermost && !is_of_function(u, u->nodes[i]))
      continue;
    if (!POMP_ARRAY_ROOM(u->claimed, u->claimed_room, u->claimed_count + 1ull))
      return false;
    u->claimed[u->claimed_count++] = (struct claimed){i, known->outermost};
  }
  return true;
}

/* --- the stack, from the inside --- */

static bool push(struct user_stacks *u, uint32_t path, uint32_t place) {
  if (!POMP_ARRAY_ROOM(u->inwards, u->inwards_room, u->inwards_count + 1ull))
    return false;
  u->inwards[u->inwards_count++] = (struct sample_frame){path, place};
  return true;
}

static bool push_regions(struct user_stacks *u, uint32_t *from, uint32_t to) {
  for (; *from < to; ++*from)
    if (!push(u, u->f->s->analysis->node_path[u->nodes[*from]], NO_PLACE))
      return false;
  return true;
}

/* The OpenMP runtime calls the functions that a compiler made of a team's block or a task's: returns how many regions
 * are inside of that call. */
static uint32_t regions_of_call(const struct user_stacks *u, uint32_t next) {
  const struct experiment *e = u->f->s->analysis->experiment;
  for (uint32_t i = next; i < u->node_count; i++) {
    uint32_t role = POMP_KEY_ROLE(e->nodes[u->nodes[i]].key);
    if (role == POMP_ROLE_TEAM || role == POMP_ROLE_TASK)
      return i + 1;
  }
  return next;
}

/* Returns how many regions the function is around: those up to the last one, from `next` on, as those between that no
 * function is around are there, too. A function that was made of a team's block, or a task's, is in no region that is
 * around that. */
static uint32_t regions_of(struct user_stacks *u, uint32_t level, uint32_t next) {
  const bool made = u->levels[level].kind == LEVEL_MADE;
  uint32_t end = next, most = made ? regions_of_call(u, next) : next;
  most = most > next ? most : u->node_count;
  while (u->claimed_at < u->claimed_count && u->claimed[u->claimed_at].region < next)
    u->claimed_at++;
  for (uint32_t i = u->claimed_at; i < u->claimed_count && u->claimed[i].region < most; i++) {
    const struct claimed c = u->claimed[i];
    if (made && is_of_function(u, u->nodes[c.region]))
      break;
    if (c.outermost > level && is_around(u, &u->levels[level], u->nodes[c.region]))
      end = c.region + 1;
    else if (c.outermost > level + 1)
      break;
  }
  return end;
}

/* Goes through the stack outwards. `stands`: the user's function for which a made one stood last. */
static bool go_outwards(struct user_stacks *u, struct sample_row *row) {
  uint32_t next = 0, stands = NO_PLACE;
  bool is_called = false; /* a function was found since the last call by the OpenMP runtime */
  if (!find_claimed(u))
    return false;
  for (uint32_t i = 0; i < u->level_count && (u->creator == NO_NODE || next < u->node_count); i++) {
    const struct level *l = &u->levels[i];
    if (l->kind == LEVEL_OPENMP && is_called) {
      is_called = false;
      if (!push_regions(u, &next, regions_of_call(u, next)))
        return false;
    }
    if (l->kind > LEVEL_MADE)
      continue;
    uint32_t function = u->f->s->places[l->place].function, before = next;
    if (row->leaf == NO_PLACE)
      row->leaf = l->place;
    is_called = true;
    if (!push_regions(u, &next, regions_of(u, i, next)))
      return false;
    const bool made = l->kind == LEVEL_MADE, claims = next > before;
    if (claims && made)
      stands = function;
    bool is_region = (made && (function == stands || *u->f->s->functions[function].name == '.')) ||
                     (claims && !made && is_of_function(u, u->nodes[next - 1]));
    if (!made)
      stands = NO_PLACE;
    if (!is_region && (u->creator == NO_NODE || next < u->node_count) && !push(u, 0, l->place))
      return false;
  }
  row->cut &= u->creator == NO_NODE || next < u->node_count;
  if (row->cut && next < u->node_count) { /* the stack around the creator is known as for other rows */
    u->creator = u->nodes[next];
    return true;
  }
  return push_regions(u, &next, u->node_count);
}

/* --- and then from the outside --- */

/* Puts an element onto the row's stack. A function that is there already, called from the same region, was called again
 * by itself. */
static bool put(struct user_stacks *u, const struct sample_row *row, struct sample_frame f) {
  struct samples *s = u->f->s;
  for (uint32_t i = s->stack_count; f.place != NO_PLACE && i-- > row->first;) {
    if (s->stack[i].place == NO_PLACE)
      break;
    if (s->places[s->stack[i].place].function == s->places[f.place].function) {
      s->stack_count = i;
      break;
    }
  }
  return samples_push(u->f, f.path, f.place);
}

/* Puts a call path, with what is known of the functions between its regions, onto the row's stack. */
static bool put_path(struct user_stacks *u, uint32_t path) {
  struct samples *s = u->f->s;
  const struct path *paths = s->analysis->paths;
  uint32_t depth = 0;
  for (uint32_t p = path; p; p = paths[p].parent)
    depth++;
  if (!POMP_ARRAY_ROOM(u->way, u->way_room, depth + 1ull))
    return false;
  for (uint32_t p = path, i = depth; p; p = paths[p].parent)
    u->way[--i] = p;
  for (uint32_t k = 0; k < depth; k++) {
    const struct between *b = &u->between[u->way[k]];
    for (uint32_t i = 0; i < b->length; i++)
      if (!samples_push(u->f, s->stack[b->first + i].path, s->stack[b->first + i].place))
        return false;
    if (!samples_push(u->f, u->way[k], NO_PLACE))
      return false;
  }
  return true;
}

/* Notes the functions between the regions of the row's call path: the outer functions that all rows have in common
 * there are added to the stacks of other threads. */
static void note_between(struct user_stacks *u, const struct sample_row *row) {
  const struct samples *s = u->f->s;
  uint32_t begin = row->first;
  for (uint32_t i = begin; i < row->first + row->length; i++) {
    if (s->stack[i].place != NO_PLACE)
      continue;
    struct between *b = &u->between[s->stack[i].path];
    if (!b->known)
      *b = (struct between){begin, i - begin, true};
    uint32_t same = 0;
    while (same < b->length && begin + same < i &&
           s->places[s->stack[begin + same].place].function == s->places[s->stack[b->first + same].place].function)
      same++;
    b->length = same;
    begin = i + 1;
  }
}

/* True if the code is of a library of the system: calls of the OpenMP runtime or of the measuring library there are no
 * user's code. Code with lines is a user's function that they call back. */
static bool is_of_system(const struct samples *s, const struct level *l) {
  const struct sample_function *f = &s->functions[s->places[l->place].function];
  return l->kind == LEVEL_USERS &&
         (f->known != CALL_LINE || strncmp(f->module, "/lib", 4) == 0 || strncmp(f->module, "/usr/lib", 8) == 0);
}

static void give_to_callers(const struct samples *s, struct level *levels, uint32_t count) {
  enum level_kind caller = LEVEL_USERS;
  for (uint32_t i = count; i-- > 0;) {
    if ((caller == LEVEL_OPENMP || caller == LEVEL_OURS) && is_of_system(s, &levels[i]))
      levels[i].kind = caller;
    caller = levels[i].kind;
  }
}

/* Appends the prepared frames to the row's stack, the outermost first; `path` is the call path of the region around
 * them. */
static bool put_inwards(struct user_stacks *u, struct sample_row *row, uint32_t path) {
  for (uint32_t i = u->inwards_count; i-- > 0;) {
    struct sample_frame f = u->inwards[i];
    path = f.place == NO_PLACE ? f.path : path;
    if (!put(u, row, (struct sample_frame){path, f.place}))
      return false;
  }
  row->length = u->f->s->stack_count - row->first;
  return true;
}

static void begin_stack(struct user_stacks *u, struct sample_row *row, const struct level *levels, uint32_t count) {
  u->levels = levels;
  u->level_count = count;
  u->inwards_count = 0;
  row->first = u->f->s->stack_count;
}

static bool make_between(struct user_stacks *u) {
  return u->between || (u->between = calloc(u->f->s->analysis->path_count, sizeof *u->between));
}

bool user_stacks_make(struct user_stacks *u, const struct sample_record *from, struct sample_row *row,
                      struct level *levels, uint32_t count) {
  struct samples *s = u->f->s;
  give_to_callers(s, levels, count);
  row->entry = NO_PLACE;
  for (uint32_t i = 0; i < count && levels[i].kind == LEVEL_OPENMP; i++)
    row->entry = levels[i].place;
  begin_stack(u, row, levels, count);
  if (!make_between(u) || !find_nodes(u, from) || !go_outwards(u, row))
    return false;
  uint32_t path = u->creator == NO_NODE ? 0 : s->analysis->node_path[u->creator];
  if (!put_path(u, path) || !put_inwards(u, row, path))
    return false;
  if (!row->cut)
    note_between(u, row);
  return true;
}

/* --- what the stacks of tasks tell of their team --- */

/* Returns the node that forked the outermost team around the sample, if it is on this thread's own stack; NO_NODE: it
 * isn't. */
static uint32_t own_outermost_fork(const struct experiment *e, const struct sample_record *r) {
  uint32_t fork = NO_NODE, at = r->location;
  for (uint32_t node = r->node; node != NO_NODE && e->nodes[node].parent != NO_NODE; node = e->nodes[node].parent)
    if (POMP_KEY_ROLE(e->nodes[node].key) == POMP_ROLE_TEAM)
      fork = e->nodes[node].parent;
  while (fork != NO_NODE && at != NO_LOCATION && at != e->nodes[fork].location)
    at = e->locations[at].thread_num == 0 ? e->locations[at].parent : NO_LOCATION;
  return at == NO_LOCATION ? NO_NODE : fork;
}

bool user_stacks_can_learn(const struct user_stacks *u, const struct sample_record *r) {
  const struct samples *s = u->f->s;
  uint32_t fork = own_outermost_fork(s->analysis->experiment, r);
  return fork != NO_NODE && !(u->between && u->between[s->analysis->node_path[fork]].known);
}

/* The outermost call into the OpenMP runtime is the one that forked the team. */
bool user_stacks_learn(struct user_stacks *u, const struct sample_record *from, struct level *levels, uint32_t count) {
  const struct experiment *e = u->f->s->analysis->experiment;
  struct sample_row row = {.leaf = NO_PLACE};
  uint32_t first = count;
  give_to_callers(u->f->s, levels, count);
  while (first > 0 && levels[first - 1].kind != LEVEL_OPENMP)
    first--;
  if (!first)
    return true;
  begin_stack(u, &row, levels + first, count - first);
  u->creator = NO_NODE;
  u->node_count = 0;
  for (uint32_t node = own_outermost_fork(e, from); e->nodes[node].parent != NO_NODE; node = e->nodes[node].parent) {
    if (!POMP_ARRAY_ROOM(u->nodes, u->nodes_room, u->node_count + 1ull))
      return false;
    u->nodes[u->node_count++] = node;
  }
  if (!make_between(u) || !go_outwards(u, &row) || !put_inwards(u, &row, 0))
    return false;
  note_between(u, &row);
  return true;
}

void user_stacks_free(struct user_stacks *u) {
  free(u->inwards);
  free(u->way);
  free(u->nodes);
  free(u->between);
  free(u->around);
  free(u->claimed);
}
