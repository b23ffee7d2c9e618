// What is measured is the owner's alone, unless POMP_FILE_MODE asks for more and the umask allows it.
// DEFINE: %{made} = sh -c 'umask 022; rm -rf m && mkdir m && for f in otf2 ctf perfetto cube folded speedscope callgrind tau pprof; do %pomp_convert e --to $f -o m/$f || exit; done; %pomp_report e --html -o m/page && %pomp_report --diff e e --html -o m/diff' > said
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 sh -c 'umask 022; exec ./a'
// RUN: stat -c %%a e e/profile.pomp e/trace.pomp e/README.txt | tr '\n' ' ' | grep -x '700 600 600 600 '
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 POMP_FILE_MODE=664 sh -c 'umask 022; exec ./a'
// RUN: stat -c %%a e e/profile.pomp e/trace.pomp e/README.txt | tr '\n' ' ' | grep -x '755 644 644 644 '
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 POMP_FILE_MODE=660 sh -c 'umask 002; exec ./a'
// RUN: stat -c %%a e e/profile.pomp e/trace.pomp e/README.txt | tr '\n' ' ' | grep -x '770 660 660 660 '
// RUN: env POMP_EXPERIMENT_DIR=f POMP_FILE_MODE=777 ./a 2> err && not ls f && FileCheck %s < err
// CHECK: pomp: POMP_FILE_MODE=777 is wrong: it takes 600, 640, 644, 660, 664 or 666; the program runs unmeasured
// Pages, conversions and archives of an experiment can be read by those users alone who may read the experiment.
// REQUIRES: otf2
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 ./a && %{made}
// RUN: find m -mindepth 1 ! -perm 600 ! -perm 700 | count 0 && find m -perm 600 | grep -x m/page && find m -perm 700 | grep -x m/otf2
// RUN: chmod -R a+rX e && %{made} && find m -mindepth 1 ! -perm 644 ! -perm 755 | count 0 && chmod 750 e && %{made} && find m -mindepth 1 ! -perm 640 ! -perm 750 | count 0
// So it is where something older is at the name of a page; and an archive has what all of its files have, and a new database.
// RUN: chmod -R go-rwx e && touch old && chmod 644 old && ln old linked && %pomp_report e --html -o old 2>&1 && stat -c %%a-%%s old linked | grep -c -x -e '600-[1-9][0-9]*' -e 644-0 | grep -x 2
// RUN: chmod 755 e && chmod 644 e/profile.pomp && sh -c 'umask 022; %pomp_archive e -o e.pomparc' && stat -c %%a e.pomparc | grep -x 600
// RUN: chmod 600 e/profile.pomp && sh -c 'umask 022; %pomp_runs --db new.db e' > said && stat -c %%a new.db | grep -x 600
#include "regions.h"

REGION_AT(r, "region", "r", 1);

int main(void) {
  POMP_Begin(&r);
  POMP_End(&r);
  return 0;
}
