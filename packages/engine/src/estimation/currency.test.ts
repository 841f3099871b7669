import { describe, expect, it } from 'vitest';
import { runOperation } from '../operations/run-operation.ts';
import { convertPrices } from './currency.ts';

describe('prices of another currency', () => {
  it('are divided by the last rate on or before their day', () => {
    const rates = [
      { day: 14, price: 1.25 },
      { day: 10, price: 1.1 },
    ];
    const prices = [10, 13, 14, 16].map((day) => ({ day, price: 110 }));
    expect(convertPrices(prices, rates)).toEqual([
      { day: 10, price: 110 / 1.1 },
      { day: 13, price: 110 / 1.1 },
      { day: 14, price: 88 },
      { day: 16, price: 88 },
    ]);
  });

  it('are divided by no rate that is none', () => {
    const rates = [
      { day: 9, price: 1.1 },
      { day: 10, price: 0 },
    ];
    expect(convertPrices([{ day: 10, price: 110 }], rates)).toEqual([{ day: 10, price: 110 / 1.1 }]);
  });

  it('without a rate of the last five business days are left out', () => {
    // Day 4 was a Monday: five business days on is day 11, the Monday after; day 12 is one too late.
    const prices = [3, 4, 11, 12, 400].map((day) => ({ day, price: 2 }));
    expect(convertPrices(prices, [{ day: 4, price: 2 }]).map(({ day }) => day)).toEqual([4, 11]);
    // Over a weekend nine days hold five business days as well: Friday to the Friday after and its weekend.
    expect(convertPrices([{ day: 17, price: 2 }], [{ day: 8, price: 2 }])).toHaveLength(1);
  });

  it('are converted before the returns', async () => {
    const request = {
      prices: [
        { date: '2026-01-02', nav: 100 },
        { date: '2026-01-09', nav: 110 },
        { date: '2026-02-27', nav: 120 },
      ],
      exchangeRates: [
        { date: '2026-01-02', rate: 1 },
        { date: '2026-01-09', rate: 1.1 },
      ],
    };
    // 10 % in dollars, and the dollar lost as much: nothing in euros.
    expect(await runOperation('priceGrid', request)).toMatchObject({
      returns: [expect.closeTo(0, 14)],
      unconverted: 1,
    });
    await expect(
      runOperation('priceGrid', { ...request, exchangeRates: [{ date: '2026-01-02', rate: 0 }] }),
    ).rejects.toMatchObject({ code: 'INPUT_INVALID', path: 'exchangeRates[0].rate' });
  });
});
