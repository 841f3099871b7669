import { describe, expect, it } from 'vitest';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planWithRetry } from './plan-portfolio.ts';
import { TrimmedState } from './trimmed-state.ts';

describe('what must stay true of a plan while its orders become smaller', { timeout: 60_000 }, () => {
  it.each(adviceProfiles)(
    'is true of the plan itself, fees and what is less than a unit counted as the check does: %s',
    (profile) => {
      const broken: number[] = [];
      let compared = 0;
      for (let seed = 1; seed <= 150; seed++) {
        const { tariff, request } = adviceCase(randomSource(seed), profile);
        const context = prepareTariff(tariff);
        const plan = planWithRetry(context, request);
        if (plan.binding.length > 0 || plan.orders.length === 0) continue;
        const before = checkContract(context, request.contract);
        const after = checkContract(context, plan.after);
        compared += 1;
        if (!new TrimmedState(context, request, plan, before, after).apply([])) broken.push(seed);
      }
      expect(compared).toBeGreaterThan(50);
      expect(broken).toEqual([]);
    },
  );
});
