import { expect, it } from 'vitest';
import { addEffect, noSums } from './impact-sums.ts';

const compared = (score: number | null) => ({
  score,
  status: 'unknown' as const,
  hintIds: new Set<number>(),
});

it('counts a contract without a score among the contracts, and not as one of 0', () => {
  const sums = noSums();
  const effect = {
    contractId: '1',
    externalKey: 'D-1',
    riskClassId: null,
    isChanged: false,
    savingsPlan: null,
    change: null,
  };
  addEffect(sums, { ...effect, before: compared(60), after: compared(80) });
  addEffect(sums, { ...effect, before: compared(null), after: compared(null) });
  addEffect(sums, { ...effect, before: compared(70), after: compared(null) });
  expect(sums).toMatchObject({ contracts: 3, better: 1, worse: 0 });
  expect(sums.before).toMatchObject({ scored: 2, scores: 130 });
  expect(sums.after).toMatchObject({ scored: 1, scores: 80 });
});
