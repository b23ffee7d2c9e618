/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_bytes.h - how many bytes the records of a trace have.
 * Not here: what they mean (tools/files). */
#ifndef FINDINGS_SCORE_BYTES_H
#define FINDINGS_SCORE_BYTES_H

#include "files/trace.h"

#define SCORE_SLACK 256u /* bytes that are not used at the end of a chunk: the runtime's POMP_TRACE_SLACK */

/* Returns the bytes of a record's head: the runtime stores the usual ones by 2, 4, 6 or 8 (records/trace.h). */
static inline unsigned score_head_bytes(uint32_t code, uint64_t ticks) {
  unsigned bits = code == TRACE_EXIT ? POMP_RECORD_HEAD_BITS : POMP_RECORD_HEAD_BITS + POMP_RECORD_PAYLOAD_BITS;
  unsigned length = 1;
  while (length < 8 && (bits >= length * 8 || ticks >> (length * 8 - bits)))
    length++;
  return code == TRACE_ENTER || code == TRACE_EXIT ? (length + 1) / 2 * 2 : length < 2 ? 2 : length;
}

#endif
