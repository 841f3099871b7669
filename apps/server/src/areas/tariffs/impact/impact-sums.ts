import type { ComparedCheck, VersionEffect } from '../../optimization/public.ts';

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
  change: { contracts: number; orders: number; volume: number; costsBefore: number; costsAfter: number };
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
  change: { contracts: 0, orders: 0, volume: 0, costsBefore: 0, costsAfter: 0 },
  examples: [],
});

const noStatus = () => ({ below: 0, in: 0, above: 0 });
const cents = (euros: number) => Math.round(euros * 100);

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
  sums.after.scored += 1;
  sums.after.scores += after.score;
  if (before) {
    sums.before.scored += 1;
    sums.before.scores += before.score;
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
  if (change) {
    sums.change.contracts += 1;
    sums.change.orders += change.orders;
    sums.change.volume += cents(change.volume);
    sums.change.costsBefore += cents(change.costs.before);
    sums.change.costsAfter += cents(change.costs.after);
  }
}

function addHints(sums: ImpactSums, before: ComparedCheck | null, after: ComparedCheck): void {
  const countOf = (id: number) => (sums.hints[id] ??= { added: 0, removed: 0 });
  for (const id of after.hintIds) if (!before?.hintIds.has(id)) countOf(id).added += 1;
  for (const id of before?.hintIds ?? []) if (!after.hintIds.has(id)) countOf(id).removed += 1;
}

/** Adds what others counted. */
export function addSums(sums: ImpactSums, part: ImpactSums): void {
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
  for (const key of ['contracts', 'orders', 'volume', 'costsBefore', 'costsAfter'] as const)
    sums.change[key] += part.change[key];
  sums.examples = hardestHit([...sums.examples, ...part.examples]);
}

/** Largest fall first, then by id: the same whatever the order they came in. */
export const hardestHit = (examples: readonly ImpactExample[]): ImpactExample[] =>
  examples
    .toSorted((a, b) => fallOf(b) - fallOf(a) || (a.contractId < b.contractId ? -1 : 1))
    .slice(0, mostExamples);

const fallOf = ({ scoreBefore, scoreAfter }: ImpactExample) => (scoreBefore ?? 0) - (scoreAfter ?? 0);
