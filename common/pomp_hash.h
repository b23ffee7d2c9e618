/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_hash.h - hashes of numbers, bytes and texts, for tables and for names that are made of what they stand for.
 * Not here: tables (pomp_index.h); what is hashed on the path of an event, which has a formula of its own
 * (runtime/libpompomp/records/call_tree.h). Knows nothing but libc. */
#ifndef POMP_HASH_H
#define POMP_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Hashes two numbers; each bit of the result depends on all bits of both. */
static inline uint32_t pomp_hash(uint64_t a, uint64_t b) {
  uint64_t h = (a * 0x9e3779b97f4a7c15u ^ b) * 0xff51afd7ed558ccdu;
  h = (h ^ h >> 32) * 0xc4ceb9fe1a85ec53u;
  return (uint32_t)(h >> 32 ^ h);
}

/* This is FNV-1a of 64 bits, byte by byte, from POMP_HASH_BEGIN or any other number on. The end of a text is hashed as
 * well, so that "ab" + "c" and "a" + "bc" differ. */
#define POMP_HASH_BEGIN 0xcbf29ce484222325u
static inline uint64_t pomp_hash_byte(uint64_t hash, unsigned char byte) { return (hash ^ byte) * 0x100000001b3u; }
static inline uint64_t pomp_hash_bytes(uint64_t hash, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    hash = pomp_hash_byte(hash, (unsigned char)bytes[i]);
  return hash;
}
static inline uint64_t pomp_hash_text(uint64_t hash, const char *text) {
  do
    hash = pomp_hash_byte(hash, (unsigned char)*text);
  while (*text++);
  return hash;
}

#endif /* POMP_HASH_H */
