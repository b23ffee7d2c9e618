// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DescriptorNumbers.h - decides which descriptors there are, and what tells those apart that would look alike. What
// does not live here: what is in a descriptor (Prologue).
#ifndef POMPINST_DESCRIPTORNUMBERS_H
#define POMPINST_DESCRIPTORNUMBERS_H

#include "Options.h"
#include "analysis/Region.h"

namespace pompinst {

// Gives each instrumented region that needs one its descriptor number; the same place has the same number in whichever
// instance of a template it is, and another one in each inclusion of its file. Returns one region for each number.
// Those that have name, function, file and line in common get a Place, as pomp.h explains it.
std::vector<const Region *> numberDescriptors(std::vector<Region> &Regions, Interface Api, const TokenTable &Tokens);

} // namespace pompinst
#endif
