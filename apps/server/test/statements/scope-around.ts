import type { Block, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { Evaluator } from './evaluate.ts';
import type { Scope } from './values.ts';

/** What is known where `node` stands: the parameters and constants of the functions around it. */
export function scopeAround(node: Node, evaluator: Evaluator, outer: Scope = new Map()): Scope {
  const bodies: Block[] = [];
  for (let at: Node | undefined = node.parent; at; at = at.parent) if (is.isBlock(at)) bodies.unshift(at);
  const scope: Scope = new Map(outer);
  for (const body of bodies) {
    for (const statement of body.statements) {
      if (statement.pos > node.pos) break;
      const isAround = statement.pos <= node.pos && node.end <= statement.end;
      if (!isAround) evaluator.step(statement, scope, []);
      else if (is.isForOfStatement(statement)) evaluator.bindLoop(statement, scope);
    }
  }
  return scope;
}
