#define LIB_PLAIN 20
