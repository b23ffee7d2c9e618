/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load.h - finds an experiment and brings it into memory.
 * Not here: what is in it (read_experiment.c). */
#ifndef FILES_LOAD_H
#define FILES_LOAD_H

#include "files/experiment.h"

extern const char *const run_state_names[];

struct rank_reader; /* rank_reader.h */

struct loaded {
  struct experiment experiment;
  char path[4096];      /* the path of the file */
  char directory[4096]; /* as the user would write it */
  enum run_state
      state;    /* the state of the whole: complete if all processes are; else running, unknown or killed, if any is */
  bool by_rank; /* the files of single ranks, which had not been made one */
  bool part;    /* the numbers are those of a part of the run (load_from_trace.h) */
  uint64_t chunks_damaged, chunks_missing; /* of the traces that the numbers come from */
  uint32_t interval, intervals; /* which one of how many the numbers are of; 0: the run has not been divided, or all of
                                   it is wanted */
  uint32_t asked;               /* the number of the process that was named; 0: none was */
  bool is_other;                /* it has the experiment in memory, and did not make it */
  bool by_time;                 /* the library has closed them (POMP_PROFILE_EVERY), and not pomp-control reset */
};

/* Returns the name of a process's state: also "stopped". */
const char *process_state_name(const struct process *p);

/* Returns the name of the state of the whole: "stopped", if all processes that run are. */
const char *load_state_name(const struct loaded *l);

/* True: what this process makes after an experiment has been found can be read by nobody who can't read that. It is for
 * commands, as it changes the process's umask. */
extern bool load_limits_modes;

/* Loads an experiment. `name` is a directory, a profile.pomp, the file of one rank, or, if nothing is called so, the
 * number of a process that measures; if it is NULL, the experiment is that of POMP_EXPERIMENT_DIR, or else the newest
 * pomp-* in the current directory. False if it can't be done; the reason has been printed on stderr. */
bool load(struct loaded *l, const char *name);
/* The same; the call paths may go to the taker, which `taken` of the experiment tells. If they are left in the file
 * (`left`), nothing can be done with what was loaded but experiment_free. */
bool load_taken(struct loaded *l, const char *name, const struct node_taker *taker);
/* The same; call paths stay in the file if that can be, which `taken` of the experiment tells. Either way its processes
 * can be had one by one, until rank_reader_close is called. */
bool load_ranks(struct loaded *l, const char *name, struct rank_reader *reader);
/* Returns the name by which the traces of what was loaded are found. Of a job that is its directory: its file may not
 * be there yet, or never. */
const char *load_name_of_traces(const struct loaded *l);
/* True if the experiment has files of single ranks, alone or beside the job's file. */
bool load_is_by_rank(const char *name);
/* The same as load, for the whole run; and for a caller that reads its trace afterwards. */
bool load_whole(struct loaded *l, const char *name);
bool load_traced(struct loaded *l, const char *name);
/* The same; call paths of a job stay out of memory if possible. */
bool load_traced_frame(struct loaded *l, const char *name);

/* Finds out what has become of the processes; `load` has done so already. */
void load_states(struct loaded *l);

#endif
