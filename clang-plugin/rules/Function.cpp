// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function.cpp - the rule for functions: a guard as the first declaration of the body.
//
// The guard is a variable whose cleanup calls POMP_End, so that every way out of the body closes the region: its end,
// return (after the value is evaluated), exceptions. It is a declaration and nothing else, as C90 wants declarations
// first, and has the attribute unused for Clang's analyzer, which overlooks the cleanup. It calls POMP_Begin itself: by
// the place of that call and by the stack the runtime knows a function again that was left by a jump. What does not
// live here: which functions get a guard (analysis/Functions).
#include "rules/Rule.h"

#include <climits>

namespace pompinst {

// { guard  body }
void ruleFunction(const Region &R, RuleContext &Context) {
  std::string Descriptor = Context.descriptor(R.Descriptor);
  std::string Guard = "struct __ompregdescr *__pomp_function_" + std::to_string(R.Descriptor) +
                      " __attribute__((__cleanup__(__pomp_leave), __unused__)) = (__POMP_Begin(" + Descriptor + "), " +
                      Descriptor + ");";
  if (R.GuardAtBegin)
    Context.before(R.BeginAt.Before, Guard, INT_MIN);
  else
    Context.after(R.GuardAfter, Guard, INT_MIN);
}

} // namespace pompinst
