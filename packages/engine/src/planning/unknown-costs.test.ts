import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { planOptimization, planSwitch } from './plan-optimization.ts';

/** Contracts of each kind, from this seed on. */
const runs = randomCases(80);
const firstSeed = 1;

it('never takes unknown costs for low ones', () => {
  let switches = 0;
  const invented = adviceProfiles.flatMap((profile) =>
    Array.from({ length: runs }, (_, k) => {
      const { tariff, request } = adviceCase(randomSource(firstSeed + k), profile);
      const funds = tariff.funds.map((fund, index) =>
        (index + k) % 3 === 0 ? { ...fund, ter: null } : fund,
      );
      const context = prepareTariff({ ...tariff, funds });
      const isUnknown = (isin: string | null) => isin !== null && context.funds.get(isin)?.ter === null;
      return planOptimization(context, request).some(({ orders, after }) => {
        const ofUnknown = orders.filter(({ isin, switchWith }) => isUnknown(isin) || isUnknown(switchWith));
        switches += ofUnknown.filter(({ switchWith }) => switchWith !== null).length;
        return (
          ofUnknown.some(({ reason, switchWith }) => switchWith !== null && reason.includes(' spart ')) ||
          after.hints.some(
            ({ code, subject, suggestion }) =>
              code === 'H11' && (isUnknown(subject) || isUnknown(suggestion)),
          )
        );
      })
        ? [`${profile} ${firstSeed + k}`]
        : [];
    }).flat(),
  );
  expect(invented).toEqual([]);
  expect(switches).toBeGreaterThan(runs);
});

it('tells what a switch of the whole costs a year only where it knows it of all that is traded', () => {
  const told = { known: 0, unknown: 0 };
  for (let seed = 1; seed <= runs; seed++) {
    const { tariff, request } = adviceCase(randomSource(seed), 'small');
    const funds = tariff.funds.map((fund, index) =>
      (index + seed) % 9 === 0 ? { ...fund, ter: null } : fund,
    );
    const context = prepareTariff({ ...tariff, funds });
    const { orders, ongoing } = planSwitch(context, request);
    const isUnknown = orders.some(({ isin }) => context.funds.get(isin)?.ter === null);
    expect(ongoing === null).toBe(isUnknown);
    told[isUnknown ? 'unknown' : 'known'] += 1;
  }
  expect(Math.min(told.known, told.unknown)).toBeGreaterThan(randomCases(5));
});
