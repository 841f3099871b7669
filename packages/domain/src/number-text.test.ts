import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';
import { formatCompact, formatNumber, parseNumber } from './number-text.ts';
import { formatPercent } from './percent.ts';

const nbsp = '\u00a0';

describe('what a German types as a number', () => {
  it.each([
    ['1.234,56', 1234.56],
    ['1.234,5', 1234.5],
    ['1234,5', 1234.5],
    ['1234', 1234],
    ['1.234', 1234],
    ['1.234.567,89', 1_234_567.89],
    ['12.5', 12.5],
    ['1234.56', 1234.56],
    ['0.500', 0.5],
    ['1,234.56', 1234.56],
    ['1,234,567.8', 1_234_567.8],
    ['0,5', 0.5],
    [',5', 0.5],
    ['5,', 5],
    ['-3', -3],
    ['\u22123,5', -3.5],
    ['- 3', -3],
    ['+7', 7],
    [`1${nbsp}234,5`, 1234.5],
    ['1 234 567', 1_234_567],
    ['  12,70  ', 12.7],
    ['0012', 12],
    ['-0', 0],
  ])('reads "%s" as %d', (text, value) => {
    expect(parseNumber(text)).toEqual({ ok: true, value });
  });

  it('takes an empty text as no value', () => {
    expect(parseNumber(' ')).toEqual({ ok: true, value: null });
  });

  it.each([
    '1.23.456',
    '12.34.56',
    '1..2',
    '1,2,3',
    '1.234.56',
    '1,234.567,8',
    '.5',
    ',',
    '.',
    '-',
    '--3',
    '1e5',
    '0x10',
    'abc',
    '12a',
    '12 %',
    'Infinity',
    'NaN',
    '١٢',
    '1 23',
    '0.500.000',
  ])('refuses "%s"', (text) => {
    expect(parseNumber(text)).toEqual({ ok: false, reason: 'format' });
  });

  it('refuses decimals beyond the precision instead of rounding', () => {
    expect(parseNumber('12,7', { precision: 0 })).toEqual({ ok: false, reason: 'precision', precision: 0 });
    expect(parseNumber('1,234', { precision: 2 })).toEqual({
      ok: false,
      reason: 'precision',
      precision: 2,
    });
    expect(parseNumber('1,250', { precision: 2 })).toEqual({ ok: true, value: 1.25 });
  });

  it('refuses values outside the limits and names the limit', () => {
    expect(parseNumber('51', { min: 1, max: 50 })).toEqual({ ok: false, reason: 'tooLarge', limit: 50 });
    // Never another number than the one typed.
    const farthest = Number.MAX_SAFE_INTEGER;
    expect(parseNumber('999999999999999999')).toEqual({ ok: false, reason: 'tooLarge', limit: farthest });
    expect(parseNumber('-999999999999999999')).toEqual({ ok: false, reason: 'tooSmall', limit: -farthest });
    expect(parseNumber('999999999999999999', { max: 50 })).toEqual({
      ok: false,
      reason: 'tooLarge',
      limit: 50,
    });
    expect(parseNumber(String(farthest))).toEqual({ ok: true, value: farthest });
    expect(parseNumber('0,9', { min: 1, max: 50 })).toEqual({ ok: false, reason: 'tooSmall', limit: 1 });
    expect(parseNumber('50', { min: 1, max: 50 })).toEqual({ ok: true, value: 50 });
  });

  it('reads back every number it writes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.integer({ min: 0, max: 4 }),
        (digits, decimals) => {
          const value = Number(`${digits}e-${decimals}`);
          expect(parseNumber(formatNumber(value, decimals))).toEqual({
            ok: true,
            value: value === 0 ? 0 : value,
          });
        },
      ),
    );
  });

  it('never throws and never answers something that is not finite', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseNumber(text);
        expect(Number.isFinite(parsed.ok ? (parsed.value ?? 0) : 0)).toBe(true);
      }),
    );
  });
});

describe('numbers as text', () => {
  it('groups by points and separates decimals by a comma', () => {
    expect(formatNumber(1234.5)).toBe('1.234,5');
    expect(formatNumber(1234.5, 2)).toBe('1.234,50');
    expect(formatNumber(-0.126, 0, 2)).toBe('−0,13');
  });

  it('shortens large figures', () => {
    expect(formatCompact(1_240_000_000, true)).toBe(`1,24${nbsp}Mrd.${nbsp}€`);
  });

  it('rounds no figure without saying so', () => {
    expect(formatCompact(1_354.14, true)).toBe(`1.354,14${nbsp}€`);
    expect(formatCompact(-5_796, true)).toBe(`−5.796,00${nbsp}€`);
    expect(formatCompact(999_999.99, true)).toBe(`999.999,99${nbsp}€`);
    expect(formatCompact(999_999)).toBe('999.999');
    expect(formatCompact(1_000_000, true)).toBe(`1${nbsp}Mio.${nbsp}€`);
  });
});

it('writes no sign before a figure that is shown as zero', () => {
  expect([formatNumber(-0, 2, 2), formatNumber(-0.004, 2, 2), formatNumber(-0.006, 2, 2)]).toEqual([
    '0,00',
    '0,00',
    '−0,01',
  ]);
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 6 }),
      (value, decimals) => {
        for (const text of [
          formatNumber(value, decimals, decimals),
          formatPercent(value, decimals, decimals),
          formatMoney(value),
        ])
          expect(text.startsWith('−')).toBe(/[1-9]/.test(text) && value < 0);
      },
    ),
  );
});
