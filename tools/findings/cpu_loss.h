/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cpu_loss.h - what is lost by the CPU time of samples (POMP_SAMPLE), for findings about a machine that was busy.
 * Not here: the findings (balance_findings.c, serial.c). */
#ifndef FINDINGS_CPU_LOSS_H
#define FINDINGS_CPU_LOSS_H

#include "findings/finding.h"
#include "findings/hot_line.h"
#include "sums/sampled.h"

/* This is what samples tell of a loss. Times are in ns. */
struct cpu_loss {
  double severity, saving;
  double error; /* of the saving: a standard deviation */
  struct sampled_balance balance;
};

enum by_cpu {
  BY_CPU_UNKNOWN, /* samples can't tell */
  BY_CPU_EVEN,    /* there is none that is more than chance; there may be one by turns, which sums don't tell */
  BY_CPU_UNEVEN
};

/* True if samples of CPU time are there, and the machine was so busy that a part of its wall time says little, or for
 * so long that this loss is doubtful, as the kernel does not tell where threads had no processor. */
bool by_cpu_is_asked(const struct property_search *s, double severity);
/* Returns how long the run would take if threads had nothing to do but the CPU time that they worked, in ns; for
 * search.cpu_wall. There have to be samples. */
double by_cpu_wall(struct property_search *s);

/* These write each location's lost time into search.lost. The first is for a worksharing construct, the second for code
 * that a thread executes outside of teams. */
enum by_cpu by_cpu_imbalance(struct property_search *s, uint32_t region, struct cpu_loss *loss);
enum by_cpu by_cpu_serial(struct property_search *s, uint32_t region, enum serial_part part, struct cpu_loss *loss);

/* The same as find_add, with what search.lost has. */
struct finding *by_cpu_add(struct property_search *s, enum property property, uint32_t region,
                           const struct cpu_loss *loss);
/* Says of a finding by the wall clock, if that is doubtful, that samples find no difference. */
void by_cpu_doubt(const struct property_search *s, struct finding *f);

#endif
