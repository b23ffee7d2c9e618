/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control_block.h - writes requests into the control block of a running process, and reads the answer. Not here: the
 * list of requests (pomp_read.h). */
#ifndef LIBRARY_CONTROL_BLOCK_H
#define LIBRARY_CONTROL_BLOCK_H

#include "files/experiment.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* These are the fields of struct pomp_control_block that a request has. */
struct block_words {
  uint32_t command;
  uint64_t value;
  char text[POMP_REQUEST_TEXT];
};

/* There was no event in time, which would have given the answer. */
#define BLOCK_NO_EVENT POMP_ANSWER_COUNT

/* Opens the file that the process has in memory. -1, with a message, if it can't be. */
int block_open(const struct process *p, int access);
/* Reads so many bytes of it. False, with a message, if it can't be. */
bool block_get(int fd, void *to, size_t size, uint64_t at);

/* Asks, and waits for at most `wait_ns` for the answer. Returns an enum pomp_answer, or BLOCK_NO_EVENT, or -1 with a
 * message. */
int block_ask(const struct process *p, const struct block_words *words, uint64_t wait_ns);

/* Returns the time, in ns of CLOCK_MONOTONIC, as the block has it. */
uint64_t block_now(void);

/* ask_filter.c: asks a process to leave out what the rules exclude, of all constructs that it has met. The answer is
 * the same, or POMP_READ_NOTHING. */
int ask_filter(const struct process *p, const char *rules, uint64_t wait_ns);

#endif
