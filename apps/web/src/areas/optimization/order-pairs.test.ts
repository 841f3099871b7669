import type { OptimizationHint } from '@depotwerk/api/contracts/contract-detail';
import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { describe, expect, it } from 'vitest';
import { pairOrders, servedTitles } from './order-pairs.ts';
import { groupHints } from './public/hint-groups.ts';

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

describe('findings that orders serve', () => {
  // What lists are grouped by; the rest of a hint is not looked at.
  const hint = (hintCode: string, findingCause: string | null, fundIds: number[]) =>
    ({
      id: `${hintCode}-${fundIds.join()}`,
      hintCode,
      findingCause,
      fundIds,
      severity: 1,
      state: 'open',
    }) as OptimizationHint;
  const serving = (hintCodes: HintCode[], fundId: number, switchWithFundId: number | null = null) => ({
    hintCodes,
    fundId,
    switchWithFundId,
  });
  const titleOf = ({ key }: { key: string }) => key;
  const lists = groupHints([
    hint('H01', 'allocation', []),
    hint('H10', 'allocation', []),
    hint('H07', 'fundClosed', [1]),
    hint('H12', 'fundClosed', [1]),
    hint('H12', 'costs', [2]),
  ]);

  it('are those of the list, also where it has folded a hint into another one', () => {
    expect(servedTitles([serving(['H07', 'H12'], 1, 9)], lists, titleOf)).toEqual(['fundClosed']);
    expect(servedTitles([serving(['H12'], 9, 2)], lists, titleOf)).toEqual(['costs']);
    expect(servedTitles([serving(['H10', 'H01'], 3), serving(['H01'], 1)], lists, titleOf)).toEqual([
      'allocation',
    ]);
  });

  it('go by their own title where no list has them any more', () => {
    expect(servedTitles([serving(['H10', 'H13'], 3)], lists, titleOf)).toEqual([
      'allocation',
      'Klumpenrisiko',
    ]);
    expect(servedTitles([serving(['H10', 'H01'], 3)], groupHints([]), titleOf)).toEqual([
      'Risiko über dem Band',
      'Abweichung von der Zielaufteilung',
    ]);
  });
});
