import { expect, it } from 'vitest';
import { nextHintText } from './next-hint-text.ts';

const after = (monthsToNextHint: number | null) => nextHintText({ monthsToNextHint, hints: [] });

it('says months up to two years, then years, and nothing it does not know', () => {
  expect([null, 0.2, 0.5, 1.4, 1.5, 23.4, 23.5, 125, 127, 400].map(after)).toEqual([
    'unbekannt',
    'in weniger als einem Monat',
    'in etwa einem Monat',
    'in etwa einem Monat',
    'in etwa 2 Monaten',
    'in etwa 23 Monaten',
    'in etwa 2 Jahren',
    'in etwa 10 Jahren',
    'in mehr als 10 Jahren',
    'in mehr als 10 Jahren',
  ]);
});

it('promises no time without hints to a depot that has the hint already', () => {
  const months = (hintCode: string, severity: number) =>
    nextHintText({ monthsToNextHint: 400, hints: [{ hintCode, severity }] });
  for (const [code, severity] of [
    ['H01', 2],
    ['H02', 1],
    ['H10', 1],
  ] as const)
    expect(months(code, severity)).toBe('besteht schon');
  for (const [code, severity] of [
    ['H10', 0],
    ['H11', 0],
    ['H14', 2],
  ] as const)
    expect(months(code, severity)).toBe('in mehr als 10 Jahren');
});
