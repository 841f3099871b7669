import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOwner, useTestDatabase } from '../../../../test/database.ts';
import { IdentityProvider, type ProviderPerson } from '../../../../test/identity-provider.ts';
import { providerSteps } from '../../../../test/provider-steps.ts';
import { createProviderWorld } from '../../../../test/provider-world.ts';
import { aTenant, aUser, callAs, testPassword } from '../../../../test/sign-in-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';

const host = 'depotwerk.example';

describe('a role the claims give', () => {
  const db = useTestDatabase();
  const world = startedForTests(() => createProviderWorld(db));
  let provider: IdentityProvider;
  let tenantId: string;
  beforeAll(async () => {
    provider = await IdentityProvider.start([`https://${host}`]);
    tenantId = await aTenant(db);
    await aHost(tenantId, host);
  });
  afterAll(async () => {
    await provider.stop();
  });
  const { aHost, setUp, Browser } = providerSteps(db, () => ({ world, provider, tenantId }));

  const roleOf = async (key: string): Promise<string> =>
    (await db.owner.query('select id from roles where tenant_id = $1 and role_key = $2', [tenantId, key]))
      .rows[0]?.id;
  /** Somebody who has been here, linked by her password. */
  const browserOf = async (subject: string, person: ProviderPerson) => {
    const own = new Browser();
    const answer = await own.signIn(subject, person);
    if (answer.json().signedIn === undefined) await own.send('continue', { password: testPassword });
  };
  const mapped = (claimValue: string, roleId: string) => ({
    claimValue,
    roleId,
    groupId: null,
    groupRights: [],
  });

  it('leaves the role somebody had by hand where the claim goes, without a default role too', async () => {
    const [assistant, adviser, compliance] = [
      await roleOf('assistant'),
      await roleOf('adviser'),
      await roleOf('compliance'),
    ];
    await setUp({
      groupsClaim: 'groups',
      defaultRoleId: null,
      mappings: [mapped('revision', compliance), mapped('beratung', adviser)],
    });
    const user = await aUser(db, { tenantId });
    const setByHand = (roleId: string) =>
      db.owner.query('update users set role_id = $2 where id = $1', [user.userId, roleId]);
    const roleNow = async () =>
      (await db.owner.query('select role_id from users where id = $1', [user.userId])).rows[0]?.role_id;
    await setByHand(assistant);
    const comesWith = async (...groups: string[]) => {
      const own = new Browser();
      const answer = await own.signIn('s-by-hand', { email: user.userName, email_verified: true, groups });
      if (answer.json().signedIn === undefined) await own.send('continue', { password: testPassword });
      return roleNow();
    };
    expect(await comesWith('revision')).toBe(compliance);
    expect(await comesWith('beratung')).toBe(adviser);
    expect(await comesWith()).toBe(assistant);
    // The role he had anyway is not taken with the claim, and one set by hand meanwhile is his.
    expect(await comesWith('revision')).toBe(compliance);
    await setByHand(adviser);
    expect(await comesWith('beratung')).toBe(adviser);
    expect(await comesWith()).toBe(adviser);
  });

  it('waits for whoever changes people before it holds anything of them', async () => {
    await setUp({ unknownPeople: 'create', defaultRoleId: await roleOf('adviser') });
    const user = await aUser(db, { tenantId });
    const known = { email: user.userName, email_verified: true };
    await browserOf('s-waits', known);
    const unknown = { email: 'neu@wartend.example', email_verified: true, name: 'Nina Neu' };
    const other = await connectOwner(db.target);
    try {
      for (const [subject, person] of [
        ['s-waits', known],
        ['s-new', unknown],
      ] as const) {
        await other.query('begin');
        await other.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
        await other.query(
          `select pg_advisory_xact_lock(hashtextextended('lastAdministrator' || app_tenant_id()::text, 0))`,
        );
        const working = new Browser().signIn(subject, person);
        await expect
          .poll(
            async () =>
              (
                await db.owner.query(
                  `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
                )
              ).rows.length,
            { timeout: 20_000 },
          )
          .toBeGreaterThan(0);
        await other.query('select from users where tenant_id = $1 for update nowait', [tenantId]);
        await other.query('select from roles where tenant_id = $1 for update nowait', [tenantId]);
        await other.query('commit');
        expect((await working).json()).toHaveProperty('signedIn');
      }
    } finally {
      await other.end();
    }
  });

  it('never makes the access of a customer one of the house', async () => {
    const [client, adviser] = [await roleOf('client'), await roleOf('adviser')];
    await setUp({ groupsClaim: 'groups', defaultRoleId: adviser, mappings: [mapped('beratung', adviser)] });
    const user = await aUser(db, { tenantId });
    await db.owner.query(
      `with own as (insert into customers (tenant_id, first_name, last_name) values ($1, 'Erika', 'Klein') returning id)
       update users set role_id = $3, customer_id = (select id from own) where id = $2`,
      [tenantId, user.userId, client],
    );
    for (const groups of [['beratung'], [], ['beratung']]) {
      const own = new Browser();
      const answer = await own.signIn('s-client', { email: user.userName, email_verified: true, groups });
      if (answer.json().signedIn === undefined) await own.send('continue', { password: testPassword });
      const { rows } = await db.owner.query('select role_id from users where id = $1', [user.userId]);
      expect(rows).toEqual([{ role_id: client }]);
    }
  });

  it('makes nobody an administrator, or more than he is, again when the claim goes', async () => {
    const [administrator, adviser, compliance] = [
      await roleOf('administrator'),
      await roleOf('adviser'),
      await roleOf('compliance'),
    ];
    const { accessToken } = await setUp({
      groupsClaim: 'groups',
      defaultRoleId: compliance,
      mappings: [mapped('beratung', adviser), mapped('leitung', administrator)],
    });
    const user = await aUser(db, { tenantId });
    const setByHand = (roleId: string) =>
      db.owner.query('update users set role_id = $2 where id = $1', [user.userId, roleId]);
    const comesWith = async (...groups: string[]) => {
      const own = new Browser();
      const answer = await own.signIn('s-former', { email: user.userName, email_verified: true, groups });
      if (answer.json().signedIn === undefined) await own.send('continue', { password: testPassword });
      return (await db.owner.query('select role_id from users where id = $1', [user.userId])).rows[0]
        ?.role_id;
    };
    const said = async () =>
      (await callAs(world, accessToken, 'GET', `/api/users/${user.userId}/provider-link`)).json().givenRole;
    await setByHand(administrator);
    expect(await comesWith('beratung')).toBe(adviser);
    expect(await said()).toEqual({ nameBefore: 'Administrator', comesBack: false });
    expect(await comesWith()).toBe(compliance);
    expect(await said()).toBeUndefined();
    expect(await comesWith()).toBe(compliance);
    const logged = await db.owner.query(
      `select details ->> 'roleNotReturned' as role from audit_entries
        where object_id = $1 and action = 'auth.takeClaims' order by id desc limit 1`,
      [user.userId],
    );
    expect(logged.rows).toEqual([{ role: 'Administrator' }]);
    // What nobody takes away stays: she was one all the time.
    await setByHand(administrator);
    expect(await comesWith('leitung')).toBe(administrator);
    expect(await comesWith()).toBe(administrator);
    // Not an administrator's, and still more than what she has now.
    await setByHand(adviser);
    await setUp({
      groupsClaim: 'groups',
      defaultRoleId: null,
      mappings: [mapped('revision', compliance)],
    });
    expect(await comesWith('revision')).toBe(compliance);
    expect(await comesWith()).toBe(compliance);
  });
});
