/* location.h - locations: what the threads of the program are in the experiment.
 * Not here: their call trees (profile.c). */
#ifndef POMP_LOCATION_H
#define POMP_LOCATION_H

#include "profile.h"

/* Makes location 0, for the program's first thread. 0 or an error of pomp_arena_block. Under the slow lock, as all of
 * this file but pomp_location_unwind. */
int pomp_location_start(void);

/* Gives the calling thread its location. `worker`: its first event is the begin of a team. */
int pomp_location_attach(bool worker);

/* A second thread has been measured. */
bool pomp_location_many(void);

/* Closes what a worker's last team left open: a cancelled region lacks its end. */
void pomp_location_unwind(struct pomp_thread *t);

/* When a thread joined last, outside of any team: until then, at most, the workers were in that team. */
extern uint64_t pomp_location_joined;

#endif
