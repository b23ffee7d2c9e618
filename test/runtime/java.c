// Java's virtual machine looks after its signals with -Xcheck:jni, and prints warnings on stdout if somebody has put a handler in
// the place of one of its own. With POMP_SIGNALS=none an instrumented library leaves them alone, and all is as plain.
// REQUIRES: java-vm
// UNSUPPORTED: sanitized
// RUN: %fresh && cp %S/Inputs/JavaSignals.java . && javac JavaSignals.java && %program %jni -shared -fPIC %s -o libwork.so
// RUN: env POMP_PROFILE=0 POMP_TRACE=0 java -Xcheck:jni -Djava.library.path=. JavaSignals > plain
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_SIGNALS=none java -Xcheck:jni -Djava.library.path=. JavaSignals > measured
// RUN: cmp plain measured && %check e 'visits("parallel") == 40'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=d java -Xcheck:jni -Djava.library.path=. JavaSignals | grep "SIGBUS handler"
#include "regions.h"
#include <jni.h>

REGION(par, "parallel", 1);

JNIEXPORT jint JNICALL Java_JavaSignals_work(JNIEnv *environment, jclass its, jint n) {
  (void)environment;
  (void)its;
  int sum = 0;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += i;
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  return sum;
}
