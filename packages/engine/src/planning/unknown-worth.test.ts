import { describe, expect, it } from 'vitest';
import { isSamePlan } from '../advice/plan-advice.ts';
import { checkContract } from '../check/check-contract.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { randomSource } from '../fixtures/random-source.ts';
import type { PlanRequest } from './plan-input.ts';
import { planOptimization, planRecommended, planSwitch } from './plan-optimization.ts';

/** A contract as it would be planned if some of its holdings had no price. */
function unpriced(
  seed: number,
  profile: (typeof adviceProfiles)[number],
  isWithout: (k: number) => boolean,
  rest: Partial<PlanRequest> = {},
) {
  const { tariff, request } = adviceCase(randomSource(seed), profile);
  const price = seed % 2 === 0 ? null : 0;
  const positions = request.contract.positions.map((held, k) => (isWithout(k) ? { ...held, price } : held));
  return {
    context: prepareTariff(tariff),
    request: { ...request, ...rest, contract: { ...request.contract, positions } },
  };
}

const cases = adviceProfiles.flatMap((profile) => [1, 2, 3, 4].map((seed) => [profile, seed] as const));

describe.each([
  ['no holding has a price', () => true],
  ['one of several has none', (k: number) => k === 1],
] as const)('where %s', (_, isWithout) => {
  it.each(cases)('no order is proposed, and what is missing is said: %s %i', (profile, seed) => {
    const { context, request } = unpriced(seed, profile, isWithout, { addedCash: 1000 });
    const proposals = planOptimization(context, request);
    const without = request.contract.positions.flatMap(({ isin, price }) => (price ? [] : [isin]));
    expect(without.length).toBeGreaterThan(0);
    for (const { orders, contractAfter } of proposals) {
      expect(orders).toEqual([]);
      expect(contractAfter.cash).toBeCloseTo(request.contract.cash + 1000, 9);
    }
    const [keep, , necessary, full] = proposals;
    expect(keep).toMatchObject({ isFeasible: true, isRecommended: true, isNeeded: true });
    expect(keep?.limits.map(({ limit }) => limit)).toEqual(['data.price']);
    for (const each of [necessary, full]) {
      expect(each?.isFeasible).toBe(false);
      expect(each?.reasons.map(({ limit }) => limit)).toEqual(['data.price']);
    }
    expect(keep?.recommendation).toMatch(
      /^Für .+ liegt kein Kurs vor; deshalb ist unbekannt, was der Vertrag wert ist und was ihm fehlt\./,
    );
    expect(keep?.recommendation).toContain(without[0]);
    expect(planRecommended(context, request)).toMatchObject({ mode: 'keepPortfolio', orders: [] });
    expect(planSwitch(context, request)).toMatchObject({ isFeasible: false, orders: [] });
  });

  it('the risk is unknown, and no group is said to be missing that is held', () => {
    for (const [profile, seed] of cases) {
      const { context, request } = unpriced(seed, profile, isWithout);
      const { measure, status, equityQuota, hints } = checkContract(context, request.contract);
      expect({ measure, status, equityQuota }).toEqual({
        measure: null,
        status: 'unknown',
        equityQuota: null,
      });
      const groups = request.contract.positions.map(({ isin }) => context.funds.get(isin)?.peerGroup);
      const missing = hints.flatMap(({ code, subject }) => (code === 'H08' ? [subject] : []));
      expect(missing.filter((group) => groups.includes(group))).toEqual([]);
      expect(hints).toContainEqual(
        expect.objectContaining({ code: 'H14', severity: 2, values: { age: null } }),
      );
    }
  });
});

it('a savings plan to the target needs no price, one that corrects the holdings does', () => {
  const proposal = (savingsMode: PlanRequest['savingsMode']) => {
    const found = cases.flatMap(([profile, seed]) => {
      const { context, request } = unpriced(seed, profile, (k) => k === 0, { savingsMode });
      const { contractAfter, before, after } = planOptimization(context, request)[1]!;
      return isSamePlan(contractAfter.savingsPlan, request.contract.savingsPlan)
        ? []
        : [[before, after] as const];
    });
    for (const [before, after] of found)
      expect(after.parts.savingsPlan).toBeGreaterThanOrEqual(before.parts.savingsPlan);
    return found.length;
  };
  expect(proposal('TARGET')).toBeGreaterThan(0);
  expect(proposal('CORRECT')).toBe(0);
});

it('a fund has one price: what is held is planned at the one it is checked at, whatever it is offered for', () => {
  for (const [profile, seed] of cases) {
    const { tariff, request } = adviceCase(randomSource(seed), profile);
    const context = prepareTariff(tariff);
    const held = new Map(request.contract.positions.map(({ isin, quantity }) => [isin, quantity]));
    const traded = new Map(
      [...request.traded].map(([isin, fund]) => [
        isin,
        (held.get(isin) ?? 0) > 0 ? { ...fund, price: fund.price * 1.37 } : fund,
      ]),
    );
    const orders = (asked: PlanRequest) => planOptimization(context, asked).map((each) => each.orders);
    expect(orders({ ...request, traded })).toEqual(orders(request));
  }
});

it('a little of a fund nobody knows is not what the risk is unknown for where much else has no risk data', () => {
  const stranger = 'LU0000000018';
  const told = (part: number) => {
    const { tariff, request } = adviceCase(randomSource(6_300_003), 'calm');
    const worth = ({ quantity, price }: (typeof request.contract.positions)[number]) =>
      quantity * (price ?? 0);
    const [largest] = request.contract.positions.toSorted((a, b) => worth(b) - worth(a));
    const price = part * request.contract.positions.reduce((sum, held) => sum + worth(held), 0);
    const funds = tariff.funds.map((fund) =>
      fund.isin === largest?.isin ? { ...fund, hasRiskData: false } : fund,
    );
    const other = { isin: stranger, quantity: 1, price, priceDay: request.contract.day, costValue: null };
    const proposals = planOptimization(prepareTariff({ ...tariff, funds }), {
      ...request,
      locked: new Set([largest?.isin ?? '', stranger]),
      contract: { ...request.contract, positions: [...request.contract.positions, other] },
    });
    const recommended = proposals.find(({ isRecommended }) => isRecommended);
    expect(recommended?.after.hints.map(({ code }) => code)).toContain('H03');
    return recommended?.recommendation;
  };
  const sentence = `Für ${stranger} ist hier kein Fonds bekannt; ohne Daten dazu wird davon nichts gehandelt, und das Risiko des Vertrags bleibt unbekannt.`;
  expect(told(0.003)).not.toContain(sentence);
  expect(told(0.003)).toContain(`${stranger} ist hier nicht bekannt`);
  expect(told(0.3)).toContain(sentence);
  // What keeps the risk unknown and what is found of the fund itself is said once.
  expect(told(0.3)).not.toContain(`${stranger} ist hier nicht bekannt`);
});
