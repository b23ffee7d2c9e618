// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emitter.h - the text that emit= writes: the rewritten main file, with each header that was rewritten being in
// place of its #include. So it needs none of our files, and other compilers see what Clang compiles.
//
// What lives here: which headers must be written out, and how their text changes for its new place. What doesn't:
// noting them (HeaderTexts), and the file that is written (Plugin).
#ifndef POMPINST_EMITTER_H
#define POMPINST_EMITTER_H

#include "rewrite/FileWriter.h"
#include "rewrite/HeaderTexts.h"

#include <string>
#include <vector>

namespace pompinst {

std::string emittedText(const std::vector<RewrittenFile> &Rewritten, const HeaderTexts &Included,
                        const clang::SourceManager &SM);

} // namespace pompinst
#endif
