import type { MovementKind } from '@depotwerk/domain/contracts/fund-movements';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FundMovement, heldLots, takeFirst } from './fund-lots.ts';

const move = (
  kind: MovementKind,
  day: string,
  quantity: number | null,
  more: Partial<FundMovement> = {},
): FundMovement => ({ kind, day, acquiredDay: null, quantity, factor: null, amount: null, ...more });
const buy = (day: string, quantity: number, amount: number | null) =>
  move('purchase', day, quantity, { amount });

describe('lots of the units held', () => {
  it('sell the oldest purchase first', () => {
    // The example of the commentaries on section 20 (4) sentence 7 EStG: bought twice, a part sold.
    const movements = [
      buy('2019-02-01', 100, 1000),
      buy('2020-02-03', 100, 1500),
      move('sale', '2021-02-01', 120),
    ];
    expect(heldLots(movements, 80)).toEqual({
      lots: [{ acquiredDay: '2020-02-03', quantity: 80, cost: 1200 }],
      missing: 0,
      unrecorded: 0,
      unmatched: 0,
    });
  });

  it('hold purchases of one day as one lot, bought before sales of that day', () => {
    const movements = [move('sale', '2021-02-01', 5), buy('2021-02-01', 10, 100), buy('2021-02-01', 10, 120)];
    expect(heldLots(movements, 15).lots).toEqual([{ acquiredDay: '2021-02-01', quantity: 15, cost: 165 }]);
  });

  it('keep cost through a split, also of fractions', () => {
    const movements = [
      buy('2019-02-01', 10.5, 1000),
      move('split', '2020-02-03', null, { factor: 3 }),
      buy('2020-02-03', 1, 33),
    ];
    expect(heldLots(movements, 32.5).lots).toEqual([
      { acquiredDay: '2019-02-01', quantity: 31.5, cost: 1000 },
      { acquiredDay: '2020-02-03', quantity: 1, cost: 33 },
    ]);
  });

  it('put transferred units where they were bought, without having sold them before they came', () => {
    const movements = [
      buy('2015-02-02', 10, 100),
      move('sale', '2018-02-01', 10),
      move('transferIn', '2020-02-03', 5, { acquiredDay: '2010-02-01', amount: 20 }),
      buy('2019-02-01', 7, 77),
      move('transferIn', '2020-02-03', 3, { amount: null }),
      move('transferOut', '2021-02-01', 4),
    ];
    expect(heldLots(movements, 11).lots).toEqual([
      { acquiredDay: '2010-02-01', quantity: 4, cost: 16 },
      { acquiredDay: '2019-02-01', quantity: 7, cost: 77 },
    ]);
  });

  it('say what does not fit the units held', () => {
    expect(heldLots([], 12)).toEqual({ lots: [], missing: 12, unrecorded: 0, unmatched: 0 });
    expect(heldLots([buy('2019-02-01', 10, 100)], 12)).toMatchObject({ missing: 2, unrecorded: 0 });
    expect(heldLots([buy('2019-02-01', 10, 100), buy('2020-02-03', 10, 90)], 12)).toMatchObject({
      lots: [
        { quantity: 2, cost: 20 },
        { quantity: 10, cost: 90 },
      ],
      unrecorded: 8,
    });
    // Four units were sold before ten were bought, and six are there: four more must have gone.
    const soldEarlier = [move('sale', '2018-02-01', 4), buy('2019-02-01', 10, 100)];
    expect(heldLots(soldEarlier, 6)).toMatchObject({ lots: [{ quantity: 6 }], unmatched: 4, unrecorded: 4 });
  });

  it('let recorded sales take what was there before the records first', () => {
    // 30 units without a purchase and 10 bought; 4 sold, doubled by a split, 72 are held: 52 of the old ones, 20 of the new.
    const movements = [
      buy('2019-02-01', 10, 100),
      move('sale', '2020-02-03', 4),
      move('split', '2021-02-01', null, { factor: 2 }),
    ];
    expect(heldLots(movements, 72)).toEqual({
      lots: [{ acquiredDay: '2019-02-01', quantity: 20, cost: 100 }],
      missing: 52,
      unrecorded: 0,
      unmatched: 0,
    });
    expect(heldLots([move('sale', '2021-02-01', 4)], 0)).toEqual({
      lots: [],
      missing: 0,
      unrecorded: 0,
      unmatched: 0,
    });
  });

  it('do not know the cost of a day of which one purchase has none', () => {
    expect(heldLots([buy('2019-02-01', 10, 100), buy('2019-02-01', 10, null)], 20).lots).toEqual([
      { acquiredDay: '2019-02-01', quantity: 20, cost: null },
    ]);
  });
});

