/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* experiment.h - the experiment's directory.
 * Not here: what is in profile.pomp (arena.h and its callers). */
#ifndef POMP_EXPERIMENT_H
#define POMP_EXPERIMENT_H

#include "state/config.h"

/* Makes the directory and the mapped file. False means that it can't, and that a message has been printed. */
bool pomp_experiment_create(const struct pomp_config *config);

/* Fills in what the experiment knows about the program, and writes the README. 0 or an error of pomp_arena_block. */
int pomp_experiment_describe(const struct pomp_config *config);

/* Adds runtimes whose teams nobody tells of, and how many threads of the process are not measured; for the end. */
void pomp_experiment_note_runtimes(void);

/* The process may become a rank of a job: until that begins, or the program ends without it, its experiment has a
 * directory of its own, so that ranks don't compete for the one that the user has named. It is called before create. */
void pomp_experiment_expect_job(void);

/* The rank that leads takes the directory for the whole job, and moves the file into it if there is one already. Its
 * absolute name is put into `path` (PATH_MAX), what the user calls it into `called` (PATH_MAX). 0 or a negative errno.
 */
int pomp_experiment_take_for_job(const struct pomp_config *config, uint32_t rank, char *path, char *called);
/* Any other rank moves its file to the job's directory, or notes where it is to be made. The file of `leader`, if it is
 * there, must have the number `job`. 0 or a negative errno: then the file stays where it is. */
int pomp_experiment_join(const struct pomp_config *config, const char *path, const char *called, uint32_t rank,
                         uint64_t job, uint32_t leader, bool leader_is_there);
/* Writes the absolute path of the directory in which the experiment's directory is, or will be (PATH_MAX). False means
 * that it is too long. */
bool pomp_experiment_parent(const struct pomp_config *config, char *path);
/* The process is a rank that does not know the other ranks. If `job` is not 0, it is a number that all ranks have, and
 * their files go into one directory with a common name; else the process keeps its own file. */
void pomp_experiment_alone(const struct pomp_config *config, uint32_t rank, uint32_t ranks, uint64_t job);
/* Moves the file to where the user wanted it, as the program ends and no job has begun. */
void pomp_experiment_no_job(const struct pomp_config *config);
/* Says which rank of how many the process is. The file gets it now, or when there is one. */
void pomp_experiment_set_rank(uint32_t rank, uint32_t ranks, uint64_t job);

/* Removes what create and describe made, and nothing else. */
void pomp_experiment_remove(void);

/* True if the process's file is one of several ranks' in a job's directory. */
bool pomp_experiment_is_of_job(void);
/* Writes the absolute path of the trace, and opens its directory. Returns a descriptor, which the caller closes, or a
 * negative errno. */
int pomp_experiment_trace_place(char *path, size_t size);
/* Opens the directory. Returns a descriptor, which the caller closes, or a negative errno. */
int pomp_experiment_open(void);
/* Writes the absolute path of a file in the directory. False means that it is too long. */
bool pomp_experiment_path(const char *file, char *path, size_t size);

/* The directory's name as the user knows it; whether the user chose it; the program's name. */
const char *pomp_experiment_name(void);
bool pomp_experiment_is_chosen(void);
const char *pomp_experiment_program(void);
/* This says which rank of how many the process is; 0 of 0 if it is of no job. */
uint32_t pomp_experiment_rank(void);
uint32_t pomp_experiment_ranks(void);
/* False if the experiment is in the directory of another rank, which speaks for all of them. */
bool pomp_experiment_leads(void);
/* True of a rank that does not know the others. */
bool pomp_experiment_is_alone(void);

#endif
