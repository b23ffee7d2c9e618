// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Region.h - what the analysis finds in the source: pure data, no Clang types but token numbers.
//
// A region is one OpenMP construct, one user region, one function, one `inst` control or one lock call. The Collector
// and the ControlResolver make regions, the rules (rules/) turn them into edits, the Prologue makes descriptors of
// them.
#ifndef POMPINST_REGION_H
#define POMPINST_REGION_H

#include "analysis/Directives.h"
#include "analysis/TokenTable.h"

#include <string>
#include <vector>

namespace pompinst {

// A stretch of tokens, both ends included.
struct TokenRange {
  TokenIndex First = NoToken;
  TokenIndex Last = NoToken;

  bool contains(TokenIndex I) const { return First <= I && I <= Last; }
};

// Where a control pragma's call goes: before a token; several at one token, in the order of the source.
struct ControlPoint {
  TokenIndex Before = NoToken;
  int Order = 0;
};

// One clause as it is written: `schedule(static, n)`.
struct Clause {
  std::string Name;
  TokenRange Tokens;
  bool Outer = true;  // of a combined directive: it belongs to the outer half,
  bool Inner = false; // or the inner half, or both
};

// A clause's expression that is evaluated once, before the construct, into a variable.
struct Hoisted {
  TokenRange Tokens;
  const char *Name;      // "chunk": the variable's name
  bool Condition;        // if, final: converted to bool
  std::string Type = ""; // otherwise: its type, if it is known
};

// A place where the source stands, as the user knows it (after #line).
struct SourceLine {
  std::string File;
  unsigned Line = 0;
};

// An implicit barrier that stays, without events, and that the descriptor says is to be measured.
enum class MeasuredBarrier {
  None,
  Construct, // at the end of a worksharing construct: POMP_RD_IMPLICIT_BARRIER
  Join,      // at the end of a parallel region: POMP_RD_IMPLICIT_JOIN
};

struct Region {
  RegionKind Kind = RegionKind::Other;
  RegionKind Inner = RegionKind::Other; // Combined: what parallel is combined with
  std::string Directive;                // "parallel for", for people
  std::string DescriptorName;           // "parallelfor", for the descriptor; empty: it is the directive's name
  std::string SubName;
  std::string Function;
  std::string FileName;
  unsigned BeginLine1 = 0, BeginLineN = 0, EndLine1 = 0, EndLineN = 0;

  // The directive, from the annotation that begins it to the one that ends it.
  TokenRange Pragma;
  // Where its name ends and the clauses begin.
  TokenIndex NameLast = NoToken;
  std::vector<Clause> Clauses;
  // The statement it applies to.
  TokenRange Block;
  // sections: each section's statement.
  std::vector<TokenRange> Sections;

  // Facts that forbid something.
  bool MayNameVariables = false;   // no default(none) or the like holds here: a variable of ours may be named
  bool IgnoredTail = false;        // the directive ends in something that Clang ignores
  bool HasImplicitBarrier = false; // at its end, unless it has nowait
  bool HasNowait = false;
  bool ForbidsNowait = false;        // a nowait would be wrong or useless
  bool KeepsImplicitBarrier = false; // so would be a nowait and an explicit barrier
  bool Cancelled = false;            // a parallel region that a `cancel` leaves
  // Combined constructs that can't be split into their halves: why.
  std::string Whole;
  MeasuredBarrier Measured = MeasuredBarrier::None;
  // Of a split construct, what the combined one evaluates once and before the region, in that order.
  std::vector<Hoisted> Hoists;
  // What tasks of the inner half copy although nobody says so.
  std::vector<std::string> ImplicitFirstprivate;
  // default(none) and the like: what the outer half must list as shared once a clause moved to the inner half.
  bool ExplicitSharing = false;
  std::vector<std::string> MovedVariables;

  // User regions and controls: the pragma that begins it, and where the calls go.
  FileSpan ControlText;
  ControlPoint BeginAt;
  ControlPoint EndAt;
  std::vector<ControlPoint> AltEnds;
  // User regions: the opening brace of the block around it, if control may leave it on other ways than its end.
  TokenIndex GuardAfter = NoToken;
  bool GuardAtBegin = false; // declared at begin, as something else must come first in the block
  // Functions: why it is left alone if no construct in it is instrumented; empty: it is measured all the same.
  std::string UnlessConstruct;
  // Controls: "POMP_On". Lock calls: "POMP_Set_lock".
  std::string Call;

  // Why it is left alone; empty if it is instrumented.
  std::string LeftAlone;
  // Its number in the table of descriptors, or -1.
  int Descriptor = -1;

  bool instrumented() const { return LeftAlone.empty(); }
};

// A user's mistake in our own pragmas.
struct Complaint {
  FileSpan Where;
  std::string Text;
};

} // namespace pompinst
#endif
