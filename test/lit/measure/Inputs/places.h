/* This is included in front of each loop. */
#pragma omp parallel for num_threads(1) private(PRIVATE)
#undef PRIVATE
