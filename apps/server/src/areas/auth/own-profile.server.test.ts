import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser, callAs, createSignInWorld, signIn, testPassword } from '../../../test/sign-in-world.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';

describe('own profile', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createSignInWorld(db, { hasCheapPasswords: true }));

  const url = '/api/settings/profile';
  const put = (accessToken: string, version: number, payload: object) =>
    world.app.inject({
      method: 'PUT',
      url,
      headers: { authorization: `Bearer ${accessToken}`, 'if-match': `"${version}"` },
      payload,
    });

  it('changes name, company and number, tells of a version saved meanwhile, and is in the log', async () => {
    const user = await aUser(db);
    const { accessToken } = await signIn(world, user.userName);
    const read = await callAs(world, accessToken, 'GET', url);
    const { rowVersion } = read.json();
    expect(read.headers['etag']).toBe(`"${rowVersion}"`);
    expect(read.json()).toMatchObject({ userName: user.userName, roleName: 'Berater', groupNames: [] });
    const wanted = { fullName: 'Karla Neu', company: 'Haus am See', phoneNumber: ' +49-30-1234567 ' };
    expect((await put(accessToken, rowVersion, wanted)).json()).toMatchObject({
      ...wanted,
      phoneNumber: '+49-30-1234567',
      isPhoneConfirmed: false,
    });
    // The head of the page shows the new name at once.
    expect((await callAs(world, accessToken, 'GET', '/api/auth/user')).json().fullName).toBe('Karla Neu');
    const late = await put(accessToken, rowVersion, { ...wanted, fullName: 'Karla Spät' });
    expect([late.statusCode, late.json().current.fullName]).toEqual([412, 'Karla Neu']);
    const nameless = await put(accessToken, rowVersion + 1, { ...wanted, fullName: ' ' });
    expect(nameless.json()).toMatchObject({
      code: 'common.validationFailed',
      validation: [{ path: 'fullName' }],
    });
    const log = await db.owner.query(
      'select action from audit_entries where object_id = $1 and action = $2',
      [user.userId, 'auth.editProfile'],
    );
    expect(log.rowCount).toBe(1);
  });

  it('leaves a customer the name the house knows her by, and lets her say her number', async () => {
    const user = await aUser(db, { role: 'client' });
    const { accessToken } = await signIn(world, user.userName);
    const { rowVersion, fullName, company } = (await callAs(world, accessToken, 'GET', url)).json();
    for (const change of [{ fullName: 'Ihr Berater' }, { company: 'Die Bank' }]) {
      const refused = await put(accessToken, rowVersion, { fullName, company, phoneNumber: null, ...change });
      expect([refused.statusCode, refused.json().validation]).toEqual([
        400,
        [{ path: Object.keys(change)[0], code: 'kept' }],
      ]);
    }
    const own = await put(accessToken, rowVersion, { fullName, company, phoneNumber: '+49301234567' });
    expect(own.json()).toMatchObject({ fullName, company, phoneNumber: '+49301234567' });
  });

  it('lets a customer say her number also where her name was stored with blanks at its ends', async () => {
    const user = await aUser(db, { role: 'client' });
    await db.owner.query("update users set full_name = ' Ilse Rand ', company = 'Rand ' where id = $1", [
      user.userId,
    ]);
    const { accessToken } = await signIn(world, user.userName);
    const { rowVersion, fullName, company } = (await callAs(world, accessToken, 'GET', url)).json();
    const phoneNumber = '+49301234567';
    const other = await put(accessToken, rowVersion, { fullName: 'Ilse  Rand', company, phoneNumber });
    expect(other.statusCode).toBe(400);
    const own = await put(accessToken, rowVersion, { fullName, company, phoneNumber });
    expect([own.statusCode, own.json()]).toMatchObject([200, { fullName: 'Ilse Rand', phoneNumber }]);
  });

  it('leaves what signs in alone: a confirmed number, mail address and role', async () => {
    const user = await aUser(db, { phoneNumber: '+491701234567' });
    await db.owner.query('update users set phone_validated_at = now() where id = $1', [user.userId]);
    const { accessToken } = await signIn(world, user.userName);
    const { rowVersion } = (await callAs(world, accessToken, 'GET', url)).json();
    const own = { fullName: 'Karla Prüfer', company: 'Neu' };
    const other = await put(accessToken, rowVersion, { ...own, phoneNumber: '+491709999999' });
    expect(other.json().code).toBe('users.ownSignIn');
    const more = { ...own, phoneNumber: null, userName: 'fremd@example.org', roleId: user.roleId };
    expect((await put(accessToken, rowVersion, more)).statusCode).toBe(400);
    const same = await put(accessToken, rowVersion, { ...own, phoneNumber: '+491701234567' });
    expect(same.json()).toMatchObject({ company: 'Neu', isPhoneConfirmed: true });
  });

  it('is answered with everything else stored of oneself, without secrets and other people', async () => {
    const user = await aUser(db, { role: 'administrator' });
    const colleague = await aUser(db, { tenantId: user.tenantId });
    const other = await signIn(world, colleague.userName);
    await callAs(world, other.accessToken, 'GET', '/api/auth/user');
    const { accessToken } = await signIn(world, user.userName);
    const made = await callAs(world, accessToken, 'POST', '/api/settings/api-tokens', {
      name: 'Buchhaltung',
      scopes: ['contracts.view'],
      validDays: 1,
      password: testPassword,
    });
    const answer = await callAs(world, accessToken, 'GET', '/api/settings/privacy');
    expect(answer.json()).toMatchObject({
      profile: { userName: user.userName },
      account: { isTotpActive: false, recoveryCodesLeft: 0 },
      sessions: [{ endedAt: null }],
      apiTokens: [{ name: 'Buchhaltung' }],
      logEntries: [{ action: 'apiTokens.create', objectType: 'apiToken' }, { action: 'auth.login' }],
      logEntryCount: 2,
    });
    const stored = await db.owner.query('select password_hash from users where id = $1', [user.userId]);
    expect(answer.json().account).toMatchObject({ termsVersion: null, termsAcceptedAt: null });
    const acceptedAt = '2026-11-03T13:05:00.000Z';
    await db.owner.query(`update users set terms_version = '2026-11', terms_accepted_at = $2 where id = $1`, [
      user.userId,
      acceptedAt,
    ]);
    const agreed = await callAs(world, accessToken, 'GET', '/api/settings/privacy');
    expect(agreed.json().account).toMatchObject({ termsVersion: '2026-11', termsAcceptedAt: acceptedAt });
    for (const text of [made.json().secret, stored.rows[0]?.password_hash, colleague.userId]) {
      expect(answer.body).not.toContain(text);
    }
  });
});
