/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* evidence.h - how the numbers that findings of several processes rest on are put together, key by key.
 * Not here: what each number is (the files that look for properties), the findings (job_findings.h). */
#ifndef FINDINGS_EVIDENCE_H
#define FINDINGS_EVIDENCE_H

#include "findings/diagnosis.h"

enum put_together {
  PUT_SUM,   /* the sum over all processes that have the finding */
  PUT_MOST,  /* the largest value of a process */
  PUT_MEAN,  /* a quotient: the mean, in which each process counts by its divisor, which is the number of another key */
  PUT_WORST, /* the value of the process with the highest cost */
  PUT_RUN    /* the value belongs to the whole run, and to no process */
};

struct evidence_row {
  const char *key, *unit;
  const char *divisor; /* PUT_MEAN: its key */
  enum put_together how;
  enum property property; /* the only one for which the row holds; PROPERTY_COUNT: it holds for all others */
};

/* Returns the row of a key, or NULL. */
const struct evidence_row *evidence_row(const char *key, enum property property);
/* Returns its number, and the row of a number, which is NULL if there is none. */
uint32_t evidence_number(const struct evidence_row *row);
const struct evidence_row *evidence_at(uint32_t number);

/* This is a number while it is put together. All is 0 at first but the row. */
struct job_evidence {
  const struct evidence_row *row;
  double sum, most, worst;
  double products, divisors; /* the sums of number times divisor, and of the divisor */
  uint32_t processes;        /* so many have one */
};

/* Adds the number of one process, with its divisor, or 1 if it has none. `is_worst`: it is that of the process where
 * the finding costs most up to now. */
void evidence_gather(struct job_evidence *to, double value, double divisor, bool is_worst);
double evidence_value(const struct job_evidence *of);

#endif
