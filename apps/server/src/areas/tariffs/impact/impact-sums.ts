import type { ComparedCheck, PlannedYear, VersionEffect } from '../../optimization/public.ts';

/** Contracts of a class by where they stand against the band before and after. */
export interface ClassSums {
  count: number;
  before: Record<'below' | 'in' | 'above', number>;
  after: Record<'below' | 'in' | 'above', number>;
}

export interface ImpactExample {
  readonly contractId: string;
  readonly externalKey: string;
  readonly scoreBefore: number | null;
  readonly scoreAfter: number | null;
}

/** Days due in a year by both versions, and what those contracts come to that were planned through it. Euros in cents. */
export interface YearSums {
  looksBefore: number;
  looksAfter: number;
  /** Contracts that are due at least once with the version. */
  contracts: number;
  planned: { contracts: number } & Record<keyof PlannedYear, number>;
}

/**
 * What was found on some contracts. Whole numbers throughout, so that the sum does not depend on who counted what in
 * which order.
 */
export interface ImpactSums {
  contracts: number;
  notComputable: number;
  changed: number;
  classes: Record<string, ClassSums>;
  /** By number of the hint: contracts that get it, contracts that lose it. */
  hints: Record<string, { added: number; removed: number }>;
  before: { scored: number; scores: number };
  after: { scored: number; scores: number };
  better: number;
  worse: number;
  /** Euros in cents. */
  change: {
    contracts: number;
    orders: number;
    volume: number;
    fees: number;
    /** Of contracts whose ongoing costs are known before and after; the others are counted. */
    costsBefore: number;
    costsAfter: number;
    costsUnknown: number;
  };
  /** Savings plans, and those outside the limits of the version before and after. */
  savings: { plans: number; outsideBefore: number; outsideAfter: number };
  /** Continuous optimisation in the twelve months to come. */
  year: YearSums;
  /** Largest fall of the score first. */
  examples: ImpactExample[];
}

/** Kept, so that enough are left for those who see few contracts. */
const mostExamples = 50;

export const noSums = (): ImpactSums => ({
  contracts: 0,
  notComputable: 0,
  changed: 0,
  classes: {},
  hints: {},
  before: { scored: 0, scores: 0 },
  after: { scored: 0, scores: 0 },
  better: 0,
  worse: 0,
  change: { contracts: 0, orders: 0, volume: 0, fees: 0, costsBefore: 0, costsAfter: 0, costsUnknown: 0 },
  savings: { plans: 0, outsideBefore: 0, outsideAfter: 0 },
  year: {
    looksBefore: 0,
    looksAfter: 0,
    contracts: 0,
    planned: { contracts: 0, looks: 0, plans: 0, skipped: 0, orders: 0, volume: 0, fees: 0 },
  },
  examples: [],
});

/** What a process of an older release counted lacks what it did not know: as nothing. */
export const completed = (part: ImpactSums): ImpactSums => {
  const none = noSums();
  return { ...none, ...part, change: { ...none.change, ...part.change } };
};

/** Counts the days a contract is due, and what a year of plans comes to where it was planned. */
export function addYear(
  { year }: ImpactSums,
  { before, after, planned }: { before: number; after: number; planned: PlannedYear | null },
): void {
  year.looksBefore += before;
  year.looksAfter += after;
  if (after > 0) year.contracts += 1;
  if (!planned) return;
  year.planned.contracts += 1;
  for (const key of yearKeys) year.planned[key] += planned[key];
}

const yearKeys = ['looks', 'plans', 'skipped', 'orders', 'volume', 'fees'] as const;

const noStatus = () => ({ below: 0, in: 0, above: 0 });
const cents = (euros: number) => Math.round(euros * 100);

/** A contract without a class its tariff knows has no score, and is no contract of 0. */
function addScore(sums: { scored: number; scores: number }, score: number | null): void {
  if (score === null) return;
  sums.scored += 1;
  sums.scores += score;
}

