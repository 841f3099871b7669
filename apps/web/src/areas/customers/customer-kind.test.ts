import { expect, it } from 'vitest';
import { customerKind } from './customer-kind.ts';

it('asks for the group together with everything else, where a customer cannot be without', () => {
  const faults = (mayBeWithoutGroup: boolean) => {
    const kind = customerKind(() => '', true, null, mayBeWithoutGroup);
    return kind
      .check({ ...kind.empty(), postalCode: '1' }, null, null)
      .map(({ path, code }) => `${path}:${code}`);
  };
  expect(faults(false)).toEqual(['groupId:required', 'lastName:nameMissing', 'postalCode:postalCode']);
  expect(faults(true)).toEqual(['lastName:nameMissing', 'postalCode:postalCode']);
});

it('finds no fault with a stored customer in what nobody touched', () => {
  const kind = customerKind(() => '', false, null, false);
  const stored = { ...kind.empty(), lastName: 'Alt', postalCode: '1067', phoneNumber: 'unbekannt' };
  const faults = (change: object) =>
    kind.check({ ...stored, ...change }, 'a', stored).map(({ path, code }) => `${path}:${code}`);
  expect(faults({})).toEqual([]);
  expect(faults({ firstName: 'Anna' })).toEqual([]);
  expect(faults({ phoneNumber: 'unbekannt?' })).toEqual(['phoneNumber:phoneNumber']);
  const inGroup = { ...stored, groupId: 'g' };
  expect(kind.check(stored, 'a', inGroup)).toEqual([{ path: 'groupId', code: 'required' }]);
});
