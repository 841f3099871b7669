import { expect, it } from 'vitest';
import { isIsin } from './isin.ts';
import { isinAdvice } from './isin-advice.ts';

it('says what to write instead of another number of a security', () => {
  const cusip = isinAdvice('037833100');
  expect(cusip).toContain('bei Wertpapieren der USA wäre es US0378331005.');
  expect(isIsin('US0378331005')).toBe(true);
  expect(isinAdvice('A0RPWH')).toContain('nach einer WKN aus');
  expect(isinAdvice('723610')).toContain('nach einer WKN aus');
  expect(isinAdvice('IE00B4L5Y984')).toContain('Prüfziffer stimmt nicht');
  expect(isinAdvice('APPLE')).toContain('zwölf Zeichen');
});
