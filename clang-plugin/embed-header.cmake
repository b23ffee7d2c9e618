# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the first part of pomp.h (up to its POMP_H guard's #endif), without comments and blank lines, as a C++ raw
# string literal: cmake -DIN=pomp.h -DOUT=PompHeader.inc -P embed-header.cmake
file(READ ${IN} text)
string(FIND "${text}" "#endif /* POMP_H */" end)
if(end LESS 0)
  message(FATAL_ERROR "${IN}: no line '#endif /* POMP_H */'")
endif()
string(SUBSTRING "${text}" 0 ${end} text)
string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}")
string(REGEX REPLACE "[ \t]+\n" "\n" text "${text}")
string(REGEX REPLACE "\n\n+" "\n" text "${text}")
string(REGEX REPLACE "^\n+" "" text "${text}")
file(WRITE ${OUT} "R\"POMP(${text}#endif\n)POMP\"\n")