/** Counts a contract; null = it could not be checked. */
export function addEffect(sums: ImpactSums, effect: VersionEffect | null): void {
  sums.contracts += 1;
  if (!effect) {
    sums.notComputable += 1;
    return;
  }
  const { before, after, change } = effect;
  if (effect.isChanged) sums.changed += 1;
  if (effect.riskClassId !== null) {
    const own = (sums.classes[effect.riskClassId] ??= { count: 0, before: noStatus(), after: noStatus() });
    own.count += 1;
    if (before && before.status !== 'unknown') own.before[before.status] += 1;
    if (after.status !== 'unknown') own.after[after.status] += 1;
  }
  addHints(sums, before, after);
  addScore(sums.after, after.score);
  if (before) addScore(sums.before, before.score);
  if (before && before.score !== null && after.score !== null) {
    if (after.score > before.score) sums.better += 1;
    if (after.score < before.score) {
      sums.worse += 1;
      const { contractId, externalKey } = effect;
      sums.examples.push({
        contractId,
        externalKey,
        scoreBefore: before.score,
        scoreAfter: after.score,
      });
      // Sorted once in a while, not for every contract.
      if (sums.examples.length >= 20 * mostExamples) sums.examples = hardestHit(sums.examples);
    }
  }
  if (effect.savingsPlan) {
    sums.savings.plans += 1;
    if (effect.savingsPlan.breaksBefore) sums.savings.outsideBefore += 1;
    if (effect.savingsPlan.breaksAfter) sums.savings.outsideAfter += 1;
  }
  if (change) {
    sums.change.contracts += 1;
    sums.change.orders += change.orders;
    sums.change.volume += cents(change.volume);
    sums.change.fees += cents(change.fees);
    if (change.costs === null) sums.change.costsUnknown += 1;
    sums.change.costsBefore += cents(change.costs?.before ?? 0);
    sums.change.costsAfter += cents(change.costs?.after ?? 0);
  }
}

function addHints(sums: ImpactSums, before: ComparedCheck | null, after: ComparedCheck): void {
  const countOf = (id: number) => (sums.hints[id] ??= { added: 0, removed: 0 });
  for (const id of after.hintIds) if (!before?.hintIds.has(id)) countOf(id).added += 1;
  for (const id of before?.hintIds ?? []) if (!after.hintIds.has(id)) countOf(id).removed += 1;
}

/** Adds what others counted. */
export function addSums(sums: ImpactSums, stored: ImpactSums): void {
  const part = completed(stored);
  sums.contracts += part.contracts;
  sums.notComputable += part.notComputable;
  sums.changed += part.changed;
  for (const [id, { count, before, after }] of Object.entries(part.classes)) {
    const own = (sums.classes[id] ??= { count: 0, before: noStatus(), after: noStatus() });
    own.count += count;
    for (const status of ['below', 'in', 'above'] as const) {
      own.before[status] += before[status];
      own.after[status] += after[status];
    }
  }
  for (const [id, { added, removed }] of Object.entries(part.hints)) {
    const own = (sums.hints[id] ??= { added: 0, removed: 0 });
    own.added += added;
    own.removed += removed;
  }
  for (const side of ['before', 'after'] as const) {
    sums[side].scored += part[side].scored;
    sums[side].scores += part[side].scores;
  }
  sums.better += part.better;
  sums.worse += part.worse;
  for (const key of [
    'contracts',
    'orders',
    'volume',
    'fees',
    'costsBefore',
    'costsAfter',
    'costsUnknown',
  ] as const)
    sums.change[key] += part.change[key];
  for (const key of ['plans', 'outsideBefore', 'outsideAfter'] as const)
    sums.savings[key] += part.savings[key];
  for (const key of ['looksBefore', 'looksAfter', 'contracts'] as const) sums.year[key] += part.year[key];
  for (const key of ['contracts', ...yearKeys] as const) sums.year.planned[key] += part.year.planned[key];
  sums.examples = hardestHit([...sums.examples, ...part.examples]);
}

/** Largest fall first, then by id: the same whatever the order they came in. */
export const hardestHit = (examples: readonly ImpactExample[]): ImpactExample[] =>
  examples
    .toSorted((a, b) => fallOf(b) - fallOf(a) || (a.contractId < b.contractId ? -1 : 1))
    .slice(0, mostExamples);

const fallOf = ({ scoreBefore, scoreAfter }: ImpactExample) => (scoreBefore ?? 0) - (scoreAfter ?? 0);
