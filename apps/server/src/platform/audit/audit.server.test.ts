import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createBackground } from '../background.ts';
import type { Actor } from '../http/request-context.ts';
import { findAuditBreaks } from './find-audit-breaks.ts';
import { createRefusalRecorder } from './record-refusal.ts';
import { canonicalJson, writeAudit } from './write-audit.ts';

describe('audit', () => {
  const db = useTestDatabase();
  const background = createBackground({ error: () => {} });

  async function aTenant(): Promise<string> {
    const tenantId = crypto.randomUUID();
    await db.owner.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
    await db.owner.query('insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, $2, $2)', [
      tenantId,
      `t-${tenantId}`,
    ]);
    return tenantId;
  }

  const write = (tenantId: string, action: string, details = {}) =>
    db.database.transaction({ tenantId, userId: null }, (transaction) =>
      writeAudit(transaction, {
        actor: { kind: 'system' },
        action,
        details,
        before: { a: 1 },
        after: { a: 2 },
      }),
    );

  async function tamper(statement: string): Promise<void> {
    await db.owner.query('alter table audit_entries disable trigger user');
    await db.owner.query(statement);
    await db.owner.query('alter table audit_entries enable trigger user');
  }

  it('chains what many writers record at once without a break', async () => {
    const tenantId = await aTenant();
    await Promise.all(Array.from({ length: 30 }, (_, index) => write(tenantId, 'test.write', { index })));
    const entries = await db.owner.query('select * from audit_entries where tenant_id = $1', [tenantId]);
    expect(entries.rowCount).toBe(30);
    expect(await findAuditBreaks(db.database, tenantId)).toEqual([]);
  });

  it('enters what no text of the database can hold', async () => {
    const tenantId = await aTenant();
    const record = createRefusalRecorder({ database: db.database, clock: Date.now, background });
    const actor: Actor = {
      kind: 'user',
      userId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      tenantId,
      userName: 'n',
      fullName: 'N',
    };
    const refusal = {
      code: 'common.forbidden',
      actor,
      method: 'GET',
      requestId: 'r',
      clientAddress: '127.0.0.1',
    };
    for (const objectId of ['a\0b', '\ud800']) record({ ...refusal, route: `/x/${objectId}`, objectId });
    await background.settled();
    const { rows } = await db.owner.query(
      "select object_id, details->>'route' as route from audit_entries where tenant_id = $1 order by id",
      [tenantId],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        { object_id: 'a\ufffdb', route: 'GET /x/a\ufffdb' },
        { object_id: '\ufffd', route: 'GET /x/\ufffd' },
      ]),
    );
  });

  it('finds a changed, a missing and a cut-off entry', async () => {
    const tenantId = await aTenant();
    for (const action of ['a.one', 'a.two', 'a.three', 'a.four']) await write(tenantId, action);
    const of = `tenant_id = '${tenantId}'`;
    const kinds = async () => (await findAuditBreaks(db.database, tenantId)).map((found) => found.breakKind);
    await tamper(`update audit_entries set result = 'refused' where ${of} and action = 'a.two'`);
    expect(await kinds()).toEqual(['changed']);
    await tamper(`update audit_entries set result = 'done' where ${of} and action = 'a.two'`);
    expect(await kinds()).toEqual([]);
    await tamper(`delete from audit_entries where ${of} and action = 'a.two'`);
    expect(await kinds()).toEqual(['detached']);
    await tamper(`delete from audit_entries where ${of} and action in ('a.three', 'a.four')`);
    expect(await kinds()).toEqual(['cutOff']);
  });

  it('continues over midnight and notices when a whole day is missing', async () => {
    const tenantId = await aTenant();
    await write(tenantId, 'a.before');
    // The entry and its head are moved two days back with a hash that fits, as if written then: a day is not sealed at once after midnight.
    const of = `tenant_id = '${tenantId}'`;
    await tamper(`update audit_entries set chain_day = chain_day - 2, occurred_at = occurred_at - interval '2 days'
      where ${of}`);
    await tamper(`update audit_entries e set entry_hash = audit_entry_hash(e) where ${of}`);
    await tamper(`update audit_chain_heads h set chain_day = h.chain_day - 2,
      last_hash = (select e.entry_hash from audit_entries e where e.tenant_id = h.tenant_id) where ${of}`);
    await write(tenantId, 'a.today');
    await write(tenantId, 'a.later');
    expect(await findAuditBreaks(db.database, tenantId)).toEqual([]);
    await tamper(`delete from audit_entries where ${of} and action = 'a.before'`);
    await tamper(`delete from audit_chain_heads where ${of} and chain_day < current_date`);
    // The day after it hangs in the air; what was known of the day itself is missing too.
    const kinds = (await findAuditBreaks(db.database, tenantId)).map((found) => found.breakKind);
    expect(kinds).toEqual(['cutOff', 'rewritten', 'detached']);
  });

  it('cannot be changed or deleted, neither by the application nor by the owner', async () => {
    const tenantId = await aTenant();
    await write(tenantId, 'a.one');
    const context = { tenantId, userId: null };
    await expect(
      db.database.transaction(context, (transaction) =>
        transaction.updateTable('audit_entries').set({ result: 'failed' }).execute(),
      ),
    ).rejects.toThrow(/permission denied/);
    await expect(
      db.database.transaction(context, (transaction) => transaction.deleteFrom('audit_entries').execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(db.owner.query('delete from audit_entries')).rejects.toThrow(/never changed/);
    await expect(db.owner.query('truncate audit_entries')).rejects.toThrow(/never changed/);
  });

  it('is undone together with the command it belongs to', async () => {
    const tenantId = await aTenant();
    await expect(
      db.database.transaction({ tenantId, userId: null }, async (transaction) => {
        await writeAudit(transaction, { actor: { kind: 'system' }, action: 'a.undone' });
        throw new Error('the command fails');
      }),
    ).rejects.toThrow('the command fails');
    const entries = await db.owner.query('select 1 from audit_entries where tenant_id = $1', [tenantId]);
    expect(entries.rowCount).toBe(0);
    await write(tenantId, 'a.next');
    expect(await findAuditBreaks(db.database, tenantId)).toEqual([]);
  });

  it('records refusals of signed-in users, bounded, and never throws', async () => {
    const tenantId = await aTenant();
    const record = createRefusalRecorder({ database: db.database, clock: () => 0, background });
    const actor: Actor = {
      kind: 'user',
      userId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      tenantId,
      userName: 'a',
      fullName: 'A',
    };
    const refusal = {
      code: 'auth.forbidden',
      method: 'GET',
      route: '/api/contracts/:id',
      objectId: 'x',
      requestId: 'r',
      clientAddress: '127.0.0.1',
    };
    record({ ...refusal, actor: null });
    for (let round = 0; round < 130; round += 1) {
      record({ ...refusal, actor });
      await background.settled();
    }
    const { rows } = await db.owner.query('select * from audit_entries where tenant_id = $1 order by id', [
      tenantId,
    ]);
    expect(rows).toHaveLength(120);
    expect(rows[0]).toMatchObject({
      action: 'access.refuse',
      result: 'refused',
      actor_user_id: actor.userId,
    });
    expect(rows.at(-1)).toMatchObject({ details: { isBoundReached: true } });
    const stranger = { ...actor, tenantId: crypto.randomUUID(), userId: crypto.randomUUID() };
    record({ ...refusal, actor: stranger });
    await expect(background.settled()).resolves.toBeUndefined();
  });

  it('hashes the same object alike, whatever the order of its members', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
      canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
    );
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: 2 }));
  });
});
