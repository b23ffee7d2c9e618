/* norm.h - computes the Euclidean norm of 1, 2, ..., n, by two libraries. */
#ifdef __cplusplus
extern "C" {
#endif
void squares(double *x, int n);       /* squares.c, a static library: squares each element */
double sum(const double *x, int n);   /* sum.cpp, a shared library */
#ifdef __cplusplus
}
#endif
