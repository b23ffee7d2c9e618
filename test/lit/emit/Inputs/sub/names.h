#ifndef NAMES_H
#define NAMES_H
static const int names = 3;
#endif
