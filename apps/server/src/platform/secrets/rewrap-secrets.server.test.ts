import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aTenant, aUser } from '../../../test/sign-in-world.ts';
import { listAllTenants } from '../database/every-tenant.ts';
import { openMailBody, sendMail } from '../mail/send-mail.ts';
import { open, seal } from './envelope.ts';
import { countSealedWithout, rewrapSecrets } from './rewrap-secrets.ts';

describe('rewrapping after a key rotation', () => {
  const db = useTestDatabase();
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const before = { currentVersion: 1, byVersion: new Map([[1, oldKey]]) };
  const both = {
    currentVersion: 2,
    byVersion: new Map([
      [1, oldKey],
      [2, newKey],
    ]),
  };
  const after = { currentVersion: 2, byVersion: new Map([[2, newKey]]) };

  /** A house with somebody whose second factor is sealed with the key of before. */
  async function aSealedSeed() {
    const tenantId = await aTenant(db);
    const user = await aUser(db, { tenantId });
    const totp = { table: 'users', row: user.userId, user: user.userId, detail: 'totp' };
    await db.owner.query('update users set totp_secret_envelope = $2 where tenant_id = $1', [
      tenantId,
      JSON.stringify(seal(before, totp, Buffer.from('seed'))),
    ]);
    return { tenantId, user, totp };
  }

  it('moves every secret of the tenant, so that the old key can go, and then has nothing to do', async () => {
    const { tenantId, user, totp } = await aSealedSeed();
    const sessions = Array.from({ length: 1200 }, () => {
      const id = crypto.randomUUID();
      const place = { table: 'sessions', row: id, user: user.userId };
      return { id, envelope: seal(before, place, Buffer.from(`key of ${id}`)) };
    });
    await db.owner.query(
      `insert into sessions (tenant_id, id, user_id, client_type, mac_key_envelope, idle_expires_at, absolute_expires_at)
        select $1, r.id, $2, 'web', r.envelope, now(), now()
        from jsonb_to_recordset($3::jsonb) as r (id uuid, envelope jsonb)`,
      [tenantId, user.userId, JSON.stringify(sessions)],
    );
    await db.database.transaction({ tenantId, userId: null }, (transaction) =>
      sendMail(transaction, before, {
        tenantId,
        userId: null,
        recipient: 'a@example.org',
        subject: 'S',
        body: 'Text',
      }),
    );
    expect(await rewrapSecrets(db.database, both, tenantId)).toBe(1202);
    expect(await rewrapSecrets(db.database, both, tenantId)).toBe(0);
    const stored = await db.owner.query(
      'select id, mac_key_envelope as envelope from sessions where tenant_id = $1',
      [tenantId],
    );
    expect(stored.rows).toHaveLength(1200);
    for (const { id, envelope } of stored.rows) {
      const place = { table: 'sessions', row: id, user: user.userId };
      expect(open(after, place, envelope).toString()).toBe(`key of ${id}`);
    }
    const { rows } = await db.owner.query(
      'select totp_secret_envelope as envelope from users where tenant_id = $1',
      [tenantId],
    );
    expect(open(after, totp, rows[0].envelope).toString()).toBe('seed');
    const mails = await db.owner.query(
      'select seal_id as "sealId", user_id as "userId", body_envelope as envelope from mail_outbox where tenant_id = $1',
      [tenantId],
    );
    expect(mails.rows.map((mail) => openMailBody(after, mail))).toEqual(['Text']);
  });

  it('counts what a house that is inactive has sealed: it may come back', async () => {
    const { tenantId } = await aSealedSeed();
    await db.owner.query('update tenants set is_inactive = true where tenant_id = $1', [tenantId]);
    expect(await countSealedWithout(db.database, after)).toEqual(new Map([[1, 1]]));
    const houses = await listAllTenants(db.database);
    expect(houses.map((house) => house.tenantId)).toContain(tenantId);
    expect(await rewrapSecrets(db.database, both, tenantId)).toBe(1);
    expect(await countSealedWithout(db.database, after)).toEqual(new Map());
  });
});
