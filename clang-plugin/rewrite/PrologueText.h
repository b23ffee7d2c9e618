// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PrologueText.h - what every writer of a prologue does with text.
// What does not live here: the prologues (Prologue, Pomp2Prologue).
#ifndef POMPINST_PROLOGUETEXT_H
#define POMPINST_PROLOGUETEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace pompinst {

// Returns the text as a string literal.
std::string cString(const std::string &Text);

// Returns the text with By in place of each What.
std::string substitute(std::string Text, llvm::StringRef What, const std::string &By);

} // namespace pompinst
#endif
