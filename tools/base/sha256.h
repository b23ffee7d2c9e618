/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sha256.h - SHA-256, as FIPS 180-4 has it.
 * Not here: what is hashed (identity.h). */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
  uint32_t state[8];
  uint64_t length; /* bytes so far */
  unsigned char block[64];
};

enum { SHA256_TEXT = 65 }; /* 64 digits and the end */

void sha256_begin(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t size);
/* Writes the digits of the sum. */
void sha256_end(struct sha256 *s, char text[SHA256_TEXT]);

#endif
