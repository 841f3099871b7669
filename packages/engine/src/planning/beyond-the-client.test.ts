import { describe, expect, it } from 'vitest';
import { type CheckFund, prepareTariff } from '../check/tariff-context.ts';
import { type AdviceProfile, adviceCase } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planOptimization } from './plan-optimization.ts';

/** All proposals of a random contract whose tariff and funds were changed. */
function planned(
  seed: number,
  profile: AdviceProfile,
  rest: Partial<CheckFund> | null,
  { sriLimit, companies }: { readonly sriLimit: number | null; readonly companies: readonly string[] },
) {
  const { tariff, request } = adviceCase(randomSource(seed), profile, 4);
  const held = new Set(request.contract.positions.map(({ isin }) => isin));
  // Every second fund that is held.
  const funds = tariff.funds.map((fund, k) =>
    rest && held.has(fund.isin) && k % 2 === 0 ? { ...fund, ...rest } : fund,
  );
  const context = prepareTariff({
    ...tariff,
    funds,
    rules: { ...tariff.rules, sriLimit },
    restrictions: { isins: [], companies, regions: [], sectors: [] },
  });
  return { context, request, proposals: planOptimization(context, request) };
}

describe('what is held and may not be bought', () => {
  // Where its group had no other fund, the way to the target bought more of it: of a fund above the limit of the client's class for millions.
  it.each([
    ['above the limit on the risk indicator', { sri: 7 }, 5, 1],
    ['without risk data', { hasRiskData: false }, null, 25],
  ] as const)(
    'is bought by no proposal, also where its group has nothing else: %s',
    (_, rest, sriLimit, first) => {
      let buys = 0;
      const wrong: string[] = [];
      for (let seed = first; seed < first + randomCases(40); seed++) {
        const { context, proposals } = planned(seed, 'faulty', rest, { sriLimit, companies: [] });
        for (const { mode, orders } of proposals)
          for (const { action, isin } of orders) {
            if (action !== 'buy') continue;
            buys++;
            const fund = context.funds.get(isin);
            const isAbove = sriLimit !== null && (fund?.sri ?? 0) > sriLimit;
            if (isAbove || fund?.hasRiskData !== true) wrong.push(`${seed} ${mode} ${isin}`);
          }
      }
      expect(wrong).toEqual([]);
      expect(buys).toBeGreaterThan(40);
    },
  );
});

describe('what the client excludes', () => {
  // A fund of an excluded company took its whole group's part of the rate where nothing else of the group was offered: 47 % instead of 34 %.
  it('is saved into no more than today', () => {
    const firstSaved = 45;
    let excluded = 0;
    const wrong: string[] = [];
    for (let seed = firstSaved; seed < firstSaved + randomCases(60); seed++) {
      const companies = Array.from({ length: 10 }, (_, k) => `C${3 * k}`);
      const { context, request, proposals } = planned(seed, 'faulty', null, { sriLimit: null, companies });
      const today = new Map(
        (request.contract.savingsPlan?.entries ?? []).map(({ isin, percent }) => [isin, percent]),
      );
      for (const isin of today.keys()) if (context.funds.get(isin)?.isUnwanted === true) excluded++;
      for (const { mode, contractAfter } of proposals)
        for (const { isin, percent } of contractAfter.savingsPlan?.entries ?? [])
          if (context.funds.get(isin)?.isUnwanted === true && percent > (today.get(isin) ?? 0))
            wrong.push(`${seed} ${mode} ${isin}: ${percent}`);
    }
    expect(wrong).toEqual([]);
    expect(excluded).toBeGreaterThan(5);
  });
});

describe('what the class of the client does not bear', () => {
  // Such a fund went on and took its whole group's part of the rate, 64 % instead of 34 %, beside two funds of the group that may be bought.
  it.each([
    ['above the limit on the risk indicator', { sri: 7 }, 5],
    ['without risk data', { hasRiskData: false }, null],
  ] as const)('is saved into no more than today: %s', (_, rest, sriLimit) => {
    let saved = 0;
    const wrong: string[] = [];
    for (let seed = 9; seed < 9 + randomCases(60); seed++) {
      const { tariff, request } = adviceCase(randomSource(seed), 'faulty', 4);
      const entries = request.contract.savingsPlan?.entries ?? [];
      const marked = new Map(
        entries.flatMap(({ isin, percent }, k) => (k % 2 === 0 ? [[isin, percent] as const] : [])),
      );
      // All others are borne.
      const funds = tariff.funds.map((fund) => ({ ...fund, sri: 5, ...(marked.has(fund.isin) ? rest : {}) }));
      const context = prepareTariff({ ...tariff, funds, rules: { ...tariff.rules, sriLimit } });
      saved += marked.size;
      for (const { mode, contractAfter } of planOptimization(context, request, false))
        for (const { isin, percent } of contractAfter.savingsPlan?.entries ?? [])
          if (percent > (marked.get(isin) ?? 100)) wrong.push(`${seed} ${mode} ${isin}: ${percent}`);
    }
    expect(wrong).toEqual([]);
    expect(saved).toBeGreaterThan(10);
  });
});
