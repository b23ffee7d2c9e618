// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pomp2Prologue.h - what is laid in front of a translation unit for api=pomp2: POMP2's functions, the handles of the
// regions with their ctc strings, and the functions that give both to the library. What does not live here: code for
// both interfaces (Prologue).
#ifndef POMPINST_POMP2PROLOGUE_H
#define POMPINST_POMP2PROLOGUE_H

#include "analysis/Region.h"

namespace pompinst {

// Returns whole lines. UnitName becomes a part of the init functions' names.
std::string pomp2Declarations(const std::vector<const Region *> &Table, const std::string &UnitName,
                              const TokenTable &Tokens);

// Returns the string that tells the library of the region, in OPARI2's syntax: "87*regionType=barrier*sscl=…**".
std::string ctcString(const Region &R, const TokenTable &Tokens);

} // namespace pompinst
#endif
