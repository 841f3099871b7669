import { describe, expect, it } from 'vitest';
import { ruleCodes, ruleText } from './rule-texts.ts';

describe('texts of the rules', () => {
  it('are whole sentences without a hole', () => {
    const params = {
      min: 1,
      max: 2,
      precision: 2,
      field: 'maxSecuritiesPortfolio',
      riskClass: 1,
      nextClass: 2,
    };
    for (const code of ruleCodes) {
      const text = ruleText({ code, params: { ...params, high: 5, low: 4.5, sum: 99.9 } });
      expect(text).toMatch(/^[A-ZÄÖÜ][^!]*\.$/);
      expect(text).not.toMatch(/undefined|NaN|null/);
    }
  });

  it('say figures the German way', () => {
    const plainSpaces = (code: string, params: Record<string, number | string>) =>
      ruleText({ code, params }).replaceAll('\u00a0', ' ');
    expect(plainSpaces('columnSum', { riskClass: 3, sum: 99.9 })).toBe(
      'Die Spalte der Klasse 3 ergibt 99,9 % statt 100 %.',
    );
    expect(plainSpaces('bandsOverlap', { riskClass: 1, high: 6.1, nextClass: 2, low: 6 })).toBe(
      'Das Band der Klasse 1 (bis 6,1 %) überschneidet sich mit dem Band der Klasse 2 (ab 6 %).',
    );
    expect(plainSpaces('tooLarge', { max: 1, unit: 'fraction' })).toBe(
      'Der Wert darf höchstens 100 % betragen.',
    );
    expect(plainSpaces('tooSmall', { min: 0.0001, unit: 'fraction' })).toBe(
      'Der Wert muss mindestens 0,01 % betragen.',
    );
    expect(plainSpaces('tooSmall', { min: 0.05, unit: 'percent' })).toBe(
      'Der Wert muss mindestens 0,05 % betragen.',
    );
    expect(plainSpaces('precision', { precision: 1 })).toBe('Höchstens eine Nachkommastelle ist möglich.');
    expect(plainSpaces('precision', { precision: 2 })).toBe('Höchstens 2 Nachkommastellen sind möglich.');
  });

  it('refuses a code nobody knows', () => {
    expect(() => ruleText({ code: 'nonsense' })).toThrow('unknown rule code nonsense');
  });
});
