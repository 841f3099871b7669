import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractScore, costPart, fundQuality, riskPart, scoreLevel, scoreStars } from './contract-score.ts';

const all = (value: number) => ({
  risk: value,
  allocation: value,
  quality: value,
  costs: value,
  savingsPlan: value,
});

test('the parts weigh 40, 25, 20, 10 and 5 percent', () => {
  expect(contractScore({ risk: 100, allocation: 80, quality: 75, costs: 50, savingsPlan: 0 }, null)).toBe(80);
});

test('the score is rounded half up, also where binary fractions fall short, and stays within 0 and 100', () => {
  // 0.4 x 84.5 + ... = 84.5, in binary a hair below
  expect([84.4, 84.5, 84.6].map((value) => contractScore(all(value), null))).toEqual([84, 85, 85]);
  expect(contractScore({ ...all(0), risk: 1.25 }, null)).toBe(1);
  expect(contractScore({ ...all(0), risk: 1.2 }, null)).toBe(0);
  expect([-20, 130].map((value) => contractScore(all(value), null))).toEqual([0, 100]);
});

test('every part weighs what it should', () => {
  const alone = (part: string) => contractScore({ ...all(0), [part]: 100 }, null);
  expect(['risk', 'allocation', 'quality', 'costs', 'savingsPlan'].map(alone)).toEqual([40, 25, 20, 10, 5]);
});

test('a hint of severity 2 caps at 49, of severity 1 at 84', () => {
  expect(contractScore(all(100), 2)).toBe(49);
  expect(contractScore(all(100), 1)).toBe(84);
  expect(contractScore(all(100), 0)).toBe(100);
  expect(contractScore(all(30), 2)).toBe(30);
  expect(contractScore(all(60), 1)).toBe(60);
});

test('the risk part falls to zero at one range outside the band, at least one point', () => {
  expect(riskPart('in', 0, 2)).toBe(100);
  expect(riskPart('above', 1, 2)).toBe(50);
  expect(riskPart('below', 0.5, 0.1)).toBe(50);
  expect(riskPart('above', 9, 2)).toBe(0);
  expect(riskPart('unknown', 0, 2)).toBe(0);
  expect(riskPart('unknown', 5, 2)).toBe(0);
  expect(riskPart('in', 5, 2)).toBe(100);
});

test('quality and costs', () => {
  expect(fundQuality(5, true)).toBe(100);
  expect(fundQuality(1, true)).toBe(0);
  expect(fundQuality(null, false)).toBe(0);
  expect(fundQuality(null, true)).toBe(50);
  expect(fundQuality(5, false)).toBe(0);
  expect(costPart(0.015, 0.01)).toBeCloseTo(50, 9);
  expect(costPart(0.001, 0.01)).toBe(100);
  expect(costPart(0.03, 0.01)).toBe(0);
});

test('levels and stars', () => {
  expect([85, 84, 50, 49].map(scoreLevel)).toEqual(['good', 'fair', 'fair', 'poor']);
  expect([100, 74, 5, 0].map(scoreStars)).toEqual([5, 3.5, 0.5, 0]);
});

test('a better part never lowers the score and a worse hint never raises it', () => {
  const part = fc.integer({ min: 0, max: 100 });
  const parts = fc.record({ risk: part, allocation: part, quality: part, costs: part, savingsPlan: part });
  const severity = fc.constantFrom<null | 0 | 1 | 2>(null, 0, 1, 2);
  fc.assert(
    fc.property(parts, severity, part, (given, worst, more) => {
      const score = contractScore(given, worst);
      expect(contractScore({ ...given, risk: Math.max(given.risk, more) }, worst)).toBeGreaterThanOrEqual(
        score,
      );
      expect(contractScore(given, 2)).toBeLessThanOrEqual(score);
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
    }),
  );
});
