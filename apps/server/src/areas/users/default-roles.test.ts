import { permissionCodes } from '@depotwerk/domain/permissions';
import { taskTypeFacts } from '@depotwerk/domain/workbench/task-types';
import { expect, test } from 'vitest';
import { type DefaultRole, type DefaultRoleKey, defaultRoles } from './default-roles.ts';

const roles: readonly DefaultRole[] = defaultRoles;
const permissionsOf = (key: DefaultRoleKey): readonly string[] =>
  roles.find((role) => role.key === key)?.permissions ?? [];

test('the nine roles of a new tenant name each permission once', () => {
  expect(roles.map(({ name }) => name)).toEqual([
    'Administrator',
    'Mandantenadministrator',
    'Tarifmanager',
    'Tariffreigabe',
    'Berater',
    'Assistenz',
    'Compliance/Revision',
    'Kunde',
    'Technischer Nutzer',
  ]);
  for (const role of roles) expect(new Set(role.permissions).size).toBe(role.permissions.length);
});

test('who edits tariffs does not approve them, and the other way round', () => {
  expect(permissionsOf('tariffManager')).not.toContain('tariffs.approve');
  expect(permissionsOf('tariffApproval')).not.toContain('tariffs.edit');
});

test('who edits tariffs sees the tasks that tell of them', () => {
  const sees = roles.filter(({ permissions }) =>
    permissions.includes(taskTypeFacts.vanishedFunds.permission),
  );
  expect(sees.map(({ key }) => key)).toEqual(['administrator', 'tenantAdministrator', 'tariffManager']);
  for (const { permissions } of sees) expect(permissions).toContain('workbench.view');
});

test('Kunde and Compliance only read, and only administrators have everything', () => {
  const isReading = (code: string) => /\.(view|viewWithoutGroup|export)$/.test(code);
  expect(
    [...permissionsOf('client'), ...permissionsOf('compliance')].filter((code) => !isReading(code)),
  ).toEqual([]);
  expect(
    roles.filter(({ permissions }) => permissions.length === permissionCodes.length).map(({ key }) => key),
  ).toEqual(['administrator']);
  expect(roles.filter(({ isClientRole }) => isClientRole).map(({ key }) => key)).toEqual(['client']);
});
