// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PragmaWords.h - reads the words of a control pragma. It knows text and no Clang, so a fuzzer can feed it. What does
// not live here: where the pragma is (Control).
#ifndef POMPINST_PRAGMAWORDS_H
#define POMPINST_PRAGMAWORDS_H

#include <string>
#include <vector>

namespace pompinst {

enum class ControlKind { Init, Finalize, On, Off, Begin, End, AltEnd, NoInstrument, Instrument };

struct ControlWords {
  ControlKind Kind = ControlKind::Init;
  std::string Name;     // of a user region
  bool IsPhase = false; // begin(name) phase: each visit is to have a profile of its own
};

// Returns the words and punctuation characters of the line that begins at Text (after `#pragma`), without comments and
// line splices. Text ends at a line's end or a NUL.
std::vector<std::string> pragmaWords(const char *Text);

// Is it OpenMP's, or ours?
bool concernsOpenMP(const std::vector<std::string> &Words);

// Is it ours: `pomp …`, or `omp inst|noinstrument|instrument …` (the paper's first spelling)?
bool isControlPragma(const std::vector<std::string> &Words);

// Reads the words after the sentinel: {"inst", "begin", "(", "name", ")"}. On error returns false and sets Error to
// what is wrong and what is allowed.
bool parseControl(const std::vector<std::string> &Words, ControlWords &Result, std::string &Error);

} // namespace pompinst
#endif
