// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prologue.h - writes what is laid in front of an instrumented translation unit: declarations and the table of
// descriptors. What does not live here: pomp.h's text, which the build puts into PompHeader.inc.
#ifndef POMPINST_PROLOGUE_H
#define POMPINST_PROLOGUE_H

#include "Options.h"
#include "analysis/Region.h"
#include "rewrite/Descriptors.h"
#include "rewrite/Edits.h"

#include <set>

namespace pompinst {

// Returns whole lines, in which the functions are declared that the edits call. They need no include path, and are
// valid C90 and C++98 with GNU extensions. Empty: the table of descriptors is declared, and somebody else fills it
// (DescriptorTable).
std::string makePrologue(const std::vector<const Region *> &Table, const std::vector<Region> &Regions,
                         const EditList &Edits, const Options &Opts, const std::set<std::string> &Extensions,
                         const TokenTable &Tokens, bool Empty = false);

// Returns what the table is filled with.
std::vector<Descriptor> descriptors(const std::vector<const Region *> &Table);

// Each compile begins with this line. It defines `_POMP` with OPARI's value, the year and month of the interface as the
// paper asks.
extern const char PompMacro[];

} // namespace pompinst
#endif
