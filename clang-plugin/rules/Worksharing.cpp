// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing.cpp - the rule for for, sections and single, which have an implicit barrier at their end. What does not
// live here: for and sections as halves of a combined directive (Combined.cpp).
//
// Where the user wrote no nowait and OpenMP lets us, the implicit barrier becomes nowait and an explicit barrier with
// events that carry the construct's own descriptor (paper, "Implicit Barriers"). With barriers=ompt, and where OpenMP
// doesn't let us, it stays, and the descriptor says so.
#include "rules/Rule.h"

namespace pompinst {

bool replacesImplicitBarrier(const Region &R, const Options &Opts) {
  return Opts.Barriers == BarrierMode::Explicit && Opts.enabled(Construct::Barrier) && !R.HasNowait &&
         !R.ForbidsNowait && !R.KeepsImplicitBarrier && !R.Cancelled;
}

// Writes `{ begin  block  end }` for each section, and for the first one also if it has no directive. Each has a
// descriptor of its own.
void sectionCalls(const Region &R, RuleContext &Context) {
  for (const Region &Section : R.Sections) {
    Context.open(Section.Block.First, "{ " + Context.call(Section.Kind, CallAt::Begin, Section.Descriptor));
    Context.close(Section.Block.Last, Context.call(Section.Kind, CallAt::End, Section.Descriptor) + " }");
  }
}

// { enter  directive nowait  block  barrier  exit }; single has calls in its block, too: { begin  block  end }
void ruleWorksharing(const Region &R, RuleContext &Context) {
  sectionCalls(R, Context);
  Context.open(R.Pragma.First, "{ " + Context.call(CallAt::Before));
  std::string Closing;
  if (factsOf(R.Kind).suffix(CallAt::Begin)) {
    Context.open(R.Block.First, "{ " + Context.call(CallAt::Begin));
    Closing = Context.call(CallAt::End) + " } ";
  }
  if (replacesImplicitBarrier(R, Context.Opts)) {
    Context.suffix(" nowait");
    if (std::string Hide = Context.hideMacro("nowait"); !Hide.empty()) {
      Context.open(R.Pragma.First, Hide);
      Context.after(R.Pragma.Last, Context.showMacro("nowait"), 0);
    }
    Closing += Context.implicitBarrier(/*AtEnd=*/false) + " ";
  }
  Context.close(R.Block.Last, Closing + Context.call(CallAt::After) + " }");
}

} // namespace pompinst
