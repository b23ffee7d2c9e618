// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WhyTwice.h - tells before a compile begins whether the analysis needs a parse of its own, and why.
#ifndef POMPINST_WHY_TWICE_H
#define POMPINST_WHY_TWICE_H

#include <string>

namespace clang {
class CompilerInstance;
}

namespace pompinst {

struct Options;

// Says why this compile needs a parse of its own for the analysis; "" if it does not.
std::string whyParseTwice(clang::CompilerInstance &CI, const Options &Opts);

} // namespace pompinst
#endif
