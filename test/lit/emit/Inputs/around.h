#define AROUND 7
#include "sub/around.inc"
