import type { OptimizationHint } from '../contracts/contract-types.ts';

/** All hints of one kind: one row of the list, its subjects inside. */
export interface HintGroup {
  /** Number of the kind (H01 … H21) with the title the check gave it. */
  readonly hintId: number;
  readonly title: string;
  /** The gravest of its hints. */
  readonly severity: OptimizationHint['severity'];
  readonly hints: readonly OptimizationHint[];
}

/** Hints that wait for a decision and those that have one. */
export interface HintLists {
  readonly open: readonly HintGroup[];
  readonly decided: readonly HintGroup[];
}

/** Groups hints by kind, the gravest kind first, then by number; inside a kind the gravest hint first. */
export function groupHints(hints: readonly OptimizationHint[]): HintLists {
  return {
    open: groupsOf(hints.filter((hint) => hint.state === 'open')),
    decided: groupsOf(hints.filter((hint) => hint.state !== 'open')),
  };
}

function groupsOf(hints: readonly OptimizationHint[]): HintGroup[] {
  const byKind = new Map<string, OptimizationHint[]>();
  for (const hint of hints) {
    // A kind may have two titles (cluster of one fund or of one company); they stay two rows.
    const key = `${hint.optimizationHintId}/${hint.title}`;
    const group = byKind.get(key);
    if (group) group.push(hint);
    else byKind.set(key, [hint]);
  }
  const groups = [...byKind.values()].flatMap((members): HintGroup[] => {
    const sorted = members.toSorted((one, other) => other.severity - one.severity);
    const [first] = sorted;
    if (!first) return [];
    return [
      { hintId: first.optimizationHintId, title: first.title, severity: first.severity, hints: sorted },
    ];
  });
  return groups.toSorted(
    (one, other) =>
      other.severity - one.severity || one.hintId - other.hintId || compare(one.title, other.title),
  );
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Funds that groups of hints name, as subject or as suggestion. */
export function fundIdsOfHints(hints: readonly OptimizationHint[]): number[] {
  return [...new Set(hints.flatMap((hint) => [...hint.fundIds, ...hint.suggestedFundIds]))];
}
