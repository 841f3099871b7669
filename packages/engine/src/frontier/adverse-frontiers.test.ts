import { expect, it } from 'vitest';
import { auditAdverseFrontiers } from '../fixtures/audit-adverse-frontiers.ts';

/* Once infeasible by more than rounding (645, 1360, 2056, 2385, 20045, 22527), or not the best of riskless weights (1411, 1944). */
const once = [645, 1360, 1411, 1944, 2056, 2385, 20_045, 22_527];

it('answers what strangers ask, and every answer is optimal by linear programmes', {
  timeout: 120_000,
}, async () => {
  const seeds = [...once, ...Array.from({ length: 150 }, (_, k) => k + 1)];
  const { wrong, answered, infeasible, judged } = await auditAdverseFrontiers(seeds);
  expect(wrong).toEqual([]);
  expect(answered + infeasible).toBe(seeds.length);
  expect(infeasible).toBeGreaterThan(3);
  expect(judged).toBeGreaterThan(20 * answered);
});
