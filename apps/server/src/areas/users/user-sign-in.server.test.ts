import { randomUUID } from 'node:crypto';
import { group } from '@depotwerk/api/users/groups';
import { role } from '@depotwerk/api/users/roles';
import { user } from '@depotwerk/api/users/users';
import { permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { personBody, problemCodeOf, UserWorld } from '../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

describe('people', () => {
  const body = (values: Record<string, unknown> = {}) => personBody(world.adviserRole, values);

  it('change nothing of their own signing in here, only in the settings', async () => {
    const own = user.parse((await world.get(`/users/${world.administrator}`)).body);
    const { userName, fullName, company, phoneNumber, roleId, isInactive } = own;
    const draft = { userName, fullName, company, phoneNumber, roleId, isInactive };
    for (const change of [
      { userName: 'anders@firma.example' },
      { phoneNumber: '+49-30-1' },
      { roleId: world.adviserRole },
      { isInactive: true },
    ]) {
      const answer = await world.put(`/users/${own.id}`, { ...draft, ...change }, own.rowVersion);
      expect([change, answer.status, problemCodeOf(answer)]).toEqual([change, 403, 'users.ownSignIn']);
    }
    expect(problemCodeOf(await world.post(`/users/${own.id}/reset-second-factor`, {}))).toBe(
      'users.ownSignIn',
    );
    const ownRole = role.parse((await world.get(`/roles/${own.roleId}`)).body);
    const without = { roleName: ownRole.roleName, isInactive: true };
    const closed = await world.put(`/roles/${ownRole.id}`, without, ownRole.rowVersion);
    expect([closed.status, problemCodeOf(closed)]).toEqual([403, 'users.ownSignIn']);
    const named = await world.put(`/users/${own.id}`, { ...draft, company: 'Haus' }, own.rowVersion);
    expect([named.status, user.parse(named.body).company]).toEqual([200, 'Haus']);
  });

  const placeIn = async (userId: string, groupIds: readonly string[]) => {
    for (const groupId of groupIds)
      await db.owner.query('insert into group_users (tenant_id, group_id, user_id) values ($1, $2, $3)', [
        tenantA,
        groupId,
        userId,
      ]);
  };
  const activate = (userId: string) =>
    db.owner.query("update users set password_hash = '$argon2id$x' where id = $1", [userId]);
  const add = async (values: Record<string, unknown> = {}) =>
    user.parse((await world.post('/users', body(values))).body);

  it('are let in or kept out only by whoever manages all their groups', async () => {
    const manager = await world.caller(
      permissionCodes.filter((code) => code !== 'admin.access'),
      [{ groupId: north, groupRights: ['groupUsers.manage'] }],
    );
    const inBoth = await add();
    await placeIn(inBoth.id, [north, south]);
    const inOne = await add();
    await placeIn(inOne.id, [north]);
    const nowhere = await add();
    await activate(nowhere.id);
    const fresh = await add();
    for (const [person, statusOfName, statusOfReset] of [
      [inBoth, 200, 403],
      [inOne, 200, 204],
      [nowhere, 200, 403],
      [fresh, 200, 204],
    ] as const) {
      const { userName, fullName, phoneNumber, roleId, isInactive, rowVersion } = person;
      const draft = { userName, fullName, company: 'Neu', phoneNumber, roleId, isInactive };
      const named = await world.put(`/users/${person.id}`, draft, rowVersion, manager);
      expect(named.status).toBe(statusOfName);
      const version = user.parse(named.body).rowVersion;
      for (const verb of ['reset-second-factor', 'unlock'])
        expect((await world.post(`/users/${person.id}/${verb}`, {}, manager)).status).toBe(statusOfReset);
      for (const change of [
        { userName: `${randomUUID()}@firma.example` },
        { phoneNumber: '+49-30-2' },
        { roleId: world.emptyRole },
        { isInactive: true },
      ]) {
        if (statusOfReset !== 403) continue;
        const answer = await world.put(`/users/${person.id}`, { ...draft, ...change }, version, manager);
        expect([change, answer.status, problemCodeOf(answer)]).toEqual([change, 403, 'auth.forbidden']);
      }
    }
    // Taking somebody into the own group would make him one's own.
    const { rowVersion: groupVersion } = group.parse((await world.get(`/groups/${north}`)).body);
    const taking = { set: [{ userId: nowhere.id, groupRights: [] }], remove: [] };
    const taken = await world.put(`/groups/${north}/users`, taking, groupVersion, manager);
    expect([taken.status, problemCodeOf(taken)]).toEqual([403, 'auth.forbidden']);
    expect((await world.post(`/users/${inBoth.id}/invite`, {}, manager)).status).toBe(403);
    expect((await world.post(`/users/${inOne.id}/invite`, {}, manager)).status).toBe(200);
    expect((await world.post(`/users/${inBoth.id}/reset-second-factor`, {})).status).toBe(204);
  });

  it('who are clients belong to whoever manages the group of the customer', async () => {
    const clientRole = randomUUID();
    await db.owner.query(
      "insert into roles (tenant_id, id, role_name, is_client_role) values ($1, $2, 'Kundin', true)",
      [tenantA, clientRole],
    );
    const managerOf = (groupId: string) =>
      world.caller(
        permissionCodes.filter((code) => code !== 'admin.access'),
        [{ groupId, groupRights: ['groupUsers.manage'] }],
      );
    const customer = await world.contracts.addCustomer(tenantA, { groupId: south });
    const client = await add();
    await db.owner.query('update users set customer_id = $2, role_id = $3 where id = $1', [
      client.id,
      customer.id,
      clientRole,
    ]);
    const reset = async (manager: string) =>
      (await world.post(`/users/${client.id}/reset-second-factor`, {}, manager)).status;
    expect(await reset(await managerOf(north))).toBe(403);
    expect(await reset(await managerOf(south))).toBe(204);
  });

  it('with another address or number are signed out everywhere and told at the old address', async () => {
    const person = await add({ phoneNumber: '+49-30-1' });
    await world.post(`/users/${person.id}/invite`, {});
    await activate(person.id);
    const state = async () => {
      const { rows } = await db.owner.query<{
        links: number;
        sessions: number;
        devices: number;
        sms: number;
      }>(
        `select (select count(*)::int from activation_tokens where user_id = $1 and used_at is null) as links,
          (select count(*)::int from sessions where user_id = $1 and revoked_at is null) as sessions,
          (select count(*)::int from devices where user_id = $1 and revoked_at is null) as devices,
          (select count(*)::int from token_providers where user_id = $1) as sms`,
        [person.id],
      );
      return rows[0];
    };
    const signInAgain = async () => {
      await db.owner.query('delete from token_providers where user_id = $1', [person.id]);
      await world.giveFactors(person.id);
      await db.owner.query(
        `insert into devices (tenant_id, user_id, token_hash, expires_at)
         values ($1, $2, sha256(convert_to($3, 'UTF8')), now() + interval '1 day')`,
        [tenantA, person.id, randomUUID()],
      );
    };
    await signInAgain();
    expect(await state()).toEqual({ links: 1, sessions: 1, devices: 1, sms: 1 });
    const read = async () => user.parse((await world.get(`/users/${person.id}`)).body);
    const change = async (values: Record<string, unknown>) => {
      const { userName, fullName, company, phoneNumber, roleId, isInactive, rowVersion } = await read();
      const draft = { userName, fullName, company, phoneNumber, roleId, isInactive };
      expect((await world.put(`/users/${person.id}`, { ...draft, ...values }, rowVersion)).status).toBe(200);
    };
    await change({ company: 'Anders' });
    expect(await state()).toEqual({ links: 1, sessions: 1, devices: 1, sms: 1 });
    await change({ userName: `neu-${person.userName}` });
    expect(await state()).toEqual({ links: 0, sessions: 0, devices: 0, sms: 1 });
    await signInAgain();
    await db.owner.query(
      `insert into activation_tokens (tenant_id, user_id, purpose, token_hash, expires_at)
       values ($1, $2, 'resetPassword', sha256(convert_to($3, 'UTF8')), now() + interval '1 day')`,
      [tenantA, person.id, randomUUID()],
    );
    expect(await state()).toEqual({ links: 1, sessions: 1, devices: 1, sms: 1 });
    // Written otherwise, as a form does when the field is left, it is the same number and stays confirmed.
    await db.owner.query(
      "update users set phone_number = '+493012345678', phone_validated_at = now() where id = $1",
      [person.id],
    );
    await change({ phoneNumber: '+49 30 12345678' });
    expect(await state()).toEqual({ links: 1, sessions: 1, devices: 1, sms: 1 });
    const confirmed = 'select 1 from users where id = $1 and phone_validated_at is not null';
    expect((await db.owner.query(confirmed, [person.id])).rowCount).toBe(1);
    await change({ phoneNumber: '+49-30-2' });
    expect((await db.owner.query(confirmed, [person.id])).rowCount).toBe(0);
    expect(await state()).toEqual({ links: 0, sessions: 0, devices: 0, sms: 0 });
    const told = await db.owner.query<{ recipient: string }>(
      'select recipient from mail_outbox where user_id = $1 order by id',
      [person.id],
    );
    expect(told.rows.map(({ recipient }) => recipient)).toEqual([person.userName, `neu-${person.userName}`]);
  });
});
