// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clause-split.cpp - compares the plugin's distribution of clauses (clang-plugin/analysis/ClauseSplit) with LLVM's own
// (llvm/Frontend/OpenMP/ConstructDecompositionT.h), for every directive that combines parallel with another construct,
// every clause that Clang permits on it, and each form of the clause that could matter.
//
// It prints what differs from what is expected; the exit status is 1 if anything does. With --pairs, it prints the
// directives and clauses alone: test/lit/support/Inputs/combined.py makes a program of them.
#include "ClangFaults.h"
#include "analysis/ClauseSplit.h"
#include "analysis/Directives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Frontend/OpenMP/ConstructDecompositionT.h"

#include <cstdio>
#include <string>
#include <vector>

// LLVM's decomposition is a template over the language's types; these are as simple as can be.
struct Type {};
struct Expr {};
template <> struct tomp::type::ObjectT<int, Expr> {
  using IdTy = int;
  using ExprTy = Expr;
  int id() const { return Id; }
  int Id = 0;
};

namespace {

using namespace llvm::omp;
using pompinst::Half;
using Object = tomp::ObjectT<int, Expr>;
using ObjectList = tomp::ObjectListT<int, Expr>;
using ClauseOf = tomp::ClauseT<Type, int, Expr>;
namespace clause = tomp::clause;
template <template <typename, typename, typename> class T> using Of = T<Type, int, Expr>;

Directive innerDirective(Directive Whole) { return pompinst::directiveRow(Whole).Inner; }

struct Helper {
  std::optional<Object> getBaseObject(const Object &) const { return std::nullopt; }
  std::optional<Object> getLoopIterVar() const { return std::nullopt; }
};

// This is known to differ, or not to be split: the test fails if the list is no longer true.
struct Exception {
  const char *Directive, *Clause, *Ours, *Llvms;
};

const Exception Exceptions[] = {
    // These have a fault, in versions of Clang that have it (ClangFaults.def).
    {"parallel masked taskloop", "", "whole", ""},
    {"parallel masked taskloop simd", "", "whole", ""},
    // Clang 19 computes an inscan reduction right in the combined form alone.
    {"parallel for", "reduction(inscan)", "whole", "inner shared outside"},
    {"parallel for simd", "reduction(inscan)", "whole", "inner shared outside"},
    {"parallel master taskloop simd", "reduction(inscan)", "whole", "inner shared outside"},
    {"parallel masked taskloop simd", "reduction(inscan)", "whole", "inner shared outside"},
    // 5.5.8: the modifier is for worksharing-loop and simd constructs. Clang rejects it here.
    {"parallel loop", "reduction(inscan)", "whole", "none"},
    {"parallel master", "reduction(inscan)", "whole", "none"},
    {"parallel masked", "reduction(inscan)", "whole", "none"},
    {"parallel sections", "reduction(inscan)", "whole", "none"},
    {"parallel master taskloop", "reduction(inscan)", "whole", "none"},
    {"parallel masked taskloop", "reduction(inscan)", "whole", "none"},
    // 5.5.8: the modifier is for parallel and worksharing constructs, and 17.2 has parallel lose the reduction here.
    // Clang takes it without a word.
    {"parallel loop", "reduction(task)", "whole", "none"},
    {"parallel master taskloop", "reduction(task)", "whole", "none"},
    {"parallel master taskloop simd", "reduction(task)", "whole", "none"},
    {"parallel masked taskloop", "reduction(task)", "whole", "none"},
    {"parallel masked taskloop simd", "reduction(task)", "whole", "none"},
    // 6.6: loop does not permit allocate; 11.7: what it makes private, it makes so itself.
    {"parallel loop", "allocate with private", "whole", "none"},
    {"parallel loop", "allocate with lastprivate", "whole", "none"},
    {"parallel loop", "allocate with reduction", "whole", "none"},
    {"parallel loop", "allocate with firstprivate", "whole", "outer"},
    // 11.7: loop takes a lastprivate that is its loop variable, which can't be firstprivate. The plugin leaves whole
    // the forms that would be shared and private at once.
    {"parallel loop", "lastprivate with firstprivate", "inner shared outside", "inner"},
};

// This is one clause in one of its forms; Others are on the directive with it.
struct Form {
  std::string Name;
  Clause Id;
  Directive Modifier = OMPD_unknown; // the modifier of `if`
  pompinst::ReductionModifier Reduction = pompinst::ReductionModifier::None;
  std::vector<ClauseOf> Clauses;
};

template <typename T> ClauseOf make(Clause Id, T &&Specific) { return ClauseOf{Id, std::forward<T>(Specific)}; }

const ObjectList X = {Object{1}};

ClauseOf plain(Clause Id) {
  switch (Id) {
  case OMPC_collapse:
    return make(Id, Of<clause::CollapseT>{Expr{}});
  case OMPC_private:
    return make(Id, Of<clause::PrivateT>{X});
  case OMPC_firstprivate:
    return make(Id, Of<clause::FirstprivateT>{X});
  case OMPC_lastprivate:
    return make(Id, Of<clause::LastprivateT>{{std::nullopt, X}});
  case OMPC_shared:
    return make(Id, Of<clause::SharedT>{X});
  case OMPC_default:
    return make(Id, Of<clause::DefaultT>{Of<clause::DefaultT>::DataSharingAttribute::None});
  case OMPC_order:
    return make(Id, Of<clause::OrderT>{{std::nullopt, Of<clause::OrderT>::Ordering::Concurrent}});
  case OMPC_allocate: {
    Of<clause::AllocateT> Allocate; // LLVM's versions disagree on what else is in it
    std::get<ObjectList>(Allocate.t) = X;
    return make(Id, std::move(Allocate));
  }
  case OMPC_reduction:
    return make(Id, Of<clause::ReductionT>{{std::nullopt, {}, X}});
  case OMPC_if:
    return make(Id, Of<clause::IfT>{{std::nullopt, Expr{}}});
  case OMPC_linear: {
    Of<clause::LinearT> Linear;
    std::get<ObjectList>(Linear.t) = X;
    return make(Id, std::move(Linear));
  }
  default:
    return make(Id, Of<clause::UnknownT>{}); // LLVM asks for nothing but its name
  }
}

std::vector<Clause> allowed(Directive D, unsigned Version) {
  std::vector<Clause> Clauses;
  for (unsigned I = 0; I < Clause_enumSize; ++I)
    if (isAllowedClauseForDirective(D, Clause(I), Version))
      Clauses.push_back(Clause(I));
  return Clauses;
}

bool makesPrivate(Clause Id) {
  return llvm::is_contained({OMPC_private, OMPC_firstprivate, OMPC_lastprivate, OMPC_reduction, OMPC_linear}, Id);
}

std::vector<Form> formsOf(Clause Id, Directive Whole, unsigned Version) {
  std::string Name = pompinst::compat::clauseName(Id);
  std::vector<Form> Forms;
  auto Add = [&](const std::string &FormName, std::vector<ClauseOf> Clauses) -> Form & {
    Forms.push_back({FormName, Id, OMPD_unknown, pompinst::ReductionModifier::None, std::move(Clauses)});
    return Forms.back();
  };
  if (Id == OMPC_allocate) {
    for (Clause Other : allowed(Whole, Version))
      if (makesPrivate(Other))
        Add(Name + " with " + pompinst::compat::clauseName(Other), {plain(Id), plain(Other)});
    return Forms;
  }
  Add(Name, {plain(Id)});
  if (Id == OMPC_if)
    for (Directive Leaf : getLeafConstructs(Whole))
      if (isAllowedClauseForDirective(Leaf, Id, Version))
        Add("if(" + pompinst::compat::directiveName(Leaf) + ":)", {make(Id, Of<clause::IfT>{{Leaf, Expr{}}})})
            .Modifier = Leaf;
  using Reduction = Of<clause::ReductionT>;
  if (Id == OMPC_reduction) {
    Add("reduction(task)", {make(Id, Reduction{{Reduction::ReductionModifier::Task, {}, X}})}).Reduction =
        pompinst::ReductionModifier::Task;
    Add("reduction(inscan)", {make(Id, Reduction{{Reduction::ReductionModifier::Inscan, {}, X}})}).Reduction =
        pompinst::ReductionModifier::Inscan;
  }
  using Lastprivate = Of<clause::LastprivateT>;
  if (Id == OMPC_lastprivate) {
    Add("lastprivate(conditional)", {make(Id, Lastprivate{{Lastprivate::LastprivateModifier::Conditional, X}})});
    if (isAllowedClauseForDirective(Whole, OMPC_firstprivate, Version))
      Add("lastprivate with firstprivate", {plain(Id), plain(OMPC_firstprivate)});
  }
  return Forms;
}

std::string text(bool Outer, bool Inner, bool Shared) {
  std::string Text = Outer && Inner ? "both" : Outer ? "outer" : Inner ? "inner" : "none";
  return Text + (Shared ? " shared outside" : "");
}

// The result is the half that LLVM gives the clause to; and whether it has the outer half share what the clause lists.
std::string llvms(const Form &F, Directive Whole, unsigned Version) {
  Helper H;
  tomp::ConstructDecompositionT Decomposed(Version, H, Whole, llvm::ArrayRef<ClauseOf>(F.Clauses));
  bool Outer = false, Inner = false, Shared = false;
  for (const auto &Leaf : Decomposed.output)
    for (const ClauseOf &C : Leaf.clauses) {
      bool IsOuter = Leaf.id == OMPD_parallel;
      (IsOuter ? Outer : Inner) |= C.id == F.Id;
      Shared |= IsOuter && C.id == OMPC_shared && F.Id != OMPC_shared;
    }
  return text(Outer, Inner, Shared);
}

std::string ours(const Form &F, Directive Whole, unsigned Version) {
  Directive Inner = innerDirective(Whole);
  Half To = F.Id == OMPC_if          ? pompinst::halfOfIf(F.Modifier, Inner, Version)
            : F.Id == OMPC_reduction ? pompinst::halfOfReduction(F.Reduction, Inner, Version)
                                     : pompinst::halfOf(F.Id, Inner, Version);
  Clause Lists = F.Id;
  if (To == Half::WithItems) {
    Lists = F.Clauses.back().id;
    To = pompinst::halfOf(Lists, Inner, Version);
  }
  if (To == Half::Unknown)
    return "whole";
  bool IsOuter = To == Half::Outer || To == Half::Both, IsInner = To == Half::Inner || To == Half::Both;
  bool Shared = IsInner && !IsOuter && pompinst::sharedOutside(Lists);
  return text(IsOuter, IsInner, Shared);
}

class Comparison {
public:
  void compare(Directive Whole, unsigned Version);
  bool finish() const;

private:
  void expect(const std::string &Directive, const std::string &Clause, const std::string &Ours,
              const std::string &Llvms);

