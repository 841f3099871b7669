import { randomUUID } from 'node:crypto';
import { listGroupPermissions, listPermissions, role } from '@depotwerk/api/users/roles';
import { invitation, user } from '@depotwerk/api/users/users';
import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { north, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { readMails } from '../../../test/read-mails.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { personBody, problem, problemCodeOf, UserWorld } from '../../../test/user-world.ts';

const db = useTestDatabase();
const world = startedForTests(() => UserWorld.start(db));

describe('people', () => {
  const body = (values: Record<string, unknown> = {}) => personBody(world.adviserRole, values);

  it('are added, found by any part of a name, mail or company, changed and logged', async () => {
    const added = await world.post('/users', body());
    expect([added.status, added.text]).toEqual([201, expect.any(String)]);
    const person = user.parse(added.body);
    expect(person).toMatchObject({ signInState: 'notInvited', hasSecondFactor: false, roleName: 'Berater' });
    // Nobody asked her to agree to terms; what somebody agreed to is there for whoever administers people.
    expect(person).toMatchObject({ termsVersion: null, termsAcceptedAt: null });
    const terms = { termsVersion: '2026-11', termsAcceptedAt: '2026-11-03T13:05:00.000Z' };
    await db.owner.query('update users set terms_version = $2, terms_accepted_at = $3 where id = $1', [
      person.id,
      terms.termsVersion,
      terms.termsAcceptedAt,
    ]);
    const agreed = user.parse((await world.get(`/users/${person.id}`)).body);
    expect(agreed).toMatchObject(terms);
    person.rowVersion = agreed.rowVersion;
    for (const search of ['aemilie gross', 'GROß', person.userName.slice(0, 12), 'nord gmbh']) {
      const found = z
        .array(user)
        .parse((await world.get(`/users?search=${encodeURIComponent(search)}`)).body);
      expect([search, found.map(({ id }) => id)]).toEqual([search, [person.id]]);
    }
    expect((await world.get(`/users?search=aemilie&excludedIds=${person.id}`)).body).toEqual([]);
    const changed = await world.put(
      `/users/${person.id}`,
      { ...body(), fullName: 'Emilie Groß' },
      person.rowVersion,
    );
    expect([changed.status, user.parse(changed.body).fullName]).toEqual([200, 'Emilie Groß']);
    const stale = await world.put(`/users/${person.id}`, body(), person.rowVersion);
    expect([stale.status, problem.parse(stale.body).current]).toEqual([
      412,
      expect.objectContaining({ fullName: 'Emilie Groß' }),
    ]);
    expect(await world.actionsOf('user', person.id)).toEqual(['users.create', 'users.edit']);
  });

  it.each([
    [{ userName: '' }, 'userName', 'required'],
    [{ userName: 'keine-adresse' }, 'userName', 'mailAddress'],
    [{ fullName: ' ' }, 'fullName', 'required'],
    [{ roleId: '' }, 'roleId', 'required'],
    [{ roleId: randomUUID() }, 'roleId', 'unknownReference'],
    [{ company: 'x'.repeat(201) }, 'company', 'tooLong'],
    [{ phoneNumber: '1'.repeat(51) }, 'phoneNumber', 'tooLong'],
  ])('with %o are refused at the field', async (change, path, code) => {
    const answer = await world.post('/users', body(change));
    expect([answer.status, problemCodeOf(answer)]).toEqual([400, 'common.validationFailed']);
    expect(problem.parse(answer.body).validation).toContainEqual(expect.objectContaining({ path, code }));
  });

  it('keep a mail address that is none while something else is changed, and get no other such', async () => {
    const { id } = user.parse((await world.post('/users', body())).body);
    const old = `alt-${id.slice(0, 8)}`;
    await db.owner.query('update users set user_name = $2 where id = $1', [id, old]);
    const { rowVersion } = user.parse((await world.get(`/users/${id}`)).body);
    const moved = await world.put(
      `/users/${id}`,
      body({ userName: old, company: 'Anderes Haus' }),
      rowVersion,
    );
    expect([moved.status, user.parse(moved.body).company]).toEqual([200, 'Anderes Haus']);
    const other = await world.put(
      `/users/${id}`,
      body({ userName: `${old}-neu` }),
      user.parse(moved.body).rowVersion,
    );
    expect([other.status, problem.parse(other.body).validation]).toMatchObject([
      400,
      [{ path: 'userName', code: 'mailAddress' }],
    ]);
  });

  it('have one mail address each in the whole installation, whatever its case', async () => {
    const userName = `${randomUUID()}@firma.example`;
    expect((await world.post('/users', body({ userName }))).status).toBe(201);
    const answer = await world.post('/users', body({ userName: userName.toUpperCase() }));
    expect([answer.status, problemCodeOf(answer)]).toEqual([409, 'users.mailIsTaken']);
  });

  it('get no role above that of who gives it, and are not touched from below', async () => {
    const office = await world.caller(['userManagement.view', 'userManagement.editUsers', 'admin.access']);
    const answer = await world.post('/users', body({ roleId: world.administratorRole }), office);
    expect([answer.status, problemCodeOf(answer)]).toEqual([403, 'users.aboveOwnRights']);
    const above = user.parse((await world.post('/users', body({ roleId: world.administratorRole }))).body);
    for (const verb of ['invite', 'reset-password', 'reset-second-factor', 'unlock']) {
      const refused = await world.post(`/users/${above.id}/${verb}`, {}, office);
      expect([verb, refused.status, problemCodeOf(refused)]).toEqual([verb, 403, 'users.aboveOwnRights']);
    }
    const put = await world.put(
      `/users/${above.id}`,
      body({ roleId: world.emptyRole }),
      above.rowVersion,
      office,
    );
    expect(problemCodeOf(put)).toBe('users.aboveOwnRights');
  });

  it('are invited with a link that is answered once and replaces the one before', async () => {
    const person = user.parse((await world.post('/users', body())).body);
    const first = invitation.parse((await world.post(`/users/${person.id}/invite`, {})).body);
    const second = invitation.parse((await world.post(`/users/${person.id}/invite`, {})).body);
    expect(first.link).toMatch(/\/auth\/activation\/credentials\?guid=[0-9a-f-]{36}&userName=/);
    expect(second.link).not.toBe(first.link);
    const tokens = await db.owner.query<{ open: boolean }>(
      'select used_at is null as open from activation_tokens where user_id = $1 order by created_at',
      [person.id],
    );
    expect(tokens.rows.map(({ open }) => open)).toEqual([false, true]);
    expect(user.parse((await world.get(`/users/${person.id}`)).body).signInState).toBe('invited');
    const stored = await db.owner.query('select 1 from mail_outbox where user_id = $1', [person.id]);
    expect(stored.rows).toEqual([]);
  });

  it('read in the mail that invites them who asks them to which house', async () => {
    await db.owner.query(
      `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name)
        values ($1, 'mail.firma.example', 587, 'startTls', 'a@firma.example', 'Haus am Markt')`,
      [tenantA],
    );
    const person = user.parse((await world.post('/users', body())).body);
    await world.post(`/users/${person.id}/invite`, {});
    await db.owner.query('delete from mail_settings where tenant_id = $1', [tenantA]);
    const [mail] = await readMails(db, world, { tenantId: tenantA, userId: person.id });
    expect(mail?.body).toMatch(/ hat für Sie einen Zugang bei Haus am Markt angelegt\./);
  });

  it('who are inactive or have a password are not invited', async () => {
    const person = user.parse((await world.post('/users', body({ isInactive: true }))).body);
    expect(problemCodeOf(await world.post(`/users/${person.id}/invite`, {}))).toBe('users.inactive');
    expect(problemCodeOf(await world.post(`/users/${world.administrator}/invite`, {}))).toBe(
      'users.alreadyActive',
    );
  });

  it('who forgot the password get a link for a new one, which leaves the old one until it is used', async () => {
    const person = user.parse((await world.post('/users', body())).body);
    const ask = (id: string) => world.post(`/users/${id}/reset-password`, {});
    expect(problemCodeOf(await ask(person.id))).toBe('users.noPassword');
    expect(problemCodeOf(await ask(world.administrator))).toBe('users.ownSignIn');
    await db.owner.query("update users set password_hash = '$argon2id$kept' where id = $1", [person.id]);
    const first = invitation.parse((await ask(person.id)).body);
    const { link, sentTo } = invitation.parse((await ask(person.id)).body);
    expect(link).toMatch(/\/auth\/activation\/credentials\?guid=[0-9a-f-]{36}&userName=/);
    expect([link === first.link, sentTo]).toEqual([false, person.userName]);
    const { rows } = await db.owner.query<{ purpose: string; isOpen: boolean; hash: string }>(
      `select purpose, used_at is null as "isOpen", password_hash as hash from activation_tokens t
        join users u on u.id = t.user_id where user_id = $1 order by t.created_at`,
      [person.id],
    );
    expect(rows).toEqual([
      { purpose: 'resetPassword', isOpen: false, hash: '$argon2id$kept' },
      { purpose: 'resetPassword', isOpen: true, hash: '$argon2id$kept' },
    ]);
    const logged = await db.owner.query<{ details: object }>(
      "select details from audit_entries where object_id = $1 and action = 'users.resetPassword'",
      [person.id],
    );
    expect(logged.rows.map(({ details }) => details)).toMatchObject([
      { isMailed: false },
      { isMailed: false },
    ]);
  });

  it('lose every second factor and all sessions when it is reset', async () => {
    const person = user.parse((await world.post('/users', body())).body);
    await world.giveFactors(person.id);
    expect(user.parse((await world.get(`/users/${person.id}`)).body).hasSecondFactor).toBe(true);
    expect((await world.post(`/users/${person.id}/reset-second-factor`, {})).status).toBe(204);
    expect(user.parse((await world.get(`/users/${person.id}`)).body).hasSecondFactor).toBe(false);
    const open = await db.owner.query('select 1 from sessions where user_id = $1 and revoked_at is null', [
      person.id,
    ]);
    expect(open.rows).toEqual([]);
  });

  it('cannot leave the house without somebody who manages it', async () => {
    const own = user.parse((await world.get(`/users/${world.administrator}`)).body);
    const { userName, fullName, company, phoneNumber, roleId } = own;
    const draft = { userName, fullName, company, phoneNumber, roleId };
    const other = await world.caller(permissionCodes);
    for (const change of [{ isInactive: true }, { isInactive: false, roleId: world.adviserRole }]) {
      const answer = await world.put(`/users/${own.id}`, { ...draft, ...change }, own.rowVersion, other);
      expect([answer.status, problemCodeOf(answer)]).toEqual([409, 'roles.lastAdministrator']);
    }
    const administrators = role.parse((await world.get(`/roles/${world.administratorRole}`)).body);
    const path = `/roles/${administrators.id}`;
    const weaker = permissionCodes.filter((code) => code !== 'userManagement.editRoles');
    for (const answer of [
      await world.put(
        path,
        { roleName: 'Administrator', isInactive: true },
        administrators.rowVersion,
        other,
      ),
      await world.put(`${path}/permissions`, { permissionIds: weaker }, administrators.rowVersion),
    ]) {
      expect([answer.status, problemCodeOf(answer)]).toEqual([409, 'roles.lastAdministrator']);
    }
  });

  it('of another tenant do not exist', async () => {
    const person = user.parse((await world.post('/users', body())).body);
    for (const path of [`/users/${person.id}`, `/roles/${world.adviserRole}`, `/groups/${north}`])
      expect([path, (await world.get(path, world.foreignAdmin)).status]).toEqual([path, 404]);
    const invite = await world.post(`/users/${person.id}/invite`, {}, world.foreignAdmin);
    expect(invite.status).toBe(404);
  });
});

describe('roles', () => {
  it('are added, copied, compared by their permissions, and deleted when nobody has them', async () => {
    const copy = await world.post('/roles', {
      roleName: `Berater ${randomUUID()}`,
      isInactive: false,
      copiedRoleId: world.adviserRole,
    });
    expect([copy.status, copy.text]).toEqual([201, expect.any(String)]);
    const made = role.parse(copy.body);
    expect((await world.get(`/roles/${made.id}/permissions`)).body).toEqual(
      (await world.get(`/roles/${world.adviserRole}/permissions`)).body,
    );
    const set = await world.put(
      `/roles/${made.id}/permissions`,
      { permissionIds: ['customers.view', 'customers.view'] },
      made.rowVersion,
    );
    expect([set.status, role.parse(set.body).permissionCount]).toEqual([200, 1]);
    const person = await world.post('/users', {
      userName: `${randomUUID()}@firma.example`,
      fullName: 'Rolle Trägerin',
      company: '',
      phoneNumber: null,
      roleId: made.id,
      isInactive: false,
    });
    expect(person.status).toBe(201);
    const version = role.parse(set.body).rowVersion;
    expect(problemCodeOf(await world.remove(`/roles/${made.id}`, version))).toBe('roles.inUse');
    await db.owner.query('delete from users where role_id = $1', [made.id]);
    expect((await world.remove(`/roles/${made.id}`, version)).status).toBe(204);
  });

  it('carry no permission beyond those of who sets them', async () => {
    const editor = await world.caller(['userManagement.view', 'userManagement.editRoles', 'customers.view']);
    const empty = role.parse((await world.get(`/roles/${world.emptyRole}`)).body);
    const path = `/roles/${empty.id}/permissions`;
    const refused = await world.put(path, { permissionIds: ['customers.erase'] }, empty.rowVersion, editor);
    expect([refused.status, problemCodeOf(refused)]).toEqual([403, 'users.aboveOwnRights']);
    const done = await world.put(path, { permissionIds: ['customers.view'] }, empty.rowVersion, editor);
    expect(done.status).toBe(200);
    await world.put(path, { permissionIds: [] }, role.parse(done.body).rowVersion);
    const copied = { roleName: 'Kopie', isInactive: false, copiedRoleId: world.administratorRole };
    expect(problemCodeOf(await world.post('/roles', copied, editor))).toBe('users.aboveOwnRights');
  });

  it('show every permission and every group right by category', async () => {
    const all = listPermissions.answer.parse((await world.get('/permissions')).body);
    expect(all.flatMap(({ permissions }) => permissions.map(({ id }) => id)).toSorted()).toEqual(
      [...permissionCodes].toSorted(),
    );
    // Named as the pages they open, and no two alike.
    const names = all.map(({ categoryName }) => categoryName);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'Arbeitsplatz',
        'Dashboard',
        'Hintergrundarbeiten',
        'Webhooks',
        'Zugänge für Systeme',
      ]),
    );
    const inGroups = listGroupPermissions.answer.parse(
      (await world.get('/permissions/group-permissions')).body,
    );
    expect(inGroups.flatMap(({ permissions }) => permissions.map(({ id }) => id))).toEqual(groupRights);
  });
});

