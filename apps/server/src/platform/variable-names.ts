/** Number of single-letter edits or swaps of neighbours between two words (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** Words only we begin a variable with; others of these kinds are common in any environment. */
const ownPrefixes = ['DEPOTWERK_', 'DEMO_', 'BANK_', 'TRANSLATION_'];

/**
 * A set variable that was meant for us but is none of ours: a misspelt name, another case, or our prefix.
 * Gives that name and the one probably meant; undefined when all is well. Foreign variables never match.
 */
export function findStrayVariable(
  names: readonly string[],
  known: readonly string[],
): { name: string; meant: string | undefined } | undefined {
  for (const name of names) {
    if (known.includes(name) || name.startsWith('npm_')) continue;
    const upper = name.toUpperCase();
    const closest = known
      .map((candidate) => ({ candidate, distance: editDistance(upper, candidate) }))
      .sort((a, b) => a.distance - b.distance)[0];
    // Short names have many innocent neighbours, long ones hardly any.
    const tolerance = (closest?.candidate.length ?? 0) <= 5 ? 1 : 2;
    if (closest && closest.distance <= tolerance) return { name, meant: closest.candidate };
    if (ownPrefixes.some((prefix) => upper.startsWith(prefix))) return { name, meant: undefined };
  }
  return undefined;
}
