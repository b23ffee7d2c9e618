/* files.h - what load.c and ranks.c share: single files.
 * Not here: what others may call (load.h). */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include "experiment.h"

/* Reads one file. False: the user has been told why not. Either way experiment_free is to be called. */
bool load_file(struct experiment *e, const char *path);

/* The rank file of the directory that was written last. False: there is none. */
bool ranks_find(const char *directory, char *path, size_t size);

/* Reads the files of all ranks in the directory, and makes them one. One that can't be read is left out, with a line on
 * stderr. False: there is none that can, or no memory. */
bool ranks_load(struct experiment *e, const char *directory);

#endif
