// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ParseOnce.h - the analysis without a parse of its own: when the compiler has read the headers and comes to the first
// text that can hold OpenMP, it is forked, be that text in the main file or in a header. The child goes on in silence,
// looks at the rest, and hands the new text to the parent, which lays it over what it has not read yet, and goes on
// with it. So headers are parsed once.
//
// It is decided here where to fork, and how the new text takes the place of the old one. The
// steps from a parse to the new text live in Pass, and the parse of its own, where this can't be done, in Pipeline.
#ifndef POMPINST_PARSEONCE_H
#define POMPINST_PARSEONCE_H

#include "ForkPlace.h"
#include "Options.h"
#include "Pipeline.h"
#include "SpareCompiler.h"
#include "TextScan.h"
#include "ThinParse.h"
#include "UsersErrors.h"
#include "analysis/Control.h"

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
class DeclContext;
class TagDecl;
} // namespace clang

namespace pompinst {

struct Pass;

// This is said where the compiler can't be copied, or its copy dies.
extern const char NoCopy[];

class ParseOnce {
public:
  struct Uses {
    std::function<void(AnalysisResult &)> Result; // takes the result, before any of its text is laid over the old one
    std::function<void(const std::string &)> StartAnew; // the fork came too late or failed, for this reason
    // Analyses in this process, with a parse of its own; nothing: it can't be done from there.
    std::function<std::optional<AnalysisResult>(const AnalysisStart &)> AnalyseFrom;
  };

  // Said: all messages are kept there.
  ParseOnce(clang::CompilerInstance &CI, const Options &Opts, ControlPragmaHook &Controls, HeldErrors &Said, Uses Use);
  ~ParseOnce();

  // The compiler's consumer of declarations tells where each one at file scope ends, and of each type that is defined.
  void declared(clang::DeclGroupRef Group);
  void defined(const clang::TagDecl *Tag);
  // The parse is over, or, if it has failed, may be over. Returns why the compile has to start anew, or nothing. Does
  // not return where the copy that reads the user's text says what is wrong with it.
  std::string settle(bool Failed);
  // The parser is at the end of the text. Returns in the copy of the compiler that says what is wrong with it, and
  // elsewhere.
  void ended();
  // The new text is the user's from the last edit on. Is this place behind it, in a declaration that begins behind it?
  bool isBehindEdits(clang::SourceLocation Loc) const;
  // In the child, bodies of functions are skipped if nothing in them can be of interest.
  bool shouldSkipBody(const clang::Decl *D) const;

private:
  class Watcher;
  enum class State { Watching, Swapping, Done, Child, Rest, End };

  // A file that is read, and in which the compiler may be forked: the main file, or a header of the user's.
  struct OpenFile {
    clang::FileID ID; // nothing: it has not been entered yet
    clang::OptionalFileEntryRef Entry;
    std::string Text; // its bytes: the lexer goes on to read from them after new text has taken their place
    OpenMPText Words;
    std::optional<unsigned> Place; // where to fork, or at the next boundary; unknown before the first one
    Brackets Open = {};
    bool AtBoundary = true;
    std::optional<FileText> NewText = std::nullopt; // until it is laid over
  };

  // The preprocessor tells these.
  void enteredFile(clang::FileID File);
  void leftFile(clang::FileID Into, clang::FileID From);
  void includes(clang::OptionalFileEntryRef File, bool System);
  void pragma(clang::SourceLocation Loc);
  void token(const clang::Token &Tok);

  // In the parent.
  bool forkHere(const clang::Token *First);
  std::string placeName(const clang::Token *First) const;
  bool usable(const clang::Token &Tok) const;
  unsigned placeOf(const OpenFile &File, const clang::Token &Tok) const;
  bool mayForkIn(clang::FileEntryRef File, llvm::StringRef Text, const OpenMPText &Words) const;
  bool isWatched(clang::FileID File) const;
  OpenFile *open(clang::FileID File) const;
  bool endsAtFileScope(clang::FileID File, unsigned Offset) const;
  std::string analyseHere(const clang::Token *First);
  bool take(llvm::StringRef Bytes);
  void leaveText(std::string Why = "");
  void swap(OpenFile &File, const clang::Token &Tok);
  void startAnew(const std::string &Why);
  void watchTokens(bool Watch);

  // In the child.
  void becomeChild(int Answer, const clang::Token *First);
  void markPlace(clang::Token &First);
  void reopen(clang::DeclContext *Context);
  void parseRest();
  size_t textToCome(const clang::Token *First) const;
  void leaveOut();
  void spareWork();
  void foundError();
  std::string analysed();
  void send(char Verdict, const std::string &Bytes = "") const;
  [[noreturn]] void answerError() const;
  [[noreturn]] void answer(char Verdict, const std::string &Bytes = "") const;

  clang::CompilerInstance &CI;
  const Options Opts; // a copy, because the action does not live as long
  ControlPragmaHook &Controls;
  Uses Use;
  State Now = State::Watching;
  std::deque<OpenFile> Files;    // the main file is the first
  std::vector<OpenFile *> Stack; // those that are being read, the innermost one last
  bool HeaderMacros = false;     // macros of a header of the user's can bring OpenMP anywhere
  clang::FileID Main, NewMain;

  // While it watches.
  unsigned Tries = 0;

  // After the fork.
  bool HasNewText = false;          // of some file
  std::optional<unsigned> EditsEnd; // in the new text, if the main file alone has one
  unsigned FirstOwnLine = 0;        // the offset of the line that follows
  clang::SourceLocation LastEnd;    // of a declaration at file scope
  std::string Doubt; // the text is the user's, and should not compile: why it had to start anew if it does
  SpareCompiler Spare;

  // In the child.
  UsersErrors Errors;
  std::string Found; // by the analysis, as it is sent
  std::unique_ptr<Pass> Analysis;
  std::unique_ptr<ThinParse> Thin;
  int AnswerTo = -1;
  unsigned FirstToken = 0;              // how many tokens the parser had got at the fork
  unsigned FilesAtFork = 0;             // the number that the next file got
  size_t BytesAtFork = 0;               // of declarations
  clang::SourceLocation Reopened;       // what opens namespaces once more is here
  mutable bool HasSkipped = false;      // bodies of functions
  clang::Token Last;                    // the parser has got it last
  bool AtStart = false;                 // the parser has got nothing at all
  bool Marked = false;                  // the end of a marker says that the place is one
  clang::OptionalFileEntryRef Entering; // the fork was before this file was entered
};

} // namespace pompinst
#endif
