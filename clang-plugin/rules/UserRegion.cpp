// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UserRegion.cpp - rules for user regions and for init, finalize, on and off. What does not live here: whether control
// can leave a region early (analysis/ControlResolver).
//
// A region that control can leave on other ways than its end (return, break, continue, goto, a C++ exception) gets a
// guard: a variable of the enclosing block that holds the descriptor while the region is open, and whose cleanup
// closes it. Otherwise there are just the two calls.
#include "rules/Rule.h"

namespace pompinst {

// User pragmas come before what the constructs at the same token bring; among themselves, in the order of the source.
static void put(ControlPoint Point, const std::string &Code, RuleContext &Context) {
  constexpr int BeforeAllRegions = -(1 << 30);
  Context.before(Point.Before, Code, BeforeAllRegions + Point.Order);
}

static std::string guardVariable(const Region &R) { return "__pomp_open_" + std::to_string(R.Descriptor); }

void ruleUserRegion(const Region &R, RuleContext &Context) {
  bool Guarded = R.GuardAfter != NoToken;
  std::string Guard = guardVariable(R);
  std::string Open = Context.call(CallAt::Before);
  std::string Close = Context.call(CallAt::After);
  if (Guarded) {
    std::string Declare = Context.descriptorType() + Guard + " __attribute__((__cleanup__(__pomp_close))) = 0;";
    if (R.GuardAtBegin)
      put(R.BeginAt, Declare, Context);
    else
      Context.after(R.GuardAfter, Declare, 0);
    Open = Guard + " = " + Context.descriptor(R.Descriptor) + "; " + Open;
    Close = "__pomp_close(&" + Guard + ");";
  }
  put(R.BeginAt, Open, Context);
  for (ControlPoint End : R.AltEnds)
    put(End, Close, Context);
  put(R.EndAt, Close, Context);
}

void ruleControl(const Region &R, RuleContext &Context) {
  put(R.BeginAt, reserved(nameIn(Context.Opts.Api, R.Call)) + "();", Context);
}

} // namespace pompinst
