import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { credentialCalls } from '../../../../test/credential-calls.ts';
import { useTestDatabase } from '../../../../test/database.ts';
import { everyRow } from '../../../../test/every-row.ts';
import { type Adviser, ExecutionWorld, quader, talgrund } from '../../../../test/execution-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { EnvelopeBroken, open } from '../../../platform/secrets/envelope.ts';
import { rewrapSecrets } from '../../../platform/secrets/rewrap-secrets.ts';
import { credentialPlace } from './credential-place.ts';
import { purgeBankPasswords } from './purge-passwords.ts';
import { readTraderAccess } from './trader-access.view.ts';

const db = useTestDatabase();
const world = startedForTests(() => ExecutionWorld.start(db));
const { set, update, status } = credentialCalls(world);

const path = '/trader-credentials';
const stored = async (adviser: Adviser) => {
  const { rows } = await db.owner.query(
    'select id, status, password_envelope as envelope from trader_credentials where user_id = $1 and issuer_id = $2',
    [adviser.userId, quader.issuerId],
  );
  return rows[0];
};

describe('a stored bank password', () => {
  it('of a user without a second factor goes with his session', async () => {
    const adviser = await world.adviserAtBanks();
    const { isSessionOnly, expiresAt } = await status(adviser);
    expect(isSessionOnly).toBe(true);
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 13 * 3_600_000);
    await world.call(adviser, 'DELETE', '/auth/token', undefined, { 'x-requested-with': 'depotwerk' });
    expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
  });

  it('of a user whose second factor is gone is kept for a session’s time from then on', async () => {
    const adviser = await world.adviserAtBanks();
    await db.owner.query(
      "update trader_credentials set is_session_only = false, expires_at = now() + interval '80 days' where user_id = $1",
      [adviser.userId],
    );
    await purgeBankPasswords(world.services);
    const { isSessionOnly, expiresAt, status: state } = await status(adviser);
    expect([isSessionOnly, state]).toEqual([true, 'valid']);
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 13 * 3_600_000);
  });

  it('of a user whose role lost the right to it is used for nothing and goes with the next clearing', async () => {
    const adviser = await world.adviserAtBanks();
    const access = () =>
      readTraderAccess(world.services, { tenantId: world.tenantId, userId: adviser.userId }, quader.issuerId);
    expect((await access()).password).not.toBe('');
    const { rows } = await db.owner.query(
      `delete from role_permissions p using users u where u.id = $1 and p.tenant_id = u.tenant_id and p.role_id = u.role_id
         and p.permission_id = 'traderCredentials.use' returning p.tenant_id, p.role_id, p.permission_id`,
      [adviser.userId],
    );
    const give = () =>
      db.owner.query(
        'insert into role_permissions (tenant_id, role_id, permission_id) values ($1, $2, $3)',
        Object.values(rows[0] ?? {}),
      );
    await expect(access()).rejects.toMatchObject({ traderCode: 'passwordMissing' });
    await give();
    expect((await access()).password).not.toBe('');
    await db.owner.query('delete from role_permissions where role_id = $1 and permission_id = $2', [
      rows[0]?.role_id,
      'traderCredentials.use',
    ]);
    await purgeBankPasswords(world.services);
    expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
    await give();
  });

  it('of a user whose second factor is a passkey keeps its days', async () => {
    const adviser = await world.adviserAtBanks();
    await db.owner.query(
      `insert into passkeys (tenant_id, user_id, credential_id, public_key, is_synced, passkey_name)
       values ($1, $2, $3, $4, false, 'Schlüssel')`,
      [world.tenantId, adviser.userId, randomBytes(32), randomBytes(77)],
    );
    await db.owner.query(
      "update trader_credentials set is_session_only = false, expires_at = now() + interval '80 days' where user_id = $1",
      [adviser.userId],
    );
    await purgeBankPasswords(world.services);
    const { isSessionOnly, expiresAt } = await status(adviser);
    expect(isSessionOnly).toBe(false);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 79 * 86_400_000);
  });

  it('is deleted when its user is made inactive, and is no access meanwhile', async () => {
    const adviser = await world.adviserAtBanks();
    const other = await world.adviserAtBanks();
    await db.owner.query('update users set is_inactive = true where id = $1', [adviser.userId]);
    expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
    await expect(readTraderAccess(world.services, adviser, 1)).rejects.toMatchObject({
      traderCode: 'passwordMissing',
    });
    expect(await stored(other)).toMatchObject({ status: 'valid' });
    await db.owner.query('update users set is_inactive = false where id = $1', [adviser.userId]);
    expect(await status(adviser)).toMatchObject({ status: 'none' });
  });

  it('is deleted when a role is made inactive, and when somebody gets such a role', async () => {
    const [first, second] = [await world.adviserAtBanks(), await world.adviserAtBanks()];
    const roleOf = async (isInactive: boolean) => {
      const { rows } = await db.owner.query<{ id: string }>(
        'insert into roles (tenant_id, role_name, is_inactive) values ($1, $2, $3) returning id',
        [world.tenantId, `Ruhend ${randomBytes(4).toString('hex')}`, isInactive],
      );
      return rows[0]?.id;
    };
    const [active, inactive] = [await roleOf(false), await roleOf(true)];
    const give = (userId: string, roleId: string | undefined) =>
      db.owner.query('update users set role_id = $2 where id = $1', [userId, roleId]);
    await give(first.userId, active);
    expect(await stored(first)).toMatchObject({ status: 'valid' });
    await db.owner.query('update roles set is_inactive = true where id = $1', [active]);
    await give(second.userId, inactive);
    for (const adviser of [first, second])
      expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
  });

  it('is forgotten on request, after its days, and with the session where the bank wants that', async () => {
    const adviser = await world.adviserAtBanks();
    const forget = () => world.call(adviser, 'DELETE', `${path}?issuerId=1`);
    expect([(await forget()).statusCode, (await forget()).statusCode]).toEqual([204, 204]);
    expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
    await set(adviser, quader.password);
    await db.owner.query(
      "update trader_credentials set expires_at = now() - interval '1 second' where user_id = $1",
      [adviser.userId],
    );
    expect(await status(adviser)).toMatchObject({ status: 'none', loggedIn: false });
    expect(await purgeBankPasswords(world.services)).toBe(2);
    expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
    await db.owner.query('update issuers set is_session_only = true where tenant_id = $1 and id = 1', [
      world.tenantId,
    ]);
    await set(adviser, quader.password);
    await set(adviser, talgrund.password, talgrund.issuerId);
    // As of a user with a second factor.
    await db.owner.query(
      'update trader_credentials set is_session_only = false where user_id = $1 and issuer_id = 2',
      [adviser.userId],
    );
    await world.call(adviser, 'DELETE', '/auth/token', undefined, { 'x-requested-with': 'depotwerk' });
    expect(await stored(adviser)).toMatchObject({ status: 'none', envelope: null });
    const { rows } = await db.owner.query(
      'select status from trader_credentials where user_id = $1 and issuer_id = 2',
      [adviser.userId],
    );
    expect(rows).toEqual([{ status: 'valid' }]);
    await db.owner.query('update issuers set is_session_only = false where tenant_id = $1', [world.tenantId]);
  });

  it('does not open in another row, for another user or bank, and moves to a new key', async () => {
    const [one, two] = [await world.adviserAtBanks(), await world.adviserAtBanks()];
    const { keyEncryption } = world.services.keys;
    const [a, b] = [await stored(one), await stored(two)];
    const place = credentialPlace(a.id, one.userId, 1);
    expect(open(keyEncryption, place, a.envelope).toString()).toBe(quader.password);
    for (const [other, envelope] of [
      [place, b.envelope],
      [credentialPlace(a.id, two.userId, 1), a.envelope],
      [credentialPlace(a.id, one.userId, 2), a.envelope],
    ] as const) {
      expect(() => open(keyEncryption, other, envelope)).toThrow(EnvelopeBroken);
    }
    await db.owner.query('update trader_credentials set password_envelope = $2 where id = $1', [
      a.id,
      JSON.stringify(b.envelope),
    ]);
    await expect(readTraderAccess(world.services, one, 1)).rejects.toMatchObject({ kind: 'wrongPassword' });
    const newKey = randomBytes(32);
    const both = { currentVersion: 2, byVersion: new Map([...keyEncryption.byVersion, [2, newKey]]) };
    await db.owner.query('delete from trader_credentials where id = $1', [a.id]);
    await db.owner.query('delete from sessions where tenant_id = $1', [world.tenantId]);
    expect(await rewrapSecrets(world.services.database, both, world.tenantId)).toBeGreaterThan(0);
    const moved = await stored(two);
    const onlyNew = { currentVersion: 2, byVersion: new Map([[2, newKey]]) };
    expect(open(onlyNew, credentialPlace(moved.id, two.userId, 1), moved.envelope).toString()).toBe(
      quader.password,
    );
    await db.owner.query('delete from trader_credentials where tenant_id = $1', [world.tenantId]);
  });

  it('is nowhere: not in answers, the log, or any row of the database', async () => {
    const adviser = await world.adviserAtBanks();
    const { depotId } = await world.depot();
    const answers = [
      await set(adviser, quader.password),
      await set(adviser, 'canary-falsch'),
      await update(adviser, quader.password, 'Canary-Neu-2027'),
      await update(adviser, 'canary-alt', 'Canary-Neu-2028'),
      await world.call(adviser, 'GET', `${path}/status?issuerId=1`),
      await world.call(adviser, 'GET', `${path}/available-credential-types`),
    ];
    const step = await world.signed(adviser, depotId);
    answers.push(await world.step(adviser, depotId, step));
    const everything = [
      await everyRow(db),
      ...world.signIns.log,
      ...answers.map((answer) => answer.body),
    ].join('\n');
    expect(everything).toContain(adviser.userId);
    for (const canary of [
      quader.password,
      talgrund.password,
      'canary-falsch',
      'canary-alt',
      'Canary-Neu-2027',
      'Canary-Neu-2028',
    ]) {
      expect(everything.includes(canary)).toBe(false);
    }
    expect(everything.includes(`"${step.token}"`)).toBe(false);
  });
});
