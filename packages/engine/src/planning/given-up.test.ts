import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff, type TariffInput } from '../check/tariff-context.ts';
import { aContract, aTariff, finding, fund, position } from '../fixtures/check-fixture.ts';
import { holding } from '../fixtures/order-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { givenUp, losesGood } from './given-up.ts';
import type { Order } from './order-problem.ts';
import { noLimits, type PlanRequest } from './plan-input.ts';

/** Bonds: a good fund that is held, a much cheaper one, and one that saves next to nothing. */
const tariff = (rest: Partial<TariffInput> = {}) =>
  aTariff(
    [
      fund('BOND', 'bonds', { company: 'Haus', ter: 0.01 }),
      fund('CHEAP', 'bonds', { ter: 0.004 }),
      fund('SAME', 'bonds', { ter: 0.0099 }),
    ],
    { shortlists: [['CASH'], ['BOND', 'CHEAP', 'SAME'], ['EQTY']], ...rest },
  );

const order = (action: Order['action'], isin: string, isFullSale = action === 'sell'): Order => ({
  isin,
  action,
  ticks: 300,
  amount: 300_000,
  fee: 0,
  isFullSale,
});

const held = [
  holding('BOND', 300, { groupIndex: 1 }),
  holding('CASH', 300),
  holding('CHEAP', 0, { groupIndex: 1 }),
  holding('EQTY', 400, { groupIndex: 2 }),
  holding('SAME', 0, { groupIndex: 1 }),
];

const into = (isin: string) => [order('sell', 'BOND'), order('buy', isin)];

describe('good funds that a plan gives up', () => {
  const given = (orders: readonly Order[], hints: readonly Hint[] = [], holdings = held, own = tariff()) =>
    givenUp(prepareTariff(own), { holdings, orders }, hints).map(({ isin }) => isin);

  it('are sold as a whole while another of their group is bought', () => {
    expect(given(into('CHEAP'))).toEqual(['BOND']);
    expect(given([order('sell', 'BOND', false), order('buy', 'CHEAP')])).toEqual([]);
    expect(given(into('EQTY'))).toEqual([]);
    expect(given([order('sell', 'CASH'), order('buy', 'CHEAP')])).toEqual([]);
    expect(given([order('sell', 'BOND')])).toEqual([]);
    expect(given([])).toEqual([]);
  });

  it('are none that may not stay, that nobody wants, or that a warning names', () => {
    const unacceptable = held.map((one) => (one.isin === 'BOND' ? { ...one, isAcceptable: false } : one));
    expect(given(into('CHEAP'), [], unacceptable)).toEqual([]);
    expect(given(into('CHEAP'), [], held, tariff({ targetWeights: [0.5, 0, 0.5] }))).toEqual([]);
    expect(given(into('CHEAP'), [finding('H07', 1, 'BOND')])).toEqual([]);
    expect(given(into('CHEAP'), [finding('H07', 2, 'BOND')])).toEqual([]);
    expect(given(into('CHEAP'), [finding('H13', 1, 'Haus')])).toEqual([]);
    expect(given(into('CHEAP'), [finding('H11', 0, 'BOND'), finding('H04', 1, 'EQTY')])).toEqual(['BOND']);
    const outside = held.map((one) => (one.isin === 'BOND' ? { ...one, groupIndex: -1 } : one));
    expect(given(into('CHEAP'), [], outside)).toEqual([]);
  });
});

describe('a good fund is lost', () => {
  const contract = aContract([position('CASH', 3000), position('BOND', 3000), position('EQTY', 4000)]);
  const loses = (orders: readonly Order[], rest: Partial<PlanRequest> = {}) => {
    const context = prepareTariff(tariff({ silencedHints: ['H13'] }));
    const request = aRequest(
      contract,
      ['BOND', 'CHEAP', 'SAME'].map((isin) => traded(isin)),
      rest,
    );
    const after = { orders, holdings: held, targets: new Map(), after: contract, total: 1_000_000 };
    return losesGood(context, request, { ...after, cashAfter: 0, binding: [] });
  };

  it('for another that does not pay for the switch', () => {
    expect(loses(into('SAME'))).toBe(true);
    expect(loses(into('CHEAP'))).toBe(false);
    // 18 euros a year against 50 of fees: not within two years.
    const fee = { fixed: 25, percent: 0, cap: null };
    expect(loses(into('CHEAP'), { rules: { ...aRequest(contract, []).rules, fee } })).toBe(true);
    expect(loses([...into('SAME'), order('buy', 'CHEAP')])).toBe(false);
    expect(loses([order('sell', 'BOND', false), order('buy', 'SAME')])).toBe(false);
  });

  it('not where limits on number and size may ask for it', () => {
    const portfolioLimits = { ...noLimits, count: { min: null, max: 3 } };
    expect(loses(into('SAME'), { portfolioLimits })).toBe(false);
  });
});
