import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { Project } from 'typescript/unstable/sync';

/** Asking takes its time, and two passes ask the same. */
const known = new WeakMap<Node, Node | null>();

const isAlias = (node: Node | undefined) =>
  node !== undefined &&
  (is.isImportSpecifier(node) || is.isExportSpecifier(node) || is.isNamespaceImport(node));

/** Where the constant or function of a name is declared, in whatever file; null when nowhere in the sources. */
export function declarationOf(node: Node, project: Project): Node | null {
  const before = known.get(node);
  if (before !== undefined) return before;
  const declaration = find(node, project);
  known.set(node, declaration);
  return declaration;
}

function find(node: Node, project: Project): Node | null {
  const symbol = project.checker.getSymbolAtLocation(node);
  if (!symbol) return null;
  const isImported = symbol.declarations.some((declaration) => isAlias(declaration.resolve(project)));
  const named = isImported ? project.checker.getAliasedSymbol(symbol) : symbol;
  return named.valueDeclaration?.resolve(project) ?? null;
}

/** An expression that is worth what stands within it. */
export const isWrapped = (node: Node) =>
  is.isParenthesizedExpression(node) ||
  is.isAsExpression(node) ||
  is.isSatisfiesExpression(node) ||
  is.isNonNullExpression(node) ||
  is.isAwaitExpression(node);

/** `true` or `false`. */
export const isTruth = (node: Node): boolean =>
  node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword;
