/* summary.h - the table on stderr at the end of the program.
 * Not here: everything that takes more than one pass over the experiment; that is pomp-report's. */
#ifndef POMP_SUMMARY_H
#define POMP_SUMMARY_H

/* Under the slow lock, after measurement ended. */
void pomp_summary_print(void);

#endif
