// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SymbolClash.cpp - looks at what the file declares under names of the POMP interface.
#include "analysis/SymbolClash.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pompinst {
namespace {

// A function of the interface takes nothing, the address of a descriptor or lock, or a table, a count and a size.
bool fits(const FunctionDecl &F) {
  if (!F.isExternallyVisible())
    return false;
  if (!F.hasPrototype())
    return true;
  auto IsPointer = [](const ParmVarDecl *P) { return P->getType()->isPointerType(); };
  return !F.isVariadic() && (F.getNumParams() == 0 || IsPointer(F.getParamDecl(0))) &&
         llvm::none_of(llvm::drop_begin(F.parameters(), F.getNumParams() ? 1 : 0), IsPointer);
}

// Does the declaration have its own name as its symbol? In C++ most functions don't.
bool hasSymbol(const NamedDecl &D, const ASTContext &Context) {
  const auto *Variable = dyn_cast<VarDecl>(&D);
  bool Cxx = Context.getLangOpts().CPlusPlus;
  if (Variable)
    return !Cxx || Variable->isExternallyVisible();
  const auto *Function = dyn_cast<FunctionDecl>(&D);
  return Function && (!Cxx || Function->isExternC());
}

} // namespace

std::string clashingSymbol(ASTContext &Context) {
  for (const auto &Entry : Context.Idents) {
    if (!Entry.getKey().starts_with("POMP_"))
      continue;
    for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(Entry.getValue())) {
      const auto *Function = dyn_cast<FunctionDecl>(D);
      if (hasSymbol(*D, Context) && !(Function && fits(*Function)))
        return Entry.getKey().str();
    }
  }
  return "";
}

} // namespace pompinst
