// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzzes the filter file: any text gives rules, or an error with line and text, never a crash; patterns of the simple
// kind match what fnmatch(3) matches.
// The inputs that it starts from are made elsewhere, by test/lit/fuzz/filter.test.
#include "pomp_filter.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fnmatch.h>
#include <string>

static void compareMatch(const std::string &Bytes) {
  static const char Letters[] = "ab*?\\";
  size_t Half = std::min<size_t>(Bytes.size() / 2, 12);
  std::string Pattern, Text;
  for (size_t I = 0; I < Half; ++I) {
    Pattern += Letters[uint8_t(Bytes[I]) % 5];
    Text += Letters[uint8_t(Bytes[Half + I]) % 3];
  }
  size_t Slashes = Pattern.size() - (Pattern.find_last_not_of('\\') + 1);
  if (Slashes % 2 == 0 &&
      pomp_filter_match(Pattern.c_str(), Text.c_str()) != (fnmatch(Pattern.c_str(), Text.c_str(), 0) == 0))
    abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // This copy has no 0 at its end: the parser must not read on.
  char *Text = static_cast<char *>(malloc(Size ? Size : 1));
  memcpy(Text, Data, Size);
  pomp_filter_error Error = {0, ""};
  pomp_filter *Filter = pomp_filter_parse(Text, Size, &Error);
  std::string Name(Text, Size);
  free(Text);
  if (!Filter && (Error.line == 0 || Error.text[0] == 0 || strlen(Error.text) >= sizeof Error.text))
    abort();
  if (Filter) {
    pomp_filter_names Names = {"dir/a.c", "/x/dir/a.c", Name.c_str(), "ns::f(int)", nullptr};
    pomp_filter_excludes(Filter, &Names);
  }
  pomp_filter_free(Filter);
  compareMatch(Name);
  return 0;
}
