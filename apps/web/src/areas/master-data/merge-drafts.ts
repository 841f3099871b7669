/** Whether two members of a draft say the same; members are plain values and lists of them. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export interface MergedDrafts<Draft extends object> {
  /** Both changes together; where both changed the same member, mine. */
  draft: Draft;
  /** Members both changed, each to something else: somebody has to choose. */
  conflicts: (keyof Draft & string)[];
  /** Members only the other one changed. */
  taken: (keyof Draft & string)[];
}

/** Brings my changes and those somebody else saved meanwhile together: nothing is overwritten silently. */
export function mergeDrafts<Draft extends object>(
  base: Draft,
  mine: Draft,
  theirs: Draft,
): MergedDrafts<Draft> {
  const draft = { ...mine };
  const conflicts: (keyof Draft & string)[] = [];
  const taken: (keyof Draft & string)[] = [];
  // The keys of a draft are the members of its type.
  for (const name of Object.keys(mine) as (keyof Draft & string)[]) {
    if (isSame(base[name], theirs[name]) || isSame(mine[name], theirs[name])) continue;
    if (isSame(base[name], mine[name])) {
      draft[name] = theirs[name];
      taken.push(name);
    } else {
      conflicts.push(name);
    }
  }
  return { draft, conflicts, taken };
}
