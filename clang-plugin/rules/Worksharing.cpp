// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing.cpp - rules for for, sections and single, which have an implicit barrier at their end.
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

// enter  directive nowait  block  barrier  exit
static void aroundWorksharing(const Region &R, RuleContext &Context, const std::string &Name,
                              const std::string &Closing) {
  Context.open(R.Pragma.First, "{ " + Context.call(Name + "_enter"));
  std::string Barrier;
  if (replacesImplicitBarrier(R, Context.Opts)) {
    Context.suffix(" nowait");
    if (std::string Hide = Context.hideMacro("nowait"); !Hide.empty()) {
      Context.open(R.Pragma.First, Hide);
      Context.after(R.Pragma.Last, Context.showMacro("nowait"), 0);
    }
    Barrier = Context.implicitBarrier() + " ";
  }
  Context.close(R.Block.Last, Closing + Barrier + Context.call(Name + "_exit") + " }");
}

void ruleFor(const Region &R, RuleContext &Context) { aroundWorksharing(R, Context, "POMP_For", ""); }

// Each section, the unmarked first one too: { begin  block  end }
void sectionCalls(const Region &R, RuleContext &Context) {
  for (TokenRange Section : R.Sections) {
    Context.open(Section.First, "{ " + Context.call("POMP_Section_begin"));
    Context.close(Section.Last, Context.call("POMP_Section_end") + " }");
  }
}

void ruleSections(const Region &R, RuleContext &Context) {
  sectionCalls(R, Context);
  aroundWorksharing(R, Context, "POMP_Sections", "");
}

// The block as well: { begin  block  end }
void ruleSingle(const Region &R, RuleContext &Context) {
  Context.open(R.Block.First, "{ " + Context.call("POMP_Single_begin"));
  aroundWorksharing(R, Context, "POMP_Single", Context.call("POMP_Single_end") + " } ");
}

} // namespace pompinst
