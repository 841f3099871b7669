export interface TreeNode {
  readonly id: string;
  readonly parentGroupId: string | null;
}

/**
 * Nodes in the order of a tree: below each its children in the order given, each with its level (0 = top).
 * What hangs on something that is not among the nodes stands at the top; cycles end the walk, their nodes come last.
 */
export function inTreeOrder<Node extends TreeNode>(nodes: readonly Node[]): (Node & { level: number })[] {
  const known = new Set(nodes.map(({ id }) => id));
  const children = Map.groupBy(nodes, ({ parentGroupId }) =>
    parentGroupId !== null && known.has(parentGroupId) ? parentGroupId : null,
  );
  const result: (Node & { level: number })[] = [];
  const waiting = (children.get(null) ?? []).map((node) => ({ node, level: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    result.push({ ...node, level });
    for (const child of (children.get(node.id) ?? []).toReversed())
      waiting.push({ node: child, level: level + 1 });
  }
  if (result.length === nodes.length) return result;
  const placed = new Set(result.map(({ id }) => id));
  return [...result, ...nodes.filter(({ id }) => !placed.has(id)).map((node) => ({ ...node, level: 0 }))];
}
