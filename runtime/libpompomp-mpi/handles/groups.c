/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* groups.c - keeps the table of communicators and windows, and asks MPI for what it holds.
 * Not here: who looks things up in it (count). MPI_COMM_WORLD needs no look-up, and is never freed. */
#include "handles/groups.h"
#include "handles/lock.h"

#include <stdlib.h>

#define STRIPES 32u

/* A window's handle may be the same number as a communicator's. */
static struct stripe {
  pomp_mpi_lock lock;
  struct pomp_mpi_group *first;
} stripes[STRIPES];
static struct pomp_mpi_group world = {.users = 1, .sources = -1, .destinations = -1};
static uint32_t last_id;
static pomp_mpi_lock neighbor_lock;

void pomp_mpi_groups_begin(void) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  world.rank = rank;
  world.others = size;
  world.size = size;
}

static struct stripe *stripe_of(uintptr_t handle) { return &stripes[pomp_mpi_hash(handle) % STRIPES]; }

static void destroy(struct pomp_mpi_group *g) {
  free(g->world);
  free(g->source);
  free(g->destination);
  free(g);
}

void pomp_mpi_group_release(struct pomp_mpi_group *group) {
  if (group && group != &world && __atomic_sub_fetch(&group->users, 1, __ATOMIC_ACQ_REL) == 0)
    destroy(group);
}

struct pomp_mpi_group *pomp_mpi_group_again(struct pomp_mpi_group *group) {
  if (group && group != &world)
    __atomic_add_fetch(&group->users, 1, __ATOMIC_RELAXED);
  return group;
}

/* Fills in the numbers that the ranks of `group` have in MPI_COMM_WORLD. False: MPI can't tell, or there is no memory.
 */
static bool translate(MPI_Group group, int count, int *to) {
  MPI_Group all;
  int *from = malloc((size_t)count * sizeof *from + 1);
  bool done = from && PMPI_Comm_group(MPI_COMM_WORLD, &all) == MPI_SUCCESS;
  if (done) {
    for (int i = 0; i < count; i++)
      from[i] = i;
    done = PMPI_Group_translate_ranks(group, count, from, all, to) == MPI_SUCCESS;
    PMPI_Group_free(&all);
  }
  free(from);
  return done;
}

/* Asks MPI for everything but the neighbours. */
static bool ask(struct pomp_mpi_group *g, MPI_Group group) {
  bool done = PMPI_Group_size(group, &g->others) == MPI_SUCCESS;
  g->world = done ? malloc((size_t)g->others * sizeof *g->world + 1) : NULL;
  return g->world && translate(group, g->others, g->world);
}

static bool ask_comm(struct pomp_mpi_group *g, MPI_Comm comm) {
  MPI_Group group;
  int inter = 0;
  if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || PMPI_Comm_rank(comm, &g->rank) != MPI_SUCCESS ||
      PMPI_Comm_size(comm, &g->size) != MPI_SUCCESS)
    return false;
  g->inter = inter != 0;
  if ((inter ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group)) != MPI_SUCCESS)
    return false;
  bool done = ask(g, group);
  PMPI_Group_free(&group);
  return done;
}

static bool ask_win(struct pomp_mpi_group *g, MPI_Win win) {
  MPI_Group group;
  if (PMPI_Win_get_group(win, &group) != MPI_SUCCESS)
    return false;
  bool done = ask(g, group) && PMPI_Group_rank(group, &g->rank) == MPI_SUCCESS;
  g->size = g->others;
  PMPI_Group_free(&group);
  return done;
}

static struct pomp_mpi_group *find(struct stripe *s, uintptr_t handle, bool is_window) {
  pomp_mpi_lock_take(&s->lock);
  struct pomp_mpi_group *g = s->first;
  while (g && (g->handle != handle || g->is_window != is_window))
    g = g->next;
  pomp_mpi_group_again(g);
  pomp_mpi_lock_give(&s->lock);
  return g;
}

static struct pomp_mpi_group *blank(uintptr_t handle, bool is_window) {
  struct pomp_mpi_group *g = calloc(1, sizeof *g);
  if (g) {
    g->handle = handle;
    g->is_window = is_window;
    g->users = 1;
    g->sources = g->destinations = -1;
    g->id = __atomic_add_fetch(&last_id, 1, __ATOMIC_RELAXED);
  }
  return g;
}

/* Puts it into the table, for one more holder. If another thread was faster there are two, which does no harm. */
static struct pomp_mpi_group *insert(struct stripe *s, struct pomp_mpi_group *g, bool valid) {
  if (!valid) {
    destroy(g);
    return NULL;
  }
  pomp_mpi_group_again(g);
  pomp_mpi_lock_take(&s->lock);
  g->next = s->first;
  s->first = g;
  pomp_mpi_lock_give(&s->lock);
  return g;
}

