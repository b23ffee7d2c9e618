#!/bin/sh
# demo.sh BUILD - what `make demo` shows: compiles the example with pomp-clang, runs it, looks at the profile.
# All it makes lies below BUILD/demo.
set -eu
build=$(cd "${1:-build}" && pwd)
cd "$(dirname "$0")"
rm -rf "$build/demo"
mkdir -p "$build/demo"

# Nothing of the caller's settings: the demo looks the same for everybody.
for name in $(env | sed -n 's/^\(POMP_[A-Z_]*\|OMP_[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
threads=$(nproc)
[ "$threads" -ge 2 ] || threads=2
[ "$threads" -le 8 ] || threads=8
export OMP_NUM_THREADS="$threads" POMP_EXPERIMENT_DIR="$build/demo/experiment"
PATH=$build/bin:$PATH

show() {
    printf '\n$ %s\n' "$*"
    "$@"
}
show pomp-clang -O2 -g stommel.c -lm -o "$build/demo/stommel"
printf '\n(on %s threads)' "$threads"
show "$build/demo/stommel"
show pomp-report "$build/demo/experiment"
printf '\nMore of it: %s --tree %s\n' "$build/bin/pomp-report" "$build/demo/experiment"
