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

/** Words only we begin a variable with. */
const ownPrefixes = ['DEPOTWERK_', 'DEMO_', 'BANK_', 'TRANSLATION_'];

/** A set variable that may have been meant for us but is none of ours. */
export interface StrayVariable {
  readonly name: string;
  /** The one probably meant. */
  readonly meant: string | undefined;
  /** Begins like one of ours, so nobody else's it is; else it is only told. */
  readonly isOurs: boolean;
}

const firstWord = (name: string) => /^[A-Z0-9]+_/.exec(name)?.[0];

/**
 * Set variables that look like ours and are none: a prefix of ours, or one or two letters beside a name of ours.
 * Those that begin like ours (`DATABASE_URI`) are ours beyond doubt; others (`DATABSE_URL`, `PROT`) may belong to
 * another program of this machine. `HOSTS`, `PORTS` and `BASE_URL` are so common that nothing is said of them.
 */
export function findStrayVariables(names: readonly string[], known: readonly string[]): StrayVariable[] {
  return names.flatMap((name): StrayVariable[] => {
    if (known.includes(name) || name.startsWith('npm_')) return [];
    const upper = name.toUpperCase();
    const meant = closestOf(upper, known);
    const isOurs =
      ownPrefixes.some((prefix) => upper.startsWith(prefix)) ||
      (meant !== undefined && firstWord(upper) !== undefined && firstWord(upper) === firstWord(meant));
    return meant === undefined && !isOurs ? [] : [{ name, meant, isOurs }];
  });
}

const common = ['HOSTS', 'PORTS', 'BASE_URL'];

function closestOf(upper: string, known: readonly string[]): string | undefined {
  if (common.includes(upper)) return undefined;
  const closest = known
    .map((candidate) => ({ candidate, distance: editDistance(upper, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  // Short names have many innocent neighbours, long ones hardly any.
  const tolerance = (closest?.candidate.length ?? 0) <= 5 ? 1 : 2;
  return closest && closest.distance <= tolerance ? closest.candidate : undefined;
}
