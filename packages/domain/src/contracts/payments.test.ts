import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkPayments, mostPayments, type Payment, type PaymentDraft, paidInOn } from './payments.ts';

const line = (kind: Payment['kind'], day: string, amount: number): Payment => ({ kind, day, amount });

it('adds payments to the newest stated figure, which holds what came up to the end of its day', () => {
  const lines = [
    line('paidIn', '2023-12-31', 999),
    line('stated', '2024-01-31', 1000),
    line('paidIn', '2024-01-31', 50),
    line('paidIn', '2024-02-01', 100.1),
    line('paidOut', '2024-03-01', 0.2),
    line('stated', '2025-01-01', 0),
  ];
  expect(
    ['2024-01-30', '2024-01-31', '2024-02-01', '2024-03-01', '2024-12-31', '2025-01-01'].map((day) =>
      paidInOn(lines, day),
    ),
  ).toEqual([null, 1000, 1100.1, 1099.9, 1099.9, 0]);
  expect(paidInOn([line('paidIn', '2024-01-01', 5)], '2024-02-01')).toBeNull();
});

const day = fc.integer({ min: 1, max: 28 }).map((number) => `2024-01-${String(number).padStart(2, '0')}`);
const payment = fc.record({
  kind: fc.constantFrom('stated', 'paidIn', 'paidOut'),
  day,
  amount: fc.integer({ min: 1, max: 1e9 }).map((cents) => cents / 100),
}) satisfies fc.Arbitrary<Payment>;

it('says the same in any order, and knows nothing before somebody stated a figure', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(payment, { selector: (one) => (one.kind === 'stated' ? one.day : JSON.stringify(one)) }),
      day,
      (lines, on) => {
        expect(paidInOn(lines.toReversed(), on)).toBe(paidInOn(lines, on));
        const isStated = lines.some((one) => one.kind === 'stated' && one.day <= on);
        expect(paidInOn(lines, on) === null).toBe(!isStated);
        // Paid in and taken out the day after changes nothing up to this day.
        const later = [line('paidIn', '2024-02-01', 7), line('paidOut', '2024-02-01', 7)];
        expect(paidInOn([...lines, ...later], '2024-02-02')).toBe(paidInOn(lines, '2024-02-02'));
      },
    ),
  );
});

it('refuses lines that say nothing, and payments without a stated figure', () => {
  const today = '2026-01-30';
  const codes = (...payments: Partial<PaymentDraft>[]) =>
    checkPayments(
      {
        payments: payments.map((one) => ({ id: null, kind: 'stated', day: '2025-01-01', amount: 1, ...one })),
      },
      today,
    ).map(({ code, params }) => [code, params?.['line']]);
  expect(codes()).toEqual([]);
  expect(codes({ amount: 0 }, { kind: 'paidIn', amount: 0.01 }, { kind: 'paidOut' })).toEqual([]);
  expect(codes({ amount: -80, day: today })).toEqual([]);
  expect(codes({ kind: 'paidIn' })).toEqual([['paymentStatedMissing', undefined]]);
  expect(codes({}, {})).toEqual([['paymentStatedTwice', 2]]);
  // The same line again, even as it is, is not silently one.
  expect(codes({ id: 'a', kind: 'paidIn' }, {}, { id: 'a', kind: 'paidIn' })).toEqual([['paymentTwice', 3]]);
  expect(codes({ day: null }, { day: '2026-01-31' }, { day: '2025-02-30' })).toEqual([
    ['paymentDay', 1],
    ['paymentDay', 2],
    ['paymentDay', 3],
  ]);
  expect(codes({ amount: null }, { kind: 'paidIn', amount: 0 }, { kind: 'paidOut', amount: 1e10 })).toEqual([
    ['paymentStated', 1],
    ['paymentAmount', 2],
    ['paymentAmount', 3],
  ]);
  // What would be rounded away is not taken: 0.001 would be kept as 0.
  expect(codes({ amount: 0.001 }, { kind: 'paidIn', amount: 12.345 })).toEqual([
    ['paymentStated', 1],
    ['paymentAmount', 2],
  ]);
  // Their sum fits into the database's thirteen digits before the comma.
  expect(mostPayments * 9_999_999_999).toBeLessThan(1e13);
});
