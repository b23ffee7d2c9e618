// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compatibility.h - every point of Clang's interface that differs between the versions 16, 19 and 22, which the plugin
// is built and tested with, under a name of our own. What does not live here: uses of Clang that are the same in all of
// them, what differs in LLVM's tables of OpenMP (LlvmCompatibility.h), and what a version does wrong with a program
// (ClangFaults.def).
//
// Each comment says what differs and since when. No file but these two asks for the version. A version between those
// three may need another boundary here; the compiler tells.
#ifndef POMPINST_COMPATIBILITY_H
#define POMPINST_COMPATIBILITY_H

#include "LlvmCompatibility.h"

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pompinst::compat {

// --- OpenMP's directives and clauses -----------------------------------------------------------------------------

// Does the `loop` share its iterations among the threads of a team, and so have a barrier? Clang 16 never does; 17 to
// 19 make a `for` of it then; later it has the clause `bind`, written or not.
inline bool isSharedLoop(const clang::OMPExecutableDirective &D) {
#if LLVM_VERSION_MAJOR >= 20
  const auto *Bind = D.getSingleClause<clang::OMPBindClause>();
  return Bind && Bind->getBindKind() == clang::OMPC_BIND_parallel;
#elif LLVM_VERSION_MAJOR >= 17
  return D.getDirectiveKind() == llvm::omp::OMPD_for;
#else
  (void)D;
  return false;
#endif
}

// Did the user write `loop`? Clang 17 to 19 turn `loop` into for, simd or distribute, by its binding, and remember it;
// other versions keep it.
inline bool wasWrittenAsLoop(const clang::OMPExecutableDirective &D) {
#if LLVM_VERSION_MAJOR >= 17 && LLVM_VERSION_MAJOR <= 19
  return D.getMappedDirective() == llvm::omp::OMPD_loop;
#else
  return D.getDirectiveKind() == llvm::omp::OMPD_loop;
#endif
}

// An array section in a clause. Up to 18 it is called OMPArraySectionExpr.
#if LLVM_VERSION_MAJOR >= 19
using ArraySection = clang::ArraySectionExpr;
#else
using ArraySection = clang::OMPArraySectionExpr;
#endif

// The list items of a clause. From 20 on the function is called varlist().
template <typename ClauseT> auto listItems(const ClauseT &C) {
#if LLVM_VERSION_MAJOR >= 20
  return C.varlist();
#else
  return C.varlists();
#endif
}

// Does the clause make `ordered` wait for an iteration? Up to 16 there is no `doacross`, and depend(sink) alone does.
inline bool isDoacrossSink(const clang::OMPClause &C) {
#if LLVM_VERSION_MAJOR >= 17
  const auto *Doacross = llvm::dyn_cast<clang::OMPDoacrossClause>(&C);
  return Doacross && (Doacross->getDependenceType() == clang::OMPC_DOACROSS_sink ||
                      Doacross->getDependenceType() == clang::OMPC_DOACROSS_sink_omp_cur_iteration);
#else
  (void)C;
  return false;
#endif
}

// Is this compilation for a device? The option has another name up to 16.
inline bool isForDevice(const clang::LangOptions &Lang) {
#if LLVM_VERSION_MAJOR >= 17
  return Lang.OpenMPIsTargetDevice;
#else
  return Lang.OpenMPIsDevice;
#endif
}

// --- expressions and types ---------------------------------------------------------------------------------------

// Prints `A::B::` of a name that is qualified so, or nothing. From 22 on a qualifier is a value, not a pointer.
inline void printQualifier(const clang::DeclRefExpr &Ref, llvm::raw_ostream &OS) {
  if (!Ref.hasQualifier())
    return;
  clang::PrintingPolicy Policy{clang::LangOptions()};
#if LLVM_VERSION_MAJOR >= 22
  Ref.getQualifier().print(OS, Policy);
#else
  Ref.getQualifier()->print(OS, Policy);
#endif
}

// A string literal without a prefix. Up to 17 the kinds are the class's own.
#if LLVM_VERSION_MAJOR >= 18
constexpr auto OrdinaryString = clang::StringLiteralKind::Ordinary;
#else
constexpr auto OrdinaryString = clang::StringLiteral::Ordinary;
#endif

// The integer type that an enumeration has, or the type itself. From 22 on the declaration of a type is found
// otherwise.
inline clang::QualType withoutEnum(clang::QualType Type) {
  if (const auto *Enum = Type->getAs<clang::EnumType>())
    return Enum->getDecl()->getIntegerType().getCanonicalType();
  return Type;
}

// --- the preprocessor --------------------------------------------------------------------------------------------

// Is it `#pragma STDC CX_LIMITED_RANGE`? Up to 17 that leaves no token.
inline bool isLimitedRange(const clang::Token &T) {
#if LLVM_VERSION_MAJOR >= 18
  return T.is(clang::tok::annot_pragma_cx_limited_range);
#else
  (void)T;
  return false;
#endif
}

// An #include, #include_next or #import. Up to 18 the callback has one parameter less.
class InclusionCallbacks : public clang::PPCallbacks {
public:
  virtual void included(clang::SourceLocation Hash, const clang::Token &Include, llvm::StringRef Name, bool Angled,
                        clang::OptionalFileEntryRef File, clang::SrcMgr::CharacteristicKind Kind) = 0;

private:
  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &Include, llvm::StringRef Name, bool Angled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, llvm::StringRef, llvm::StringRef,
                          const clang::Module *,
#if LLVM_VERSION_MAJOR >= 19
                          bool,
#endif
                          clang::SrcMgr::CharacteristicKind Kind) final {
    included(Hash, Include, Name, Angled, File, Kind);
  }
};

