// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simple.cpp - rules for constructs whose directive stays as it is: calls around it and inside of its block.
#include "rules/Rule.h"

namespace pompinst {

// { fork  #pragma omp parallel  { begin  block  barrier  end }  join }
// A region that is cancelled keeps its own barrier alone: cancelled threads go straight to it.
void ruleParallel(const Region &R, RuleContext &Context) {
  Context.open(R.Pragma.First, "{ " + Context.call("POMP_Parallel_fork"));
  Context.open(R.Block.First, "{ " + Context.call("POMP_Parallel_begin"));
  std::string Barrier = replacesImplicitBarrier(R, Context.Opts) ? Context.implicitBarrier() + " " : "";
  Context.close(R.Block.Last,
                Barrier + Context.call("POMP_Parallel_end") + " } " + Context.call("POMP_Parallel_join") + " }");
}

// #pragma omp master  { begin  block  end }; masked likewise, whichever thread its filter names.
void ruleMaster(const Region &R, RuleContext &Context) {
  InnerCalls Calls = innerCalls(R, Context);
  Context.open(R.Block.First, "{ " + Calls.Begin);
  Context.close(R.Block.Last, Calls.End + " }");
}

// { enter  directive  { begin  block  end }  exit }
static void enterBeginEndExit(const Region &R, RuleContext &Context, const std::string &Name) {
  Context.open(R.Pragma.First, "{ " + Context.call(Name + "_enter"));
  Context.open(R.Block.First, "{ " + Context.call(Name + "_begin"));
  Context.close(R.Block.Last, Context.call(Name + "_end") + " } " + Context.call(Name + "_exit") + " }");
}

void ruleCritical(const Region &R, RuleContext &Context) { enterBeginEndExit(R, Context, "POMP_Critical"); }

void ruleOrdered(const Region &R, RuleContext &Context) { enterBeginEndExit(R, Context, "POMP_Ordered"); }

// { enter  directive and its statement, if it has one  exit }: of atomic, the statement must stay the directive's
// direct child; of loops that run as tasks, on devices or concurrently, the body may hold no call.
void ruleEnterExit(const Region &R, RuleContext &Context) {
  std::string Name = eventName(R.Kind);
  bool BeginEnd = R.Kind == RegionKind::Taskwait; // so called in POMP2
  Context.open(R.Pragma.First, "{ " + Context.call(Name + (BeginEnd ? "_begin" : "_enter")));
  TokenIndex Last = R.Block.Last == NoToken ? R.Pragma.Last : R.Block.Last;
  Context.close(Last, Context.call(Name + (BeginEnd ? "_end" : "_exit")) + " }");
}

// { create_begin  #pragma omp task  { begin  block  end }  create_end }
void ruleTask(const Region &R, RuleContext &Context) {
  Context.open(R.Pragma.First, "{ " + Context.call("POMP_Task_create_begin"));
  Context.open(R.Block.First, "{ " + Context.call("POMP_Task_begin"));
  Context.close(R.Block.Last, Context.call("POMP_Task_end") + " } " + Context.call("POMP_Task_create_end") + " }");
}

// { event  directive }: control may not come back.
void rulePoint(const Region &R, RuleContext &Context) {
  Context.open(R.Pragma.First, "{ " + Context.call(eventName(R.Kind)));
  Context.close(R.Pragma.Last, "}");
}

// omp_set_lock(&l) → POMP_Set_lock(&l); a qualified name stays one.
void ruleLockCall(const Region &R, RuleContext &Context) {
  bool Qualified = R.Block.First != R.Block.Last;
  Context.replace(R.Block, (Qualified ? "::" : "") + R.Call);
}

} // namespace pompinst
