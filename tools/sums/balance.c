/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* balance.c - how evenly the members of teams shared each worksharing construct.
 * Not here: what waiting came of it (analyse.c), how instances were found (the runtime).
 *
 * An instance is one encounter of the construct by a whole team. The runtime has compared the members' times in each,
 * and these figures hold where the file has them. Older files, and runs whose teams are unknown, have nothing but sums
 * over the run, in which members that are late in turn are in balance. */
#include "sums/team_sums.h"

#include <stdlib.h>

/* This is what one location did of a region. Its team is known by the location that forked it. */
struct work {
  uint32_t team, location;
  uint64_t time;
};

#define COMPARE(field)                                                                                                 \
  if (a->field != b->field)                                                                                            \
  return a->field < b->field ? -1 : 1

static int by_team(const void *x, const void *y) {
  const struct work *a = x, *b = y;
  COMPARE(team);
  COMPARE(location);
  return 0;
}

/* Returns the inclusive times of a share's visits, all of them, without the barrier at the end. */
static uint64_t time_of(const struct analysis *a, const struct share *s) {
  uint64_t time = 0;
  for (uint32_t i = 0; i < s->node_count; i++)
    time = plus(time, a->nodes[s->nodes[i]].inclusive - a->barriers[s->nodes[i]]);
  return time;
}

/* Makes one entry for each location that has met a worksharing construct, with its time there, without the barrier
 * at the end. They are sorted, but those of a flat team are so already. */
static uint32_t find_work(const struct analysis *a, const struct region *r, struct work *work) {
  const struct share *shares = analysis_shares(a, r);
  bool in_order = true;
  for (uint32_t k = 0; k < r->shares; k++) {
    uint32_t location = shares[k].location;
    work[k] = (struct work){team_of(a->experiment, location, r->role), location, time_of(a, &shares[k])};
    in_order &= k == 0 || by_team(&work[k - 1], &work[k]) < 0;
  }
  if (!in_order)
    qsort(work, r->shares, sizeof *work, by_team);
  return r->shares;
}

/* Returns how many entries a team has. */
static uint32_t team_size(const struct work *work, uint32_t count, uint32_t team) {
  uint32_t low = 0, high = count, size = 0;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (work[middle].team < team)
      low = middle + 1;
    else
      high = middle;
  }
  while (low + size < count && work[low + size].team == team)
    size++;
  return size;
}

/* Compares the sums over the run of each team's members. A member that has executed no section belongs to the team all
 * the same; `whole` lists all members. */
static void add_by_sums(struct region *r, const struct work *work, uint32_t count, const struct work *whole,
                        uint32_t whole_count) {
  for (uint32_t i = 0; i < count;) {
    uint32_t from = i;
    uint64_t max = 0;
    wide sum = 0;
    for (; i < count && work[i].team == work[from].team; i++) {
      max = work[i].time > max ? work[i].time : max;
      sum += work[i].time;
    }
    uint32_t members = team_size(whole, whole_count, work[from].team), present = i - from;
    r->balance.max = plus(r->balance.max, max);
    r->balance.means += exact_mean(sum, members > present ? members : present);
  }
}

static bool find_by_sums(struct analysis *a) {
  uint32_t locations = a->experiment->location_count;
  struct work *work = calloc(locations, sizeof *work), *whole = calloc(locations, sizeof *whole);
  bool good = work && whole;
  for (uint32_t i = 0; good && i < a->region_count; i++) {
    struct region *r = &a->regions[i];
    const struct region *all = r->role == POMP_ROLE_SECTION ? analysis_part(a, r, POMP_ROLE_SECTIONS) : NULL;
    const struct path *p = only_path(a, r);
    if (!r->balance.known || r->balance.by_instances)
      continue;
    if (p && p->teams_known && !all) {
      r->balance.max = p->teams_max;
      r->balance.means = p->teams_mean;
    } else
      add_by_sums(r, work, find_work(a, r, work), whole, all ? find_work(a, all, whole) : 0);
    r->balance.mean = exact_ns(r->balance.means);
  }
  free(work);
  free(whole);
  return good;
}

