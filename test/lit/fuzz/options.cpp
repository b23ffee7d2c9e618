// Fuzzes the plugin's options: any list of arguments gives options, or an error with a text, never a crash.
// RUN: %clangxx -std=c++17 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I%root/clang-plugin -I%root/common %s %root/clang-plugin/Options.cpp -o %t
// RUN: rm -rf %t.corpus && mkdir %t.corpus && printf 'disable=critical,sync\nverbose\nemit=x.c' > %t.corpus/a && printf 'system-headers\nskip=a.c:7\nskip=all\ndisable=,' > %t.corpus/b
// RUN: %t -seed=1 -runs=200000 -max_len=200 -close_fd_mask=3 %t.corpus
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
