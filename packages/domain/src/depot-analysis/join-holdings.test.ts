import { expect, it } from 'vitest';
import { joinHoldings } from './join-holdings.ts';

const holding = (isin: string, quantity: number | null, value: number | null, name = '') => ({
  isin,
  name,
  quantity,
  value,
});

it('sums lots of one security without noise of fractions, and says which cannot be one', () => {
  expect(
    joinHoldings([
      holding('A', 0.1, 10.1),
      holding('B', 1, null),
      holding('A', 0.2, 20.2, 'Fonds A'),
      holding('C', 1, null),
      holding('C', null, 5),
      holding('B', 2, 7),
    ]),
  ).toEqual({
    holdings: [holding('A', 0.3, 30.3, 'Fonds A'), holding('B', 3, null)],
    unclear: ['C'],
  });
});
