import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { aUser } from '../../../test/sign-in-world.ts';
import type { Database } from '../database/database.ts';
import { createSessionStates } from './session-states.ts';

describe('session states', () => {
  const db = useTestDatabase();

  async function aSession(): Promise<{ sessionId: string; tenantId: string }> {
    const user = await aUser(db);
    const sessionId = crypto.randomUUID();
    await db.owner.query(
      `insert into sessions (tenant_id, id, user_id, client_type, mac_key_envelope, idle_expires_at, absolute_expires_at)
        values ($1, $2, $3, 'web', '{}', now() + interval '1 hour', now() + interval '2 hours')`,
      [user.tenantId, sessionId, user.userId],
    );
    return { sessionId, tenantId: user.tenantId };
  }

  /** The database with a count of the look-ups made. */
  function counted() {
    const counter = { count: 0 };
    const database: Database = new Proxy(db.database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name === 'readMany') counter.count += 1;
        return value.bind(target);
      },
    });
    return { database, counter };
  }

  const revoke = (tenantId: string) =>
    db.owner.query(
      "update sessions set revoked_at = now(), revoked_reason = 'administrator' where tenant_id = $1",
      [tenantId],
    );

  it('looks once for many callers at once', async () => {
    const { sessionId } = await aSession();
    const { database, counter } = counted();
    const states = createSessionStates(database, Date.now, false);
    const found = await Promise.all(Array.from({ length: 50 }, () => states.get(sessionId)));
    expect(found.every((state) => state?.actor.sessionId === sessionId)).toBe(true);
    expect(counter.count).toBe(1);
  });

  it('never answers with what is older than a second', async () => {
    const { sessionId, tenantId } = await aSession();
    const watch = { now: 0 };
    const states = createSessionStates(db.database, Date.now, false, () => watch.now);
    expect(await states.get(sessionId)).not.toBeNull();
    await revoke(tenantId);
    watch.now = 400;
    expect(await states.get(sessionId)).not.toBeNull();
    watch.now = 1000;
    expect(await states.get(sessionId)).toBeNull();
  });

  it('renews in the background before that, and serves callers meanwhile', async () => {
    const { sessionId, tenantId } = await aSession();
    const watch = { now: 0 };
    const states = createSessionStates(db.database, Date.now, false, () => watch.now);
    await states.get(sessionId);
    await revoke(tenantId);
    watch.now = 500;
    expect(await states.get(sessionId)).not.toBeNull();
    await expect.poll(() => states.get(sessionId)).toBeNull();
  });

  it('looks again at once after forget', async () => {
    const { sessionId, tenantId } = await aSession();
    const states = createSessionStates(db.database, Date.now, false, () => 0);
    expect(await states.get(sessionId)).not.toBeNull();
    await revoke(tenantId);
    expect(await states.get(sessionId)).not.toBeNull();
    states.forget([sessionId]);
    expect(await states.get(sessionId)).toBeNull();
  });

  it('looks again at once after all were forgotten', async () => {
    const { sessionId, tenantId } = await aSession();
    const states = createSessionStates(db.database, Date.now, false, () => 0);
    expect(await states.get(sessionId)).not.toBeNull();
    await revoke(tenantId);
    states.forgetAll();
    expect(await states.get(sessionId)).toBeNull();
  });

  it('ends with the session, also while it is kept', async () => {
    const { sessionId } = await aSession();
    const clock = { now: Date.now() };
    const states = createSessionStates(
      db.database,
      () => clock.now,
      false,
      () => 0,
    );
    expect(await states.get(sessionId)).not.toBeNull();
    clock.now += 3_600_001;
    expect(await states.get(sessionId)).toBeNull();
  });

  it('is null for unknown sessions, and keeps no failure', async () => {
    const { sessionId } = await aSession();
    let isAway = true;
    const flaky: Database = new Proxy(db.database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return isAway && name === 'readMany' ? () => Promise.reject(new Error('away')) : value.bind(target);
      },
    });
    const states = createSessionStates(flaky, Date.now, false, () => 0);
    expect(await states.get(crypto.randomUUID())).toBeNull();
    await expect(states.get(sessionId)).rejects.toThrow('away');
    isAway = false;
    expect(await states.get(sessionId)).not.toBeNull();
  });
});
