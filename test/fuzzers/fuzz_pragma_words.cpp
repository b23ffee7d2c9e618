// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the reader of control pragmas: any text after `#pragma` gives words and a verdict with a text, never a crash,
// and never reads past the end of the line.
// The inputs that it starts from are made elsewhere, by test/lit/fuzz/pragma-words.test.
#include "analysis/PragmaWords.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  std::vector<std::string> Words = pompinst::pragmaWords(Text.c_str());
  for (const std::string &Word : Words)
    if (Word.empty() || Word.find('\n') != std::string::npos)
      abort();
  if (!pompinst::isControlPragma(Words))
    return 0;
  pompinst::ControlWords Result;
  std::string Error;
  bool Fine = pompinst::parseControl({Words.begin() + 1, Words.end()}, Result, Error);
  if (Fine != Error.empty())
    abort();
  return 0;
}
