import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BankDepot } from '../gateway/trader-gateway.ts';
import { type Comparison, compareDepot, type OwnState } from './compare-depot.ts';
import type { DealtWith } from './dealt-with.ts';
import { normaliseDepot } from './normal-depot.ts';

const isins = ['DE0005933931', 'IE00B4L5Y983', 'LU0274208692', 'LU0292107645'] as const;
const noOrders = { isins: new Set<string>(), savingsPlans: [] };

function bankDepot(values: Partial<BankDepot> & { quantities?: Record<string, number> } = {}): BankDepot {
  const { quantities = { [isins[0]]: 100 }, ...rest } = values;
  return {
    externalKey: 'D',
    externalConsumerKey: null,
    holderName: 'Elif Krüger',
    productKey: null,
    isRejected: false,
    totalValue: null,
    revision: 'r',
    valuationDate: '2026-11-20',
    cashValue: 0,
    savingsPlan: null,
    positions: Object.entries(quantities).map(([isin, quantity]) => ({
      isin,
      quantity,
      price: 10,
      priceDate: '2026-11-20',
      value: Math.round(quantity * 1000) / 100,
      costValue: null,
    })),
    ...rest,
  };
}

const own = (values: Partial<OwnState> = {}): OwnState => ({
  valuationDate: '2026-10-20',
  quantities: new Map([[isins[0], 100]]),
  cash: 0,
  savingsPlan: null,
  holderName: 'Elif Krüger',
  ...values,
});
const compare = (
  ours: OwnState,
  bank: BankDepot,
  before: DealtWith | null = null,
  orders: Parameters<typeof compareDepot>[4] = noOrders,
) => compareDepot(ours, before, bank, normaliseDepot(bank), orders);
const hasPending = ({ pending }: Comparison) =>
  pending.holdings.length > 0 ||
  pending.cash !== null ||
  pending.savingsPlan !== null ||
  pending.holderName !== null;
const plan = (contribution: number, isin: string = isins[0]) => ({
  contribution,
  contributionInterval: 1 as const,
  entries: [{ isin, fraction: 1 }],
});

describe('what is taken silently', () => {
  it.each([
    ['half a percent', 100.5, false],
    ['more than half a percent', 100.6, true],
    ['a sale', 40, true],
    ['a position that went', 0, true],
  ])('%s of a quantity', (_name, quantity, isPending) => {
    const result = compare(own(), bankDepot({ quantities: { [isins[0]]: quantity } }));
    expect(hasPending(result)).toBe(isPending);
    expect(result.quantities.get(isins[0])).toBe(isPending ? 100 : quantity);
  });

  it.each([
    ['what the plan buys in a month', 30, false],
    ['more than the plan can have bought', 80, true],
  ])('%s', (_name, added, isPending) => {
    // 100 EUR a month at 10 EUR: ten units a run, at most two runs between the two days.
    const ours = own({ savingsPlan: plan(100) });
    const bank = bankDepot({ quantities: { [isins[0]]: 100 + added / 2 }, savingsPlan: plan(100) });
    expect(hasPending(compare(ours, bank))).toBe(isPending);
  });

  it.each([
    ['interest', 1, false],
    ['a deposit', 1.01, true],
  ])('%s on the account', (_name, cashValue, isPending) => {
    expect(hasPending(compare(own(), bankDepot({ cashValue })))).toBe(isPending);
  });

  it('a savings plan only when we ordered it', () => {
    const bank = bankDepot({ savingsPlan: plan(200) });
    const ours = own({ savingsPlan: plan(100) });
    expect(compare(ours, bank).pending.savingsPlan).toEqual({ ours: plan(100), bank: plan(200) });
    const ordered = { isins: new Set<string>(), savingsPlans: [plan(200)] };
    expect(compare(ours, bank, null, ordered)).toMatchObject({
      savingsPlan: plan(200),
      pending: { savingsPlan: null },
    });
  });

  it('a holder name in another spelling, not another name', () => {
    expect(hasPending(compare(own(), bankDepot({ holderName: 'ELIF KRUEGER' })))).toBe(false);
    expect(compare(own(), bankDepot({ holderName: 'Elif Meier' })).pending.holderName).toEqual({
      ours: 'Elif Krüger',
      bank: 'Elif Meier',
    });
  });

  it('everything of what a file does not tell stays', () => {
    const ours = own({ cash: 77, savingsPlan: plan(100) });
    const bank = bankDepot({ silentOn: ['cash', 'savingsPlan'] });
    expect(compare(ours, bank)).toMatchObject({ cash: 77, savingsPlan: undefined });
    expect(hasPending(compare(ours, bank))).toBe(false);
  });
});

