import { randomUUID } from 'node:crypto';
import { group } from '@depotwerk/api/users/groups';
import { role } from '@depotwerk/api/users/roles';
import { user } from '@depotwerk/api/users/users';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import { region, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { personBody, problem, UserWorld } from '../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

const newRole = async (permissionIds: readonly string[]) => {
  const added = await world.post('/roles', {
    roleName: `Rolle ${randomUUID()}`,
    isInactive: false,
    copiedRoleId: null,
  });
  const made = role.parse(added.body);
  const set = await world.put(`/roles/${made.id}/permissions`, { permissionIds }, made.rowVersion);
  expect([set.status, set.text]).toEqual([200, expect.any(String)]);
  return role.parse(set.body);
};
const readGroup = async (id: string) => group.parse((await world.get(`/groups/${id}`)).body);

/** A group with two customers, and one person of a role of her own who sees them. */
async function house(parentGroupId: string | null = null) {
  const draft = { groupName: `Gruppe „A“ ${randomUUID()}`, groupDescription: 'Probe', isInactive: false };
  const { id: groupId } = group.parse((await world.post('/groups', { ...draft, parentGroupId })).body);
  await world.contracts.addCustomer(tenantA, { groupId });
  await world.contracts.addCustomer(tenantA, { groupId });
  const only = await newRole(['customers.view', 'contracts.view']);
  const person = await join(groupId, only.id);
  return { groupId, draft: { ...draft, parentGroupId }, role: only, person };
}

/** Somebody who has used the invitation, unless it is still open. */
async function newPerson(roleId: string, isInvited = false) {
  const person = user.parse((await world.post('/users', personBody(roleId))).body);
  if (!isInvited)
    await db.owner.query(`update users set password_hash = '$argon2id$x' where id = $1`, [person.id]);
  return person;
}

async function join(groupId: string, roleId: string, isInvited = false) {
  const person = await newPerson(roleId, isInvited);
  const { rowVersion } = await readGroup(groupId);
  const set = [{ userId: person.id, groupRights: ['groupCustomers.view' as const] }];
  const answer = await world.put(`/groups/${groupId}/users`, { set, remove: [] }, rowVersion);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return person;
}

const setUsers = async (groupId: string, body: object) =>
  world.put(`/groups/${groupId}/users`, body, (await readGroup(groupId)).rowVersion);

type House = Awaited<ReturnType<typeof house>>;
const readPerson = async ({ person }: House) => user.parse((await world.get(`/users/${person.id}`)).body);
const changePerson = async (one: House, change: object) => {
  const { userName, fullName, company, phoneNumber, roleId, isInactive, rowVersion } = await readPerson(one);
  const draft = { userName, fullName, company, phoneNumber, roleId, isInactive };
  return world.put(`/users/${one.person.id}`, { ...draft, ...change }, rowVersion);
};
const readRole = async ({ role: { id } }: House) => role.parse((await world.get(`/roles/${id}`)).body);

describe('customers somebody sees', () => {
  it.each<[string, (one: House) => Promise<{ status: number; body: unknown }>]>([
    ['the person becomes inactive', (one) => changePerson(one, { isInactive: true })],
    ['she gets a role that shows no customers', (one) => changePerson(one, { roleId: world.emptyRole })],
    [
      'her role becomes inactive',
      async (one) => {
        const { roleName, rowVersion } = await readRole(one);
        return world.put(`/roles/${one.role.id}`, { roleName, isInactive: true }, rowVersion);
      },
    ],
    [
      'her role shows no customers any more',
      async (one) =>
        world.put(
          `/roles/${one.role.id}/permissions`,
          { permissionIds: ['contracts.view'] },
          (await readRole(one)).rowVersion,
        ),
    ],
    ['she is taken out', (one) => setUsers(one.groupId, { set: [], remove: [one.person.id] })],
    [
      'she loses the right in the group',
      (one) =>
        setUsers(one.groupId, {
          set: [{ userId: one.person.id, groupRights: ['groupContracts.view'] }],
          remove: [],
        }),
    ],
    ['a full list leaves her out', (one) => setUsers(one.groupId, [])],
    [
      'the group becomes inactive',
      async (one) =>
        world.put(
          `/groups/${one.groupId}`,
          { ...one.draft, isInactive: true },
          (await readGroup(one.groupId)).rowVersion,
        ),
    ],
  ])('stay seen: refused when %s, and taken once somebody else sees them', async (_name, change) => {
    const top = group.parse(
      (
        await world.post('/groups', {
          groupName: `Oben ${randomUUID()}`,
          groupDescription: 'Probe',
          isInactive: false,
          parentGroupId: null,
        })
      ).body,
    );
    const one = await house(top.id);
    const refused = await change(one);
    expect(problem.parse(refused.body)).toMatchObject({
      code: 'groups.customersUnseen',
      params: { count: 2 },
      message: expect.stringContaining(`die Kunden von „${one.draft.groupName}“ (Anzahl: 2)`),
    });
    expect(refused.status).toBe(409);
    // Whoever has only been invited sees nobody yet.
    await join(top.id, world.adviserRole, true);
    expect((await change(one)).status).toBe(409);
    await join(top.id, world.adviserRole);
    expect((await change(one)).status).toBe(200);
  });

  it('are seen by whoever signs in through the provider, but not through one the house has left', async () => {
    const { groupId } = await house();
    const linked = await join(groupId, world.adviserRole, true);
    const leave = () =>
      setUsers(groupId, [{ userId: linked.id, groupRights: ['groupCustomers.view'] }]).then(
        ({ status }) => status,
      );
    await db.owner.query(
      `insert into identity_links (tenant_id, user_id, issuer, subject) values ($1, $2, 'https://former.example', 'seen')`,
      [tenantA, linked.id],
    );
    await db.owner.query(
      `insert into identity_providers (tenant_id, issuer, client_id, button_text, is_active, unknown_people)
       values ($1, 'https://login.example', 'depotwerk', 'Anmelden', true, 'refuse')`,
      [tenantA],
    );
    expect(await leave()).toBe(409);
    await db.owner.query('delete from identity_providers where tenant_id = $1', [tenantA]);
    expect(await leave()).toBe(200);
  });

  it('stay seen when an active group moves to where nobody sees them', async () => {
    const { groupId: top, person } = await house();
    const below = group.parse(
      (
        await world.post('/groups', {
          groupName: `Unten ${randomUUID()}`,
          groupDescription: 'Probe',
          isInactive: false,
          parentGroupId: top,
        })
      ).body,
    );
    const { groupName, groupDescription, isInactive } = below;
    const move = async (parentGroupId: string | null) =>
      world.put(
        `/groups/${below.id}`,
        { groupName, groupDescription, isInactive, parentGroupId },
        (await readGroup(below.id)).rowVersion,
      );
    // Without customers it may go anywhere.
    expect((await move(null)).status).toBe(200);
    expect((await move(top)).status).toBe(200);
    const customer = await world.contracts.addCustomer(tenantA, { groupId: below.id });
    for (const place of [null, region]) {
      const answer = await move(place);
      expect([answer.status, problem.parse(answer.body)]).toEqual([
        409,
        expect.objectContaining({ code: 'groups.customersUnseen', params: { count: 1 } }),
      ]);
    }
    // Whom nobody saw before keeps nobody from anything.
    await db.owner.query('delete from group_users where user_id = $1', [person.id]);
    expect((await move(null)).status).toBe(200);
    await db.owner.query('delete from customers where id = $1', [customer.id]);
  });

  it('are not lost by two people at once, each of whom leaves the other one', async () => {
    const one = await house();
    const other = await join(one.groupId, world.adviserRole);
    const { rowVersion } = await readGroup(one.groupId);
    const answer = await meanwhile(
      db,
      tenantA,
      async (first) => {
        await first.query(
          `select pg_advisory_xact_lock(hashtextextended('lastAdministrator' || app_tenant_id()::text, 0))`,
        );
        await first.query('update users set is_inactive = true where id = $1', [one.person.id]);
      },
      () => world.put(`/groups/${one.groupId}/users`, { set: [], remove: [other.id] }, rowVersion),
    );
    expect([answer.status, problem.parse(answer.body)]).toEqual([
      409,
      expect.objectContaining({ code: 'groups.customersUnseen', params: { count: 2 } }),
    ]);
  });

  it('without a group stay seen by somebody', async () => {
    await world.contracts.addCustomer(tenantA, { groupId: null });
    const administrators = role.parse((await world.get(`/roles/${world.administratorRole}`)).body);
    await db.owner.query(
      `delete from role_permissions where permission_id = 'customers.viewWithoutGroup' and role_id <> $1`,
      [administrators.id],
    );
    const answer = await world.put(
      `/roles/${administrators.id}/permissions`,
      { permissionIds: permissionCodes.filter((code) => code !== 'customers.viewWithoutGroup') },
      administrators.rowVersion,
    );
    expect(problem.parse(answer.body)).toMatchObject({
      code: 'groups.customersUnseen',
      message: expect.stringContaining('die Kunden ohne Gruppe (Anzahl: '),
    });
  });
});
