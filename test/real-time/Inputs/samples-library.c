/* samples-library.c - a library that is compiled without debug information. */
#define FUNCTION(name)                                                                                                 \
  double name(double x, long n) {                                                                                      \
    for (long i = 0; i < n; i++)                                                                                       \
      x = x * 1.0000001 + 1e-9;                                                                                        \
    return x;                                                                                                          \
  }
FUNCTION(plain)
FUNCTION(other_plain)
