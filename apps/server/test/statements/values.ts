import type { FunctionLikeDeclaration, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';

/**
 * What an expression is without running the program, as far as SQL texts need it: texts, lists and objects of them,
 * pieces of SQL and functions. What only a run can tell is `unknown`.
 */
export type Value =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'list'; readonly items: Value[] }
  | { readonly kind: 'object'; readonly members: Map<string, Value> }
  | { readonly kind: 'function'; readonly node: FunctionLikeDeclaration; readonly scope: Scope };

export type Scope = Map<string, Value>;

export const unknown: Value = { kind: 'unknown' };
export const text = (value: string): Value => ({ kind: 'text', text: value });
/** Stands in a text for a piece that only a run can tell; `describeStatement` tries what fits. */
export const hole = '\u0000';
/** Stands for a value; numbered when the text is done, because pieces are put together in another order. */
export const placeholder = '\u0001';

export const nameOf = (node: Node): string =>
  is.isIdentifier(node) || is.isStringLiteral(node) || is.isNumericLiteral(node) ? node.text : node.getText();

export const asText = (value: Value): string | undefined =>
  value.kind === 'text' || value.kind === 'sql' ? value.text : undefined;
