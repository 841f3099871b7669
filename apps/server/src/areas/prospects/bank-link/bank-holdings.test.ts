import { isIsin } from '@depotwerk/domain/isin';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdingsOfDepots } from './bank-holdings.ts';
import type { StatedPosition } from './customer-banks.ts';

const isins = ['DE0005933931', 'IE00B4L5Y983', 'LU0274208692'] as const;
const stated = (changes: Partial<StatedPosition> = {}): StatedPosition => ({
  isin: isins[0],
  name: 'Fonds',
  quantity: 10,
  price: 20,
  currency: 'EUR',
  value: 200,
  ...changes,
});
const read = (...positions: StatedPosition[]) => {
  const holdings = holdingsOfDepots([{ label: 'Depot', positions }]);
  if (holdings === null) throw new Error('too many');
  return holdings;
};

describe('a position a bank states', () => {
  it('is a holding when its figures agree', () => {
    expect(read(stated())).toEqual({
      holdings: [{ isin: isins[0], name: 'Fonds', quantity: 10, value: 200 }],
      asked: [],
      refused: [],
    });
  });

  it.each<[string, Partial<StatedPosition>, number | null, number | null]>([
    ['units and price alone', { value: null }, 10, 200],
    ['units alone', { value: null, price: null }, 10, null],
    ['a value alone', { quantity: null, price: null }, null, 200],
    ['ISIN in small letters', { isin: isins[0].toLowerCase() }, 10, 200],
  ])('%s: what is not known stays so', (_name, changes, quantity, value) => {
    expect(read(stated(changes)).holdings).toEqual([{ isin: isins[0], name: 'Fonds', quantity, value }]);
  });

  it.each<[string, Partial<StatedPosition>, string]>([
    ['no ISIN', { isin: null }, 'keine gültige ISIN'],
    ['a wrong check digit', { isin: 'DE0005933932' }, 'keine gültige ISIN'],
    ['no figure', { quantity: null, price: null, value: null }, 'weder Stückzahl noch Wert'],
    ['dollars without units', { quantity: null, currency: 'USD' }, 'nicht in Euro'],
    ['figures that contradict each other', { value: 2000 }, 'Stückzahl mal Kurs'],
    ['a value of nothing', { price: 0, value: 0 }, '0 Euro'],
  ])('%s is asked about', (_name, changes, reason) => {
    const { holdings, asked } = read(stated(changes));
    expect(holdings).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.reason).toContain(reason);
    expect(asked[0]?.page).toBeNull();
    expect(asked[0]?.source).toContain('Depot: Fonds');
  });

  it('in another currency counts by its units, and says so', () => {
    const { holdings, refused } = read(stated({ currency: 'USD' }));
    expect(holdings).toEqual([{ isin: isins[0], name: 'Fonds', quantity: 10, value: null }]);
    expect(refused[0]?.reason).toContain('es zählt die Stückzahl');
    expect(read(stated({ currency: 'USD', value: null })).refused).toEqual([]);
  });

  it('that was sold wholly is none', () => {
    expect(read(stated({ quantity: 0, value: 0 }), stated({ quantity: 0, value: null }))).toEqual({
      holdings: [],
      asked: [],
      refused: [],
    });
  });
});

describe('several depots', () => {
  it('have one holding of a security, and say which cannot be one', () => {
    const positions = [stated(), stated({ isin: isins[1], value: null, price: null })];
    const others = [
      stated({ quantity: 1.5, value: 30 }),
      stated({ isin: isins[1], quantity: null, price: null }),
    ];
    const both = holdingsOfDepots([
      { label: 'A', positions },
      { label: 'B', positions: others },
    ]);
    expect(both?.holdings).toEqual([{ isin: isins[0], name: 'Fonds', quantity: 11.5, value: 230 }]);
    expect(both?.refused.map(({ reason }) => reason)).toEqual([expect.stringContaining(isins[1])]);
  });

  it('with more than an analysis holds are none', () => {
    const many = Array.from({ length: 201 }, () => stated({ isin: null }));
    expect(holdingsOfDepots([{ label: 'A', positions: many }])).toBeNull();
    expect(holdingsOfDepots([{ label: 'A', positions: many.slice(1) }])?.asked).toHaveLength(200);
  });
});

const amounts = fc.option(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true })), {
  nil: null,
});
const positions = fc.array(
  fc.record({
    isin: fc.option(fc.oneof(fc.constantFrom(...isins), fc.string({ maxLength: 12 })), { nil: null }),
    name: fc.string({ maxLength: 20 }),
    quantity: amounts,
    price: amounts,
    currency: fc.constantFrom('EUR', 'USD'),
    value: amounts,
  }),
  { maxLength: 30 },
);

it('whatever a bank states: holdings are valid, nothing is invented, and nothing that is held is lost', () => {
  fc.assert(
    fc.property(positions, (given) => {
      const { holdings, asked, refused } = read(...given);
      const amounts = [...holdings, ...asked].flatMap(({ quantity, value }) => [quantity, value]);
      expect(amounts.every((amount) => amount === null || amount > 0)).toBe(true);
      expect(holdings.every(({ isin }) => isIsin(isin))).toBe(true);
      expect(asked.every(({ isin }) => isin === null || isIsin(isin))).toBe(true);
      expect(holdings.every(({ quantity, value }) => quantity !== null || value !== null)).toBe(true);
      expect(new Set(holdings.map(({ isin }) => isin)).size).toBe(holdings.length);
      // A value in euros is nowhere made of one in another currency.
      const inDollars = holdings.filter(({ isin }) =>
        given.every((one) => one.isin !== isin || one.currency === 'USD'),
      );
      expect(inDollars.every(({ value }) => value === null)).toBe(true);
      const held = given.filter(({ quantity, value }) => !(quantity === 0 && (value ?? 0) === 0));
      const told = new Set([...holdings, ...asked].map(({ isin }) => isin));
      const lost = held.filter(
        ({ isin }) =>
          isins.some((one) => one === isin) &&
          !told.has(isin) &&
          !refused.some(({ reason }) => reason.includes(isin ?? '')),
      );
      expect(lost).toEqual([]);
      expect(asked.filter(({ isin }) => isin === null)).toHaveLength(
        held.filter(({ isin }) => isin === null || !isIsin(isin.trim().toUpperCase())).length,
      );
    }),
    { numRuns: 300 },
  );
});
