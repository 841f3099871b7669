import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedCustomer, compareCustomers } from './compare-customers.ts';

const anna: ComparedCustomer = {
  firstName: 'Änne',
  lastName: 'Groß',
  companyName: '',
  dateOfBirth: '1964-04-03',
  email: 'aenne@example.de',
};

describe('two customers', () => {
  it.each<[string, Partial<ComparedCustomer>, boolean]>([
    [
      'same name in another spelling and day of birth',
      { firstName: 'Aenne', lastName: 'GROSS', email: null },
      true,
    ],
    ['same day of birth and mail, another name', { lastName: 'Klein', email: 'AENNE@example.de' }, true],
    ['same name and mail, day of birth unknown', { dateOfBirth: null }, true],
    ['same name and mail, day of birth a filler', { dateOfBirth: '1900-01-01' }, true],
    ['father and son: same name alone', { dateOfBirth: null, email: null }, false],
    ['a couple: same mail alone', { firstName: 'Karl', dateOfBirth: null }, false],
    ['same name and mail, another day of birth', { dateOfBirth: '1990-01-02' }, false],
    ['a firm of that name', { firstName: '', companyName: 'Groß', dateOfBirth: null }, false],
  ])('%s', (_, change, isLikely) => {
    expect(compareCustomers(anna, { ...anna, ...change }).isLikely).toBe(isLikely);
  });

  it('are one by a number both have or had, unless the day of birth says otherwise', () => {
    const [one, other] = [
      { ...anna, numbers: ['K-1', 'K-0'] },
      { ...anna, lastName: 'Klein', email: null, dateOfBirth: null, numbers: ['K-0'] },
    ];
    expect(compareCustomers(one, other)).toEqual({ isLikely: true, likenesses: ['number'] });
    expect(compareCustomers(one, { ...other, numbers: ['K-2'] }).isLikely).toBe(false);
    expect(compareCustomers(one, { ...other, dateOfBirth: '1990-01-01' }).isLikely).toBe(false);
  });

  it('are alike in both directions', () => {
    const customer = fc.record({
      firstName: fc.constantFrom('', 'Anna', 'anna'),
      lastName: fc.constantFrom('Müller', 'Mueller', 'Maier'),
      companyName: fc.constantFrom('', 'Firma'),
      dateOfBirth: fc.constantFrom(null, '1900-01-01', '1964-04-03', '1970-01-01'),
      email: fc.constantFrom(null, 'a@x.de', 'A@x.de', 'b@x.de'),
    });
    fc.assert(
      fc.property(customer, customer, (one, other) => {
        expect(compareCustomers(one, other)).toEqual(compareCustomers(other, one));
      }),
    );
  });
});
