// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simple.cpp - rules for constructs whose directive stays as it is, with calls around it and inside of its block, and
// for lock calls. What does not live here: which calls a construct has (Directives.def).
#include "rules/Rule.h"

namespace pompinst {

// POMP2 has the directive with the values of its clauses, and a task with its id.
static void tell(const Region &R, RuleContext &Context) {
  bool Task = R.Kind == RegionKind::Task;
  if (Context.Opts.Api != Interface::Pomp2 || (R.Passed.empty() && !Task))
    return;
  DirectiveHalf Half;
  Context.replaceHoisted(Half);
  if (Task) {
    std::string If = R.Passed.empty() ? "" : ", " + Context.variable("if");
    Half.Suffix = " firstprivate(" + Context.variable("new") + If + ")";
    if (std::string Hide = Context.hideMacro("firstprivate"); !Hide.empty()) {
      Context.open(R.Pragma.First, Hide);
      Context.after(R.Pragma.Last, Context.showMacro("firstprivate"), 0);
    }
  }
  Context.directive(std::move(Half));
}

// { before  directive  { begin  block  end }  after }, each call if the construct has it. A construct without begin and
// end stays in one piece, because OpenMP says so: the statement of atomic must be the directive's direct child, and the
// body of a loop that runs as tasks, on devices or concurrently may hold no call.
void ruleSimple(const Region &R, RuleContext &Context) {
  const ConstructFacts &Facts = factsOf(R.Kind);
  bool Around = Facts.suffix(CallAt::Before);
  bool Inside = Facts.suffix(CallAt::Begin);
  std::string Closing;
  if (Around)
    Context.open(R.Pragma.First, "{ " + Context.hoistCode() + Context.call(CallAt::Before));
  tell(R, Context);
  if (Inside) {
    Context.open(R.Block.First, "{ " + Context.call(CallAt::Begin));
    Closing = Context.call(CallAt::End) + " }";
  }
  if (Around) {
    Closing += Inside ? " " : "";
    if (Facts.suffix(CallAt::After))
      Closing += Context.call(CallAt::After) + " ";
    Closing += "}";
  }
  Context.close(R.Block.Last == NoToken ? R.Pragma.Last : R.Block.Last, Closing);
}

// { fork  #pragma omp parallel  { begin  block  barrier  end }  join }
// A region that is cancelled keeps its own barrier alone: cancelled threads go straight to it.
void ruleParallel(const Region &R, RuleContext &Context) {
  Context.open(R.Pragma.First, "{ " + Context.hoistCode() + Context.call(CallAt::Before));
  tell(R, Context);
  Context.open(R.Block.First, "{ " + Context.call(CallAt::Begin));
  std::string Barrier = replacesImplicitBarrier(R, Context.Opts) ? Context.implicitBarrier(/*AtEnd=*/true) + " " : "";
  Context.close(R.Block.Last, Barrier + Context.call(CallAt::End) + " } " + Context.call(CallAt::After) + " }");
}

// omp_set_lock(&l) → __POMP_Set_lock(&l); a qualified name stays one.
void ruleLockCall(const Region &R, RuleContext &Context) {
  bool Qualified = R.Block.First != R.Block.Last;
  Context.replace(R.Block, (Qualified ? "::" : "") + reserved(nameIn(Context.Opts.Api, R.Call)));
}

} // namespace pompinst
