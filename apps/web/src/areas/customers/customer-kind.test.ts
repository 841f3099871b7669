import { expect, it } from 'vitest';
import { customerKind } from './customer-kind.ts';

it('asks for the group together with everything else, where a customer cannot be without', () => {
  const faults = (mayBeWithoutGroup: boolean) => {
    const kind = customerKind(() => '', true, null, mayBeWithoutGroup);
    return kind.check({ ...kind.empty(), postalCode: '1' }, null).map(({ path, code }) => `${path}:${code}`);
  };
  expect(faults(false)).toEqual(['groupId:required', 'lastName:nameMissing', 'postalCode:postalCode']);
  expect(faults(true)).toEqual(['lastName:nameMissing', 'postalCode:postalCode']);
});
