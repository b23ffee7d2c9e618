/* analysis.h - what the numbers of an experiment mean together: regions, call paths over all threads, totals.
 * Not here: the file (experiment.c), output (report.c, json.c). docs/report-json.md defines each figure. */
#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "experiment.h"

#define NO_PATH UINT32_MAX

/* Times in ns. */
struct totals {
  uint64_t visits, inclusive, exclusive, wait;
  uint64_t min, max; /* inclusive time of one finished visit; UINT64_MAX and 0 if there is none */
  uint32_t open;     /* visits that had not ended when the measurement did */
};

struct spread {
  uint64_t min, max;
  double mean;
};

/* What one location has of a region. */
struct share {
  uint32_t region, location;
  struct totals totals;
};

struct region {
  uint32_t key, role;
  const struct construct *construct; /* NULL: the root, what is outside of all regions */
  char name[160];
  struct totals totals; /* inclusive: recursive visits count once */
  uint32_t first_share, shares;
  struct spread inclusive, exclusive, wait; /* over the locations that have a share */
};

/* A call path; paths with the same regions are one over all locations. The first is the root. */
struct path {
  uint32_t parent, region, depth;
  uint32_t first_child, next_sibling; /* in descending order of inclusive time */
  uint32_t first_node;                /* see analysis.node_next */
  struct totals totals;
};

struct location_totals {
  uint64_t lifetime, in_regions, outside, idle, wait, visits;
  uint32_t open;
};

struct analysis {
  const struct experiment *experiment;
  uint64_t wall, allocation, idle, waiting, visits, repaired, ignored, lost;
  double measuring; /* an estimate: visits times the cost of an enter/exit pair */
  uint32_t open;
  struct region *regions; /* [0] is the root; the others in descending order of exclusive time */
  uint32_t region_count;
  struct share *shares; /* by region, then by location */
  uint32_t share_count;
  struct path *paths; /* a parent before its children */
  uint32_t path_count;
  struct location_totals *locations;
  /* By node of the experiment. */
  struct totals *nodes;
  uint32_t *node_path, *node_next; /* node_next: the next node of the same path */
};

/* False: not enough memory. Either way analysis_free is to be called. */
bool analyse(struct analysis *a, const struct experiment *e);
void analysis_free(struct analysis *a);

#endif
