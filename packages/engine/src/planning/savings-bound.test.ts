import { expect, it } from 'vitest';
import { savingsOverlap } from '../check/savings-overlap.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomCases } from '../fixtures/random-cases.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { knownCheck } from './known-checks.ts';
import { openLimits } from './open-limits.ts';
import { limitsOfOpen, planOptimization, planProposal } from './plan-optimization.ts';
import { mostFit } from './savings-bound.ts';

/** Contracts that save, by name. */
const cases = adviceProfiles.flatMap((profile) =>
  Array.from({ length: randomCases(20) }, (_, k) => {
    const { tariff, request } = adviceCase(randomSource(k + 1), profile);
    return { name: `${profile} ${k + 1}`, context: prepareTariff(tariff), request };
  }).filter(({ request }) => request.contract.savingsPlan !== null),
);

it('is what no proposal makes a savings plan fit better than', () => {
  const above = cases.flatMap(({ name, context, request }) => {
    const most = mostFit(context, request);
    const fits = planOptimization(context, request, false).map(({ contractAfter }) =>
      savingsOverlap(context, contractAfter.savingsPlan),
    );
    return Math.max(...fits) > most + 1e-9 ? [name] : [];
  });
  expect(above).toEqual([]);
  // A bound of 100 would rule nothing out.
  expect(cases.filter(({ context, request }) => mostFit(context, request) < 70).length).toBeGreaterThan(0);
});

it('rules out other limits wherever only minimum rates keep a savings plan from fitting', () => {
  const isOff = ({ code, severity }: { code: string; severity: number }) => code === 'H15' && severity >= 1;
  const left = cases.filter(({ context, request }) =>
    planProposal(context, request, 'necessary', false).after.hints.some(isOff),
  );
  expect(left.length).toBeGreaterThan(0);
  // Funds that nobody may save into, and a target that is held as a whole, leave no room.
  const unsure = left.filter(({ context, request }) => mostFit(context, request) >= 70);
  expect(unsure.length).toBeLessThanOrEqual(left.length / 4);
});

it('spares plans without changing the limit that is named', () => {
  let spared = 0;
  for (const { context, request } of cases) {
    const check = knownCheck(context, request.contract);
    if (!check.hints.some(({ code, severity }) => code === 'H15' && severity >= 1)) continue;
    // A context that depends on the contract is tried in full.
    const inFull = { ...request, contextOf: () => context };
    expect(limitsOfOpen(context, request, check)).toEqual(limitsOfOpen(context, inFull, check));
    const trials = (own: typeof request) => {
      let count = 0;
      openLimits(context, own, check, (other, lifted) => {
        count++;
        return planProposal(other, lifted, 'necessary', false).after;
      });
      return count;
    };
    spared += trials(inFull) - trials(request);
  }
  expect(spared).toBeGreaterThan(0);
});
