import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { FindingCause } from '@depotwerk/domain/finding-causes';
import type { Hint } from './contract-input.ts';
import { isOverdraft } from './overdraft.ts';

/** What of a hint decides to which finding it belongs. */
export type GroupedHint = Pick<Hint, 'code' | 'severity' | 'subject' | 'values'>;

/** Why something was found. Each cause has one action that mends all of its hints. */
export const findingCauses = [
  'riskData',
  'allocation',
  'fundClosed',
  'sustainability',
  'restriction',
  'targetMarket',
  'universe',
  'rank',
  'riskIndicator',
  'cluster',
  'prices',
  'savingsPlan',
  'cash',
  'costs',
  'smallPositions',
  'gains',
] as const satisfies readonly FindingCause[];

/** Hints of one cause: what people are told once, however many hints say it. */
export interface Finding<H extends GroupedHint = Hint> {
  readonly cause: FindingCause;
  /** The gravest of its hints. */
  readonly severity: 0 | 1 | 2;
  /** The gravest first, then by code and subject. */
  readonly hints: readonly H[];
}

const causeOfCode: Readonly<Record<HintCode, FindingCause>> = {
  H01: 'allocation',
  H02: 'allocation',
  H03: 'riskData',
  H04: 'rank',
  H05: 'rank',
  H06: 'universe',
  H07: 'fundClosed',
  H08: 'allocation',
  H09: 'allocation',
  H10: 'allocation',
  H11: 'costs',
  H12: 'costs',
  H13: 'cluster',
  H14: 'prices',
  H15: 'savingsPlan',
  H16: 'savingsPlan',
  H17: 'smallPositions',
  H18: 'sustainability',
  H19: 'riskIndicator',
  H20: 'cash',
  H21: 'gains',
  H23: 'restriction',
  H24: 'targetMarket',
};

/** Why a fund cannot stay, the plainest reason first; with it goes everything else that is said of the fund. */
const departures: readonly HintCode[] = ['H07', 'H23', 'H24', 'H18', 'H06', 'H04', 'H05', 'H19'];

/** What is said of a fund and settled when the fund leaves. A missing price is not: it stays to be mended first. */
const settledByDeparture: ReadonlySet<HintCode> = new Set([...departures, 'H11', 'H12', 'H13', 'H17', 'H21']);

/**
 * Groups hints into findings of one cause and one action: the risk with the groups that make it, a fund that has to leave
 * with all that is said of it, the savings plan, the costs. Every hint is in exactly one finding; the order of the input
 * has no effect.
 *
 * @returns the gravest first, then in the order of {@link findingCauses}
 */
export function groupFindings<H extends GroupedHint>(hints: readonly H[]): Finding<H>[] {
  const causeOf = findingCauseOf(hints);
  const byCause = Map.groupBy(hints, causeOf);
  const findings = [...byCause].map(([cause, members]): Finding<H> => {
    const sorted = members.toSorted(compareHints);
    return { cause, severity: sorted[0]?.severity ?? 0, hints: sorted };
  });
  return findings.sort(
    (a, b) => b.severity - a.severity || findingCauses.indexOf(a.cause) - findingCauses.indexOf(b.cause),
  );
}

/** Number of findings that hints of one check make: what is shown wherever hints are counted. */
export const countFindings = (hints: readonly GroupedHint[]): number =>
  countCauses(hints.map(findingCauseOf(hints)));

/** Number of findings that hints of known causes make. */
export const countCauses = (causes: readonly FindingCause[]): number => new Set(causes).size;

/** The cause of each of the hints of one check. */
export function findingCauseOf(hints: readonly GroupedHint[]): (hint: GroupedHint) => FindingCause {
  const leaving = new Map<string, FindingCause>();
  for (const code of departures.toReversed())
    for (const hint of hints)
      if (hint.code === code && hint.subject !== 'portfolio') leaving.set(hint.subject, causeOfCode[code]);
  const lacks = hints.some((hint) => hint.code === 'H02' || hint.code === 'H08' || difference(hint) < 0);
  const heaviest = Math.max(
    0,
    ...hints.flatMap((hint) => (difference(hint) > 0 ? [numberOf(hint, 'weight')] : [])),
  );
  return (hint) => {
    const { code, subject } = hint;
    const left = settledByDeparture.has(code) ? leaving.get(subject) : undefined;
    if (left !== undefined) return left;
    // A fund is as heavy as that because its group is: both come down by the same sale.
    if (code === 'H13' && numberOf(hint, 'limit') < 0.5 && heaviest >= numberOf(hint, 'weight') - 1e-12)
      return 'allocation';
    // Money that lies idle is what the groups below their target lack.
    if (code === 'H20' && lacks && !isOverdraft(hint)) return 'allocation';
    return causeOfCode[code];
  };
}

/** Weight of a group above (positive) or below its target; 0 for hints of other kinds. */
const difference = (hint: GroupedHint): number =>
  hint.code === 'H09' || hint.code === 'H10' ? numberOf(hint, 'weight') - numberOf(hint, 'target') : 0;

function numberOf({ values }: GroupedHint, key: string): number {
  const value = values[key];
  return typeof value === 'number' ? value : 0;
}

function compareHints(a: GroupedHint, b: GroupedHint): number {
  if (a.severity !== b.severity) return b.severity - a.severity;
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  return a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;
}
