import { randomUUID } from 'node:crypto';
import { customerViewer, effectiveRights } from '@depotwerk/api/users/effective-rights';
import { groupRights, type PermissionCode, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { north, region, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { UserWorld } from '../../../test/user-world.ts';
import { visibilityOf } from '../../platform/scope.ts';
import { readUserScope } from '../../platform/sessions/read-user-scope.ts';
import { isVisible } from '../../platform/visible-rows.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));
let caller = '';
let clientRole = '';
beforeAll(async () => {
  caller = await world.callerInEveryGroup();
  clientRole = world.clientRole;
  await db.owner.query(
    `insert into role_permissions (tenant_id, role_id, permission_id) values ($1, $2, 'customers.view')`,
    [tenantA, clientRole],
  );
});

const problem = z.looseObject({ code: z.string() });
const codeOf = (answer: { body: unknown }) => problem.parse(answer.body).code;

async function addPerson(
  memberships: readonly (readonly [groupId: string, rights: readonly string[]])[] = [],
  columns: {
    roleId?: string;
    isInactive?: boolean;
    customerId?: string;
    mustHaveFactor?: boolean;
    isInvited?: boolean;
  } = {},
): Promise<string> {
  const id = randomUUID();
  await db.owner.query(
    `insert into users (tenant_id, id, user_name, full_name, role_id, is_inactive, customer_id, is_second_factor_required, password_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tenantA,
      id,
      `${id}@firma.example`,
      'Petra Person',
      columns.roleId ?? world.adviserRole,
      columns.isInactive ?? false,
      columns.customerId ?? null,
      columns.mustHaveFactor ?? false,
      columns.isInvited ? null : '$argon2id$x',
    ],
  );
  for (const [groupId, rights] of memberships) {
    await db.owner.query(
      'insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, $4)',
      [tenantA, groupId, id, rights],
    );
  }
  return id;
}

const path = (userId: string, customerId: string) =>
  `/users/${userId}/effective-rights?customerId=${customerId}`;
async function rightsOf(userId: string, customerId: string) {
  const answer = await world.get(path(userId, customerId), caller);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  const rights = effectiveRights.parse(answer.body);
  return { ...rights, by: new Map(rights.actions.map((action) => [action.action, action])) };
}

describe('why somebody sees a customer', () => {
  it('is told with role, right and the path of groups', async () => {
    const person = await addPerson([[region, ['groupCustomers.view', 'groupContracts.view']]]);
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const { by, groupPath, user } = await rightsOf(person, customer.id);
    expect(user.roleName).toBe('Berater');
    expect(groupPath.map(({ id }) => id)).toEqual([region, north]);
    const view = by.get('viewCustomer');
    expect(view?.isAllowed).toBe(true);
    expect(view?.missing).toEqual([]);
    expect(view?.sources).toEqual([
      { kind: 'role' },
      { kind: 'group', right: 'groupCustomers.view', path: groupPath },
    ]);
    const edit = by.get('editCustomer');
    expect(edit?.isAllowed).toBe(false);
    expect(edit?.missing).toEqual([
      { kind: 'group', right: 'groupCustomers.edit', path: groupPath, inactive: [] },
    ]);
  });

  it('or what is missing, and it is enough', async () => {
    const person = await addPerson([[south, ['groupCustomers.view']]], { roleId: world.emptyRole });
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const kinds = async () =>
      (await rightsOf(person, customer.id)).by.get('viewCustomer')?.missing.map((m) => m.kind);
    expect(await kinds()).toEqual(['role', 'group']);
    await db.owner.query('update users set role_id = $2 where id = $1', [person, world.adviserRole]);
    expect(await kinds()).toEqual(['group']);
    await db.owner.query(
      `insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, '{groupCustomers.view}')`,
      [tenantA, north, person],
    );
    expect(await kinds()).toEqual([]);
  });

  it('is told for a contract as well', async () => {
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const tariff = await world.contracts.addTariff(tenantA, `Tarif ${randomUUID()}`, 1);
    const contract = await world.contracts.addContract(tenantA, customer.id, tariff, { group_id: north });
    const person = await addPerson([[north, ['groupContracts.view']]]);
    const answer = await world.get(`/users/${person}/effective-rights?contractId=${contract}`, caller);
    const rights = effectiveRights.parse(answer.body);
    expect(rights.contract?.id).toBe(contract);
    expect(rights.customer.id).toBe(customer.id);
    expect(rights.actions.filter(({ isAllowed }) => isAllowed).map(({ action }) => action)).toEqual([
      'viewContracts',
    ]);
    expect(await world.actionsOf('contract', contract)).toEqual(['contracts.read']);
  });

  it('is recorded like every look at a customer', async () => {
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    await rightsOf(await addPerson(), customer.id);
    await world.get(`/customers/${customer.id}/viewers`, caller);
    expect(await world.actionsOf('customer', customer.id)).toEqual(['customers.read', 'customers.read']);
  });
});

describe('who can see a customer', () => {
  it('is whom the product shows him, and whom the explanation calls allowed', async () => {
    const inactive = randomUUID();
    await db.owner.query(
      `insert into groups (tenant_id, id, group_name, group_description, parent_group_id, is_inactive)
       values ($1, $2, 'Stillgelegt', 'x', $3, true)`,
      [tenantA, inactive, region],
    );
    const below = randomUUID();
    await db.owner.query(
      `insert into groups (tenant_id, id, group_name, group_description, parent_group_id) values ($1, $2, 'Darunter', 'x', $3)`,
      [tenantA, below, inactive],
    );
    const customers = [];
    for (const groupId of [region, north, south, inactive, below, null])
      customers.push(await world.contracts.addCustomer(tenantA, { groupId }));
    const own = customers[1]?.id ?? '';
    const withoutGroup = randomUUID();
    await db.owner.query('insert into roles (tenant_id, id, role_name) values ($1, $2, $3)', [
      tenantA,
      withoutGroup,
      'Alle ohne Gruppe',
    ]);
    await db.owner.query(
      'insert into role_permissions (tenant_id, role_id, permission_id) select $1, $2, unnest($3::text[])',
      [tenantA, withoutGroup, ['customers.view', 'customers.viewWithoutGroup']],
    );
    const look = ['groupCustomers.view'];
    const people = [
      await addPerson(),
      await addPerson([[region, look]]),
      await addPerson([[north, look]]),
      await addPerson([[north, ['groupContracts.view']]]),
      await addPerson([[inactive, groupRights]]),
      await addPerson([
        [inactive, look],
        [south, look],
      ]),
      await addPerson([[below, look]]),
      await addPerson([[region, groupRights]], { isInactive: true }),
      await addPerson([[region, groupRights]], { roleId: world.emptyRole }),
      await addPerson([], { roleId: withoutGroup }),
      await addPerson([[region, look]], { roleId: clientRole, customerId: own }),
      await addPerson([[region, look]], { roleId: clientRole }),
    ];
    for (const customer of customers) {
      const answer = await world.get(`/customers/${customer.id}/viewers?pageSize=250`, caller);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      const viewers = z.array(customerViewer).parse(answer.body);
      expect(answer.headers['x-total-count']).toBe(String(viewers.length));
      for (const person of people) {
        const scope = await readUserScope(db.database, tenantA, person);
        const sees =
          scope?.permissions.has('customers.view') === true &&
          isVisible(visibilityOf(scope, 'groupCustomers.view'), customer);
        const listed = viewers.find(({ id }) => id === person);
        const { by } = await rightsOf(person, customer.id);
        const view = by.get('viewCustomer');
        const where = `${people.indexOf(person)} of ${customers.indexOf(customer)}`;
        expect([where, view?.isAllowed, listed?.sources]).toEqual([
          where,
          sees,
          sees ? view?.sources : undefined,
        ]);
      }
    }
  });

  it('leaves out who must set up a second factor first', async () => {
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const person = await addPerson([[north, ['groupCustomers.view']]], { mustHaveFactor: true });
    const ids = async () =>
      z
        .array(customerViewer)
        .parse((await world.get(`/customers/${customer.id}/viewers?pageSize=250`, caller)).body)
        .map(({ id }) => id);
    expect(await ids()).not.toContain(person);
    expect((await rightsOf(person, customer.id)).by.get('viewCustomer')?.missing).toEqual([
      { kind: 'secondFactor' },
    ]);
    await world.giveFactors(person);
    expect(await ids()).toContain(person);
  });

  it('leaves out who has not used the invitation, and says so of that person', async () => {
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const person = await addPerson([[north, ['groupCustomers.view']]], { isInvited: true });
    const listed = async () =>
      z
        .array(customerViewer)
        .parse((await world.get(`/customers/${customer.id}/viewers?search=${person}`, caller)).body).length;
    expect(await listed()).toBe(0);
    const { by, user } = await rightsOf(person, customer.id);
    expect([by.get('viewCustomer')?.isAllowed, user.canSignIn]).toEqual([true, false]);
    await db.owner.query(`update users set password_hash = '$argon2id$x' where id = $1`, [person]);
    expect(await listed()).toBe(1);
    expect((await rightsOf(person, customer.id)).user.canSignIn).toBe(true);
  });

  it('comes page by page and can be searched', async () => {
    const customer = await world.contracts.addCustomer(tenantA, { groupId: south });
    for (let number = 0; number < 3; number += 1) await addPerson([[south, ['groupCustomers.view']]]);
    const person = await addPerson([[south, ['groupCustomers.view']]]);
    const first = await world.get(`/customers/${customer.id}/viewers?pageSize=2`, caller);
    expect(z.array(customerViewer).parse(first.body)).toHaveLength(2);
    expect(Number(first.headers['x-total-count'])).toBeGreaterThanOrEqual(4);
    const found = await world.get(`/customers/${customer.id}/viewers?search=${person}`, caller);
    expect(
      z
        .array(customerViewer)
        .parse(found.body)
        .map(({ id }) => id),
    ).toEqual([person]);
  });
});

describe('nobody learns of what he does not see', () => {
  it('foreign, unseen and missing objects answer alike', async () => {
    const person = await addPerson();
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const foreign = await world.contracts.addCustomer(tenantB, { groupId: null });
    const elsewhere = await world.caller(permissionCodes, [{ groupId: south, groupRights }]);
    const answers = [
      await world.get(path(person, foreign.id), caller),
      await world.get(path(person, randomUUID()), caller),
      await world.get(path(randomUUID(), customer.id), caller),
      await world.get(path(person, customer.id), elsewhere),
      await world.get(path(person, customer.id), world.foreignAdmin),
      await world.get(`/users/${person}/effective-rights?contractId=${randomUUID()}`, caller),
      await world.get(`/customers/${foreign.id}/viewers`, caller),
      await world.get(`/customers/${randomUUID()}/viewers`, caller),
      await world.get(`/customers/${customer.id}/viewers`, elsewhere),
    ];
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([404, 'common.notFound']);
    expect(await world.actionsOf('customer', foreign.id)).toEqual([]);
  });

  it('needs the user management and the right to see customers', async () => {
    const person = await addPerson();
    const customer = await world.contracts.addCustomer(tenantA, { groupId: north });
    const everywhere = [{ groupId: region, groupRights }];
    const statuses = async (permission: PermissionCode) => {
      const limited = await world.caller([permission], everywhere);
      const viewers = await world.get(`/customers/${customer.id}/viewers`, limited);
      return [(await world.get(path(person, customer.id), limited)).status, viewers.status];
    };
    expect(await statuses('customers.view')).toEqual([403, 403]);
    expect(await statuses('userManagement.view')).toEqual([404, 404]);
  });

  it('asks for exactly one of customer and contract', async () => {
    const person = await addPerson();
    for (const query of ['', `?customerId=${randomUUID()}&contractId=${randomUUID()}`, '?customerId=x']) {
      const answer = await world.get(`/users/${person}/effective-rights${query}`, caller);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });
});
