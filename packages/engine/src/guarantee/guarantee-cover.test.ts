import { describe, expect, it } from 'vitest';
import { dayNumber } from '../figures/cash-flow-returns.ts';
import {
  endangersGuarantee,
  type GuaranteeTerms,
  guaranteeCover,
  guaranteeFloor,
  withPayment,
} from './guarantee-cover.ts';

const day = (date: string) => dayNumber(date) ?? 0;
const today = day('2026-11-23');
const terms: GuaranteeTerms = {
  promised: 8000,
  level: 0.8,
  interest: 0.01,
  endDay: day('2046-11-23'),
  secured: 4200,
};

describe('what has to be safe today', () => {
  it('is the promise of twenty years divided by the interest year by year, up to the next cent', () => {
    let value = 8000;
    for (let year = 0; year < 20; year++) value /= 1.01;
    expect(guaranteeFloor(terms, today)).toBe(Math.ceil(value * 100) / 100);
  });

  it('grows to the promise at the end and stays there', () => {
    expect(guaranteeFloor(terms, terms.endDay)).toBe(8000);
    expect(guaranteeFloor(terms, terms.endDay + 400)).toBe(8000);
    expect(guaranteeFloor({ ...terms, interest: 0 }, today)).toBe(8000);
  });

  it('put aside at the interest for the days that are left, it is the promise again', () => {
    for (const interest of [0, 0.0025, 0.0125, 0.04])
      for (const days of [1, 31, 365, 3650, 14_000]) {
        const floor = guaranteeFloor({ ...terms, interest, endDay: today + days }, today);
        const daily = Math.log1p(interest) / 365.25;
        let grown = floor;
        for (let k = 0; k < days; k++) grown *= Math.exp(daily);
        expect(grown).toBeGreaterThanOrEqual(8000 - 1e-6);
        expect(grown).toBeLessThan(8000 + 0.01 * (1 + interest) ** (days / 365.25) + 1e-6);
      }
  });

  it('is not endangered by equities once the end is reached: then it is met or missed', () => {
    const free = { value: 4400, exposure: 4400 };
    expect(guaranteeCover(terms, free, terms.endDay - 1).status).toBe('near');
    for (const later of [0, 400]) {
      expect(guaranteeCover(terms, free, terms.endDay + later).status).toBe('kept');
      expect(guaranteeCover(terms, { ...free, value: 3700 }, terms.endDay + later).status).toBe('below');
    }
  });

  it('a payment brings its part of the promise and never more than itself', () => {
    const paid = withPayment(terms, 1000);
    expect(paid.promised).toBe(8800);
    expect(guaranteeFloor(paid, today) - guaranteeFloor(terms, today)).toBeLessThan(1000);
    expect(withPayment(terms, 0)).toBe(terms);
  });
});

describe('cushion and equities', () => {
  // Perold & Sharpe 1988: assets of 100, floor 75; after a fall of the equities the cushion is 15.
  const floor75 = { ...terms, promised: 75, interest: 0, secured: 50 };

  it('the cushion is what the contract is worth above its floor', () => {
    expect(guaranteeCover(floor75, { value: 50, exposure: 50 }, today)).toEqual({
      floor: 75,
      value: 100,
      cushion: 25,
      exposure: 50,
      allowed: 125,
      status: 'kept',
    });
    expect(guaranteeCover(floor75, { value: 40, exposure: 40 }, today)).toMatchObject({
      cushion: 15,
      status: 'kept',
    });
  });

  it('is near its floor as soon as a fall of the equities by a fifth leads below it', () => {
    for (let exposure = 0; exposure <= 50; exposure += 2.5) {
      const free = { value: 32, exposure };
      const fallen = guaranteeCover(floor75, { value: 32 - exposure / 5, exposure }, today).cushion;
      expect(guaranteeCover(floor75, free, today).status).toBe(fallen < 0 ? 'near' : 'kept');
    }
  });

  it('is below it where the value is missing', () => {
    expect(guaranteeCover(floor75, { value: 24.99, exposure: 0 }, today)).toMatchObject({
      cushion: -0.01,
      allowed: 0,
      status: 'below',
    });
  });

  it('a change endangers it that leads below, or farther above what the cushion bears', () => {
    const at = (value: number, exposure: number) => guaranteeCover(floor75, { value, exposure }, today);
    expect(endangersGuarantee(at(26, 0), at(24.9, 0))).toBe(true);
    expect(endangersGuarantee(at(30, 20), at(30, 25))).toBe(false);
    expect(endangersGuarantee(at(30, 20), at(30, 26))).toBe(true);
    expect(endangersGuarantee(at(30, 28), at(30, 27))).toBe(false);
    expect(endangersGuarantee(at(30, 28), at(30, 29))).toBe(true);
    expect(endangersGuarantee(at(20, 10), at(20, 5))).toBe(false);
    expect(endangersGuarantee(at(20, 10), at(20, 12))).toBe(true);
  });
});
