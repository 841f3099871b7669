import { expect, it } from 'vitest';
import { AdviceWorld, anchorDate } from '../../../test/advice-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { startedForTests } from '../../../test/started-for-tests.ts';
import { lockTariff } from './lock-tariff.ts';
import { publishVersion } from './publish-tariff.ts';

const db = useTestDatabase();
const world = startedForTests(() => AdviceWorld.start(db, 'small'));

it('starts the day’s look at once where plans made under the version before wait for their release', async () => {
  const { rows } = await db.owner.query<{ id: string; contractId: string }>(
    `select t.id, min(c.id::text) as "contractId" from tariffs t join contracts c on c.tenant_id = t.tenant_id and c.tariff_id = t.id
      where t.tenant_id = $1 and t.published_version_number is not null and not t.make_portfolio_adjustments_now
        and c.deleted_at is null group by t.id order by t.id limit 1`,
    [world.tenantId],
  );
  const [tariff] = rows;
  if (!tariff) throw new Error('the world has such a tariff');
  const context = { tenantId: world.tenantId, userId: null };
  const publish = async () => {
    await db.owner.query(`delete from jobs where job_type = 'planContinuous'`);
    await db.owner.query(
      `delete from tariff_versions where tariff_id = $1 and state in ('draft', 'rejected', 'submitted', 'approved')`,
      [tariff.id],
    );
    await db.owner.query(
      `insert into tariff_versions select (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'state', 'approved',
          'version_number',
          (select max(o.version_number) + 1 from tariff_versions o where o.tariff_id = $1), 'valid_from', null, 'published_at', null))).*
        from tariff_versions v where v.tariff_id = $1 and v.state = 'published'`,
      [tariff.id],
    );
    await db.database.transaction(context, async (transaction) => {
      // no audit entry: a test of what follows from publishing
      const locked = await lockTariff(transaction, tariff.id);
      if (!locked.open) throw new Error('a version is approved');
      await publishVersion(transaction, world.tenantId, locked, locked.open, anchorDate, {
        clock: () => Date.parse(`${anchorDate}T11:00:00Z`),
      });
    });
    const jobs = await db.owner.query(
      `select from jobs where job_type = 'planContinuous' and tenant_id = $1`,
      [world.tenantId],
    );
    return jobs.rows.length;
  };
  expect(await publish()).toBe(0);
  await db.owner.query(
    `insert into continuous_plans (tenant_id, contract_id, due_date, due_cause, state, looked_at)
     values ($1, $2, $3, 'interval', 'waiting', now())`,
    [world.tenantId, tariff.contractId, anchorDate],
  );
  expect(await publish()).toBe(1);
});
