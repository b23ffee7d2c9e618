/* All that is declared after this file is hidden. */
#include <omp.h>
#include <stdio.h>
#pragma GCC visibility push(hidden)
