/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* replay_messages.h - what MPI's functions have carried, by call path, while records go by (replay.c).
 * Not here: which messages belong together (tools/findings/mpi_waits.c). The rules are those of libpompomp-mpi
 * (messages.c, collectives.c, completion.c). */
#ifndef FILES_REPLAY_MESSAGES_H
#define FILES_REPLAY_MESSAGES_H

#include "pomp_index.h"

#include <stdbool.h>
#include <stdint.h>

struct replay;
struct trace_record;

/* These are the sums of a node, as in struct pomp_messages. */
struct replay_messages {
  uint64_t sent, sent_bytes, received, received_bytes;
  uint32_t partners, ranks;
  bool any; /* it has carried something, if of no bytes */
};

/* A set of the pairs of a node and its partner. */
struct replay_partners {
  struct replay_partner {
    uint64_t partner;
    uint32_t node;
  } *at;
  uint32_t room, count;
  struct pomp_index index;
  bool no_memory; /* some are missing */
};

/* Takes a record of MPI's. A replay without sums adds nothing up. */
void replay_message(struct replay *p, const struct trace_record *r);

#endif
