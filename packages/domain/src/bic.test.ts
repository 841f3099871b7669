import { describe, expect, it } from 'vitest';
import { normalizeBic } from './bic.ts';
import { checkCustomer } from './customers/check-customer.ts';
import { customerFields } from './customers/customer-fields.ts';
import { checkIssuer } from './master-data/check-issuer.ts';
import { emptyDraft } from './master-data/field-table.ts';

const ofCustomer = (bic: string) =>
  checkCustomer({ ...emptyDraft(customerFields), lastName: 'Muster', bic }, '2026-11-23');
const ofIssuer = (change: { bic?: string; bankId?: string }) =>
  checkIssuer({
    issuerName: 'Bank',
    bankId: null,
    bankName: null,
    bic: null,
    insurerId: null,
    hasTrader: false,
    traderKind: 'none',
    isSessionOnly: false,
    isInactive: false,
    ...change,
  });

describe('a BIC', () => {
  it.each(['MARKDEF1100', 'markdef1', ' DEUTDEFF ', 'MARK DE F1 100'])(
    'is taken alike wherever it stands: %s',
    (bic) => {
      expect([ofCustomer(bic), ofIssuer({ bic }), ofIssuer({ bankId: bic })]).toEqual([[], [], []]);
    },
  );

  it('has a German bank code beside it, however it is grouped', () => {
    expect(
      ['37010077', '370 100 77', ' 370\u00A0100\u00A077 '].map((bankId) => ofIssuer({ bankId })),
    ).toEqual([[], [], []]);
    expect(normalizeBic('370 100 77')).toBe('37010077');
    expect(ofIssuer({ bankId: '370 100 7' })).toEqual([{ path: 'bankId', code: 'bankId' }]);
  });

  // The country is two letters.
  it.each(['1234567', '12345678', 'MARK1EF1', 'MARKDEF11', 'MARKDEF1100X', 'MÄRKDEF1'])(
    'is refused alike wherever it stands: %s',
    (bic) => {
      expect(ofCustomer(bic)).toEqual([expect.objectContaining({ path: 'bic' })]);
      expect(ofIssuer({ bic })).toEqual([{ path: 'bic', code: 'bic' }]);
      // Eight digits are a bank code.
      expect(ofIssuer({ bankId: bic })).toEqual(
        /^\d{8}$/.test(bic) ? [] : [{ path: 'bankId', code: 'bankId' }],
      );
    },
  );
});
