import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIsinFault, isIsin, isinCheckDigit, normalizeIsin } from './isin.ts';
import { isWkn, wknOfIsin } from './wkn.ts';

const bodies = fc
  .tuple(
    fc.constantFrom('DE', 'LU', 'IE', 'US', 'XS'),
    fc.string({
      minLength: 9,
      maxLength: 9,
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
    }),
  )
  .map((parts) => parts.join(''));
const withCheckDigit = (body: string) => `${body}${isinCheckDigit(body)}`;

describe('ISIN', () => {
  it('accepts known ones', () => {
    for (const isin of ['US0378331005', 'DE0007164600', 'IE00BYZK4669', 'LU0001234567', 'XS0104440986']) {
      expect([isin, findIsinFault(isin)]).toEqual([isin, isin === 'LU0001234567' ? 'checkDigit' : null]);
    }
  });

  it('names the fault', () => {
    expect(findIsinFault('US0378331003')).toBe('checkDigit');
    expect(findIsinFault('ZZ0378331005')).toBe('country');
    expect(findIsinFault('US037833100')).toBe('shape');
    expect(findIsinFault('us0378331005')).toBe('shape');
    expect(findIsinFault('US03783310O5')).toBe('checkDigit');
    expect(findIsinFault('')).toBe('shape');
    expect(isIsin(normalizeIsin(' us0378331005 '))).toBe(true);
  });

  it('finds every wrong single digit', () => {
    fc.assert(
      fc.property(bodies, fc.nat(11), fc.integer({ min: 1, max: 9 }), (body, position, step) => {
        const isin = withCheckDigit(body);
        const character = isin[position] ?? '';
        fc.pre(/[0-9]/.test(character));
        const wrong = isin.slice(0, position) + ((Number(character) + step) % 10) + isin.slice(position + 1);
        expect(isIsin(isin)).toBe(true);
        expect(isIsin(wrong)).toBe(false);
      }),
    );
  });

  it('refuses bodies of other length or characters', () => {
    expect(() => isinCheckDigit('US03783310')).toThrow(RangeError);
    expect(() => isinCheckDigit('US03783310ä')).toThrow(RangeError);
  });
});

describe('WKN', () => {
  it('has six characters without I and O', () => {
    expect(['716460', 'A0RPWH', 'A0RPW', 'A0IPWH', 'A0OPWH', 'a0rpwh'].map(isWkn)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('stands inside German ISINs only', () => {
    expect(wknOfIsin('DE0007164600')).toBe('716460');
    expect(wknOfIsin('DE000A0RPWH1')).toBe('A0RPWH');
    expect(wknOfIsin('IE00BYZK4669')).toBeNull();
  });
});
