/* experiment.h - the experiment's directory.
 * Not here: what is in profile.pomp (arena.c and those who fill it). */
#ifndef POMP_EXPERIMENT_H
#define POMP_EXPERIMENT_H

#include "config.h"

/* Makes the directory and the mapped file. False: it can't, and the user has been told. */
bool pomp_experiment_create(const struct pomp_config *config);

/* Fills in what the experiment knows about the program, and writes the README. 0 or an error of pomp_arena_block. */
int pomp_experiment_describe(const struct pomp_config *config);

/* Removes what create and describe made, and nothing else. */
void pomp_experiment_remove(void);

/* The directory's name as the user knows it; whether the user chose it; the program's name. */
const char *pomp_experiment_name(void);
bool pomp_experiment_is_chosen(void);
const char *pomp_experiment_program(void);

#endif
