import { describe, expect, it } from 'vitest';
import { equalInConstantTime } from './equal-in-constant-time.ts';

describe('comparing secrets', () => {
  it.each([
    ['Bearer operator-token', 'Bearer operator-token', true],
    ['Bearer operator-tokex', 'Bearer operator-token', false],
    ['xearer operator-token', 'Bearer operator-token', false],
    // Other lengths are answers, not failures.
    ['', 'Bearer operator-token', false],
    ['Bearer operator-token ', 'Bearer operator-token', false],
    ['Bearer operator-token\u0000', 'Bearer operator-token', false],
    // Two spellings of the same letter are two secrets.
    ['\u00fc', 'u\u0308', false],
  ])('%j and %j: %s', (given, expected, isEqual) => {
    expect(equalInConstantTime(given, expected)).toBe(isEqual);
  });

  it('compares bytes as it does text', () => {
    const mac = Buffer.from('0011ff', 'hex');
    expect(equalInConstantTime(mac, Buffer.from('0011ff', 'hex'))).toBe(true);
    expect(equalInConstantTime(mac, Buffer.from('0011fe', 'hex'))).toBe(false);
    expect(equalInConstantTime(mac, Buffer.from('0011', 'hex'))).toBe(false);
  });
});
