// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ForkPlace.h - says where in a file the compiler is forked. What does not live here: the fork (ParseOnce).
#ifndef POMPINST_FORKPLACE_H
#define POMPINST_FORKPLACE_H

#include "TextScan.h"

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
class LangOptions;
} // namespace clang

namespace pompinst {

// Follows brackets, and knows those of namespaces and of `extern "C"`: between them declarations are as at file scope.
class Brackets {
public:
  // Takes a token of the preprocessor, or a raw one.
  void add(const clang::Token &Tok);
  // Is the text here in no bracket but those?
  bool areOfNamespaces() const { return Depth == Namespaces; }

private:
  enum class Head { None, Namespace, Named, Extern, Linkage };
  unsigned Depth = 0, Namespaces = 0;
  Head Begun = Head::None;
};

// Returns the last place before the first word of OpenMP where a declaration seems to begin: what comes before it is
// parsed once. Begin is where one begins for certain, and the result if there is no later place. Word is where the
// first word of OpenMP is, or more than Begin. Open says what is open at Begin.
unsigned forkPlace(clang::CompilerInstance &CI, clang::FileID File, llvm::StringRef Text, unsigned Begin, unsigned Word,
                   const Brackets &Open);

// Is it likely that there is such a place in this header of the user's? It is asked before the header is read.
bool likelyHasPlace(clang::CompilerInstance &CI, llvm::StringRef Text, const OpenMPText &Words);

// Is the end of a text outside of all declarations? Directives are passed over. Where that isn't clear, it is not.
bool isOutside(llvm::StringRef Text, const clang::LangOptions &Lang);

} // namespace pompinst
#endif
