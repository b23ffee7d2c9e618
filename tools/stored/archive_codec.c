/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_codec.c - libzstd, or, in a build without it, the reason why archives can't be read and written.
 * Not here: what is packed (common/archive). */
#include "archive_parts.h"

#ifdef POMP_HAS_ZSTD
#include <zstd.h>

const struct pomp_codec archive_codec = {ZSTD_compressBound, ZSTD_compress, ZSTD_decompress, ZSTD_isError, 3};
const char *archive_lacks(void) { return NULL; }
#else
const struct pomp_codec archive_codec = {NULL, NULL, NULL, NULL, 0};
const char *archive_lacks(void) {
  return "pompinst was built without libzstd (Debian: libzstd-dev), which archives need";
}
#endif
