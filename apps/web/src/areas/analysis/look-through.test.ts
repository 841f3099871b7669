import { expect, it } from 'vitest';
import { lookThrough } from './look-through.ts';

it('adds up the value by region, sector and currency, the largest first and what is not known last', () => {
  expect(
    lookThrough([
      { value: 500, region: null, sector: null, currency: 'EUR' },
      { value: 100, region: 'japan', sector: 'broad', currency: 'USD' },
      { value: 250, region: 'world', sector: 'technology', currency: 'EUR' },
      { value: 150, region: 'world', sector: 'broad', currency: 'EUR' },
    ]),
  ).toEqual({
    region: [
      { name: 'Weltweit', share: 0.4 },
      { name: 'Japan', share: 0.1 },
      { name: null, share: 0.5 },
    ],
    sector: [
      { name: 'Ohne Schwerpunkt', share: 0.25 },
      { name: 'Technologie', share: 0.25 },
      { name: null, share: 0.5 },
    ],
    currency: [
      { name: 'EUR', share: 0.9 },
      { name: 'USD', share: 0.1 },
    ],
  });
});

it('takes a peer group that names neither region nor sector for what it is: not known', () => {
  expect(
    lookThrough([
      { value: 60, region: '', sector: '', currency: 'EUR' },
      { value: 40, region: null, sector: 'broad', currency: 'EUR' },
    ]),
  ).toEqual({
    region: [{ name: null, share: 1 }],
    sector: [
      { name: 'Ohne Schwerpunkt', share: 0.4 },
      { name: null, share: 0.6 },
    ],
    currency: [{ name: 'EUR', share: 1 }],
  });
});

it('names a region of a later release by its key, and says nothing where a server says nothing', () => {
  expect(lookThrough([{ value: 10, region: 'arctic', sector: 'broad' }])?.region).toEqual([
    { name: 'arctic', share: 1 },
  ]);
  expect(lookThrough([{ value: 10 }])).toBeNull();
  expect(lookThrough([{ value: 0, currency: 'EUR' }])?.currency).toEqual([]);
});
