import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { adviceCase, adviceProfiles } from '../fixtures/advice-case.ts';
import { aContract, aTariff, fund, position, withRules } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { randomSource } from '../fixtures/random-source.ts';
import { inHeldNumber } from './open-demands.ts';
import { type Limit, noLimits, type PlanRequest } from './plan-input.ts';
import { planProposal } from './plan-optimization.ts';

const tariff = aTariff([fund('OLD', 'bonds', { rank: 1 })], {
  ...withRules({ minimumRank: 2 }),
  shortlists: [['CASH'], ['BOND'], ['EQTY']],
});

/** Three funds, one of each group, where the tariff asks for another number. */
function requestOf(input: TariffInput, count: Limit, rest: Partial<PlanRequest> = {}): PlanRequest {
  const contract = aContract([position('CASH', 300), position('OLD', 300), position('EQTY', 400)]);
  const funds = input.funds.map(({ isin }) => traded(isin, { unitDecimals: 3 }));
  return aRequest(contract, funds, { portfolioLimits: { ...noLimits, count }, ...rest });
}

describe('a number of securities that cannot be brought into its limit without harm', () => {
  it('keeps nothing else open: a fund that is no longer good is replaced, and the number is said', () => {
    const request = requestOf(tariff, { min: null, max: 2 });
    const plan = planProposal(prepareTariff(tariff), request, 'necessary');
    expect(plan.orders.map(({ action, isin, amount }) => `${action} ${isin} ${amount}`)).toEqual([
      'sell OLD 300',
      'buy BOND 300',
    ]);
    expect(plan.after.hints.filter(({ severity }) => severity > 0)).toEqual([]);
    expect(plan.isRecommended).toBe(true);
    expect(plan.recommendation).toContain(
      'Danach bleibt offen: Das Portfolio hat 3 Wertpapiere, der Tarif erlaubt höchstens 2.',
    );
  });

  it('is as settled after it as where nobody limits the number', () => {
    const request = requestOf(tariff, { min: null, max: 2 });
    const { contractAfter } = planProposal(prepareTariff(tariff), request, 'necessary');
    const again = { ...request, contract: contractAfter };
    expect(planProposal(prepareTariff(tariff), again, 'necessary').orders).toEqual([]);
  });

  it('never keeps open what would be mended if as many were allowed as are held', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(...adviceProfiles), (seed, profile) => {
        const own = adviceCase(randomSource(seed), profile, 3);
        const held = own.request.contract.positions.length;
        fc.pre(held > 2);
        const within = (max: number): PlanRequest => ({
          ...own.request,
          portfolioLimits: { ...noLimits, count: { min: null, max } },
        });
        const context = prepareTariff(own.tariff);
        const limited = planProposal(context, within(held - 1), 'necessary', false);
        const free = planProposal(context, within(held), 'necessary', false);
        const isStuck = limited.isFeasible && limited.orders.length === 0;
        expect(isStuck && free.orders.length > 0).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});

describe('as many securities as are held', () => {
  const countOf = (count: Limit, rest: Partial<PlanRequest> = {}) =>
    inHeldNumber(prepareTariff(tariff), requestOf(tariff, count, rest))?.portfolioLimits.count ?? null;

  it('are allowed instead of fewer, and asked for instead of more', () => {
    expect(countOf({ min: 1, max: 2 })).toEqual({ min: 1, max: 3 });
    expect(countOf({ min: 5, max: 9 })).toEqual({ min: 3, max: 9 });
  });

  it('need no other request where they are within the limit, or where nothing is held', () => {
    expect(countOf({ min: 3, max: 3 })).toBeNull();
    expect(countOf(noLimits.count)).toBeNull();
    expect(countOf({ min: 1, max: 2 }, { contract: aContract([]) })).toBeNull();
  });
});
