// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DescriptorTable.cpp - builds the initialisers that Clang would build of the table's text. What does not live here:
// what the values are (Prologue).
#include "DescriptorTable.h"

#include "Compatibility.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/TimeProfiler.h"

#include <utility>

using namespace clang;

namespace pompinst {

static Expr *listOf(ASTContext &Context, ArrayRef<Expr *> Values, QualType Type, SourceLocation Loc) {
  auto *List = new (Context) InitListExpr(Context, Loc, Values, Loc);
  List->setType(Type);
  return List;
}

static Expr *numberOf(ASTContext &Context, long Value, QualType Type, SourceLocation Loc) {
  llvm::APInt Bits(unsigned(Context.getTypeSize(Type)), uint64_t(Value));
  return IntegerLiteral::Create(Context, Bits, Type, Loc);
}

static Expr *decayed(ASTContext &Context, Expr *Array) {
  return ImplicitCastExpr::Create(Context, Context.getArrayDecayedType(Array->getType()), CK_ArrayToPointerDecay, Array,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

static Expr *textOf(ASTContext &Context, const std::string &Text, QualType Type, SourceLocation Loc) {
  QualType Array = Context.getStringLiteralArrayType(Context.CharTy, unsigned(Text.size()));
  Expr *Pointer = decayed(Context, StringLiteral::Create(Context, Text, compat::OrdinaryString, false, Array, Loc));
  if (Context.hasSameType(Pointer->getType(), Type))
    return Pointer;
  return ImplicitCastExpr::Create(Context, Type, CK_NoOp, Pointer, nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *DescriptorTable::values(ASTContext &Context, const VarDecl &Of) const {
  SourceLocation Loc = Of.getLocation();
  QualType Element = Context.getAsArrayType(Of.getType())->getElementType();
  const RecordDecl *Record = Element->getAsRecordDecl();
  llvm::SmallVector<Expr *, 256> Rows;
  const size_t First = Tables.size() * TableSize;
  for (const Descriptor &D : llvm::ArrayRef(Descriptors).slice(First).take_front(TableSize)) {
    llvm::SmallVector<Expr *, 24> Fields;
    auto Value = D.begin();
    for (const FieldDecl *Field : Record->fields()) {
      QualType Type = Field->getType();
      FieldValue::Kind Is = Value == D.end() ? FieldValue::Zero : Value->Is;
      Fields.push_back(Is == FieldValue::Text     ? textOf(Context, Value->Word, Type, Loc)
                       : Is == FieldValue::Number ? numberOf(Context, Value->Value, Type, Loc)
                                                  : new (Context) ImplicitValueInitExpr(Type));
      Value += Value != D.end();
    }
    Rows.push_back(listOf(Context, Fields, Element, Loc));
  }
  return listOf(Context, Rows, Of.getType(), Loc);
}

Expr *DescriptorTable::pointers(ASTContext &Context, const VarDecl &List) const {
  SourceLocation Loc = List.getLocation();
  llvm::SmallVector<Expr *, 256> Rows;
  for (size_t I = 0; I < Descriptors.size(); ++I) {
    VarDecl *Table = Tables[I / TableSize];
    Expr *First = decayed(Context, DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), Table,
                                                       false, Loc, Table->getType(), VK_LValue));
    Expr *Index = numberOf(Context, long(I % TableSize), Context.IntTy, Loc);
    Rows.push_back(BinaryOperator::Create(Context, First, Index, BO_Add, First->getType(), VK_PRValue, OK_Ordinary, Loc,
                                          FPOptionsOverride()));
  }
  return listOf(Context, Rows, List.getType(), Loc);
}

void DescriptorTable::declared(ASTContext &Context, DeclGroupRef Group) {
  if (!isMissing() || !Group.isSingleDecl())
    return;
  auto *Variable = dyn_cast<VarDecl>(Group.getSingleDecl());
  if (!Variable || !Variable->getIdentifier())
    return;
  llvm::TimeTraceScope Timed("pompinst descriptors", Variable->getName());
  const bool IsWhole = Tables.size() * TableSize >= Descriptors.size();
  if (!IsWhole && Variable->getName() == tableName(Tables.size())) {
    Variable->setInit(values(Context, *Variable));
    Tables.push_back(Variable);
  } else if (IsWhole && Variable->getName() == "__pomp_rd_list") {
    Variable->setInit(pointers(Context, *Variable));
    Descriptors.clear();
  }
}

} // namespace pompinst