bool balance_teams(const struct analysis *a, const struct region *r, uint32_t *teams) {
  const struct path *p = only_path(a, r);
  if (!a->shares) {
    *teams = r->balance.teams;
    return true;
  }
  if (p && p->teams_known) {
    *teams = p->teams;
    return true;
  }
  struct work *work = malloc((r->shares + 1ull) * sizeof *work);
  uint32_t count = work ? find_work(a, r, work) : 0;
  *teams = 0;
  for (uint32_t i = 0; i < count; i++)
    *teams += i == 0 || work[i].team != work[i - 1].team;
  free(work);
  return work != NULL;
}

/* --- by instances --- */

/* Returns the instances that a node's member was longest in; times are in ns. */
static struct instances instances_of(const struct analysis *a, uint32_t node) {
  const struct experiment *e = a->experiment;
  const struct node *n = &e->nodes[node];
  uint64_t visits = n->visits - (n->start && n->visits), time = a->nodes[node].inclusive - a->barriers[node];
  if (is_alone(e, n) && POMP_KEY_ROLE(n->key) != POMP_ROLE_BARRIER)
    return (struct instances){visits, visits, time, time, 0, 0};
  struct instances i = experiment_extra(e, n)->instances;
  i.max = experiment_ns(e, i.max);
  i.mean = experiment_ns(e, i.mean);
  i.mean = i.mean < i.max ? i.mean : i.max;
  return i;
}

/* True if some member of a team has met the region. */
static bool was_in_teams(const struct analysis *a, const struct region *r) {
  for (uint32_t i = r->first_path; i < r->first_path + r->paths; i++)
    for (uint32_t k = 0, node; analysis_node(a, a->region_paths[i], k, &node); k++)
      if (!is_alone(a->experiment, &a->experiment->nodes[node]))
        return true;
  return false;
}

static int by_region_and_location(const void *x, const void *y) {
  const struct latest *a = x, *b = y;
  COMPARE(region);
  COMPARE(location);
  return 0;
}
static int by_instances(const void *x, const void *y) {
  const struct latest *a = x, *b = y;
  COMPARE(region);
  if (a->instances != b->instances)
    return a->instances > b->instances ? -1 : 1;
  COMPARE(location);
  return 0;
}

/* Joins the entries with the same region and location, and sorts them by their instances. Returns how many are left. */
static uint32_t join_latest(struct latest *all, uint32_t count) {
  uint32_t kept = 0;
  qsort(all, count, sizeof *all, by_region_and_location);
  for (uint32_t i = 0; i < count; i++) {
    if (kept && by_region_and_location(&all[kept - 1], &all[i]) == 0) {
      all[kept - 1].instances += all[i].instances;
      all[kept - 1].cost = plus(all[kept - 1].cost, all[i].cost);
      all[kept - 1].waited = plus(all[kept - 1].waited, all[i].waited);
    } else
      all[kept++] = all[i];
  }
  qsort(all, kept, sizeof *all, by_instances);
  return kept;
}

uint32_t balance_cut_latest(struct latest *all, uint32_t count, uint32_t most, wide *waited) {
  uint32_t kept = 0, of_region = 0;
  count = join_latest(all, count);
  for (uint32_t i = 0; i < count; i++) {
    of_region = i && all[i].region == all[i - 1].region ? of_region + 1 : 0;
    if (of_region < most)
      all[kept++] = all[i];
    else
      waited[all[i].region] += all[i].waited;
  }
  return kept;
}

/* Lists for each region who was longest, and how often; several call paths of a location count together. */
static void order_latest(struct analysis *a) {
  a->latest_count = join_latest(a->latest, a->latest_count);
  for (uint32_t i = a->latest_count; i-- > 0;) {
    struct balance *b = &a->regions[a->latest[i].region].balance;
    b->first_latest = i;
    b->latest++;
  }
}

/* Limits the waiting that a barrier's instances tell to the known waiting: it is an estimate where not all instances
 * were noted. */
