# Each command is on a line of its own, and none behind `!`: -e, under which this runs, looks at those alone.
fails() { if "$@"; then return 1; fi; }
needs_library() { ldd "$1" | grep libpompomp; }

# What was installed is complete, and as the packages have it.
dpkg -s pompinst pompinst-tools pompinst-plugin-clang-19 libpompomp1 libpompomp-dev pompinst-doc | grep -c '^Status: install ok installed' | grep -x 6
dpkg -V pompinst pompinst-tools pompinst-plugin-clang-19 libpompomp1 libpompomp-dev pompinst-doc

# The first program that a user measures.
cd /root
cp -R /usr/share/doc/pompinst/examples/stommel .
cd stommel
clang-19 -O2 -g -fopenmp stommel.c -lm -o plain
OMP_NUM_THREADS=2 ./plain 200 200 2000 > plain.out
pomp-clang -O2 -g stommel.c -lm -o stommel
OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=measured ./stommel 200 200 2000 > out 2> err
grep 'pomp: stommel' err
# The result is the plain program's. What the program says of time may differ.
grep -v ' s$' plain.out > a
grep -v ' s$' out > b
diff a b
pomp-report --all measured > report
grep 'critical(change)' report
grep 'stommel.c:137' report
pomp-report measured --json | grep '"function": *"solve"' > /dev/null
POMP_TRACE=1 OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=traced ./stommel 200 200 2000 > /dev/null
pomp-convert --to perfetto --output trace.json traced
ls -l trace.json*
# The library is found by the name that has the number in it, in the system's folder.
ldd ./stommel | grep -E 'libpompomp.so.1 => (/usr)?/lib/[a-z0-9_]+-linux-gnu/libpompomp.so.1'
# It also goes without the wrapper, static, and in C++; a small program does for that.
printf 'int main(void) { int s = 0;\n#pragma omp parallel for reduction(+ : s)\nfor (int i = 0; i < 64; ++i) s += i;\nreturn s != 2016; }\n' > small.c
measures() { OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR="$1.e" "./$1" 2> err; grep "pomp: $1" err; }
plugin=$(ls /usr/lib/*-linux-gnu/pompinst/libpompinst.so)
clang-19 -O2 -fopenmp -fplugin="$plugin" small.c -lpompomp -o by-hand
measures by-hand
clang-19 -O2 $(pomp-config --cflags) small.c $(pomp-config --libs) -o by-config
measures by-config
pomp-clang --pomp-static -O2 small.c -o static
needs_library stommel
fails needs_library static
measures static
cp small.c small.cpp
pomp-clang++ small.cpp -o in-cxx
measures in-cxx
ls /usr/share/man/man1/pomp-report.1.gz /usr/share/man/man1/pomp-clang.1.gz /usr/lib/python3/dist-packages/pomp/__init__.py /usr/share/pomp/schema/pomp-report.json /usr/share/gdb/auto-load/usr/lib/*/libpompomp.so.1-gdb.py

# MPI comes on top: a program of two ranks is measured as one job, by the wrapper, and by MPI's own with what pkg-config's file says.
apt-get update
apt-get install -y --no-install-recommends /debs/libpompomp-mpi1_*.deb /debs/libpompomp-mpi-dev_*.deb openmpi-bin
dpkg -V libpompomp-mpi1 libpompomp-mpi-dev
cd /root
cat > ring.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int provided, rank, sum = 0, all = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d\n", all);
  return MPI_Finalize();
}
END
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_pml=ob1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_plm_rsh_agent=false
# mpirun would read the rest of this script.
ranks() { OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR="$1.e" mpirun -n 2 "./$1" < /dev/null > out; }
pomp-mpicc -O2 -g ring.c -o ring
OMPI_CC=clang-19 mpicc -O2 -g $(pomp-config --cflags) ring.c $(pomp-config --mpi-libs --libs) -o ring-by-config
for program in ring ring-by-config; do
  ldd "./$program" | grep -E 'libpompomp-mpi.so.1 => (/usr)?/lib/[a-z0-9_]+-linux-gnu/libpompomp-mpi.so.1'
  ranks "$program"
  grep -x 9900 out
  pomp-report --all "$program.e" > report
  grep 'ring.c:7' report
  grep MPI_Allreduce report
  # Both ranks are in it.
  pomp-report --threads "$program.e" | grep '1:0'
done
cd /
apt-get purge -y libpompomp-mpi1 libpompomp-mpi-dev
fails /root/ring > /dev/null 2> /root/err
grep 'libpompomp-mpi.so.1: cannot open shared object file' /root/err
rm -rf /root/ring* /root/out /root/report

# What was installed goes again, and leaves nothing behind, nor does what Python has compiled when root imported the package. A program that needs the
# library says so.
cd /
mkdir /usr/lib/python3/dist-packages/pomp/__pycache__
touch /usr/lib/python3/dist-packages/pomp/__pycache__/events.cpython-311.pyc
apt-get purge -y pompinst pompinst-tools pompinst-plugin-clang-19 libpompomp1 libpompomp-dev libpompread1 pompinst-doc
fails /root/stommel/stommel > /dev/null 2> /root/err
grep 'libpompomp.so.1: cannot open shared object file' /root/err
rm -rf /root/stommel
left_behind() { find / -xdev -name '*pomp*' -not -path '/proc/*' -not -path '/debs*' -not -path '/var/cache/apt/*' -not -path '/var/lib/apt/*' | grep .; }
fails left_behind
