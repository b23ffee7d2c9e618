# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the first part of pomp.h (between the lines of its POMP_H guard), without comments and blank lines, as a C++ raw
# string literal: cmake -DIN=pomp.h -DOUT=PompHeader.inc -P embed-header.cmake
#
# Each name gets two underscores in front. C and C++ reserve such names, so nothing that the user declares, in whatever
# scope, can hide them; the functions keep their symbols by an assembler's label.
file(READ ${IN} text)
string(FIND "${text}" "#endif /* POMP_H */" end)
if(end LESS 0)
  message(FATAL_ERROR "${IN}: no line '#endif /* POMP_H */'")
endif()
string(SUBSTRING "${text}" 0 ${end} text)
string(REGEX REPLACE "^.*#define POMP_H\n" "" text "${text}")
string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}")
string(REGEX REPLACE "[ \t]+\n" "\n" text "${text}")
string(REGEX REPLACE "\n\n+" "\n" text "${text}")
string(REGEX REPLACE "^\n+" "" text "${text}")
string(REGEX REPLACE "extern void (POMP_[A-Za-z_]+)(\\([^()]*\\));" "extern void \\1\\2 __asm__(\"@\\1\");" text "${text}")
string(REGEX REPLACE "([^A-Za-z_@])(POMP_|ompregdescr)" "\\1__\\2" text "${text}")
string(REPLACE "@" "" text "${text}")
file(WRITE ${OUT} "R\"POMP(${text})POMP\"\n")