// The file that `#include Name` means in a file of the folder Here. Up to 18 the includers are entries, not references.
inline clang::OptionalFileEntryRef lookupHeader(clang::Preprocessor &PP, llvm::StringRef Name, bool Angled,
                                                clang::OptionalFileEntryRef Includer,
                                                clang::OptionalDirectoryEntryRef Here) {
#if LLVM_VERSION_MAJOR >= 19
  std::vector<std::pair<clang::OptionalFileEntryRef, clang::DirectoryEntryRef>> Includers;
  if (Here)
    Includers.emplace_back(Includer, *Here);
#else
  std::vector<std::pair<const clang::FileEntry *, const clang::DirectoryEntry *>> Includers;
  if (Here)
    Includers.emplace_back(Includer ? &Includer->getFileEntry() : nullptr, &Here->getDirEntry());
#endif
  return PP.getHeaderSearchInfo().LookupFile(Name, clang::SourceLocation(), Angled, nullptr, nullptr, Includers,
                                             nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, /*SkipCache=*/true,
                                             /*BuildSystemModule=*/false, /*OpenFile=*/false);
}

// --- compiler instances ------------------------------------------------------------------------------------------

// An instance that compiles by Invocation, with the outer one's files, and says nothing. From 21 on an instance is made
// with its invocation, and has the file system by itself.
inline std::unique_ptr<clang::CompilerInstance> silentInstance(clang::CompilerInstance &Outer,
                                                               std::shared_ptr<clang::CompilerInvocation> Invocation) {
#if LLVM_VERSION_MAJOR >= 21
  auto Nested = std::make_unique<clang::CompilerInstance>(std::move(Invocation), Outer.getPCHContainerOperations());
  Nested->setVirtualFileSystem(Outer.getVirtualFileSystemPtr());
  Nested->createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  Nested->setFileManager(Outer.getFileManagerPtr());
  Nested->createSourceManager();
#else
  auto Nested = std::make_unique<clang::CompilerInstance>(Outer.getPCHContainerOperations());
  Nested->setInvocation(std::move(Invocation));
  Nested->createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  Nested->setFileManager(&Outer.getFileManager());
  Nested->createSourceManager(Nested->getFileManager());
#endif
  return Nested;
}

// The options of the language that an invocation compiles. Up to 17 it gives a pointer to them.
inline const clang::LangOptions &languageOf(const clang::CompilerInvocation &Invocation) {
#if LLVM_VERSION_MAJOR >= 18
  return Invocation.getLangOpts();
#else
  return *Invocation.getLangOpts();
#endif
}

