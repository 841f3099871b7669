import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIban, normalizeIban } from './iban.ts';

describe('IBAN', () => {
  it('takes what banks print and refuses what is not one', () => {
    expect(isIban(normalizeIban('DE89 3704 0044 0532 0130 00'))).toBe(true);
    expect(isIban(normalizeIban('gb82west12345698765432'))).toBe(true);
    for (const wrong of ['', 'DE89370400440532013001', 'DE8937040044053201300', 'DE', '1234567890123456']) {
      expect([wrong, isIban(wrong)]).toEqual([wrong, false]);
    }
  });

  it('notices every single wrong digit', () => {
    const right = 'DE89370400440532013000';
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (place, shift) => {
        const digit = (Number(right[place]) + shift) % 10;
        expect(isIban(right.slice(0, place) + digit + right.slice(place + 1))).toBe(false);
      }),
    );
  });
});
