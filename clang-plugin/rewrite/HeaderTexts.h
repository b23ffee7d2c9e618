// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HeaderTexts.h - notes which directive of which file included what, for emit=, which writes rewritten headers out in
// place.
//
// What lives here: the preprocessor hook that notes text which depends on being in a header. What doesn't: what is
// written instead (Emitter).
#ifndef POMPINST_HEADERTEXTS_H
#define POMPINST_HEADERTEXTS_H

#include "analysis/TokenTable.h"

#include "clang/Basic/FileEntry.h"
#include "clang/Lex/Preprocessor.h"

#include <string>
#include <vector>

namespace pompinst {

// Such a piece of text means something else in another file, or in the main file.
struct HeaderText {
  enum class Kind {
    Include,    // an #include, #include_next or #import: from its # to the end of its line
    HasInclude, // the file name that __has_include asks for, or __has_include_next
    OnlyHeader, // a pragma that is allowed in headers only, also a whole line
  };
  Kind What = Kind::Include;
  FileSpan Where;
  std::string Name; // of the file, as it is written; of the pragma
  bool Angled = false;
  bool Next = false;                // …_next
  clang::OptionalFileEntryRef File; // what was found
  clang::FileID Entered;            // Include: invalid if the file was not entered again (#pragma once, guards)
};

class HeaderTexts {
public:
  // Starts recording.
  void record(clang::Preprocessor &Preproc);

  // Returns the pieces in the order of the preprocessor.
  const std::vector<HeaderText> &all() const { return Texts; }
  // Returns the file that `#include Name` in the main file means.
  clang::OptionalFileEntryRef lookup(llvm::StringRef Name, bool Angled) const;

private:
  class Hook;

  clang::Preprocessor *PP = nullptr;
  std::vector<HeaderText> Texts;
};

} // namespace pompinst
#endif
