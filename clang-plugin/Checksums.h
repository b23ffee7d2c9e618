// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checksums.h - debug information has a checksum of each source file, with which debuggers tell whether a file is the
// one that was compiled: it must be that of the user's text.
//
// Lines and columns do not live here, which line markers give (rewrite/FileWriter), and the users' texts
// themselves do not, either (LateMessages).
#ifndef POMPINST_CHECKSUMS_H
#define POMPINST_CHECKSUMS_H

#include "LateMessages.h"

namespace pompinst {

// To be called when the parse is over and before code is optimised.
void keepChecksums(clang::CompilerInstance &CI, const std::vector<UsersText> &Texts);

} // namespace pompinst
#endif
