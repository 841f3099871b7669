// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { speaksGerman } from '../../texts/german-for-test.ts';
import type { RightNames } from './rights-sentences.ts';
import { missingText, sourceText } from './rights-sentences.ts';

speaksGerman();

const names: RightNames = {
  permission: (id) => (id === 'customers.view' ? 'Kunden: Ansehen' : 'Kunden: Ohne Gruppe ansehen'),
  right: () => 'Kunden der Gruppe ansehen',
};
const of = { roleName: 'Berater', permissionId: 'customers.view' };
const group = (groupName: string, isInactive = false) => ({ id: groupName, groupName, isInactive });
const right = 'groupCustomers.view';

describe('the sentences of rights', () => {
  it('name role, right and the way through the groups', () => {
    expect(sourceText({ kind: 'role' }, names, of)).toBe(
      'Die Rolle „Berater“ enthält die Berechtigung „Kunden: Ansehen“.',
    );
    expect(sourceText({ kind: 'group', right, path: [group('Nord'), group('Hamburg')] }, names, of)).toBe(
      'Das Recht „Kunden der Gruppe ansehen“ ist in der Gruppe „Nord“ vergeben und gilt auch darunter: Nord › Hamburg',
    );
    expect(sourceText({ kind: 'group', right, path: [group('Nord')] }, names, of)).toBe(
      'Das Recht „Kunden der Gruppe ansehen“ ist in der Gruppe „Nord“ vergeben, zu der der Kunde gehört.',
    );
  });

  it('and say what would have to change', () => {
    const path = [group('Nord'), group('Hamburg', true)];
    expect(missingText({ kind: 'group', right, path, inactive: [] }, names, of)).toBe(
      'Das Recht „Kunden der Gruppe ansehen“ fehlt. Es genügt in einer dieser Gruppen: Nord › Hamburg (inaktiv)',
    );
    expect(missingText({ kind: 'group', right, path, inactive: path.slice(1) }, names, of)).toContain(
      'nur in einer inaktiven Gruppe vergeben und gilt deshalb nicht: „Hamburg“.',
    );
    expect(missingText({ kind: 'withoutGroup' }, names, of)).toContain(
      'Die Rolle „Berater“ bräuchte die Berechtigung „Kunden: Ohne Gruppe ansehen“',
    );
  });
});
