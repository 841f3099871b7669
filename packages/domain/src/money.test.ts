import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney, formatMoneyInput, fromCents, parseMoney, toCents } from './money.ts';

describe('amounts in euro', () => {
  it('writes a non-breaking space before the sign', () => {
    expect(formatMoney(148207.44)).toBe('148.207,44\u00a0€');
    expect(formatMoneyInput(250)).toBe('250,00');
  });

  it.each([
    ['1.234,50', 1234.5],
    ['1.234,50 €', 1234.5],
    ['1.234,50\u00a0€', 1234.5],
    ['€ 12', 12],
    ['12,5 EUR', 12.5],
    ['12 Euro', 12],
    ['-3,20 €', -3.2],
    ['−3,20 €', -3.2],
    ['–3,20 €', -3.2],
    ['−€3,20', -3.2],
    ['- € 3,20', -3.2],
  ])('reads "%s"', (text, value) => {
    expect(parseMoney(text)).toEqual({ ok: true, value });
  });

  it.each(['€', '12 $', '1,2345 €', '12 % €'])('refuses "%s"', (text) => {
    expect(parseMoney(text).ok).toBe(false);
  });

  it('reads back every cent it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
        const parsed = parseMoney(formatMoney(fromCents(cents)));
        expect(parsed.ok && parsed.value !== null ? toCents(parsed.value) : null).toBe(
          cents === 0 ? 0 : cents,
        );
      }),
    );
  });

  it('counts 1.005 as 101 cents, not 100', () => {
    expect(toCents(1.005)).toBe(101);
  });
});
