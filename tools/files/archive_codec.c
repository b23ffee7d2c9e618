/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_codec.c - libzstd, or, in a build without it, the reason why archives can't be read and written.
 * Not here: what is packed (common/archive).
 *
 * What libzstd needs to unpack a frame takes as long to make as to unpack a small one. So it is kept for the next. */
#include "files/archive_internal.h"

#ifdef POMP_HAS_ZSTD
#include <pthread.h>
#include <zstd.h>
#include <zstd_errors.h>

#define KEPT 8

static struct {
  pthread_mutex_t mutex;
  ZSTD_DCtx *of[KEPT]; /* that no thread uses just now */
  int count;
} kept = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static ZSTD_DCtx *take(void) {
  pthread_mutex_lock(&kept.mutex);
  ZSTD_DCtx *z = kept.count ? kept.of[--kept.count] : NULL;
  pthread_mutex_unlock(&kept.mutex);
  return z ? z : ZSTD_createDCtx();
}

static void give_back(ZSTD_DCtx *z) {
  pthread_mutex_lock(&kept.mutex);
  const bool keep = kept.count < KEPT;
  if (keep)
    kept.of[kept.count++] = z;
  pthread_mutex_unlock(&kept.mutex);
  if (!keep)
    ZSTD_freeDCtx(z);
}

static size_t decompress(void *to, size_t room, const void *from, size_t size) {
  ZSTD_DCtx *z = take();
  if (!z)
    return (size_t)-ZSTD_error_memory_allocation;
  const size_t result = ZSTD_decompressDCtx(z, to, room, from, size);
  give_back(z);
  return result;
}

static bool lacks_memory(size_t result) { return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation; }

const struct pomp_codec archive_codec = {ZSTD_compressBound, ZSTD_compress, decompress, ZSTD_isError, lacks_memory, 3};
const char *archive_lacks(void) { return NULL; }
#else
const struct pomp_codec archive_codec = {NULL, NULL, NULL, NULL, NULL, 0};
const char *archive_lacks(void) {
  return "pompinst was built without libzstd (Debian: libzstd-dev), which archives need";
}
#endif
