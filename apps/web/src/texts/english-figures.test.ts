import { formatDate, formatDateTime, parseDate } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatCompact, formatNumber, parseNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { englishFigure, englishNotation } from './english-figures.ts';

const cents = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 100);

it('writes figures and days as British English does', () => {
  const withMinus = (text: string) => text.replace(/^-/, '−');
  const pound = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
  const plain = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 });
  fc.assert(
    fc.property(cents, (value) => {
      expect(englishFigure(formatMoney(value))).toBe(withMinus(pound.format(value)));
      expect(englishFigure(formatNumber(value))).toBe(withMinus(plain.format(value)));
    }),
  );
  expect(englishFigure(formatPercent(-0.125))).toBe('−12.5%');
  expect(englishFigure(formatCompact(1.24e9, true))).toBe('€1.24bn');
  expect(englishFigure(formatCompact(3.5e6))).toBe('3.5m');
  expect(englishFigure(formatDate('2026-12-31'))).toBe('31/12/2026');
  expect(englishFigure(formatDateTime('2026-04-03T12:05:00Z', 'Europe/Berlin'))).toBe('03/04/2026, 14:05');
  expect(englishFigure('12.2026')).toBe('12/2026');
  expect(englishFigure('1.234,50\u00a0$')).toBe('$1,234.50');
  expect(englishFigure('1.234,50\u00a0CHF')).toBe('CHF\u00a01,234.50');
  for (const text of ['', 'Nord', '1.2.3', '12,5,', '1.23', '31.12', '13.2026', 'DE0001', '3 Fonds'])
    expect(englishFigure(text)).toBeUndefined();
});

it('reads back what it wrote', () => {
  fc.assert(
    fc.property(cents, (value) => {
      const written = englishFigure(formatNumber(value)) ?? '';
      expect(parseNumber(englishNotation.typedNumber(written))).toEqual({
        ok: true,
        value: value === 0 ? 0 : value,
      });
    }),
  );
  for (const [typed, value] of [
    ['1,234', 1234],
    ['1.234', 1.234],
    ['1,234.5', 1234.5],
    ['12.5', 12.5],
    ['1.234,56', 1234.56],
  ] as const)
    expect(parseNumber(englishNotation.typedNumber(typed))).toEqual({ ok: true, value });
  for (const typed of ['31/12/2026', '31.12.2026'])
    expect(parseDate(englishNotation.typedDay(typed), { today: '2026-11-20' })).toEqual({
      ok: true,
      value: '2026-12-31',
    });
});
