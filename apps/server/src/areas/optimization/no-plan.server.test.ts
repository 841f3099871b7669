import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, tenantA } from '../../../test/contract-world.ts';
import type { Scope } from '../../platform/scope.ts';
import { readPlanAsMade } from './planned-optimization.view.ts';

const { test, world, tariff } = contractHouse();
let contract: string;

beforeAll(async () => {
  const customer = await world.addCustomer(tenantA, { groupId: north });
  contract = await world.addContract(tenantA, customer.id, tariff);
});

const everything: Scope = {
  tenantId: tenantA,
  userId: '00000000-0000-4000-8000-000000000001',
  permissions: new Set(permissionCodes),
  groupsByRight: new Map(),
  rightsInAllGroups: new Set(groupRights),
  ownCustomerId: null,
};
const nothing: Scope = { ...everything, permissions: new Set(), rightsInAllGroups: new Set() };

it.each([
  ['a contract one sees: it has no plan, and nobody is refused anything', everything, true],
  ['a contract one does not see: a refused access', nothing, undefined],
])('%s', async (_, scope, isAbsence) => {
  const refusal = await readPlanAsMade(test.database, scope, contract).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'common.notFound', status: 404 });
  expect(refusal).toHaveProperty('details', isAbsence ? { isAbsence } : {});
});
