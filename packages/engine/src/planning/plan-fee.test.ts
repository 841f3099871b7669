import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planOptimization } from './plan-optimization.ts';

const planned = (seed: number, planFee: number) => {
  const { tariff, request } = adviceCase(randomSource(seed), 'small');
  const own = { ...request, rules: { ...request.rules, planFee } };
  const [, , necessary, full] = planOptimization(prepareTariff(tariff), own);
  return { necessary: necessary!, full: full! };
};

it('sells nothing for a better score alone where the fee of the plan is a tenth and more of what is sold', () => {
  const sold = ({ full }: ReturnType<typeof planned>) =>
    full.orders.reduce((sum, { action, amount }) => sum + (action === 'sell' ? amount : 0), 0);
  expect(sold(planned(392, 15))).toBe(0);
  expect(sold(planned(392, 6.92))).toBe(69.28);
  expect(sold(planned(392, 6.93))).toBe(0);
});

it('leaves no warning to the full switch because two runs made as one pay the fee of the plan once', () => {
  const { necessary, full } = planned(501_766, 15);
  const left = ({ after }: typeof full) => after.hints.filter(({ severity }) => severity > 0);
  expect(left(necessary)).toEqual([]);
  expect(left(full)).toEqual([]);
  expect(full.after.status).toBe('in');
});
