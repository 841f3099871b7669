import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planOptimization } from './plan-optimization.ts';

// The target has two funds of one group, each a cluster by itself: a fund that nobody may keep was left for it, as an error.
it('mends an error at the price of a cluster that the target itself makes, and names it: wild 5300298', () => {
  const { tariff, request } = adviceCase(randomSource(5_300_298), 'wild');
  const proposals = planOptimization(prepareTariff(tariff), request);
  const necessary = proposals.find(({ mode }) => mode === 'necessary')!;
  expect(necessary.isRecommended).toBe(true);
  expect(necessary.before.hints.some(({ severity }) => severity === 2)).toBe(true);
  expect(necessary.after.hints.filter(({ severity }) => severity === 2)).toEqual([]);
  expect(necessary.after.score).toBeGreaterThan(necessary.before.score);
  expect(necessary.limits.map(({ limit }) => limit)).toContain('finding.H13');
});
