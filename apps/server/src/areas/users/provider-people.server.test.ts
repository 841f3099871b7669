import { randomUUID } from 'node:crypto';
import { group } from '@depotwerk/api/users/groups';
import { user } from '@depotwerk/api/users/users';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { afterEach, describe, expect, it } from 'vitest';
import { north, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { providerDraft } from '../../../test/provider-draft.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { personBody, problemCodeOf, UserWorld } from '../../../test/user-world.ts';
import { rescueUser } from '../../tenants/rescue-user.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));
const issuer = 'https://login.example';

afterEach(() => db.owner.query('delete from identity_providers where tenant_id = $1', [tenantA]));

const addProvider = (address = issuer) =>
  db.owner.query(
    `insert into identity_providers (tenant_id, issuer, client_id, button_text, is_active, unknown_people)
     values ($1, $2, 'depotwerk', 'Anmelden', true, 'refuse')`,
    [tenantA, address],
  );

/** Somebody without a password who has signed in through the provider. */
async function linkedPerson(roleId: string) {
  const person = user.parse((await world.post('/users', personBody(roleId))).body);
  await db.owner.query(
    'insert into identity_links (tenant_id, user_id, issuer, subject) values ($1, $2, $3, $4)',
    [tenantA, person.id, issuer, person.id],
  );
  return person;
}
const read = async (id: string) => user.parse((await world.get(`/users/${id}`)).body);

/** A change of a person as the form sends it. */
async function change(id: string, values: object, caller: string) {
  const { userName, fullName, company, phoneNumber, roleId, isInactive, rowVersion } = await read(id);
  const draft = { userName, fullName, company, phoneNumber, roleId, isInactive };
  return world.put(`/users/${id}`, { ...draft, ...values }, rowVersion, caller);
}

/** Saves the provider with other values. */
const putProvider = (values: object, caller: string, version = 1) =>
  world.put('/admin/identity-provider', providerDraft({ issuer, ...values }), version, caller);

describe('somebody who signs in through the provider alone', () => {
  it('is active while the house has it, and waits for an invitation after that', async () => {
    const person = await linkedPerson(world.adviserRole);
    expect(await read(person.id)).toMatchObject({ signInState: 'notInvited', hasPassword: false });
    await addProvider();
    expect(await read(person.id)).toMatchObject({ signInState: 'active', hasPassword: false });
    await db.owner.query('update identity_providers set is_active = false where tenant_id = $1', [tenantA]);
    expect(await read(person.id)).toMatchObject({ signInState: 'notInvited' });
    await db.owner.query('delete from identity_providers where tenant_id = $1', [tenantA]);
    await addProvider('https://new.example');
    expect(await read(person.id)).toMatchObject({ signInState: 'notInvited' });
  });

  it('belongs to administrators as long as he is in no group', async () => {
    await addProvider();
    const manager = await world.caller(
      permissionCodes.filter((code) => code !== 'admin.access'),
      [{ groupId: north, groupRights }],
    );
    const person = await linkedPerson(world.emptyRole);
    const answers = [
      await change(person.id, { userName: `${randomUUID()}@firma.example` }, manager),
      await world.post(`/users/${person.id}/invite`, {}, manager),
    ];
    expect(answers.map(problemCodeOf)).toEqual(['auth.forbidden', 'auth.forbidden']);
  });
});

it('an operator lets somebody in again whom only a provider of the past let in', async () => {
  const { id, userName } = await linkedPerson(world.adviserRole);
  await addProvider('https://new.example');
  const rescue = (name: string) =>
    rescueUser(db.database, world.services.keys.keyEncryption, tenantA, name, Date.now());
  expect(await rescue(userName)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await read(id)).toMatchObject({ signInState: 'active', hasPassword: true });
  // Who was never here has an invitation for that.
  const { userName: stranger } = user.parse((await world.post('/users', personBody(world.adviserRole))).body);
  expect(await rescue(stranger)).toBe(null);
});

describe('the last one who manages the house', () => {
  it('may be one who signs in through the provider, and is kept like any other', async () => {
    await addProvider();
    const linked = await linkedPerson(world.administratorRole);
    const colleague = await world.caller(permissionCodes);
    const house = await world.callerInEveryGroup();
    // With her, the one with a password may go; then she is the last.
    expect((await change(world.administrator, { isInactive: true }, colleague)).status).toBe(200);
    try {
      const answers = [
        await change(linked.id, { isInactive: true }, colleague),
        await change(linked.id, { roleId: world.adviserRole }, colleague),
        await world.remove(`/users/${linked.id}/provider-link`, linked.rowVersion, colleague),
        // Another provider, or none, would let her in no more.
        await putProvider({ isActive: false }, house),
        await putProvider({ issuer: 'https://new.example' }, house),
      ];
      expect(answers.map((answer) => [answer.status, problemCodeOf(answer)])).toEqual(
        answers.map(() => [409, 'roles.lastAdministrator']),
      );
      expect(await read(linked.id)).toMatchObject({ signInState: 'active', roleId: world.administratorRole });
    } finally {
      await db.owner.query('update users set is_inactive = false where id = $1', [world.administrator]);
    }
  });
});

it('another provider is refused while only people of this one see customers; switched off it may be, as its links stay', async () => {
  await addProvider();
  const house = await world.callerInEveryGroup();
  const draft = { groupName: `Gruppe ${randomUUID()}`, groupDescription: 'Probe', isInactive: false };
  const { id: groupId, rowVersion } = group.parse(
    (await world.post('/groups', { ...draft, parentGroupId: null })).body,
  );
  await world.contracts.addCustomer(tenantA, { groupId });
  const person = await linkedPerson(world.adviserRole);
  const set = [{ userId: person.id, groupRights: ['groupCustomers.view' as const] }];
  expect((await world.put(`/groups/${groupId}/users`, { set, remove: [] }, rowVersion)).status).toBe(200);

  const other = { issuer: 'https://new.example' };
  const refused = await putProvider(other, house);
  expect([refused.status, problemCodeOf(refused)]).toEqual([409, 'groups.customersUnseen']);
  const version = async () => {
    const { rows } = await db.owner.query<{ row_version: number }>(
      'select row_version from identity_providers where tenant_id = $1',
      [tenantA],
    );
    return rows[0]?.row_version ?? 0;
  };
  expect((await putProvider({ isActive: false }, house)).status).toBe(200);
  expect((await putProvider({}, house, await version())).status).toBe(200);

  // With a password of her own she comes in whatever provider there is.
  await db.owner.query(`update users set password_hash = '$argon2id$x' where id = $1`, [person.id]);
  expect((await putProvider(other, house, await version())).status).toBe(200);
});
