/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ctf.h - what the events and the metadata of the Common Trace Format have in common.
 * Not here: what others may call (formats.h). */
#ifndef COMMANDS_CONVERT_CTF_H
#define COMMANDS_CONVERT_CTF_H

#include "commands/convert/output.h"
#include "sums/traced_run.h"

/* They are in the order of the table of events (ctf_metadata.c). */
enum ctf_event {
  CTF_ENTER,
  CTF_LEAVE,
  CTF_RESUME,
  CTF_SUSPEND,
  CTF_UNFINISHED,
  CTF_FORK,
  CTF_JOIN,
  CTF_TEAM_BEGIN,
  CTF_TEAM_END,
  CTF_TASK_CREATE,
  CTF_TASK_SWITCH,
  CTF_TASK_COMPLETE,
  CTF_LOCK_ACQUIRE,
  CTF_LOCK_RELEASE,
  CTF_MEASUREMENT,
  CTF_FLUSH,
  CTF_METRICS,
  CTF_SEND,
  CTF_RECEIVE,
  CTF_ISEND,
  CTF_ISEND_DONE,
  CTF_IRECEIVE_REQUEST,
  CTF_IRECEIVE,
  CTF_COLLECTIVE,
  CTF_ICOLLECTIVE,
  CTF_ICOLLECTIVE_DONE,
  CTF_CANCELLED,
  CTF_COMM_CREATE,
  CTF_COMM_DESTROY,
  CTF_EVENTS
};

/* Each packet begins with this, as the metadata describe it. The last members are about ranks: packets of a single
 * process have only the first CTF_PACKET_SINGLE bytes. */
struct ctf_packet {
  uint32_t magic, stream;
  uint64_t begin, end, content_bits, packet_bits;
  uint32_t location;
  uint32_t rank, pid;
} __attribute__((packed));
#define CTF_PACKET_SINGLE offsetof(struct ctf_packet, rank)
#define CTF_MAGIC 0xc1fc1fc1u

/* This is the number of a communicator that is not explained. */
#define CTF_NO_COMMUNICATOR UINT32_MAX

/* Writes all of the file `metadata`. */
void ctf_metadata(struct output *o, const struct traced_run *s);

#endif
