#include "../hybrid.c"
