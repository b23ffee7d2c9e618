/* parts.h - the parts of the analysis, in the order in which analyse() calls them.
 * Not here: what others may call (analysis.h). Each returns false if there is not enough memory. */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include "analysis.h"
#include "pomp_format.h"

/* paths.c */
bool paths_find(struct analysis *a);

/* regions.c. While paths are made, regions are in the order of their keys. */
bool regions_find(struct analysis *a);
uint32_t regions_at(const struct analysis *a, uint32_t key);
bool regions_add_up(struct analysis *a);

/* locations.c */
bool locations_add_up(struct analysis *a);

/* waits.c */
bool waits_find(struct analysis *a);

/* balance.c */
bool balance_find(struct analysis *a);

extern const struct totals totals_of_nothing;

static inline bool is_blame(const struct node *n) { return POMP_KEY_ROLE(n->key) == POMP_ROLE_BLAME; }

/* The sum, or the greatest number. */
static inline uint64_t plus(uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

#endif
