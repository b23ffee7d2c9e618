// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MacroShield.h - keeps the user's macros away from code that is inserted: `-Dversion=2`, `#define if(x) …`.
//
// What lives here: code that hides macros, says something, and shows them again. What doesn't: words of directives that
// must stay hidden up to the directive's end (RuleContext::hideMacro).
#ifndef POMPINST_MACROSHIELD_H
#define POMPINST_MACROSHIELD_H

#include "analysis/TokenTable.h"

#include <string>

namespace pompinst {

// Returns the code as it is, if there never was a macro for a word in it; else the code between lines that hide and
// show the macros. Names that begin with __POMP or __pomp are ours, and C and C++ reserve them.
std::string shielded(const std::string &Code, const TokenTable &Tokens);

// These return lines that hide a macro, and show it again. Each begins a new line, and needs one behind it.
std::string hiding(const std::string &Macro);
std::string showing(const std::string &Macro);

} // namespace pompinst
#endif
