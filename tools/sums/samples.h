/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples.h - the functions and lines in which threads were sampled, as their user wrote them: no function that a
 * compiler made of a construct, no frame of the OpenMP runtime or of the library that measures.
 * Not here: how often which call path was sampled, and in which state (sampled.h, which every analysis has). */
#ifndef SUMS_SAMPLES_H
#define SUMS_SAMPLES_H

#include "files/call_sites.h"
#include "sums/sampled.h"

#define NO_PLACE UINT32_MAX
#define NO_STEP UINT32_MAX

/* This is a function of the program. Functions are the same if their name, file and module are. All text is fit for a
 * terminal, and stays until the program ends. */
struct sample_function {
  const char *name;      /* demangled; if it is not known, "module+0xADDRESS", or "?" */
  const char *file;      /* where it is defined; "" if that is not known */
  const char *module;    /* the path of the ELF file; "" if the code is of none */
  enum call_known known; /* CALL_LINE: it has debug information; CALL_SYMBOL: only the symbol is known; … */
  uint64_t serial;       /* samples of serial code that are in it, or in what it calls */
};

/* This is a line in a function: where the thread was, or where it called the next frame. */
struct sample_place {
  uint32_t function;
  const char *file;            /* most often the function's; "": not known */
  int line;                    /* 0: not known */
  bool inlined;                /* the function is inlined into the one that calls it here */
  struct sampled_count within; /* the samples in its line and in the callees of the line; they are at one of the places
                                  of the line, or divided among them */
};

/* This is a step of a stack, in a tree of all stacks: a region of the call path or a function. Step 0 is the root of
 * all, which is path 0. A step's children come after it.
 *
 *   main → solve → parallel (f.c:10) → for (f.c:12) → flux → sqrt
 *
 * has the steps root, main, solve, the path of the `parallel`, that of its `for`, flux, sqrt. A call path has a step
 * for each chain of functions that it was called by. A function that calls itself is one step. */
struct sample_step {
  uint32_t parent, depth;
  uint32_t first_child, next_sibling; /* in descending order of `total`; NO_STEP: none */
  uint32_t path;                      /* the call path that it is, or the innermost one that it is in */
  uint32_t function;                  /* NO_PLACE: it is the call path itself */
  struct sampled_count self, total;
};

/* These are the samples of one record of the file: they found the same. */
struct sample_row {
  uint32_t node, location; /* NO_NODE, NO_LOCATION: the thread had none */
  uint32_t path;           /* the innermost call path; 0 if there is no node */
  uint32_t state;          /* see sampled_state */
  uint32_t os_thread;      /* where there is no location */
  uint32_t step;           /* its innermost step */
  uint32_t leaf; /* the place of its innermost frame; NO_PLACE: the thread was in none of the user's functions */
  uint32_t
      entry; /* the place of the OpenMP runtime's function that it has called and is in; NO_PLACE: it is not there */
  uint32_t first, length; /* its whole stack, the outermost first, is so many of samples.stack from there on */
  struct sampled_count samples;
  bool cut;   /* the stack is not known up to main */
  bool early; /* the process had forked no team yet */
};

/* This is an element of a whole stack: a call path, or a place. */
struct sample_frame {
  uint32_t path;  /* as in struct sample_step */
  uint32_t place; /* NO_PLACE: it is the call path itself */
};

/* It says whose thread was sampled. */
enum sample_thread {
  SAMPLE_ELSEWHERE, /* one that has no location */
  SAMPLE_INITIAL,   /* an initial thread's */
  SAMPLE_MEMBER     /* a member's of a team */
};

/* So many samples have found the same. */
struct sample_sum {
  uint32_t path, leaf; /* as in struct sample_row */
  enum sample_thread thread;
  bool early; /* likewise */
  struct sampled_count samples;
};

/* True if these are of serial code. A thread that has forked a team is in the fork's region while it waits for that. */
static inline bool sample_is_serial(const struct analysis *a, const struct sample_sum *of) {
  const uint32_t role = a->regions[a->paths[of->path].region].role;
  return of->thread == SAMPLE_INITIAL && role != POMP_ROLE_FORK && role != POMP_ROLE_TEAMS;
}

/* This is what a line has of the samples of a region. */
struct sample_line {
  uint32_t region, place; /* the innermost region; and the innermost function's line */
  struct sampled_count samples;
  uint64_t all; /* how many the region has */
};

/* This is a file of code that samples were found in, and of which something is not known. */
struct sample_module {
  const char *path, *build; /* as in struct code_file */
  enum call_known known;
  uint64_t samples; /* those whose innermost frame is in it */
};

struct samples {
  const struct analysis *analysis;
  bool frames_known; /* false: this build has no libdw, or no stack could be read: there are call paths alone */
  struct sample_function *functions;
  struct sample_place *places;
  struct sample_step *steps; /* whole stacks, with the functions between regions */
  struct sample_step *below; /* the same without those between: below each call path the functions that its samples are
                              * in, and below its parent's step that of the call path. Step i < path_count is path i */
  struct sample_row *rows;
  struct sample_frame *stack;
  struct sample_sum *sums;       /* by path, leaf, thread, and then those that are not early */
  struct sample_line *lines;     /* by region, then in descending order of samples */
  struct sample_module *modules; /* of which functions or lines are missing, in descending order of samples */
  uint64_t cut;                  /* samples whose stack is not known up to main */
  uint32_t function_count, place_count, step_count, below_count, row_count, stack_count, sum_count, line_count,
      module_count;
};

/* Finds the functions and lines of all samples: opens the ELF files, once for all. What is around a stack is known from
 * others of the same process. NULL if nothing was sampled or there
 * is no memory: analysis.sampled tells which. The result belongs to the caller. */
struct samples *samples_find(const struct analysis *a);
void samples_free(struct samples *s);

/* Returns the lines of a region, of which there are `*count`; they are in descending order of samples. */
const struct sample_line *samples_lines(const struct samples *s, uint32_t region, uint32_t *count);

/* Returns how many samples have found a thread in the OpenMP runtime while the region was the innermost one: dealing
 * out chunks, say. */
static inline uint64_t samples_in_openmp(const struct samples *s, uint32_t region) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < s->row_count; i++)
    if (s->rows[i].entry != NO_PLACE && s->analysis->paths[s->rows[i].path].region == region)
      count += s->rows[i].samples.count;
  return count;
}

/* Writes a place as "function file:line", or what of that is known. */
void sample_place_text(const struct samples *s, uint32_t place, char *text, size_t size);
bool samples_have_callers(void); /* false: this build has no libdw */
/* Says how much is known of it. */
enum call_known sample_place_known(const struct samples *s, uint32_t place);

#endif
