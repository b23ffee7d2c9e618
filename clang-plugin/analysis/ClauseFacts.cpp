// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ClauseFacts.cpp - writes clauses in one form, whatever white space they had, and reads constants from Clang's AST.
#include "analysis/ClauseFacts.h"

#include "Compatibility.h"
#include "analysis/StmtRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"

#include <climits>

using namespace clang;

namespace pompinst {
namespace {

// The text of all clauses has at most so many bytes, as a compiler may warn of string literals that are longer than the
// language asks for: 4095 bytes since C99, 509 before. If it had more, the arguments of each clause get fewer.
constexpr size_t TextBytes = 4000;
constexpr size_t TextBytesOfC90 = 500;
constexpr size_t ArgumentBytes = 60;
const char Omission[] = "...";

// Writes one clause, token by token.
class ClauseWriter {
public:
  explicit ClauseWriter(const TokenTable &Tokens) : Tokens(Tokens) {}

  // Leaves out what would make the text longer than Bytes, and sets Shortened if there is such.
  std::string write(const Clause &C, size_t Bytes, bool &Shortened);

private:
  bool spaceBefore(TokenIndex I, llvm::StringRef Spelled);
  void track(const Token &Tok);

  const TokenTable &Tokens;
  TokenIndex First = NoToken;
  std::string Text;
  unsigned Depth = 0;     // in how many brackets the next token is
  unsigned Questions = 0; // how many ? of the clause's own argument have no : yet
  bool AfterModifier = false;
};

// A line end may be in a raw string, and nothing else that is no text.
std::string printable(std::string Spelled) {
  for (char &C : Spelled)
    if ((unsigned char)C < ' ' || C == 0x7F)
      C = ' ';
  return Spelled;
}

bool isWordCharacter(char C) { return llvm::isAlnum(C) || C == '_' || (unsigned char)C >= 0x80; }

// Two words need a space. So do two operators that macros have put side by side; operators in a file were lexed apart
// already.
bool wouldJoin(char Before, char After, bool FromMacro) {
  if (isWordCharacter(Before) && isWordCharacter(After))
    return true;
  const llvm::StringRef Operators = "+-*/%&|^<>=!:#.";
  return FromMacro && Operators.contains(Before) && Operators.contains(After);
}

// White space is fixed around the clause's own brackets, commas and the colon of a modifier, and at brackets in
// expressions; within expressions there is a space where there was any.
bool ClauseWriter::spaceBefore(TokenIndex I, llvm::StringRef Spelled) {
  const Token &Tok = Tokens[I];
  if (Text.empty() || Spelled.empty() || Tok.isOneOf(tok::comma, tok::r_paren, tok::r_square))
    return false;
  if (I == First + 1 || llvm::StringRef("([").contains(Text.back()))
    return false;
  if (Tokens[I - 1].is(tok::comma) || AfterModifier)
    return true;
  if (Depth == 1 && Tok.is(tok::colon) && !Questions)
    return false;
  return Tok.hasLeadingSpace() || Tok.isAtStartOfLine() ||
         wouldJoin(Text.back(), Spelled.front(), Tok.getLocation().isMacroID());
}

void ClauseWriter::track(const Token &Tok) {
  AfterModifier = Depth == 1 && Tok.is(tok::colon) && !Questions;
  if (Depth == 1 && Tok.is(tok::question))
    ++Questions;
  else if (Depth == 1 && Tok.is(tok::colon) && Questions)
    --Questions;
  Depth += Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
  if (Depth)
    Depth -= Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
}

std::string ClauseWriter::write(const Clause &C, size_t Bytes, bool &Shortened) {
  First = C.Tokens.First;
  size_t ItemEnd = 0; // the text up to here ends with a whole item of a list, or is a name and a bracket
  for (TokenIndex I = First; I <= C.Tokens.Last; ++I) {
    std::string Spelled = printable(Tokens.spelling(I));
    if (Depth == 1 && Tokens[I].is(tok::comma))
      ItemEnd = Text.size();
    bool Space = spaceBefore(I, Spelled);
    if (I != C.Tokens.Last && Text.size() + Space + Spelled.size() > Bytes && ItemEnd) {
      Shortened = true;
      bool Empty = Text[ItemEnd - 1] == '(';
      return Text.substr(0, ItemEnd) + (Empty ? "" : ", ") + Omission + ")";
    }
    Text += (Space ? " " : "") + Spelled;
    track(Tokens[I]);
    if (I == First + 1)
      ItemEnd = Text.size();
  }
  return Text;
}

std::string joined(const std::vector<Clause> &Clauses, const TokenTable &Tokens, size_t Bytes, bool &Shortened) {
  std::string Text;
  for (const Clause &C : Clauses)
    Text += (Text.empty() ? "" : " ") + ClauseWriter(Tokens).write(C, Bytes, Shortened);
  return Text;
}

// If the text is too long, first lists and expressions are shortened, so that all clauses are there, and then clauses
// at the end are left out.
void writeText(WrittenClauses &W, const std::vector<Clause> &Clauses, const TokenTable &Tokens, size_t Most) {
  W.Text = joined(Clauses, Tokens, SIZE_MAX, W.Shortened);
  if (W.Text.size() <= Most)
    return;
  W.Text.clear();
  for (const Clause &C : Clauses) {
    std::string One = ClauseWriter(Tokens).write(C, C.Name.size() + ArgumentBytes, W.Shortened);
    if (W.Text.size() + 1 + One.size() + 1 + sizeof Omission - 1 > Most) {
      W.Shortened = true;
      W.Text += (W.Text.empty() ? "" : " ") + std::string(Omission);
      return;
    }
    W.Text += (W.Text.empty() ? "" : " ") + One;
  }
}

class ClauseFactReader {
public:
  ClauseFactReader(WrittenClauses &W, const OMPExecutableDirective &D, const ASTContext &Context)
      : W(W), D(D), Context(Context) {}