  std::vector<bool> Used = std::vector<bool>(std::size(Exceptions));
  unsigned Compared = 0;
  bool Fine = true;
};

// The two differ: that must be in the list.
void Comparison::expect(const std::string &Directive, const std::string &Clause, const std::string &Ours,
                        const std::string &Llvms) {
  for (const Exception &E : Exceptions)
    if (Directive == E.Directive && Clause == E.Clause && Ours == E.Ours && Llvms == E.Llvms) {
      Used[&E - Exceptions] = true;
      return;
    }
  std::printf("%s: %s: ours %s, LLVM's %s\n", Directive.c_str(), Clause.c_str(), Ours.c_str(), Llvms.c_str());
  Fine = false;
}

void Comparison::compare(Directive Whole, unsigned Version) {
  std::string Name = pompinst::compat::directiveName(Whole);
  if (*pompinst::directiveRow(Whole).Why)
    expect(Name, "", "whole", "");
  for (Clause Id : allowed(Whole, Version))
    for (const Form &F : formsOf(Id, Whole, Version)) {
      std::string Ours = ours(F, Whole, Version), Llvms = llvms(F, Whole, Version);
      ++Compared;
      if (Ours != Llvms)
        expect(Name, F.Name, Ours, Llvms);
    }
}

bool Comparison::finish() const {
  bool AllUsed = true, HasFault = pompinst::FaultMaskedTaskloop[0] != '\0';
  for (size_t I = 0; I < Used.size(); ++I)
    // A directive with a fault is an exception in those versions alone.
    if (!Used[I] && (*Exceptions[I].Clause || HasFault)) {
      std::printf("no longer so: %s: %s\n", Exceptions[I].Directive, Exceptions[I].Clause);
      AllUsed = false;
    }
  std::printf("%u forms of clauses compared, %zu exceptions\n", Compared, std::size(Exceptions));
  return Fine && AllUsed;
}

// Every directive that begins with parallel and has more than one constituent is one of ours, but for Fortran's.
bool complete() {
  bool Complete = true;
  for (unsigned I = 0; I < Directive_enumSize; ++I) {
    Directive D = Directive(I);
    llvm::ArrayRef<Directive> Leafs = getLeafConstructs(D);
    if (Leafs.empty() || Leafs[0] != OMPD_parallel || llvm::is_contained(Leafs, OMPD_do) ||
        llvm::is_contained(Leafs, OMPD_workshare))
      continue;
    if (innerDirective(D) == OMPD_unknown) {
      std::printf("no rule for %s\n", pompinst::compat::directiveName(D).c_str());
      Complete = false;
    }
  }
  return Complete;
}

} // namespace

// Each line has a directive and a clause that Clang permits on it by default.
void printPairs() {
  for (unsigned I = 0; I < Directive_enumSize; ++I)
    if (Directive Whole = Directive(I); innerDirective(Whole) != OMPD_unknown)
      for (Clause Id : allowed(Whole, 51))
        std::printf("%s, %s\n", pompinst::compat::directiveName(Whole).c_str(),
                    pompinst::compat::clauseName(Id).c_str());
}

int main(int Argc, char **Argv) {
  if (Argc == 2 && llvm::StringRef(Argv[1]) == "--pairs") {
    printPairs();
    return 0;
  }
  Comparison C;
  for (unsigned I = 0; I < Directive_enumSize; ++I)
    if (innerDirective(Directive(I)) != OMPD_unknown)
      for (unsigned Version : {50, 51, 52})
        C.compare(Directive(I), Version);
  // The rest came later.
  for (Directive Whole : {OMPD_parallel_for, OMPD_parallel_for_simd, OMPD_parallel_sections})
    C.compare(Whole, 45);
  bool Complete = complete();
  return C.finish() && Complete ? 0 : 1;
}
