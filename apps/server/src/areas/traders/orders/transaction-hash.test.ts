import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SignedContent, transactionHash } from './transaction-hash.ts';

const order = fc.record({
  action: fc.constantFrom('buy' as const, 'sell' as const),
  isin: fc.constantFrom('DE0005933931', 'IE00B4L5Y983', 'LU0274208692'),
  fromIsin: fc.constant(null),
  quantity: fc.integer({ min: 0, max: 1e9 }).map((value) => value / 1e6),
  amount: fc.integer({ min: 0, max: 1e8 }).map((value) => value / 100),
});
const content: fc.Arbitrary<SignedContent> = fc.record({
  contractId: fc.uuid(),
  issuerId: fc.integer({ min: 1, max: 9 }),
  externalKey: fc.string({ minLength: 1, maxLength: 20 }),
  orders: fc.array(order, { minLength: 1, maxLength: 6 }),
  savingsPlan: fc.option(
    fc.record({
      contribution: fc.integer({ min: 0, max: 1e6 }).map((value) => value / 100),
      entries: fc.array(
        fc.record({
          isin: fc.constantFrom('DE0005933931', 'IE00B4L5Y983'),
          fraction: fc.constantFrom(0.25, 0.5, 1),
        }),
        { maxLength: 3 },
      ),
    }),
  ),
});

describe('what a code is bound to', () => {
  it('is the same for the same orders in any order', () => {
    fc.assert(
      fc.property(content, (given) => {
        const turned = { ...given, orders: given.orders.toReversed() };
        expect(transactionHash(turned).equals(transactionHash(given))).toBe(true);
        expect(transactionHash(given)).toHaveLength(32);
      }),
    );
  });

  it('is another for another cent, millionth of a unit, fund, contract, depot, bank or plan', () => {
    fc.assert(
      fc.property(content, fc.nat(), (given, place) => {
        const index = place % given.orders.length;
        const changed = (change: (each: SignedContent['orders'][number]) => object): SignedContent => ({
          ...given,
          orders: given.orders.map((each, at) => (at === index ? { ...each, ...change(each) } : each)),
        });
        const others: SignedContent[] = [
          changed((each) => ({ amount: each.amount + 0.01 })),
          changed((each) => ({ quantity: each.quantity + 0.000001 })),
          changed((each) => ({ action: each.action === 'buy' ? 'sell' : 'buy' })),
          changed(() => ({ isin: 'FR0000120271' })),
          { ...given, orders: given.orders.filter((_each, at) => at !== index) },
          { ...given, orders: [...given.orders, ...given.orders.slice(index, index + 1)] },
          { ...given, contractId: '00000000-0000-0000-0000-000000000000' },
          { ...given, externalKey: `${given.externalKey}x` },
          { ...given, issuerId: given.issuerId + 1 },
          { ...given, savingsPlan: given.savingsPlan ? null : { contribution: 1, entries: [] } },
        ];
        const own = transactionHash(given);
        for (const other of others) expect(transactionHash(other).equals(own)).toBe(false);
      }),
    );
  });
});
