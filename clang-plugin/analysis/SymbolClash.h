// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SymbolClash.h - finds a variable or function of the user's whose symbol is that of a function which inserted code
// calls, and which is something else. What does not live here: names in scopes of the user's, which hide nothing of
// ours (Directives.h: reserved).
#ifndef POMPINST_SYMBOLCLASH_H
#define POMPINST_SYMBOLCLASH_H

#include <string>

namespace clang {
class ASTContext;
}

namespace pompinst {

// Returns its name, or "" if there is none. `static void POMP_On(int);` in C is such a function: an inserted call of
// POMP_On would call it. A program may well define the interface's functions itself, as a POMP library does.
std::string clashingSymbol(clang::ASTContext &Context);

} // namespace pompinst
#endif
