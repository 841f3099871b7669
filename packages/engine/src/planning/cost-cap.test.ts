import { expect, it } from 'vitest';
import { prepareTariff } from '../check/tariff-context.ts';
import { aContract, aTariff, fund, position } from '../fixtures/check-fixture.ts';
import { aRequest, traded } from '../fixtures/plan-fixture.ts';
import { cappedPlan } from './cost-cap.ts';
import { proposeFull } from './propose-orders.ts';

/** Twenty funds of shares, each a tenth of a percent cheaper than the one before it. */
const ladder = Array.from({ length: 20 }, (_, k) =>
  fund(`EQ${String(k).padStart(2, '0')}`, 'equity', { equityQuota: 1, ter: (30 - k) / 1000 }),
);
const isins = ladder.map(({ isin }) => isin);
const proposed = (isin: string) => [
  { isin: 'CASH', weight: 0.3 },
  { isin: 'BOND', weight: 0.3 },
  { isin, weight: 0.4 },
];
const context = prepareTariff(
  aTariff(ladder, {
    shortlists: [['CASH'], ['BOND'], isins],
    proposal: proposed('EQ00'),
  }),
);

/** The full switch of a contract without shares under a cap, and how often it was planned anew for it. */
function under(costCap: number, dearest: (asked: number) => string = () => '') {
  const contract = aContract([position('CASH', 600), position('BOND', 400)]);
  const request = aRequest(
    contract,
    ['CASH', 'BOND', ...isins].map((isin) => traded(isin)),
    { costCap },
  );
  let plans = 0;
  const plan = cappedPlan(context, request, proposeFull(context, request), (other, asked) => {
    plans += 1;
    const isin = dearest(plans);
    // Plans that go on buying dear funds, whatever the tariff proposes.
    return isin === '' || !other.input.shortlists.flat().includes(isin)
      ? proposeFull(other, asked)
      : proposeFull(prepareTariff({ ...other.input, proposal: proposed(isin) }), asked);
  });
  const bought = plan.orders.filter(({ action }) => action === 'buy').map(({ isin }) => isin);
  return { plans, bought };
}

it('keeps a cap by a cheaper fund, planned once, and once more for what a further run would add', () => {
  expect(under(0.018)).toEqual({ plans: 0, bought: ['EQ00'] });
  expect(under(0.0179)).toEqual({ plans: 2, bought: ['EQ19'] });
});

it('makes no further plan where the cheapest fund offered breaks the cap as well', () => {
  expect(under(0.0103)).toEqual({ plans: 0, bought: ['EQ00'] });
});

it('takes the cheapest at last instead of one fund after the other', () => {
  expect(under(0.0105, (asked) => isins[asked] ?? '')).toEqual({ plans: 4, bought: ['EQ19'] });
});
