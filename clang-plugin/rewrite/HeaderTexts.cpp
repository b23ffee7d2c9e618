// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HeaderTexts.cpp - the preprocessor hook that notes inclusions and pragmas that only headers may have.
#include "rewrite/HeaderTexts.h"

#include "Compatibility.h"
#include "analysis/PragmaWords.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"

using namespace clang;

namespace pompinst {

class HeaderTexts::Hook : public compat::InclusionCallbacks {
public:
  Hook(Preprocessor &PP, std::vector<HeaderText> &Texts) : PP(PP), SM(PP.getSourceManager()), Texts(Texts) {}

  void included(SourceLocation Hash, const Token &Include, StringRef Name, bool Angled, OptionalFileEntryRef File,
                SrcMgr::CharacteristicKind) override {
    HeaderText &Text = add(HeaderText::Kind::Include, Hash);
    Text.Where.End = lineEnd(Hash);
    Text.Name = Name;
    Text.Angled = Angled;
    Text.Next = Include.getIdentifierInfo()->getPPKeywordID() == tok::pp_include_next;
    Text.File = File;
  }

  void LexedFileChanged(FileID File, LexedFileChangeReason Reason, SrcMgr::CharacteristicKind, FileID Includer,
                        SourceLocation) override {
    if (Reason == LexedFileChangeReason::EnterFile && !Texts.empty() &&
        Texts.back().What == HeaderText::Kind::Include && Texts.back().Where.File == Includer &&
        Texts.back().Entered.isInvalid())
      Texts.back().Entered = File;
  }

  void HasInclude(SourceLocation Loc, StringRef Name, bool IsAngled, OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind FileType) override {
    PPCallbacks::HasInclude(Loc, Name, IsAngled, File, FileType);
    if (Loc.isMacroID())
      return;
    HeaderText &Text = add(HeaderText::Kind::HasInclude, Loc);
    Text.Where.End = Text.Where.Begin + Name.size() + 2;
    Text.Name = Name;
    Text.Angled = IsAngled;
    Text.File = File;
    StringRef Before = SM.getBufferData(Text.Where.File).take_front(Text.Where.Begin).rtrim();
    Text.Next = Before.consume_back("(") && Before.rtrim().ends_with("__has_include_next");
  }

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    auto *Lex = static_cast<Lexer *>(PP.getCurrentLexer());
    if (Kind != PIK_HashPragma || !Lex || Loc.isMacroID())
      return;
    std::vector<std::string> Words = pragmaWords(Lex->getBufferLocation());
    bool System = Words.size() > 1 && Words[1] == "system_header";
    if (!System && Words != std::vector<std::string>{"once"})
      return;
    HeaderText &Text = add(HeaderText::Kind::OnlyHeader, Loc);
    Text.Where.End = lineEnd(Loc);
    Text.Name = Words.back();
  }

private:
  HeaderText &add(HeaderText::Kind What, SourceLocation Loc) {
    HeaderText Text;
    Text.What = What;
    auto [File, Begin] = SM.getDecomposedExpansionLoc(Loc);
    Text.Where = {File, Begin, Begin};
    Texts.push_back(std::move(Text));
    return Texts.back();
  }

  // Returns where the directive ends that begins at Hash, without blanks and newline.
  unsigned lineEnd(SourceLocation Hash) const {
    auto [File, Begin] = SM.getDecomposedExpansionLoc(Hash);
    StringRef Buffer = SM.getBufferData(File);
    Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Buffer.begin(), Buffer.begin() + Begin, Buffer.end());
    Raw.setParsingPreprocessorDirective(true);
    Token Tok;
    do
      Raw.LexFromRawLexer(Tok);
    while (Tok.isNot(tok::eod) && Tok.isNot(tok::eof));
    unsigned End = SM.getFileOffset(Tok.getLocation());
    return Begin + Buffer.slice(Begin, End).rtrim().size();
  }

  Preprocessor &PP;
  SourceManager &SM;
  std::vector<HeaderText> &Texts;
};

void HeaderTexts::record(Preprocessor &Preproc) {
  PP = &Preproc;
  PP->addPPCallbacks(std::make_unique<Hook>(*PP, Texts));
}

OptionalFileEntryRef HeaderTexts::lookup(StringRef Name, bool Angled) const {
  SourceManager &SM = PP->getSourceManager();
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  OptionalDirectoryEntryRef Here = Main ? Main->getDir() : SM.getFileManager().getOptionalDirectoryRef(".");
  return compat::lookupHeader(*PP, Name, Angled, Main, Here);
}

} // namespace pompinst
