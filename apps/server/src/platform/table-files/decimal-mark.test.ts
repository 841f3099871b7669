import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareCell, DecimalMarks, decimalHint, readDecimal, unitsOf, withoutUnit } from './decimal-mark.ts';
import { readDay } from './import-day.ts';
import { ImportRefused } from './import-refused.ts';

describe('decimal marks', () => {
  it('tells what a text shows', () => {
    const cases = {
      '12': 'plain',
      '-7': 'plain',
      '1.234': 'open',
      '1,234': 'open',
      '0.015': 'point',
      '0,015': 'comma',
      '12.5': 'point',
      '12,5': 'comma',
      '1.234,5': 'comma',
      '1,234.5': 'point',
      '1.234.567': 'comma',
      '1,234,567': 'point',
      '.5': 'point',
      ',5': 'comma',
      '1e-4': 'plain',
      '1E+05': 'plain',
      '1.5e-4': 'point',
      '1,5E+05': 'none',
      '12.': 'none',
      '1.2.3': 'none',
      '1,23.4': 'none',
      abc: 'none',
      '': 'none',
      '1 234,5': 'none',
      '=1+1': 'none',
      '0x10': 'none',
      Infinity: 'none',
    };
    for (const [text, hint] of Object.entries(cases)) expect([text, decimalHint(text)]).toEqual([text, hint]);
  });

  it('reads back every number written in either notation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.boolean(),
        (whole, parts, grouped) => {
          const fraction = String(parts).padStart(6, '0');
          const digits = String(Math.abs(whole));
          const groups = grouped ? digits.replaceAll(/\B(?=(\d{3})+$)/g, '.') : digits;
          const sign = whole < 0 ? '-' : '';
          const german = `${sign}${groups},${fraction}`;
          const english = german.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
          expect(readDecimal(german, 'comma')).toBe(`${sign}${digits}.${fraction}`);
          expect(readDecimal(english, 'point')).toBe(`${sign}${digits}.${fraction}`);
        },
      ),
    );
  });

  it('reads a figure alike with every sign that stands for a minus, before its unit and behind it', () => {
    const figures = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 99 }));
    const minus = fc.constantFrom('-', '\u2212', '\u2013', '\u2011');
    const places = [
      (sign: string, figure: string) => `${sign}${figure}`,
      (sign: string, figure: string) => `${sign}${figure}\u00a0€`,
      (sign: string, figure: string) => `${sign}€${figure}`,
      (sign: string, figure: string) => `€ ${sign}${figure}`,
      (sign: string, figure: string) => `${sign} ${figure} EUR`,
      (sign: string, figure: string) => `${figure}${sign}`,
      (sign: string, figure: string) => `${figure} ${sign}`,
      (sign: string, figure: string) => `${figure}${sign} EUR`,
    ];
    fc.assert(
      fc.property(figures, minus, fc.constantFrom(...places), ([whole, cents], sign, place) => {
        const parts = `${whole}.${String(cents).padStart(2, '0')}`;
        const german = place(sign, parts.replace('.', ','));
        expect(readDecimal(withoutUnit(german, unitsOf.money), 'comma')).toBe(`-${parts}`);
        expect(readDecimal(withoutUnit(place(sign, parts), unitsOf.money), 'point')).toBe(`-${parts}`);
        expect(decimalHint(withoutUnit(german, unitsOf.money))).toBe('comma');
      }),
    );
  });

  it('takes no dash for a number, and no sign twice', () => {
    for (const text of [
      '\u2212',
      '\u2013',
      '\u2212\u22125',
      '5\u22123',
      '-€-5',
      '\u20145',
      '-5-',
      '5--',
      '5.-',
      '-',
    ]) {
      expect([text, readDecimal(withoutUnit(text, unitsOf.money), 'comma')]).toEqual([text, null]);
    }
  });

  it('never reads a text that shows the other mark', () => {
    expect(readDecimal('12,5', 'point')).toBeNull();
    expect(readDecimal('12.5', 'comma')).toBeNull();
    expect(readDecimal('1.234', 'comma')).toBe('1234');
    expect(readDecimal('1.234', 'point')).toBe('1.234');
    expect(readDecimal(1e-7, 'comma')).toBe('0.0000001');
    expect(readDecimal(Number.NaN, 'point')).toBeNull();
  });

  it('sees the mark behind thousands parted by blanks, and reads them', () => {
    for (const blank of [' ', '\u00a0', '\u202f']) {
      const marks = new DecimalMarks();
      marks.see(0, 'Kurs', 2, `1${blank}234,56`);
      expect(readDecimal(bareCell(`1${blank}234,56`), marks.decide(undefined).markOf(0))).toBe('1234.56');
    }
    expect(readDecimal(bareCell('12 34,56'), 'comma')).toBeNull();
  });

  it('lets the rest of the file decide an open column, and asks when nothing does', () => {
    const marks = new DecimalMarks();
    marks.see(0, 'a', 2, '1.234');
    expect(() => marks.decide(undefined)).toThrow(ImportRefused);
    expect(marks.decide('comma').markOf(0)).toBe('comma');
    marks.see(1, 'b', 2, '12,5');
    expect(marks.decide(undefined).markOf(0)).toBe('comma');
    marks.see(2, 'c', 2, '12.5');
    expect(() => marks.decide(undefined)).toThrow(/„a“, Zeile 2/);
    marks.see(2, 'c', 9, '12,5');
    expect(() => marks.decide(undefined)).toThrow(/Zeile 2\) und Dezimalkomma \(Zeile 9/);
  });
});

describe('days', () => {
  it('are ISO or German and exist', () => {
    expect(readDay('2024-02-29')).toBe('2024-02-29');
    expect(readDay('2024-02-23T13:42:48.235711Z')).toBe('2024-02-23');
    expect(readDay('1.3.2024')).toBe('2024-03-01');
    for (const text of ['2023-02-29', '31.04.2024', '03/04/2024', '2024-13-01', '0001-01-01', '45000', '']) {
      expect([text, readDay(text)]).toEqual([text, null]);
    }
  });

  it('read back every day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          const [year, month, date2] = day.split('-');
          expect(readDay(day)).toBe(day);
          expect(readDay(`${date2}.${month}.${year}`)).toBe(day);
        },
      ),
    );
  });
});

it('takes a unit whole, whichever side it stands on', () => {
  const amounts = ['Euro 12,50', 'EUR 12,50', '12,50 euro', '€12,50'];
  expect(amounts.map((text) => withoutUnit(text, unitsOf.money))).toEqual(Array(4).fill('12,50'));
  expect(['Stk. 5', 'St. 5', '5 Stück'].map((text) => withoutUnit(text, unitsOf.quantity))).toEqual(
    Array(3).fill('5'),
  );
});