struct pomp_mpi_group *pomp_mpi_group_of_comm(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD)
    return &world;
  uintptr_t handle = (uintptr_t)comm;
  struct stripe *s = stripe_of(handle);
  struct pomp_mpi_group *g = find(s, handle, false);
  if (g || !(g = blank(handle, false)))
    return g;
  return insert(s, g, ask_comm(g, comm));
}

struct pomp_mpi_group *pomp_mpi_group_of_win(MPI_Win win) {
  uintptr_t handle = (uintptr_t)win;
  struct stripe *s = stripe_of(handle);
  struct pomp_mpi_group *g = find(s, handle, true);
  if (g || !(g = blank(handle, true)))
    return g;
  return insert(s, g, ask_win(g, win));
}

static void forget(uintptr_t handle, bool is_window) {
  struct stripe *s = stripe_of(handle);
  struct pomp_mpi_group *gone = NULL, *g;
  pomp_mpi_lock_take(&s->lock);
  for (struct pomp_mpi_group **at = &s->first; (g = *at);)
    if (g->handle == handle && g->is_window == is_window) {
      *at = g->next;
      g->next = gone;
      gone = g;
    } else
      at = &g->next;
  pomp_mpi_lock_give(&s->lock);
  while ((g = gone)) {
    gone = g->next;
    pomp_mpi_group_release(g);
  }
}
void pomp_mpi_forget_comm(MPI_Comm comm) { forget((uintptr_t)comm, false); }
void pomp_mpi_forget_win(MPI_Win win) { forget((uintptr_t)win, true); }

uint64_t pomp_mpi_partner(const struct pomp_mpi_group *group, int rank) {
  if (!group->world)
    return (uint32_t)rank;
  if (rank >= 0 && rank < group->others && group->world[rank] != MPI_UNDEFINED)
    return (uint32_t)group->world[rank];
  return (uint64_t)group->id << 32 | (uint32_t)rank;
}

static bool make_room(struct pomp_mpi_group *g, int sources, int destinations) {
  g->source = malloc((size_t)sources * sizeof *g->source + 1);
  g->destination = malloc((size_t)destinations * sizeof *g->destination + 1);
  g->sources = sources;
  return g->source && g->destination;
}

/* Each dimension has two neighbours; the lower one comes first. */
static bool ask_cartesian(struct pomp_mpi_group *g, MPI_Comm comm) {
  int dimensions = 0;
  if (PMPI_Cartdim_get(comm, &dimensions) != MPI_SUCCESS || !make_room(g, 2 * dimensions, 2 * dimensions))
    return false;
  for (int i = 0; i < dimensions; i++) {
    if (PMPI_Cart_shift(comm, i, 1, &g->source[2 * (size_t)i], &g->source[2 * (size_t)i + 1]) != MPI_SUCCESS)
      return false;
    g->destination[2 * (size_t)i] = g->source[2 * (size_t)i];
    g->destination[2 * (size_t)i + 1] = g->source[2 * (size_t)i + 1];
  }
  g->destinations = 2 * dimensions;
  return true;
}

static bool ask_graph(struct pomp_mpi_group *g, MPI_Comm comm) {
  int count = 0;
  if (PMPI_Graph_neighbors_count(comm, g->rank, &count) != MPI_SUCCESS || !make_room(g, count, count) ||
      PMPI_Graph_neighbors(comm, g->rank, count, g->source) != MPI_SUCCESS)
    return false;
  for (int i = 0; i < count; i++)
    g->destination[i] = g->source[i];
  g->destinations = count;
  return true;
}

static bool ask_distributed(struct pomp_mpi_group *g, MPI_Comm comm) {
  int sources = 0, destinations = 0, weighted = 0;
  if (PMPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted) != MPI_SUCCESS ||
      !make_room(g, sources, destinations))
    return false;
  int *weights = malloc((size_t)(sources + destinations) * sizeof *weights + 1);
  bool done = weights && PMPI_Dist_graph_neighbors(comm, sources, g->source, weights, destinations, g->destination,
                                                   weights + sources) == MPI_SUCCESS;
  free(weights);
  if (done)
    g->destinations = destinations;
  return done;
}

bool pomp_mpi_neighbors(struct pomp_mpi_group *group, MPI_Comm comm) {
  if (group == &world)
    return false;
  pomp_mpi_lock_take(&neighbor_lock);
  if (group->sources < 0) { /* once */
    int topology = MPI_UNDEFINED;
    group->sources = 0;
    if (PMPI_Topo_test(comm, &topology) == MPI_SUCCESS) {
      if (topology == MPI_CART)
        ask_cartesian(group, comm);
      else if (topology == MPI_GRAPH)
        ask_graph(group, comm);
      else if (topology == MPI_DIST_GRAPH)
        ask_distributed(group, comm);
    }
  }
  pomp_mpi_lock_give(&neighbor_lock);
  return group->destinations >= 0;
}