static void limit_arrivals(struct analysis *a, const struct balance_sums *sums) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    struct balance *b = &a->regions[i].balance;
    double most = (double)a->regions[i].totals.wait;
    wide sum = sums[i].waited;
    if (!b->is_arrivals)
      continue;
    for (uint32_t k = b->first_latest; k < b->first_latest + b->latest; k++)
      sum += a->latest[k].waited;
    const double waited = (double)sum;
    if (waited <= most)
      continue;
    for (uint32_t k = b->first_latest; k < b->first_latest + b->latest; k++) {
      a->latest[k].waited = (uint64_t)((double)a->latest[k].waited / waited * most);
      a->latest[k].cost = (uint64_t)((double)a->latest[k].cost / waited * most);
    }
  }
}

/* A member of a team that was longest in no instance has nothing to add, so its node need not be special. */
uint32_t balance_gather(const struct analysis *a, struct balance_sums *sums, struct latest *latest) {
  const struct experiment *e = a->experiment;
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->region_count; i++)
    sums[i] = (struct balance_sums){.in_teams = is_shared(a->regions[i].role) && was_in_teams(a, &a->regions[i])};
  for (uint32_t k = 0; k < a->special_count; k++) {
    const uint32_t i = a->special[k], role = POMP_KEY_ROLE(e->nodes[i].key);
    const uint64_t known = experiment_extra(e, &e->nodes[i])->instances.count;
    if (role == POMP_ROLE_BARRIER ? !known : !is_shared(role))
      continue;
    const uint32_t region = a->paths[a->node_path[i]].region;
    struct balance_sums *s = &sums[region];
    const struct instances n = instances_of(a, i);
    s->recorded |= known != 0;
    s->instances += n.count;
    s->visits += n.visits;
    s->max = plus(s->max, n.max);
    s->means += (wide)n.mean << 32;
    s->pairs += role == POMP_ROLE_BARRIER ? n.pairs : 0;
    s->spared = plus(s->spared, role == POMP_ROLE_BARRIER ? experiment_ns(e, n.spared) : 0);
    const double waited = n.count ? (double)(n.max - n.mean) * (double)n.visits / (double)n.count : 0;
    if (n.count)
      latest[count++] =
          (struct latest){region, e->nodes[i].location, n.count, n.max - n.mean, (uint64_t)(waited + 0.5)};
  }
  return count;
}

/* Fills the balance of each region, and notes what it rests on: instances, arrivals or sums. */
static void take_sums(struct analysis *a, const struct balance_sums *sums) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    const struct balance_sums *s = &sums[i];
    struct balance *b = &a->regions[i].balance;
    const uint64_t over = r->totals.visits > r->totals.open ? r->totals.visits - r->totals.open : 0;
    b->known = pomp_role_is(r->role, POMP_IS_SHARED) && r->shares;
    b->in_teams = s->in_teams;
    b->by_instances = is_shared(r->role) && (s->recorded || !s->in_teams);
    b->is_arrivals = r->role == POMP_ROLE_BARRIER && s->recorded;
    if (!b->by_instances && !b->is_arrivals)
      continue;
#define FIGURES_DO(member, sum) b->member = s->member;
#define FIGURES_OF_BALANCE_SUMS
#include "files/figures.def"
    b->means = s->means;
    b->mean = exact_ns(s->means);
    b->missing = b->by_instances && over > s->visits ? over - s->visits : 0;
  }
}

void balance_take(struct analysis *a, const struct balance_sums *sums) {
  uint32_t kept = 0;
  take_sums(a, sums);
  for (uint32_t i = 0; i < a->latest_count; i++) {
    const struct balance *b = &a->regions[a->latest[i].region].balance;
    if (b->by_instances || b->is_arrivals)
      a->latest[kept++] = a->latest[i];
  }
  a->latest_count = kept;
  order_latest(a);
  limit_arrivals(a, sums);
}

bool balance_find(struct analysis *a) {
  struct balance_sums *sums = calloc(a->region_count + 1ull, sizeof *sums);
  a->latest = malloc((a->special_count + 1ull) * sizeof *a->latest);
  const bool good = sums && a->latest;
  if (good) {
    a->latest_count = balance_gather(a, sums, a->latest);
    balance_take(a, sums);
  }
  free(sums);
  return good && find_by_sums(a);
}

double balance_imbalance(const struct balance *b) {
  double max = (double)b->max;
  return max > b->mean ? (max - b->mean) / max : 0;
}