  void read();

private:
  long constant(const Expr *E, uint64_t Most) const;
  void readClause(const OMPClause &C);
  void readSchedule(const OMPScheduleClause &Schedule);
  void readIterations();
  bool isLarge(const Expr *E, int64_t Bytes) const;
  bool isScattered() const;
  template <class ReductionClause> void readReduction(const OMPClause &C);
  template <class CopyClause> void readCopies(const OMPClause &C);

  WrittenClauses &W;
  const OMPExecutableDirective &D;
  const ASTContext &Context;
};

// Returns the value of a constant from 1 to Most, or 0.
long ClauseFactReader::constant(const Expr *E, uint64_t Most) const {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || E->isTypeDependent() || !E->EvaluateAsInt(Result, Context))
    return 0;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (!Value.isStrictlyPositive() || Value.getActiveBits() > 63 || Value.getZExtValue() > Most)
    return 0;
  return long(Value.getZExtValue());
}

void ClauseFactReader::readSchedule(const OMPScheduleClause &Schedule) {
  switch (Schedule.getScheduleKind()) {
  case OMPC_SCHEDULE_static:
    W.Facts.push_back("POMP_RD_SCHEDULE_STATIC");
    break;
  case OMPC_SCHEDULE_dynamic:
    W.Facts.push_back("POMP_RD_SCHEDULE_DYNAMIC");
    break;
  case OMPC_SCHEDULE_guided:
    W.Facts.push_back("POMP_RD_SCHEDULE_GUIDED");
    break;
  case OMPC_SCHEDULE_auto:
    W.Facts.push_back("POMP_RD_SCHEDULE_AUTO");
    break;
  case OMPC_SCHEDULE_runtime:
    W.Facts.push_back("POMP_RD_SCHEDULE_RUNTIME");
    break;
  default:
    break;
  }
  if (Schedule.getChunkSize()) {
    W.Facts.push_back("POMP_RD_HAS_CHUNK");
    W.Chunk = constant(Schedule.getChunkSize(), INT_MAX);
  }
}

void ClauseFactReader::readClause(const OMPClause &C) {
  if (const auto *Schedule = dyn_cast<OMPScheduleClause>(&C)) {
    readSchedule(*Schedule);
  } else if (const auto *Threads = dyn_cast<OMPNumThreadsClause>(&C)) {
    W.Facts.push_back("POMP_RD_HAS_NUM_THREADS");
    W.NumThreads = constant(Threads->getNumThreads(), INT_MAX);
  } else if (const auto *Grainsize = dyn_cast<OMPGrainsizeClause>(&C)) {
    W.Facts.push_back("POMP_RD_HAS_GRAINSIZE");
    W.Chunk = constant(Grainsize->getGrainsize(), INT_MAX);
  } else if (const auto *NumTasks = dyn_cast<OMPNumTasksClause>(&C)) {
    W.Facts.push_back("POMP_RD_HAS_NUM_TASKS");
    W.Chunk = constant(NumTasks->getNumTasks(), INT_MAX);
  }
  readReduction<OMPReductionClause>(C);
  readCopies<OMPFirstprivateClause>(C);
  readCopies<OMPCopyinClause>(C);
}

// True of what takes longer to combine or to copy than a number. How large a type is that depends on a template is not
// known.
bool ClauseFactReader::isLarge(const Expr *E, int64_t Bytes) const {
  if (isa<compat::ArraySection>(E->IgnoreParenImpCasts()))
    return true;
  QualType Type = E->getType().getNonReferenceType();
  if (Type->isDependentType() || Type->isIncompleteType())
    return false;
  return !Type.isTriviallyCopyableType(Context) || Context.getTypeSizeInChars(Type).getQuantity() >= Bytes;
}

// True of an atomic whose variable is an element of an array that may be large, and no constant one.
bool ClauseFactReader::isScattered() const {
  const int64_t Bytes = 1024;
  const auto *Atomic = dyn_cast<OMPAtomicDirective>(&D);
  const Expr *Variable = Atomic ? Atomic->getX() : nullptr;
  const auto *Element = Variable ? dyn_cast<ArraySubscriptExpr>(Variable->IgnoreParenImpCasts()) : nullptr;
  if (!Element || Element->isInstantiationDependent() || Element->getIdx()->isEvaluatable(Context))
    return false;
  QualType Array = Element->getBase()->IgnoreParenImpCasts()->getType();
  return !Array->isConstantArrayType() || Context.getTypeSizeInChars(Array).getQuantity() >= Bytes;
}

template <class ReductionClause> void ClauseFactReader::readReduction(const OMPClause &C) {
  const auto *Reduction = dyn_cast<ReductionClause>(&C);
  if (Reduction && llvm::any_of(compat::listItems(*Reduction), [this](const Expr *E) { return isLarge(E, 256); }))
    W.Facts.push_back("POMP_RD_REDUCES_ARRAY");
}

template <class CopyClause> void ClauseFactReader::readCopies(const OMPClause &C) {
  const auto *Copies = dyn_cast<CopyClause>(&C);
  if (Copies && llvm::any_of(compat::listItems(*Copies), [this](const Expr *E) { return isLarge(E, 4096); }) &&
      llvm::none_of(W.Facts, [](StringRef Fact) { return Fact == "POMP_RD_COPIES"; }))
    W.Facts.push_back("POMP_RD_COPIES");
}

// Clang counts the iterations of a loop once it knows all types, so not in a template.
void ClauseFactReader::readIterations() {
  const auto *Loop = dyn_cast<OMPLoopDirective>(&D);
  OpenMPDirectiveKind Kind = D.getDirectiveKind();
  bool Counted = isOpenMPWorksharingDirective(Kind) || isOpenMPGenericLoopDirective(Kind) ||
                 isOpenMPTaskLoopDirective(Kind) || isOpenMPDistributeDirective(Kind);
  if (!Loop || !Counted)
    return;
  const auto *Captured = dyn_cast_or_null<CapturedStmt>(D.getAssociatedStmt());
  if (!Captured || Captured->getCapturedDecl()->isDependentContext())
    return;
  unsigned Width = Context.getTargetInfo().getLongWidth();
  W.Iterations = constant(Loop->getNumIterations(), (uint64_t(1) << (std::min(Width, 64u) - 1)) - 1);
}

void ClauseFactReader::read() {
  auto Has = [&](OpenMPClauseKind Kind) {
    return llvm::any_of(D.clauses(), [Kind](const OMPClause *C) {
      return C->getClauseKind() == Kind && C->getBeginLoc().isValid(); // one without a place was not written
    });
  };
  const std::pair<OpenMPClauseKind, const char *> Kinds[] = {{llvm::omp::OMPC_nowait, "POMP_RD_HAS_NOWAIT"},
                                                             {llvm::omp::OMPC_ordered, "POMP_RD_HAS_ORDERED"},
                                                             {llvm::omp::OMPC_if, "POMP_RD_HAS_IF"},
                                                             {llvm::omp::OMPC_final, "POMP_RD_HAS_FINAL"},
                                                             {llvm::omp::OMPC_untied, "POMP_RD_HAS_UNTIED"}};
  for (auto [Kind, Fact] : Kinds)
    if (Has(Kind))
      W.Facts.push_back(Fact);
  for (const OMPClause *C : D.clauses())
    if (C->getBeginLoc().isValid())
      readClause(*C);
  if (isScattered())
    W.Facts.push_back("POMP_RD_SCATTERED");
  readIterations();
}

} // namespace

void readClauseFacts(Region &R, const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens) {
  R.Written.IsDirective = true;
  const LangOptions &Language = Context.getLangOpts();
  writeText(R.Written, R.Clauses, Tokens, Language.C99 || Language.CPlusPlus ? TextBytes : TextBytesOfC90);
  if (R.Written.Shortened)
    R.Written.Facts.push_back("POMP_RD_SHORTENED");
  ClauseFactReader(R.Written, D, Context).read();
}

std::vector<const Stmt *> loopsOf(const OMPExecutableDirective &D) {
  std::vector<const Stmt *> Loops;
  const auto *Directive = dyn_cast<OMPLoopBasedDirective>(&D);
  const Stmt *S = Directive ? associatedStmt(D) : nullptr;
  for (unsigned Left = S ? Directive->getLoopsNumber() : 0; S && Left; --Left) {
    S = OMPLoopBasedDirective::tryToFindNextInnerLoop(S, true);
    if (!S || !isa<ForStmt, CXXForRangeStmt>(S))
      break;
    Loops.push_back(S);
    S = isa<ForStmt>(S) ? cast<ForStmt>(S)->getBody() : cast<CXXForRangeStmt>(S)->getBody();
  }
  return Loops;
}

} // namespace pompinst
