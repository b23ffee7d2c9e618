// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions.h - decides which functions are measured, and makes a Region of each.
//
// What lives here: what a function must not be, which are too small, the filter file. What doesn't: finding functions
// (Collector), and the code that measures one (rules/Function.cpp).
#ifndef POMPINST_FUNCTIONS_H
#define POMPINST_FUNCTIONS_H

#include "Options.h"
#include "analysis/Collector.h"

namespace clang {
class FileManager;
}

namespace pompinst {

// Reads the file of filter=, if there is one. On error returns false, and Error is a sentence that names file and line.
bool readFilter(clang::FileManager &Files, Options &Opts, std::string &Error);

// Returns a region for each function that functions= asks about; with functions=openmp those are the functions that
// have directives.
std::vector<Region> functionRegions(clang::ASTContext &Context, const TokenTable &Tokens, const Collected &Found,
                                    const Options &Opts);

// Leaves everything alone that is in a function which resolves an ifunc: it runs before the program can call
// anything.
void leaveResolversAlone(clang::ASTContext &Context, const TokenTable &Tokens, const Collected &Found,
                         std::vector<Region> &Regions);

// Leaves functions alone that would need an instrumented construct to be measured, and have none, or none any more.
void settleFunctions(std::vector<Region> &Regions);

} // namespace pompinst
#endif
