import { describe, expect, it } from 'vitest';
import { isSameNumber, maskPhoneNumber, readSmsNumber } from './phone-number.ts';

describe('SMS number', () => {
  it.each([
    ['0151 23456789', '+4915123456789'],
    ['+49-151-23456789', '+4915123456789'],
    ['0049 151 23456789', '+4915123456789'],
    ['+43 664 1234567', '+436641234567'],
    ['+41 79 123 45 67', '+41791234567'],
    ['+352 621 123 456', '+352621123456'],
  ])('reads %s', (input, expected) => {
    expect(readSmsNumber(input)).toBe(expected);
  });

  it.each([
    ['0900 1234567'],
    ['0800 1234567'],
    ['+1 202 555 0143'],
    ['+44 7911 123456'],
    ['+882 16 12345678'],
    ['12'],
    ['abc'],
    ['+49'],
    [''],
    ["0151'; drop table users; --"],
  ])('refuses %s', (input) => {
    expect(readSmsNumber(input)).toBeNull();
  });

  it('is masked but recognisable', () => {
    expect(maskPhoneNumber('+4915123456789')).toBe('+49 ••• •••• 6789');
  });
});

it.each([
  ['+491701234567', '+49 170 1234567', true],
  ['0170 1234567', '+491701234567', true],
  ['+49-30-1', '+49 30 1', true],
  ['+491701234567', '+491701234568', false],
  [null, '+491701234567', false],
  [null, null, true],
])('says whether %s and %s are one number', (one, other, expected) => {
  expect(isSameNumber(one, other)).toBe(expected);
});
