#define FORCED_PARALLEL _Pragma("omp parallel num_threads(2)")
