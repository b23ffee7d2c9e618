/* barrier.h - implicit barriers of worksharing constructs, which no event of POMP brackets.
 * Not here: those at the end of parallel regions (team.h). */
#ifndef POMP_BARRIER_H
#define POMP_BARRIER_H

#include "profile.h"

/* The calling thread enters or leaves an implicit barrier, of which one construct may have several in a row. */
void pomp_barrier_begin(void);
void pomp_barrier_end(void);

/* After the construct's enter: its barrier is one of these. Others have barriers that the compiler adds. */
void pomp_barrier_expect(struct ompregdescr *d, enum pomp_role role);

/* Before the construct's exit: in a team of one there is no barrier; the visit is counted all the same. */
void pomp_barrier_exit(struct ompregdescr *d, enum pomp_role role);

#endif
