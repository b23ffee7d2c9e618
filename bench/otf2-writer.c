/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2-writer.c - measures what OTF2's own writer takes for an enter and a leave and their clock reads, in units of two
 * clock reads (rounds.h), and in bytes. Not here: our own writer (event-cost.c). bench/event-cost builds and runs it
 * where OTF2 is installed: otf2-writer DIRECTORY. */
#include "rounds.h"

#include <otf2/otf2.h>

#include <sys/stat.h>

static void pairs(void *writer) {
  OTF2_EvtWriter *w = writer;
  for (int i = 0; i < PAIRS; i++) {
    OTF2_EvtWriter_Enter(w, NULL, clock_read(), 0);
    OTF2_EvtWriter_Leave(w, NULL, clock_read(), 0);
  }
}

static OTF2_FlushType pre_flush(void *unused, OTF2_FileType type, OTF2_LocationRef location, void *data, bool final) {
  (void)unused, (void)type, (void)location, (void)data, (void) final;
  return OTF2_FLUSH;
}

int main(int argc, char **argv) {
  static const OTF2_FlushCallbacks flush = {.otf2_pre_flush = pre_flush};
  char path[4200];
  struct stat s;
  OTF2_Archive *a =
      argc == 2 ? OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                    OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)
                : NULL;
  if (!a) {
    fputs("usage: otf2-writer DIRECTORY, which is not there yet\n", stderr);
    return 1;
  }
  OTF2_Archive_SetFlushCallbacks(a, &flush, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(a);
  OTF2_Archive_OpenEvtFiles(a);
  OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(a, 0);
  print_rounds("pair, OTF2's own writer", pairs, w);
  OTF2_Archive_CloseEvtWriter(a, w);
  OTF2_Archive_CloseEvtFiles(a);
  OTF2_Archive_Close(a);
  snprintf(path, sizeof path, "%s/traces/0.evt", argv[1]);
  printf("  %.1f bytes\n", stat(path, &s) == 0 ? (double)s.st_size / ALL_PAIRS : 0.0);
  return 0;
}
