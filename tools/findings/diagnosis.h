/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnosis.h - the findings about a run: what costs time, where, whom, how much, and what would help.
 * Not here: how they are printed (tools/show/diagnosis_text.c, diagnosis_json.c). docs/properties.md defines each. */
#ifndef FINDINGS_DIAGNOSIS_H
#define FINDINGS_DIAGNOSIS_H

#include "findings/explained_time.h"
#include "findings/properties.h"
#include "sums/analysis.h"

#define EVIDENCE_MAX 16u
#define NO_FINDING UINT32_MAX
#define NO_CAUSE UINT32_MAX

/* A number that a finding rests on. */
struct evidence {
  const char *key, *unit; /* the unit is "ns", "%", or "" for a plain number */
  double value;
};

/* What a saving is: a bound, or near the truth, which may be more. */
enum saving_is { SAVES_AT_MOST, SAVES_ABOUT, SAVES_AT_LEAST };

struct finding {
  enum property property;
  uint32_t variant;     /* 0, or what distinguishes it from another finding of the same property and region */
  uint64_t place;       /* of a finding about regions that are the same place in the source: which that is; else 0 */
  uint32_t serial_part; /* of serial code outside of teams: an enum serial_part (hot_line.h) */
  uint32_t region;      /* NO_REGION: it is about the whole run */
  uint32_t path;        /* the call path of the region that has most of it; NO_PATH if there is no region */
  uint32_t also;        /* another region, in whose findings the same time is as well; or NO_REGION */
  double severity;      /* thread time that is lost, ns */
  double saving;        /* wall time that fixing it would save, ns; it is no more than the wall time */
  enum saving_is is;
  double sure;         /* so much of it follows from usual visits, whether threads had processors or not, ns */
  double of;           /* the wall time, ns, that the saving is a part of: the run's, or search.cpu_wall */
  double speedup;      /* of serial code: how many times as fast the run can become with it at most; else 0 */
  double error;        /* the saving's standard deviation by sampling, ns; 0: it is not by samples */
  uint32_t team;       /* the call path of the fork whose findings divide its teams' waiting up; or NO_PATH */
  uint32_t within;     /* a finding of more saving that has the same time in it, at least in part; or NO_FINDING */
  uint32_t *locations; /* whom it costs, in the order of the tree of teams */
  uint32_t location_count;
  uint32_t *groups; /* if the locations are whole groups of threads that behave alike, those groups' numbers from 0 on;
                       not known before diagnosis_find_groups */
  uint32_t group_count; /* 0: they are no whole groups */
  struct evidence evidence[EVIDENCE_MAX];
  uint32_t evidence_count;
  uint32_t cause_process,
      cause_region; /* the rank for which others wait, and where it is then; or NO_CAUSE, NO_REGION */
  bool judged;      /* false: the figures allow no judgement, for the reason in `why` */
  bool by_cpu;      /* it is found by samples of CPU time, as threads had no processors; then `of` is what the run
                     * would take by its CPU time */
  bool by_work;     /* it compares what members had a processor for: a busy machine makes it no less sure */
  bool remark;      /* it is not judged as it may be chance: it comes behind all others, and is told with all alone */
  bool by_run;      /* the reason in `why` is one of the whole run: all findings with this have the same */
  bool of_members;  /* of idle_threads: they are members of teams, and not those that no team has a place for */
  char why[160];
  char *advice; /* with names and clauses as long as they are */
  size_t help;  /* from here on it says what to do; before that, how things are */
};

struct diagnosis {
  const struct analysis *analysis;
  struct finding *findings; /* in descending order of what fixing them would save; those not judged come last */
  uint32_t count;
  struct explained_time explained; /* the waiting and idleness that the findings have, and the rest */
  double *noted; /* by construct with notes: as look_at_time has it, where the call paths are not here; else NULL */
};

/* Finds all that costs a hundredth of the wall time or more. Of several processes, each is diagnosed by itself, and the
 * findings are put together; or what they have told is concluded from, if the analysis has that (gathered). False if
 * there is not enough memory. Either way diagnosis_free is to be called. */
bool diagnose(struct diagnosis *d, const struct analysis *a);
void diagnosis_free(struct diagnosis *d);

/* The same for a caller with the call paths of one process at a time. The findings of each process are turned into
 * bytes, which are gathered; then the whole is diagnosed, without its call paths. Each function is false if there is
 * not enough memory, or the bytes are not valid. */
struct job_findings;
struct pomp_bytes;
bool diagnose_rank(const struct analysis *rank, struct pomp_bytes *to);
/* NULL: there is no memory. */
struct job_findings *diagnosis_begin(void);
/* Takes what diagnose_rank has put. The processes come in their order, so that the figures are the same to the digit.
 */
bool diagnosis_add(struct job_findings *g, uint32_t process, struct pomp_bytes *from);
/* Nothing is taken out of what was gathered. Either way diagnosis_free is to be called. */
bool diagnosis_conclude(struct diagnosis *d, const struct job_findings *g, const struct analysis *whole);
void diagnosis_end(struct job_findings *g);

/* Finds out whom findings cost by groups (groups.h). False if there is not enough memory. */
bool diagnosis_find_groups(struct diagnosis *d);

/* Writes a region as a part of a sentence: its name, and its file and line if they are known. */
void find_place(char *text, size_t size, const struct region *r);

/* Writes who is concerned, as ranges: `0→1..0→3`; if they are whole groups, with that: `3 threads that behave alike:
 * …`.
 */
void finding_who(const struct diagnosis *d, const struct finding *f, const char *arrow, char *text, size_t size);

#endif
