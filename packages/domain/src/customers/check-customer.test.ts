import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from '../master-data/field-table.ts';
import { checkCustomer } from './check-customer.ts';
import { type CustomerDraft, customerFields } from './customer-fields.ts';

const draft: CustomerDraft = {
  ...emptyDraft(customerFields),
  lastName: 'Müller',
  dateOfBirth: '1964-04-03',
};
const codes = (change: Partial<CustomerDraft>) =>
  checkCustomer({ ...draft, ...change }, '2026-11-22').map(({ path, code }) => `${path}:${code}`);

describe('customer form', () => {
  it('takes a person by the last name alone, and a firm by its name', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ lastName: null, companyName: 'Nord GmbH' })).toEqual([]);
    expect(codes({ lastName: ' ', companyName: null })).toEqual(['lastName:nameMissing']);
    expect(codes({ lastName: '\u200b', companyName: '\u00ad' })).toEqual(['lastName:nameMissing']);
  });

  it('names what is wrong', () => {
    expect(codes({ dateOfBirth: '2026-11-23' })).toEqual(['dateOfBirth:birthDay']);
    expect(codes({ dateOfBirth: '2025-02-30' })).toEqual(['dateOfBirth:noSuchDay']);
    for (const email of ['anna', 'özlem@grossmann', 'anna@a .de']) {
      expect([email, codes({ email })]).toEqual([email, ['email:mailAddress']]);
    }
    // Looks like another one: the Kelvin sign, full width, a ligature, an accent apart from its letter.
    for (const email of ['\u212aarl@haus.de', 'karl@\uff48aus.de', '\ufb01nn@haus.de', 'o\u0308zlem@haus.de'])
      expect([email, codes({ email })]).toEqual([email, ['email:mailAddress']]);
    for (const email of ['özlem@grossmann.de', 'info@müller-söhne.de'])
      expect([email, codes({ email })]).toEqual([email, []]);
    for (const phoneNumber of ['abc', '12'])
      expect(codes({ phoneNumber })).toEqual(['phoneNumber:phoneNumber']);
    expect(codes({ phoneNumber: '030 / 12 34 (Büro)' })).toEqual([]);
    expect(codes({ postalCode: '1' })).toEqual(['postalCode:postalCode']);
    expect(codes({ postalCode: '1067' })).toEqual(['postalCode:germanPostalCode']);
    expect(codes({ postalCode: '01067' })).toEqual([]);
    expect(codes({ postalCode: '1010', country: 'AT' })).toEqual([]);
    expect(codes({ postalCode: 'SW1A 1AA', country: 'GB' })).toEqual([]);
    expect(codes({ iban: 'DE89 3704 0044 0532 0130 01', bic: 'X' })).toEqual(['iban:iban', 'bic:bic']);
    expect(codes({ externalKey: 'a b', country: 'de' })).toEqual([
      'externalKey:keyFormat',
      'country:country',
    ]);
    expect(codes({ firstName: 'x'.repeat(201) })).toEqual(['firstName:tooLong']);
  });

  it('judges what is changed, not what stood there before', () => {
    const old = { ...draft, phoneNumber: 'unbekannt', postalCode: '1067', email: 'anna' };
    const other = { ...draft, phoneNumber: 'n. b.', postalCode: '1010', country: 'AT' };
    const changed = (change: Partial<CustomerDraft>, ...before: CustomerDraft[]) =>
      checkCustomer({ ...old, ...change }, '2026-11-22', before).map(({ path, code }) => `${path}:${code}`);
    expect(changed({})).toEqual([
      'email:mailAddress',
      'phoneNumber:phoneNumber',
      'postalCode:germanPostalCode',
    ]);
    expect(changed({ firstName: 'Anna', phoneNumber: ' unbekannt ' }, old)).toEqual([]);
    expect(changed({ phoneNumber: 'n. b.' }, old)).toEqual(['phoneNumber:phoneNumber']);
    // Of two who become one each value may come from either, but a postcode with its country.
    expect(changed({ phoneNumber: 'n. b.' }, old, other)).toEqual([]);
    expect(changed({ postalCode: '1010', country: 'AT' }, old, other)).toEqual([]);
    expect(changed({ postalCode: '1010' }, old, other)).toEqual(['postalCode:germanPostalCode']);
    const firm = { ...draft, lastName: null, companyName: 'Nord GmbH' };
    expect(changed({ lastName: null, companyName: null }, old, firm)).toEqual(['lastName:nameMissing']);
  });

  it('finds nothing wrong with any draft that is stored already, and all of it with a new one', () => {
    const text = fc.oneof(fc.constant(null), fc.string());
    fc.assert(
      fc.property(
        fc.record({ lastName: text, phoneNumber: text, postalCode: text, iban: text }),
        (change) => {
          const any = { ...draft, ...change };
          expect(checkCustomer(any, '2026-11-22', [any])).toEqual([]);
          const other = { ...any, phoneNumber: `${any.phoneNumber ?? ''}x` };
          expect(checkCustomer(any, '2026-11-22', [other])).toEqual(
            checkCustomer(any, '2026-11-22').filter(({ path }) => path === 'phoneNumber'),
          );
        },
      ),
    );
  });
});
