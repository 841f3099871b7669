import { afterEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { CountCache } from '../lists/count-cache.ts';
import { type AskedRead, onPrimary } from './asked-reads.ts';
import type { DatabaseTarget } from './connection.ts';
import { Database, type DbContext } from './database.ts';
import { positionIn, Replica, type ReplicaLimits } from './replica.ts';
import type { Row, Statement } from './scoped-read.ts';

const noContext: DbContext = { tenantId: null, userId: null };
const whoAnswers = {
  sql: "select current_setting('application_name') as name",
  parameters: [],
};
const limits: ReplicaLimits = { look: 20, oldest: 2500, connect: 5000, answer: 4000, pause: 50 };
const patient = { timeout: 15_000 };
const far = 0xffff_ffff_ffff_ffffn;

// The same database stands in for its replica: it has come as far as itself, and is told apart by the name of its connections.
describe('a read that may lag', () => {
  const test = useTestDatabase();
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  const withReplica = (target: DatabaseTarget = test.target) => {
    const database = new Database(test.target, {
      poolSize: 3,
      connectionTimeout: 20_000,
      replica: { target, limits },
    });
    open.push(database);
    const ask = <T>(asks: Partial<Pick<AskedRead, 'seen' | 'mayLag'>>, work: () => Promise<T>) => {
      if (!database.readPositions) throw new Error('no replica');
      return database.readPositions.around({ seen: 0n, mayLag: true, ...asks }, work);
    };
    const answerer = async (asks: Partial<Pick<AskedRead, 'seen' | 'mayLag'>> = {}) => {
      const { answer, position } = await ask(asks, () =>
        database.read<{ name: string }>(noContext, whoAnswers),
      );
      return { name: answer[0]?.name, position };
    };
    return { database, ask, answerer };
  };

  it('is answered by a replica only where the call may, its caller has said what he has seen, and that is there', async () => {
    const { database, answerer } = withReplica();
    await expect.poll(async () => (await answerer()).name, patient).toBe('depotwerk-replica');
    const { position } = await answerer();
    expect(position).toBeGreaterThan(0n);
    await expect
      .poll(async () => (await answerer({ seen: position })).name, patient)
      .toBe('depotwerk-replica');
    expect(await answerer({ seen: null })).toEqual({ name: 'depotwerk', position: expect.any(BigInt) });
    expect(await answerer({ mayLag: false })).toEqual({ name: 'depotwerk', position: expect.any(BigInt) });
    const before = database.replicaCounts?.replica;
    expect((await answerer({ seen: far })).name).toBe('depotwerk');
    expect(database.replicaCounts?.replica).toBe(before);
    expect(await database.read(noContext, whoAnswers)).toEqual([{ name: 'depotwerk' }]);
  });

  it('tells who has written a place behind it', async () => {
    const { database, ask } = withReplica();
    const { answer, position } = await ask({ mayLag: false }, () =>
      database.system(async (_transaction, connection) => {
        await connection.query("select pg_logical_emit_message(true, 'test', 'x')");
        const { rows } = await connection.query<Row>('select pg_current_wal_insert_lsn()::text as position');
        return positionIn(rows);
      }),
    );
    expect(position).toBeGreaterThan(answer ?? far);
  });

  it('goes past what is kept for others, who may have seen more', async () => {
    const { database, ask, answerer } = withReplica();
    await expect.poll(async () => (await answerer()).name, patient).toBe('depotwerk-replica');
    const counts = new CountCache(Date.now);
    const { answer } = await ask({}, () => counts.get('t', 'k', () => database.read(noContext, whoAnswers)));
    expect(answer).toEqual([{ name: 'depotwerk' }]);
    const bare = await ask({}, () => onPrimary(() => database.read(noContext, whoAnswers)));
    expect(bare.answer).toEqual([{ name: 'depotwerk' }]);
  });

  it('that leaves an audit entry, or cannot be done by a standby, is done by the primary', async () => {
    const { database, ask, answerer } = withReplica();
    await expect.poll(async () => (await answerer()).name, patient).toBe('depotwerk-replica');
    const recorded = await ask({}, () => database.recording(whoAnswers).read(noContext, whoAnswers));
    expect(recorded.answer).toEqual([{ name: 'depotwerk' }]);
    // Others of the cluster write meanwhile, and what stands in for a standby may be behind for a moment: who answered counts, not why.
    const before = { ...database.replicaCounts };
    const failing = ask({}, () => database.read(noContext, { sql: 'select 1 / 0', parameters: [] }));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(database.replicaCounts?.replica).toBe(before.replica);
    await expect.poll(async () => (await answerer()).name, patient).toBe('depotwerk-replica');
  });

  it.each(['postgres://x@127.0.0.1:1/nowhere', 'postgres://x@nowhere.invalid/nowhere'])(
    'is answered by the primary where no replica is to be had: %s',
    async (url) => {
      const { answerer } = withReplica({ kind: 'url', url });
      for (let turn = 0; turn < 5; turn += 1) expect((await answerer()).name).toBe('depotwerk');
    },
  );

  /** A replica whose primary says what the test wants of itself. */
  const beside = (primary: (statement: Statement) => Row, more: Partial<ReplicaLimits> = {}) => {
    const troubles: unknown[] = [];
    const replica = new Replica({
      target: test.target,
      poolSize: 2,
      limits: { ...limits, ...more },
      readPrimary: (statement) => Promise.resolve([primary(statement)]),
      onTrouble: (error) => troubles.push(error),
    });
    open.push(replica);
    return { replica, troubles };
  };
  const isOfIdentity = ({ sql }: Statement) => sql.includes('system_identifier');
  const ownIdentity = async (): Promise<Row> => {
    const sql = 'select system_identifier::text as identity from pg_control_system()';
    return (await test.owner.query<Row>(sql)).rows[0] ?? {};
  };
  const asked = async (replica: Replica) => (await replica.read(noContext, [whoAnswers], 0n))?.results;

  it('is not asked of one that is behind where the primary was a while ago, whatever its caller has seen', async () => {
    const own = await ownIdentity();
    let primary = '0/1';
    const { replica } = beside((statement) => (isOfIdentity(statement) ? own : { position: primary }));
    await expect.poll(() => asked(replica), patient).toEqual([[{ name: 'depotwerk-replica' }]]);
    primary = 'FFFFFFFF/FFFFFFFF';
    // Looks from before that are old enough to count no more.
    await expect.poll(() => asked(replica), patient).toBeUndefined();
    for (let turn = 0; turn < 10; turn += 1) expect(await asked(replica)).toBeUndefined();
  });

  it('is not asked while nobody knows how far the primary is', async () => {
    const own = await ownIdentity();
    let isAway = false;
    const { replica } = beside((statement) => {
      if (isAway) throw new Error('away');
      return isOfIdentity(statement) ? own : { position: '0/1' };
    });
    await expect.poll(() => asked(replica), patient).toEqual([[{ name: 'depotwerk-replica' }]]);
    isAway = true;
    await expect.poll(() => asked(replica), patient).toBeUndefined();
    isAway = false;
    await expect.poll(() => asked(replica), patient).toEqual([[{ name: 'depotwerk-replica' }]]);
  });

  it('is never asked of another database, however far that is', async () => {
    const { replica, troubles } = beside((statement) =>
      isOfIdentity(statement) ? { identity: '1' } : { position: '0/1' },
    );
    await expect.poll(() => troubles.length, patient).toBeGreaterThan(0);
    expect(String(troubles[0])).toContain('another database');
    expect(await asked(replica)).toBeUndefined();
  });

  it('that a replica is too slow for is answered by the primary, and the replica left alone for a while', async () => {
    const own = await ownIdentity();
    const { replica, troubles } = beside(
      (statement) => (isOfIdentity(statement) ? own : { position: '0/1' }),
      { answer: 300, pause: 60_000 },
    );
    await expect.poll(() => asked(replica), patient).toEqual([[{ name: 'depotwerk-replica' }]]);
    expect(await replica.read(noContext, [{ sql: 'select pg_sleep(2)', parameters: [] }], 0n)).toBeNull();
    expect(troubles).toHaveLength(1);
    expect(await asked(replica)).toBeUndefined();
  });
});
