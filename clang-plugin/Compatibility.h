// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compatibility.h - every point of Clang's interface that is known to differ between the versions 16 to 22, under a
// name of our own. What does not live here: uses of Clang that are the same in all of them, and what one version does
// wrong with a program (Directives.def, analysis/ClauseSplit).
//
// The plugin is made for Clang 19 today, so each function has one body. A further version gets its body here, under
// `#if LLVM_VERSION_MAJOR …`; no other file asks for the version. Each comment says what differs, as far as it is
// known.
#ifndef POMPINST_COMPATIBILITY_H
#define POMPINST_COMPATIBILITY_H

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/Config/llvm-config.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

static_assert(LLVM_VERSION_MAJOR == 19, "Compatibility.h has been written for Clang 19 alone");

namespace pompinst::compat {

// --- OpenMP's directives and clauses -----------------------------------------------------------------------------

// Did the user write `loop`? Clang 18 and 19 turn it into for, simd or distribute, by what it binds to, and remember
// it; before and after them it stays what it is.
inline bool wasWrittenAsLoop(const clang::OMPExecutableDirective &D) {
  return D.getMappedDirective() == llvm::omp::OMPD_loop;
}

// A directive's name in the source. From 21 on it depends on the version of OpenMP.
inline std::string directiveName(llvm::omp::Directive Id) { return llvm::omp::getOpenMPDirectiveName(Id).str(); }

// An array section in a clause. Up to 18 it is called OMPArraySectionExpr.
using ArraySection = clang::ArraySectionExpr;

// The list items of a clause. From 20 on the function is called varlist().
template <typename ClauseT> auto listItems(const ClauseT &C) { return C.varlists(); }

// --- expressions and types ---------------------------------------------------------------------------------------

// Prints `A::B::` of a name that is qualified so, or nothing. From 22 on a qualifier is a value, not a pointer.
inline void printQualifier(const clang::DeclRefExpr &Ref, llvm::raw_ostream &OS) {
  if (Ref.hasQualifier())
    Ref.getQualifier()->print(OS, clang::PrintingPolicy(clang::LangOptions()));
}

// The integer type that an enumeration has, or the type itself. From 22 on the declaration of a type is found
// otherwise.
inline clang::QualType withoutEnum(clang::QualType Type) {
  if (const auto *Enum = Type->getAs<clang::EnumType>())
    return Enum->getDecl()->getIntegerType().getCanonicalType();
  return Type;
}

// --- the preprocessor --------------------------------------------------------------------------------------------

// An #include, #include_next or #import. Up to 18 the callback has one parameter less.
class InclusionCallbacks : public clang::PPCallbacks {
public:
  virtual void included(clang::SourceLocation Hash, const clang::Token &Include, llvm::StringRef Name, bool Angled,
                        clang::OptionalFileEntryRef File) = 0;

private:
  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &Include, llvm::StringRef Name, bool Angled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool, clang::SrcMgr::CharacteristicKind) final {
    included(Hash, Include, Name, Angled, File);
  }
};

// The file that `#include Name` means in a file of the folder Here. The number of parameters has grown over time.
inline clang::OptionalFileEntryRef lookupHeader(clang::Preprocessor &PP, llvm::StringRef Name, bool Angled,
                                                clang::OptionalFileEntryRef Includer,
                                                clang::OptionalDirectoryEntryRef Here) {
  std::vector<std::pair<clang::OptionalFileEntryRef, clang::DirectoryEntryRef>> Includers;
  if (Here)
    Includers.emplace_back(Includer, *Here);
  return PP.getHeaderSearchInfo().LookupFile(Name, clang::SourceLocation(), Angled, nullptr, nullptr, Includers,
                                             nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, /*SkipCache=*/true,
                                             /*BuildSystemModule=*/false, /*OpenFile=*/false);
}

// --- compiler instances ------------------------------------------------------------------------------------------

// An instance that compiles by Invocation, with the outer one's files, and says nothing. From 20 on diagnostics are
// made with a file system, from 21 on an instance is made with its invocation.
inline std::unique_ptr<clang::CompilerInstance> silentInstance(clang::CompilerInstance &Outer,
                                                               std::shared_ptr<clang::CompilerInvocation> Invocation) {
  auto Nested = std::make_unique<clang::CompilerInstance>(Outer.getPCHContainerOperations());
  Nested->setInvocation(std::move(Invocation));
  Nested->createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  Nested->setFileManager(&Outer.getFileManager());
  Nested->createSourceManager(Nested->getFileManager());
  return Nested;
}

// Does this action write a module? Up to 18 there is no reduced interface.
inline bool writesModule(clang::frontend::ActionKind Action) {
  return Action == clang::frontend::GenerateModule || Action == clang::frontend::GenerateModuleInterface ||
         Action == clang::frontend::GenerateReducedModuleInterface || Action == clang::frontend::GenerateHeaderUnit;
}

// -fdelayed-template-parsing: parses the bodies of those templates that Wanted accepts. The way to them is not an
// official one.
template <typename Predicate> void parseDelayedTemplates(clang::Sema &S, Predicate Wanted) {
  for (auto &[Function, Tokens] : S.LateParsedTemplateMap)
    if (Function->isLateTemplateParsed() && Wanted(Tokens->D))
      S.LateTemplateParser(S.OpaqueParser, *Tokens);
}

// The number of a message that is a prefix and a text. Up to 19 the level is DiagnosticIDs'; later it is the engine's.
inline unsigned messageId(clang::DiagnosticsEngine &Diags, clang::DiagnosticsEngine::Level Level) {
  return Diags.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Level(Level), "pompinst: %0");
}

} // namespace pompinst::compat
#endif