// Does the compiler expand no macro in such a file, nor `_Pragma`? From 21 on it does not in preprocessed text.
inline bool leavesMacros([[maybe_unused]] const clang::FrontendInputFile &File) {
#if LLVM_VERSION_MAJOR >= 21
  return File.getKind().isPreprocessed();
#else
  return false;
#endif
}

// Does this action write a module? Up to 18 there is no reduced interface.
inline bool writesModule(clang::frontend::ActionKind Action) {
  return Action == clang::frontend::GenerateModule || Action == clang::frontend::GenerateModuleInterface ||
#if LLVM_VERSION_MAJOR >= 19
         Action == clang::frontend::GenerateReducedModuleInterface ||
#endif
         Action == clang::frontend::GenerateHeaderUnit;
}

// -fdelayed-template-parsing: parses the bodies of those templates that Wanted accepts. The way to them is not an
// official one.
template <typename Predicate> void parseDelayedTemplates(clang::Sema &S, Predicate Wanted) {
  for (auto &[Function, Tokens] : S.LateParsedTemplateMap)
    if (Function->isLateTemplateParsed() && Wanted(Tokens->D))
      S.LateTemplateParser(S.OpaqueParser, *Tokens);
}

// An engine that says by the same means what is not to be remembered, or nullptr where nothing is remembered. A module
// has the levels of all messages that were given while it was made, and from 21 on Clang dies of that of a plugin's
// message when it reads the module. It also writes one beside an object file.
inline std::unique_ptr<clang::DiagnosticsEngine> forgetfulEngine([[maybe_unused]] const clang::CompilerInstance &CI) {
#if LLVM_VERSION_MAJOR >= 21
  const clang::FrontendOptions &Frontend = CI.getFrontendOpts();
  if (!writesModule(Frontend.ProgramAction) && Frontend.ModuleOutputPath.empty())
    return nullptr;
  clang::DiagnosticsEngine &Diags = CI.getDiagnostics();
  auto Own = std::make_unique<clang::DiagnosticsEngine>(Diags.getDiagnosticIDs(), Diags.getDiagnosticOptions(),
                                                        Diags.getClient(), /*ShouldOwnClient=*/false);
  Own->setSourceManager(&Diags.getSourceManager());
  ProcessWarningOptions(*Own, Diags.getDiagnosticOptions(), CI.getVirtualFileSystem(), /*ReportDiags=*/false);
  return Own;
#else
  return nullptr;
#endif
}

// An engine that says to `Client` what is reported to it as a stored message. From 21 on it keeps no options.
inline std::unique_ptr<clang::DiagnosticsEngine> engineFor(clang::DiagnosticsEngine &Diags,
                                                           clang::DiagnosticConsumer *Client) {
#if LLVM_VERSION_MAJOR >= 21
  return std::make_unique<clang::DiagnosticsEngine>(Diags.getDiagnosticIDs(), Diags.getDiagnosticOptions(), Client,
                                                    /*ShouldOwnClient=*/false);
#else
  return std::make_unique<clang::DiagnosticsEngine>(Diags.getDiagnosticIDs(), &Diags.getDiagnosticOptions(), Client,
                                                    /*ShouldOwnClient=*/false);
#endif
}

// Does the name of the message's option go on with a value? Up to 19 the engine keeps it.
inline bool hasFlagValue(const clang::Diagnostic &Info) {
#if LLVM_VERSION_MAJOR >= 20
  return !Info.getFlagValue().empty();
#else
  return !Info.getDiags()->getFlagValue().empty();
#endif
}

// The number of a message that is a prefix and a text. Up to 19 the level is DiagnosticIDs'; later it is the engine's.
inline unsigned messageId(clang::DiagnosticsEngine &Diags, clang::DiagnosticsEngine::Level Level) {
  return Diags.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Level(Level), "pompinst: %0");
}

// The text of a file, whether it was read before or not. Up to 16 the function takes a pointer.
inline std::optional<llvm::MemoryBufferRef> bufferOf(clang::SourceManager &SM, clang::FileEntryRef File) {
#if LLVM_VERSION_MAJOR >= 17
  return SM.getMemoryBufferForFileOrNone(File);
#else
  return SM.getMemoryBufferForFileOrNone(&File.getFileEntry());
#endif
}

} // namespace pompinst::compat
#endif
