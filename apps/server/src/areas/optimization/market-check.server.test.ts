import { beforeAll, describe, expect, it } from 'vitest';
import { AdviceWorld } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { computeOnce } from '../../../test/figure-run.ts';
import { useJobWorkers } from '../../../test/job-workers.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { enqueueMarketCheck, marketCheckJobType } from '../../platform/jobs/enqueue-market-check.ts';
import { createFigureJob } from '../funds/figures/figure-job.ts';
import { createCheckJob } from './check-job.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'medium'));
// Figures are computed as of the days of the world's prices; every run a moment later than the one before.
let now = Date.parse('2026-11-20T11:00:00Z');
const clock = () => {
  now += 1000;
  return now;
};
const { failures } = useJobWorkers(db, () => [
  createFigureJob(db.database, clock),
  createCheckJob(db.database, clock, { jobType: marketCheckJobType, chunkSize: 40 }),
]);

interface CheckJob {
  readonly id: string;
  readonly state: string;
}
const jobs = async (): Promise<CheckJob[]> =>
  (
    await world.owner.query<CheckJob>(
      'select id, state from jobs where tenant_id = $1 and job_type = $2 order by created_at, id',
      [world.tenantId, marketCheckJobType],
    )
  ).rows;
const hurry = () =>
  world.owner.query(`update jobs set run_at = now() where job_type = $1 and state = 'queued'`, [
    marketCheckJobType,
  ]);
async function ended(count: number): Promise<void> {
  for (;;) {
    await hurry();
    const states = (await jobs()).map(({ state }) => state);
    if (states.includes('dead')) throw new Error('A check was given up.');
    if (states.length >= count && states.every((state) => state === 'done')) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect((await jobs()).length).toBe(count);
}
const stored = async () =>
  (
    await world.owner.query<{ id: string; fingerprint: number; measure: number | null }>(
      `select id, check_fingerprint as fingerprint, risk_value as measure from contracts
        where tenant_id = $1 and deleted_at is null and check_fingerprint is not null order by id`,
      [world.tenantId],
    )
  ).rows;

beforeAll(async () => {
  // The world says that its figures were computed now, which is after the day of its prices.
  await world.owner.query('delete from fund_figure_runs where tenant_id = $1', [world.tenantId]);
  // What the first computation makes of its prices is the state everything below starts from.
  await computeOnce(db, world.tenantId);
  await ended(1);
}, 120_000);

describe('after key figures were computed', () => {
  it('all contracts are checked once for several computations, and none is written where nothing changed', async () => {
    const before = await stored();
    await computeOnce(db, world.tenantId);
    await computeOnce(db, world.tenantId);
    expect((await jobs()).length).toBe(2);
    await ended(2);
    expect(await stored()).toEqual(before);
    const { rows } = await world.owner.query(
      `select coalesce(sum(changed_count), 0)::int as changed, count(*)::int > 1 as "hasChunks" from job_chunks where job_id = $1`,
      [(await jobs())[1]?.id],
    );
    expect(rows).toEqual([{ changed: 0, hasChunks: true }]);
  });

  it('what contracts said of figures that are gone is said no more, without a row of each', async () => {
    const before = await stored();
    expect(before.some(({ measure }) => measure !== null)).toBe(true);
    await world.owner.query('delete from fund_prices where tenant_id = $1', [world.tenantId]);
    await computeOnce(db, world.tenantId);
    await ended(3);
    const after = await stored();
    expect(
      after.filter(({ fingerprint }, k) => fingerprint !== before[k]?.fingerprint).length,
    ).toBeGreaterThan(0);
    expect(after.filter(({ measure }) => measure !== null).length).toBeLessThan(
      before.filter(({ measure }) => measure !== null).length,
    );
    const { rows } = await world.owner.query<{ kept: number; problems: number; told: number }>(
      `select (select count(*) from contract_check_rows)::int as kept, (select count(*) from job_problems)::int as problems,
         (select count(*) from audit_entries where action = 'contracts.bulkCheckChunk' and object_id = $1)::int as told`,
      [(await jobs())[2]?.id],
    );
    expect(rows[0]).toMatchObject({ kept: 0, problems: 0 });
    expect(rows[0]?.told).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('a check that was under way when they were computed is followed by another', async () => {
    const at = async (run: number) =>
      world.owner.query('update fund_figure_runs set started_at = to_timestamp($2) where tenant_id = $1', [
        world.tenantId,
        run,
      ]);
    await db.database.transaction({ tenantId: world.tenantId, userId: null }, enqueueMarketCheck);
    const [, , , begun] = await jobs();
    // It has begun with other figures than those there are when it ends.
    await world.owner.query(
      `update jobs set payload = payload || '{"figuresOf": "2026-01-01T00:00:00Z"}' where id = $1`,
      [begun?.id],
    );
    await world.owner.query(
      `insert into job_lanes (tenant_id, job_id, lane, lane_name) values ($1, $2, 'all', 'Verträge')`,
      [world.tenantId, begun?.id],
    );
    await world.owner.query(
      `insert into job_chunks (tenant_id, job_id, lane, chunk_key, payload, size)
       values ($1, $2, 'all', '0', jsonb_build_object('fromId', $3::text, 'untilId', null), 1)`,
      [world.tenantId, begun?.id, (await stored()).at(-1)?.id],
    );
    await at(1_767_300_000);
    await world.owner.query(`update jobs set state = 'split' where id = $1`, [begun?.id]);
    await ended(5);
    expect(failures).toEqual([]);
  });
});
