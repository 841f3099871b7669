import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, formatDate, formatDateTime, formatInstantDay, parseDate } from './date-text.ts';

const today = '2026-11-21';

describe('what a German types as a date', () => {
  it.each([
    ['5', '2026-11-05'],
    ['5.', '2026-11-05'],
    ['5.3', '2026-03-05'],
    ['5.3.', '2026-03-05'],
    ['5.3.26', '2026-03-05'],
    ['3.4.24', '2024-04-03'],
    ['03.04.2024', '2024-04-03'],
    ['3. 4. 2024', '2024-04-03'],
    ['29.2.24', '2024-02-29'],
    ['1.1.1900', '1900-01-01'],
    ['31.12.2040', '2040-12-31'],
    ['5.3.7', '2007-03-05'],
    ['3,4,24', '2024-04-03'],
    ['3, 4,', '2026-04-03'],
  ])('reads "%s" as %s', (text, value) => {
    expect(parseDate(text, { today })).toEqual({ ok: true, value });
  });

  it('takes an empty text as no value', () => {
    expect(parseDate('  ', { today })).toEqual({ ok: true, value: null });
  });

  it.each(['31.2.', '29.2.23', '31.4.2024', '0.1.2024', '1.13.2024', '32', '29.2.1900'])(
    'refuses "%s": there is no such day',
    (text) => {
      expect(parseDate(text, { today })).toEqual({ ok: false, reason: 'noSuchDay' });
    },
  );

  it.each(['5.3.99', '31.12.1899', '1.1.2041', '5.3.199'])('refuses "%s": outside the range', (text) => {
    expect(parseDate(text, { today })).toMatchObject({ ok: false, reason: 'range' });
  });

  it('says what a short year was read as where that is outside the range', () => {
    expect(parseDate('5.3.99', { today })).toMatchObject({ reason: 'range', day: '2099-03-05' });
    expect(parseDate('5.3.199', { today })).not.toHaveProperty('day');
  });

  it.each(['2024-04-03', '3/4/24', '3,,4', ',3', 'morgen', '3.4.24.1', '3..4', '.3', '3.4.20245'])(
    'refuses "%s"',
    (text) => {
      expect(parseDate(text, { today })).toEqual({ ok: false, reason: 'format' });
    },
  );

  it.each([
    ['3.4.64', '1964-04-03'],
    ['3.4.26', '2026-04-03'],
    ['3.4.27', '1927-04-03'],
    ['3.4.7', '2007-04-03'],
    ['3.4.2024', '2024-04-03'],
  ])('reads the day of birth "%s" as %s', (text, value) => {
    expect(parseDate(text, { today, isBirthDay: true })).toEqual({ ok: true, value });
  });

  it.each(['22.11.26', '22.11.2026', '31.12.2040'])(
    'refuses the day of birth "%s": it is to come',
    (text) => {
      expect(parseDate(text, { today, isBirthDay: true })).toMatchObject({ reason: 'range', max: today });
    },
  );

  it('keeps to narrower limits', () => {
    expect(parseDate('1.1.2020', { today, min: '2021-01-01' })).toEqual({
      ok: false,
      reason: 'range',
      min: '2021-01-01',
      max: '2040-12-31',
    });
  });

  it('reads back every day it writes', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('1900-01-01T00:00:00Z'),
          max: new Date('2040-12-31T00:00:00Z'),
          noInvalidDate: true,
        }),
        (moment) => {
          const day = moment.toISOString().slice(0, 10);
          expect(parseDate(formatDate(day), { today })).toEqual({ ok: true, value: day });
        },
      ),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof parseDate(text, { today }).ok).toBe('boolean');
      }),
    );
  });
});

describe('dates as text', () => {
  it('writes day, month and full year', () => {
    expect(formatDate('2024-04-03')).toBe('03.04.2024');
  });

  it('writes instants in the zone, on a 24-hour clock', () => {
    expect(formatDateTime('2024-04-03T12:05:00Z', 'Europe/Berlin')).toBe('03.04.2024, 14:05');
    expect(formatInstantDay('2024-12-31T23:30:00Z', 'Europe/Berlin')).toBe('01.01.2025');
  });

  it('takes the day from the machine clock', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});