const quantities = fc.dictionary(
  fc.constantFrom(...isins),
  fc.integer({ min: 0, max: 5000 }).map((n) => n / 10),
);
const states = fc.record({
  quantities,
  cash: fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
});

/** Any state of ours and any of the bank's. */
const both = fc.record({ mine: states, theirs: states }).map(({ mine, theirs }) => ({
  mine,
  theirs,
  ours: own({ quantities: new Map(Object.entries(mine.quantities)), cash: mine.cash }),
  bank: bankDepot({ quantities: theirs.quantities, cashValue: theirs.cash }),
}));

/** Our state after what was taken silently. */
const after = (ours: OwnState, result: Comparison): OwnState => ({
  ...ours,
  valuationDate: '2026-11-20',
  quantities: new Map([...result.quantities].filter(([, quantity]) => quantity > 0)),
  cash: result.cash,
});
const dealtWith = (result: Comparison): DealtWith => ({
  ...result.dealtWith,
  ourCash: result.cash,
  unknownFunds: [],
});

describe('for any two states', () => {
  it('the same answer again finds the same differences and moves nothing', () => {
    fc.assert(
      fc.property(both, ({ ours, bank }) => {
        const first = compare(ours, bank);
        const next = after(ours, first);
        const second = compare(next, bank, dealtWith(first));
        expect(second.pending).toEqual(first.pending);
        expect(after(next, second)).toEqual(next);
      }),
    );
  });

  it('every fund of either side is taken or waits; none is lost', () => {
    fc.assert(
      fc.property(both, ({ ours, bank, mine, theirs }) => {
        const result = compare(ours, bank);
        const waiting = new Set(result.pending.holdings.map((movement) => movement.isin));
        for (const isin of isins) {
          const expected = waiting.has(isin) ? (mine.quantities[isin] ?? 0) : (theirs.quantities[isin] ?? 0);
          expect(result.quantities.get(isin) ?? 0).toBeCloseTo(expected, 6);
        }
      }),
    );
  });

  it('what was declined is not asked again, and nothing of ours moves', () => {
    fc.assert(
      fc.property(both, ({ ours, bank }) => {
        const first = compare(ours, bank);
        const next = after(ours, first);
        const declined: DealtWith = {
          ...dealtWith(first),
          quantities: {
            ...first.dealtWith.quantities,
            ...Object.fromEntries(first.pending.holdings.map(({ isin, bank: quantity }) => [isin, quantity])),
          },
          cash: bank.cashValue,
        };
        const second = compare(next, bank, declined);
        expect(hasPending(second)).toBe(false);
        expect(after(next, second)).toEqual(next);
      }),
    );
  });

  it('an empty contract takes the bank as it is', () => {
    fc.assert(
      fc.property(states, (theirs) => {
        const bank = bankDepot({
          quantities: theirs.quantities,
          cashValue: theirs.cash,
          savingsPlan: plan(50),
        });
        const ours = own({ valuationDate: null, quantities: new Map(), holderName: '' });
        const result = compare(ours, bank);
        expect(hasPending(result)).toBe(false);
        expect(result.cash).toBe(theirs.cash);
        expect(result.savingsPlan).toEqual(plan(50));
      }),
    );
  });
});
