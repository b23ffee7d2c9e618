// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control.cpp - reads control pragmas and takes them out of the token stream. What does not live here: their grammar
// (PragmaWords).
#include "analysis/Control.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pompinst {

void ControlPragmaHook::PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) {
  // Clang asks the callbacks first and then, if pragmas are enabled, its handlers. So a pragma of ours is read here to
  // its end and the handlers are kept from it; the next one finds them enabled again.
  PP.setPragmasEnabled(true);
  auto *Lex = static_cast<Lexer *>(PP.getCurrentLexer());
  if (!Lex)
    return;
  std::vector<std::string> Words = pragmaWords(Lex->getBufferLocation());
  if (!isControlPragma(Words))
    return;
  Token Tok;
  do
    PP.LexUnexpandedToken(Tok);
  while (Tok.isNot(tok::eod) && Tok.isNot(tok::eof));
  PP.setPragmasEnabled(false);
  if (Found)
    note(Loc, Tok.getLocation(), {Words.begin() + 1, Words.end()});
}

void ControlPragmaHook::note(SourceLocation Loc, SourceLocation End, const std::vector<std::string> &Words) {
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation FileLoc = SM.getExpansionLoc(Loc);
  auto [File, Begin] = SM.getDecomposedLoc(FileLoc);
  auto [EndFile, EndOffset] = SM.getDecomposedLoc(SM.getExpansionLoc(End));
  ControlPragma Pragma;
  Pragma.Where = {File, Begin, EndFile == File && EndOffset > Begin ? EndOffset : Begin};
  PresumedLoc Presumed = SM.getPresumedLoc(FileLoc);
  Pragma.Line = {Tokens->mappedName(Presumed.getFilename()), Presumed.getLine()};
  Pragma.Before = Tokens->size();
  Pragma.SystemHeader = SrcMgr::isSystem(SM.getFileCharacteristic(FileLoc));
  std::string Error;
  if (parseControl(Words, Pragma, Error))
    Found->push_back(std::move(Pragma));
  else
    Complaints->push_back({Pragma.Where, Error});
}

} // namespace pompinst
