/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* standard_streams.h - sees to it that no file of a tool's gets the number of stdin, stdout or stderr.
 * Not here: what is written to those. */
#ifndef BASE_STANDARD_STREAMS_H
#define BASE_STANDARD_STREAMS_H

/* To be called before any file is opened. If the caller of the tool has closed one of the three, the next file would
 * get its number, and messages would go into that file. A closed stdout still can't be written to. */
void standard_streams_hold(void);

#endif