describe('whatever is sent', () => {
  it('nothing answers 500', async () => {
    const bad: unknown[] = [
      null,
      -1,
      '\u0000',
      'x'.repeat(5000),
      [],
      {},
      1e300,
      true,
      '------------------------------------',
    ];
    const bodies: Record<string, Record<string, unknown>> = {
      '/users': {
        userName: 'a@b.example',
        fullName: 'A',
        company: '',
        phoneNumber: null,
        roleId: world.emptyRole,
        isInactive: false,
      },
      '/groups': { groupName: 'A', groupDescription: 'B', isInactive: false, parentGroupId: null },
      '/roles': { roleName: 'A', isInactive: false },
    };
    const failed: unknown[] = [];
    for (const [path, members] of Object.entries(bodies)) {
      for (const name of Object.keys(members)) {
        for (const value of bad) {
          const answer = await world.post(path, { ...members, [name]: value });
          if (answer.status >= 500) failed.push([path, name, value]);
        }
      }
    }
    for (const path of [
      `/users?excludedIds=${'-'.repeat(36)}`,
      '/users?search=x',
      '/users?search=%25%25',
      '/users?roleId=1',
      '/users/unsinn',
      `/groups/${north}/users?page=0`,
      `/groups/${randomUUID()}/customers`,
    ]) {
      const answer = await world.get(path);
      if (answer.status >= 500) failed.push([path, answer.text]);
    }
    expect(failed).toEqual([]);
  });
});
