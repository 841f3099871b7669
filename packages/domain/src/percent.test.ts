import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPercent,
  formatPercentInput,
  formatPercentSigned,
  formatPointsSigned,
  formatShare,
  parsePercent,
  shownDifference,
} from './percent.ts';

describe('percent', () => {
  it('writes fractions with a non-breaking space before the sign', () => {
    expect(formatPercent(0.125)).toBe('12,5\u00a0%');
    expect(formatPercent(1, 0)).toBe('100\u00a0%');
    expect(formatPointsSigned(0.0024, 2)).toBe('+0,24 Prozentpunkte');
    expect(formatPointsSigned(-0.027)).toBe('−2,7 Prozentpunkte');
    // As 8,1 % and 7,3 % stand beside it; the exact difference would be +0,9.
    expect(formatPointsSigned(shownDifference(0.0814, 0.0725, 1))).toBe('+0,8 Prozentpunkte');
    expect(shownDifference(0.0131, 0.0131, 2)).toBe(0);
    expect(formatPercentSigned(0.073)).toBe('+7,3\u00a0%');
    expect(formatPercentSigned(-0.02)).toBe('−2,0\u00a0%');
  });

  it('writes shares of one column with the same decimals', () => {
    expect([0.2, 0.255, 0.33333, 1].map(formatShare)).toEqual(
      ['20,00', '25,50', '33,33', '100,00'].map((figure) => `${figure}\u00a0%`),
    );
  });

  it.each([
    ['12,5 %', 0.125],
    ['12,5\u00a0%', 0.125],
    ['12,5', 0.125],
    ['12.5', 0.125],
    ['12,3 %', 0.123],
    ['0,07%', 0.0007],
    ['100', 1],
    ['29', 0.29],
  ])('reads "%s" as %d', (text, value) => {
    expect(parsePercent(text)).toEqual({ ok: true, value });
  });

  it.each(['%', '12 %%', '12 % 5', 'zwölf'])('refuses "%s"', (text) => {
    expect(parsePercent(text)).toEqual({ ok: false, reason: 'format' });
  });

  it('counts limits and precision in percent', () => {
    expect(parsePercent('101', { max: 100 })).toEqual({ ok: false, reason: 'tooLarge', limit: 100 });
    expect(parsePercent('12,25', { precision: 1 })).toEqual({
      ok: false,
      reason: 'precision',
      precision: 1,
    });
  });

  it('reads back every hundredth of a percent it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (basisPoints) => {
        const fraction = Number(`${basisPoints}e-4`);
        expect(parsePercent(formatPercentInput(fraction))).toEqual({ ok: true, value: fraction });
        expect(parsePercent(formatPercent(fraction, 2))).toEqual({ ok: true, value: fraction });
      }),
    );
  });
});
