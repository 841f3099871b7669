import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkDigitOf,
  formatTaxIdentificationNumber,
  isTaxIdentificationMask,
  isTaxIdentificationNumber,
  maskTaxIdentificationNumber,
  meantTaxIdentificationNumber,
  normalizeTaxIdentificationNumber,
} from './tax-identification-number.ts';

/** Ten digits with exactly one of them `times` times, no leading zero, and their check digit. */
const numbers = fc
  .tuple(
    fc.shuffledSubarray([...'0123456789'], { minLength: 10, maxLength: 10 }),
    fc.constantFrom(2, 3),
    fc.nat(),
  )
  .chain(([digits, times]) => {
    const body = [...digits.slice(0, 11 - times), ...Array<string>(times - 1).fill(digits[0] ?? '')];
    return fc.shuffledSubarray(body, { minLength: 10, maxLength: 10 });
  })
  .filter(([first]) => first !== '0')
  .map((body) => body.join('') + checkDigitOf(body.join('')));

describe('Steuer-Identifikationsnummer', () => {
  it('takes what the tax office prints and refuses what is not one', () => {
    expect(isTaxIdentificationNumber(normalizeTaxIdentificationNumber('36 574 261 809'))).toBe(true);
    expect(isTaxIdentificationNumber('86095742719')).toBe(true);
    for (const [wrong, why] of [
      ['36574261890', 'check digit'],
      ['3657426180', 'ten digits'],
      ['365742618090', 'twelve digits'],
      ['3657426180x', 'a letter'],
      [`1234567890${checkDigitOf('1234567890')}`, 'no digit twice'],
      [`1123345678${checkDigitOf('1123345678')}`, 'two digits twice'],
      [`1111234567${checkDigitOf('1111234567')}`, 'one digit four times'],
      [`0123456788${checkDigitOf('0123456788')}`, 'a leading zero'],
    ]) {
      expect([why, isTaxIdentificationNumber(wrong ?? '')]).toEqual([why, false]);
    }
  });

  it('takes every number made by the rule', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(isTaxIdentificationNumber(number)).toBe(true);
      }),
    );
  });

  it('notices every single wrong digit', () => {
    fc.assert(
      fc.property(numbers, fc.nat(10), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
        const digit = (Number(number[place]) + shift) % 10;
        expect(isTaxIdentificationNumber(number.slice(0, place) + digit + number.slice(place + 1))).toBe(
          false,
        );
      }),
    );
  });

  it('shows the last two digits only, and all of them in groups', () => {
    expect(maskTaxIdentificationNumber('36574261809')).toBe('•••••••••09');
    expect(maskTaxIdentificationNumber(null)).toBeNull();
    expect(formatTaxIdentificationNumber('36574261809')).toBe('36\u00a0574\u00a0261\u00a0809');
    fc.assert(
      fc.property(numbers, (number) => {
        const mask = maskTaxIdentificationNumber(number) ?? '';
        expect([isTaxIdentificationMask(mask), isTaxIdentificationNumber(mask)]).toEqual([true, false]);
      }),
    );
  });
});

describe('the number a form means', () => {
  const [one, other] = ['36574261809', '86095742719'];
  const alike = '11223344509';

  it('is the stored one for nothing said and for its mask, and what was typed else', () => {
    expect(meantTaxIdentificationNumber(undefined, [one])).toEqual({ number: one });
    expect(meantTaxIdentificationNumber('•••••••••09', [one])).toEqual({ number: one });
    expect(meantTaxIdentificationNumber('86 095 742 719', [one])).toEqual({ number: other });
    expect(meantTaxIdentificationNumber(' ', [one])).toEqual({ number: null });
    expect(meantTaxIdentificationNumber(null, [one])).toEqual({ number: null });
    expect(meantTaxIdentificationNumber(undefined, [])).toEqual({ number: null });
  });

  it('is either of two customers who become one, unless both are masked alike', () => {
    expect(meantTaxIdentificationNumber('•••••••••19', [one, other])).toEqual({ number: other });
    expect(meantTaxIdentificationNumber('•••••••••09', [one, one])).toEqual({ number: one });
    expect(meantTaxIdentificationNumber('•••••••••09', [one, alike])).toBe('unclear');
    expect(meantTaxIdentificationNumber('•••••••••09', [])).toBe('unclear');
    expect(meantTaxIdentificationNumber('•••••••••09', [null, other])).toBe('unclear');
  });
});
