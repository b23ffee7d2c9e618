// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StmtRange.cpp - goes from a statement to the statement that it ends with, and from there to the semicolon.
#include "analysis/StmtRange.h"

#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace pompinst {

static const Stmt *withoutCapture(const Stmt *S) {
  while (S) {
    if (const auto *Captured = dyn_cast<CapturedStmt>(S))
      S = Captured->getCapturedStmt();
    else if (const auto *Loop = dyn_cast<OMPCanonicalLoop>(S))
      S = Loop->getLoopStmt();
    else
      break;
  }
  return S;
}

const Stmt *associatedStmt(const OMPExecutableDirective &D) {
  return D.hasAssociatedStmt() ? withoutCapture(D.getAssociatedStmt()) : nullptr;
}

// Returns the sub-statement that S ends with, or nullptr.
static const Stmt *lastPart(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::IfStmtClass: {
    const auto *If = cast<IfStmt>(S);
    return If->getElse() ? If->getElse() : If->getThen();
  }
  case Stmt::ForStmtClass:
    return cast<ForStmt>(S)->getBody();
  case Stmt::WhileStmtClass:
    return cast<WhileStmt>(S)->getBody();
  case Stmt::SwitchStmtClass:
    return cast<SwitchStmt>(S)->getBody();
  case Stmt::CXXForRangeStmtClass:
    return cast<CXXForRangeStmt>(S)->getBody();
  case Stmt::LabelStmtClass:
    return cast<LabelStmt>(S)->getSubStmt();
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return cast<SwitchCase>(S)->getSubStmt();
  case Stmt::AttributedStmtClass:
    return cast<AttributedStmt>(S)->getSubStmt();
  case Stmt::CoroutineBodyStmtClass:
    return cast<CoroutineBodyStmt>(S)->getBody();
  case Stmt::CXXTryStmtClass: {
    const auto *Try = cast<CXXTryStmt>(S);
    return Try->getHandler(Try->getNumHandlers() - 1)->getHandlerBlock();
  }
  default:
    return nullptr;
  }
}

static TokenIndex lastTokenOfDirective(const OMPExecutableDirective &D, const TokenTable &Tokens) {
  if (const Stmt *S = associatedStmt(D); S && !D.isStandaloneDirective())
    return lastToken(S, Tokens);
  TokenIndex Begin = Tokens.find(D.getBeginLoc());
  return Begin == NoToken ? NoToken : Tokens.pragmaEnd(Begin);
}

// Goes from the last token that the AST names to the semicolon.
static TokenIndex semicolonAfter(TokenIndex I, const TokenTable &Tokens) {
  for (++I; I < Tokens.size(); ++I) {
    if (Tokens[I].is(tok::semi))
      return I;
    if (Tokens[I].isOneOf(tok::l_paren, tok::l_brace, tok::l_square)) {
      I = Tokens.matching(I);
      if (I == NoToken)
        return NoToken;
    } else if (Tokens[I].isOneOf(tok::r_brace, tok::annot_pragma_openmp)) {
      return NoToken;
    }
  }
  return NoToken;
}

TokenIndex lastToken(const Stmt *S, const TokenTable &Tokens) {
  S = withoutCapture(S);
  if (!S)
    return NoToken;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return lastTokenOfDirective(*D, Tokens);
  if (const Stmt *Part = lastPart(S))
    return lastToken(Part, Tokens);
  TokenIndex End = Tokens.find(S->getEndLoc());
  if (End == NoToken || isa<CompoundStmt>(S) || Tokens[End].is(tok::semi))
    return End;
  return semicolonAfter(End, Tokens);
}

} // namespace pompinst
