import { describe, expect, it } from 'vitest';
import { pairOrders, servedTitles } from './order-pairs.ts';

const order = (action: 'sell' | 'buy', fundId: number, switchWithFundId: number | null = null) => ({
  id: `${action}${fundId}`,
  action,
  fundId,
  switchWithFundId,
});
const ids = (orders: Parameters<typeof pairOrders>[0]) =>
  pairOrders(orders).map(({ sell, buy }) => [sell?.id ?? null, buy?.id ?? null]);

describe('orders', () => {
  it('show the two halves of a switch together and all others alone', () => {
    expect(ids([order('sell', 1, 3), order('sell', 2), order('buy', 4), order('buy', 3, 1)])).toEqual([
      ['sell1', 'buy3'],
      ['sell2', null],
      [null, 'buy4'],
    ]);
  });

  it('lose none, even when a half names a partner that is missing', () => {
    expect(ids([order('buy', 3, 1), order('sell', 5, 9)])).toEqual([
      [null, 'buy3'],
      ['sell5', null],
    ]);
  });
});

it('orders name the hints they serve by their titles, each once', () => {
  expect(servedTitles(['H10', 'H01', 'H10'])).toEqual([
    'Risiko über dem Band',
    'Abweichung von der Zielaufteilung',
  ]);
});
