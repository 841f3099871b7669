import { describe, expect, it } from 'vitest';
import { listName, personName } from './person-name.ts';

describe('names of customers', () => {
  it.each([
    ['Özlem', 'Müller', 'Özlem Müller', 'Müller, Özlem'],
    // A company has no first name: no blank before it and no comma behind it.
    ['', 'Söhne & Co. KG', 'Söhne & Co. KG', 'Söhne & Co. KG'],
  ])('„%s“ „%s“ is %s, in lists %s', (firstName, lastName, whole, listed) => {
    expect([personName({ firstName, lastName }), listName({ firstName, lastName })]).toEqual([whole, listed]);
  });
});
