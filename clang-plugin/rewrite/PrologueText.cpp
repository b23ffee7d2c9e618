// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PrologueText.cpp - string literals, and words that stand for other text.
#include "rewrite/PrologueText.h"

namespace pompinst {

std::string cString(const std::string &Text) {
  static const char Digits[] = "01234567";
  std::string Out = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\' || C == '?') // ? may begin a trigraph
      (Out += '\\') += char(C);
    else if (C >= 0x20 && C < 0x7F)
      Out += char(C);
    else
      ((Out += '\\') += Digits[C >> 6]) += std::string{Digits[(C >> 3) & 7], Digits[C & 7]};
  }
  return Out + "\"";
}

std::string substitute(std::string Text, llvm::StringRef What, const std::string &By) {
  for (size_t At = Text.find(What); At != std::string::npos; At = Text.find(What, At + By.size()))
    Text.replace(At, What.size(), By);
  return Text;
}

} // namespace pompinst
