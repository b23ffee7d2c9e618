// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DescriptorTable.h - gives the compiler the descriptors' values as parsed expressions, when it meets the table's
// declaration. To have them parsed takes Clang a third of what it takes to parse a dense file itself. What does not
// live here: the declarations, and the table as text (Prologue).
#ifndef POMPINST_DESCRIPTORTABLE_H
#define POMPINST_DESCRIPTORTABLE_H

#include "rewrite/Descriptors.h"

#include "clang/AST/DeclGroup.h"

namespace clang {
class ASTContext;
class Expr;
class VarDecl;
} // namespace clang

namespace pompinst {

class DescriptorTable {
public:
  // From now on the table is to be filled when it is declared.
  void expect(std::vector<Descriptor> Values) { Descriptors = std::move(Values); }
  // The compiler has parsed these declarations, and none of its other consumers has seen them.
  void declared(clang::ASTContext &Context, clang::DeclGroupRef Group);
  // Has the table been expected, and not been declared?
  bool isMissing() const { return !Descriptors.empty(); }

private:
  clang::Expr *values(clang::ASTContext &Context, const clang::VarDecl &Of) const;
  clang::Expr *pointers(clang::ASTContext &Context, const clang::VarDecl &List) const;

  std::vector<Descriptor> Descriptors; // none, once the list of pointers has been filled
  clang::VarDecl *Table = nullptr;
};

} // namespace pompinst
#endif
