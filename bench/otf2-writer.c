/* otf2-writer.c - what OTF2's own writer takes for an enter and a leave, clock reads included; in units of two clock
 * reads, measured beside them, and in bytes. Not here: our own (event-cost.c). bench/event-cost builds and runs it
 * where OTF2 is installed: otf2-writer DIRECTORY. */
#include <otf2/otf2.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <x86intrin.h>

enum { ROUNDS = 61, PAIRS = 100000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static double clock_reads(void) {
  volatile unsigned long long sink;
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    sink = __rdtsc();
    sink = __rdtsc();
  }
  (void)sink;
  return (now() - start) / PAIRS;
}
static double pairs(OTF2_EvtWriter *w) {
  double start = now();
  for (int i = 0; i < PAIRS; i++) {
    OTF2_EvtWriter_Enter(w, NULL, __rdtsc(), 0);
    OTF2_EvtWriter_Leave(w, NULL, __rdtsc(), 0);
  }
  return (now() - start) / PAIRS;
}

static OTF2_FlushType pre_flush(void *unused, OTF2_FileType type, OTF2_LocationRef location, void *data, bool final) {
  (void)unused, (void)type, (void)location, (void)data, (void) final;
  return OTF2_FLUSH;
}
static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  static const OTF2_FlushCallbacks flush = {.otf2_pre_flush = pre_flush};
  static double ns[ROUNDS], units[ROUNDS];
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
  for (int round = -1; round < ROUNDS; round++) {
    double unit = clock_reads(), time = pairs(w);
    if (round >= 0) {
      ns[round] = time;
      units[round] = time / unit;
    }
  }
  OTF2_Archive_CloseEvtWriter(a, w);
  OTF2_Archive_CloseEvtFiles(a);
  OTF2_Archive_Close(a);
  qsort(ns, ROUNDS, sizeof *ns, by_value);
  qsort(units, ROUNDS, sizeof *units, by_value);
  snprintf(path, sizeof path, "%s/traces/0.evt", argv[1]);
  double bytes = stat(path, &s) == 0 ? (double)s.st_size / ((ROUNDS + 1.0) * PAIRS) : 0;
  printf("%-40s %6.1f %6.2f  (%.2f to %.2f)         %.1f bytes\n", "pair, OTF2's own writer", ns[ROUNDS / 2],
         units[ROUNDS / 2], units[ROUNDS / 4], units[ROUNDS * 3 / 4], bytes);
  return 0;
}
