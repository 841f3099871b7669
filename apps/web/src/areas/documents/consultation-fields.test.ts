import { describe, expect, it } from 'vitest';
import type { Recommendation } from './consultation-fields.ts';
import { dayAndTimeOf, fieldsFault, instantOf, parseTime, withPlan } from './consultation-fields.ts';

const recommendation = (change: Partial<Recommendation>): Recommendation => ({
  contractId: 'c1',
  fundId: 1,
  fundName: 'Fonds 1',
  isin: 'DE0000000001',
  action: 'buy',
  reason: '',
  keyInformationHandedOverAt: null,
  keyInformationForm: null,
  ...change,
});

describe('the fields of a consultation', () => {
  it('need a contract, and a beginning that has come', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(fieldsFault({ contractIds: ['c1'], startedAt: '2026-11-21T10:00:30Z' }, now)).toBeNull();
    expect(fieldsFault({ contractIds: [], startedAt: '2026-11-21T10:00:00Z' }, now)).toBe('contractNeeded');
    expect(fieldsFault({ contractIds: ['c1'], startedAt: '2026-11-21T10:02:00Z' }, now)).toBe(
      'startedFuture',
    );
  });

  it('turn an instant into day and time and back', () => {
    const instant = '2026-03-04T08:05:00.000Z';
    const { day, time } = dayAndTimeOf(instant);
    expect(instantOf(day, time)).toBe(instant);
    expect(instantOf('2026-03-04', '8')).toBeNull();
    expect(instantOf('2026-03-04', '')).toBeNull();
  });
});

describe('a time of day', () => {
  it.each([
    ['9:05', '09:05'],
    ['09.05', '09:05'],
    ['0905', '09:05'],
    ['9', '09:00'],
    [' 23:59 Uhr', '23:59'],
  ])('%s is %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each(['', '24:00', '9:60', '9:5', 'neun'])('%s is none', (text) => {
    expect(parseTime(text)).toBeNull();
  });
});

describe('taking over a plan', () => {
  const orders = [
    { action: 'sell', fundId: 1, fundName: 'Fonds 1', isin: 'DE0000000001', reason: 'zu teuer' },
    { action: 'buy', fundId: 2, fundName: 'Fonds 2', isin: 'DE0000000002', reason: 'besser' },
  ] as const;

  it('replaces the recommendations of its contract and leaves the others', () => {
    const other = recommendation({ contractId: 'c2', fundId: 9 });
    const result = withPlan([recommendation({ fundId: 7 }), other], 'c1', orders);
    expect(result.map(({ contractId, fundId, action }) => [contractId, fundId, action])).toEqual([
      ['c2', 9, 'buy'],
      ['c1', 1, 'sell'],
      ['c1', 2, 'buy'],
    ]);
  });

  it('keeps what was noted about handing over', () => {
    const noted = recommendation({
      fundId: 2,
      keyInformationHandedOverAt: '2026-11-20T09:00:00Z',
      keyInformationForm: 'mail',
    });
    expect(withPlan([noted], 'c1', orders)[1]).toMatchObject({
      fundId: 2,
      keyInformationHandedOverAt: '2026-11-20T09:00:00Z',
      keyInformationForm: 'mail',
    });
  });
});
