// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control.h - the user's control pragmas: `#pragma pomp …` and the same with the `omp` sentinel.
//
// What lives here: the preprocessor hook that takes the pragma before Clang's OpenMP parser sees it. What doesn't: the
// pragma's words (PragmaWords) and matching begin with end (ControlResolver).
#ifndef POMPINST_CONTROL_H
#define POMPINST_CONTROL_H

#include "analysis/PragmaWords.h"
#include "analysis/Region.h"

#include "clang/Lex/PPCallbacks.h"

#include <string>
#include <vector>

namespace pompinst {

struct ControlPragma : ControlWords {
  FileSpan Where;        // the pragma's text
  SourceLine Line;       // where the user sees it
  TokenIndex Before = 0; // the next token of the parser
  bool SystemHeader = false;
};

// Takes control pragmas out of the token stream. If Found is given, they are noted there (Tokens says which token is
// the next one), and mistakes in Complaints. Otherwise they vanish in silence, because the analysis has dealt with
// them.
class ControlPragmaHook : public clang::PPCallbacks {
public:
  ControlPragmaHook(clang::Preprocessor &PP, const TokenTable *Tokens = nullptr,
                    std::vector<ControlPragma> *Found = nullptr, std::vector<Complaint> *Complaints = nullptr)
      : PP(PP), Tokens(Tokens), Found(Found), Complaints(Complaints) {}

  void PragmaDirective(clang::SourceLocation Loc, clang::PragmaIntroducerKind Introducer) override;
  // From now on pragmas are noted.
  void noteIn(const TokenTable &Table, std::vector<ControlPragma> &Pragmas, std::vector<Complaint> &Mistakes) {
    Tokens = &Table;
    Found = &Pragmas;
    Complaints = &Mistakes;
  }

private:
  void note(clang::SourceLocation Loc, clang::SourceLocation End, const std::vector<std::string> &Words);

  clang::Preprocessor &PP;
  const TokenTable *Tokens;
  std::vector<ControlPragma> *Found;
  std::vector<Complaint> *Complaints;
};

} // namespace pompinst
#endif