const day = fc.integer({ min: 1, max: 28 }).map((each) => `2021-03-${String(each).padStart(2, '0')}`);
const micro = (most: number) => fc.integer({ min: 1, max: most * 1e6 }).map((each) => each / 1e6);
const anyMovement = fc.oneof(
  fc
    .record({ day, quantity: micro(100), cents: fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: null }) })
    .map((each) => buy(each.day, each.quantity, each.cents === null ? null : each.cents / 100)),
  fc
    .record({ day, quantity: micro(60), kind: fc.constantFrom('sale' as const, 'transferOut' as const) })
    .map((each) => move(each.kind, each.day, each.quantity)),
  fc
    .record({ day, quantity: micro(60), acquired: fc.option(day, { nil: null }) })
    .map((each) => move('transferIn', each.day, each.quantity, { acquiredDay: each.acquired, amount: 5 })),
  fc
    .record({ day, factor: fc.constantFrom(0.1, 0.5, 2, 3) })
    .map((each) => move('split', each.day, null, { factor: each.factor })),
);
const unitsOf = (lots: readonly { quantity: number }[]) =>
  lots.reduce((sum, { quantity }) => sum + Math.round(quantity * 1e6), 0);

describe('lots of any movements', () => {
  it('are the same whatever the order they are given in', () => {
    const shuffled = fc
      .array(anyMovement, { maxLength: 12 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(shuffled, micro(300), ([list, other], held) => {
        expect(heldLots(other, held)).toEqual(heldLots(list, held));
      }),
    );
  });

  it('are never below zero, in the order of their days, and with what is missing as many as are held', () => {
    fc.assert(
      fc.property(fc.array(anyMovement, { maxLength: 12 }), micro(300), (list, held) => {
        const { lots, missing, unrecorded, unmatched } = heldLots(list, held);
        expect(unitsOf(lots) + Math.round(missing * 1e6)).toBe(Math.round(held * 1e6));
        for (const value of [missing, unrecorded, unmatched]) expect(value).toBeGreaterThanOrEqual(0);
        for (const { quantity, cost } of lots) {
          expect(quantity).toBeGreaterThan(0);
          expect(cost ?? 0).toBeGreaterThanOrEqual(0);
        }
        const days = lots.map(({ acquiredDay }) => acquiredDay ?? '');
        expect(days).toEqual(days.toSorted());
      }),
    );
  });

  it('give away exactly what is taken, units and cents', () => {
    fc.assert(
      fc.property(fc.array(anyMovement, { maxLength: 12 }), micro(300), micro(300), (list, held, wanted) => {
        const { lots } = heldLots(list, held);
        const { taken, left, short } = takeFirst(lots, wanted);
        expect(unitsOf(taken) + Math.round(short * 1e6)).toBe(Math.round(wanted * 1e6));
        expect(unitsOf(taken) + unitsOf(left)).toBe(unitsOf(lots));
        if (lots.some(({ cost }) => cost === null)) return;
        const cents = (some: typeof lots) =>
          some.reduce((sum, { cost }) => sum + Math.round((cost ?? 0) * 100), 0);
        expect(cents(taken) + cents(left)).toBe(cents(lots));
      }),
    );
  });
});
