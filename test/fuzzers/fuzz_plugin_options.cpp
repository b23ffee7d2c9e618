// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the plugin's options: any list of arguments gives options, or an error with a text, never a crash.
// The inputs that it starts from are made elsewhere, by test/lit/fuzz/options.test.
#include "Options.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Args(1);
  for (size_t I = 0; I < Size; ++I) {
    if (Data[I] == '\n')
      Args.emplace_back();
    else
      Args.back() += char(Data[I]);
  }
  pompinst::Options Opts;
  std::string Error;
  if (pompinst::parseOptions(Args, Opts, Error) != Error.empty())
    abort();
  Opts.skips("x/" + Args[0], 7);
  return 0;
}
