// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DescriptorTable.h - gives the compiler the descriptors' values as parsed expressions, when it meets a table's
// declaration. To have them parsed takes Clang a third of what it takes to parse a dense file itself. What does not
// live here: the declarations, and the tables as text (Prologue).
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
  // From now on the tables are to be filled when they are declared.
  void expect(std::vector<Descriptor> Values) { Descriptors = std::move(Values); }
  // The compiler has parsed these declarations, and none of its other consumers has seen them.
  void declared(clang::ASTContext &Context, clang::DeclGroupRef Group);
  // Have tables been expected, and not all been declared?
  bool isMissing() const { return !Descriptors.empty(); }

private:
  clang::Expr *values(clang::ASTContext &Context, const clang::VarDecl &Of) const;
  clang::Expr *pointers(clang::ASTContext &Context, const clang::VarDecl &List) const;

  std::vector<Descriptor> Descriptors;  // none, once the list of pointers has been filled
  std::vector<clang::VarDecl *> Tables; // those that have been filled
};

} // namespace pompinst
#endif
