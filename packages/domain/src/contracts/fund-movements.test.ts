import { describe, expect, it } from 'vitest';
import { fieldIssueText } from '../master-data/field-issue-text.ts';
import { checkMovements, type MovementDraft, withoutUnused } from './fund-movements.ts';

const today = '2026-03-02';
const purchase: MovementDraft = {
  id: null,
  kind: 'purchase',
  day: '2020-01-02',
  acquiredDay: null,
  quantity: 1.5,
  factor: null,
  amount: 100,
};
const codes = (...movements: Partial<MovementDraft>[]) =>
  checkMovements({ movements: movements.map((each) => ({ ...purchase, ...each })) }, today).map(
    ({ path, code, params }) => `${path} ${params?.line} ${code}`,
  );

describe('movements of a fund', () => {
  it('need a day that was, units, and of a split a factor; an amount may be unknown', () => {
    expect(codes({}, { amount: null }, { day: today }, { kind: 'split', quantity: null, factor: 2 })).toEqual(
      [],
    );
    expect(
      codes(
        { day: null },
        { day: '2026-03-03' },
        { day: '2026-02-30' },
        { quantity: 0 },
        { quantity: null },
        { kind: 'split', factor: 0 },
        { kind: 'split', factor: 1_000_000 },
        { amount: -0.01 },
        { kind: 'transferIn', acquiredDay: '2020-01-03' },
      ),
    ).toEqual([
      'movements 1 movementDay',
      'movements 2 movementDay',
      'movements 3 movementDay',
      'movements 4 movementQuantity',
      'movements 5 movementQuantity',
      'movements 6 movementFactor',
      'movements 7 movementFactor',
      'movements 8 movementAmount',
      'movements 9 movementAcquired',
    ]);
  });

  it('keep nothing their kind has no use for', () => {
    const all = { ...purchase, acquiredDay: '2019-01-02', factor: 2 };
    expect(withoutUnused(all)).toEqual(purchase);
    expect(withoutUnused({ ...all, kind: 'split' })).toMatchObject({
      quantity: null,
      factor: 2,
      amount: null,
    });
    expect(withoutUnused({ ...all, kind: 'transferIn' })).toMatchObject({ acquiredDay: '2019-01-02' });
  });

  it('say which line is meant', () => {
    const [issue] = checkMovements({ movements: [purchase, { ...purchase, day: null }] }, today);
    expect(issue && fieldIssueText(issue)).toBe('Umsatz 2: Bitte geben Sie einen Tag bis heute ein.');
  });
});
