// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OwnMacros.h - puts what they stand for in place of the macros that the prologue defines, for a compiler that expands
// none. What does not live here: which compiler that is (Compatibility.h), and the user's macros (MacroShield.h).
#ifndef POMPINST_OWNMACROS_H
#define POMPINST_OWNMACROS_H

#include "rewrite/Edits.h"

#include <string>

namespace pompinst {

// Expands the prologue's macros in itself and in the code of all edits. Lines of the preprocessor stay as they are.
void expandOwnMacros(std::string &Prologue, EditList &Edits);

} // namespace pompinst
#endif
