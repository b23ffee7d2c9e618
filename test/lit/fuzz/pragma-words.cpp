// Fuzzes the reader of control pragmas: any text after `#pragma` gives words and a verdict with a text, never a crash,
// and never reads past the end of the line.
// RUN: %clangxx -std=c++17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I%root/clang-plugin %s %root/clang-plugin/analysis/PragmaWords.cpp -o %t
// RUN: rm -rf %t.corpus && mkdir %t.corpus && printf 'pomp inst begin(name)' > %t.corpus/a && printf 'omp \\\n inst /* c */ altend ( x ) // end' > %t.corpus/b
// RUN: %t -seed=1 -runs=200000 -max_len=200 -close_fd_mask=3 %t.corpus
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
