import type { contractDetail } from '@depotwerk/api/contracts/contract-detail';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { useJobWorkers } from '../../../test/job-workers.ts';
import { createTariffSteps, dayAfter } from '../../../test/tariff-steps.ts';
import { enqueueDailyJobs } from '../../platform/jobs/daily-jobs.ts';
import { createCheckJob, lifeCycleJobType, lifeCycleSelection } from './check-job.ts';

const { db, world, admin, inputOf, simulate } = adviceHouse('medium');
useJobWorkers(db, () => [
  createCheckJob(db.database, () => Date.parse(`${anchorDate}T11:00:00Z`), { jobType: lifeCycleJobType }),
]);
/** A contract of class 4 or 5 whose tariff brings risk down from five years before its end on. */
let contractId: string;
let ownClass: number;

const endsOn = (endDate: string | null) =>
  world.owner.query('update contracts set end_date = $2 where id = $1', [contractId, endDate]);
const detailOf = async () =>
  (await world.call<z.output<typeof contractDetail>>(admin, 'GET', `/contracts/${contractId}`)).body;

beforeAll(async () => {
  const { rows } = await world.owner.query<{ id: string; tariff_id: string; risk_class_id: number }>(
    `select c.id, c.tariff_id, c.risk_class_id from contracts c join tariffs t on t.id = c.tariff_id
       join risk_assessments a on a.contract_id = c.id and a.status = 'valid' and a.risk_class_id = c.risk_class_id
      where c.tenant_id = $1 and c.risk_class_id in (4, 5) and t.tariff_type_id between 2 and 6 and a.valid_until > $2
        and t.published_version_number = (select max(v.version_number) from tariff_versions v where v.tariff_id = t.id)
        and exists (select from portfolios p where p.contract_id = c.id and p.is_current)
      order by c.id limit 1`,
    [world.tenantId, anchorDate],
  );
  const [row] = rows;
  if (!row) throw new Error('No such contract in this world.');
  contractId = row.id;
  ownClass = row.risk_class_id;
  const steps = await createTariffSteps(world);
  const saved = await steps.save(row.tariff_id, (tariff) => ({
    ...tariff,
    lifeCycle: [
      { yearsBeforeEnd: 5, highestRiskClassId: 2 },
      { yearsBeforeEnd: 1, highestRiskClassId: 1 },
    ],
  }));
  await steps.publishNow(row.tariff_id, saved.body.version.versionNumber);
}, 120_000);

describe('a contract near its end', () => {
  it('is held to the class its tariff allows so near the end, on its page and for plans', async () => {
    await endsOn(dayAfter(3 * 365));
    expect((await detailOf()).lifeCycle).toMatchObject({
      endDate: dayAfter(3 * 365),
      current: { highestRiskClassId: 2 },
      next: { highestRiskClassId: 1 },
    });
    const { body: input } = await inputOf(contractId);
    expect(input).toMatchObject({ riskClassId: 2, lifeCycle: { highestRiskClassId: 2 } });
    expect(input.riskAssessment?.riskClassId).toBe(ownClass);
    const suitability = async (choices: Parameters<typeof simulate>[1]) => {
      const { proposals } = (await simulate(contractId, choices)).body;
      expect(proposals.length).toBeGreaterThan(0);
      return proposals.map(({ checks }) => checks.find(({ checkKey }) => checkKey === 'suitability'));
    };
    for (const check of await suitability({})) expect(check?.text).not.toContain('unter der Klasse');
    for (const check of await suitability({ riskClassId: ownClass })) {
      expect(check?.result).toBe('blocked');
      expect(check?.text).toContain('das Ablaufmanagement des Tarifs');
    }
  });

  it('keeps its own class before the first step, and where nobody knows its end', async () => {
    for (const endDate of [dayAfter(6 * 365), null]) {
      await endsOn(endDate);
      expect((await inputOf(contractId)).body.riskClassId).toBe(ownClass);
      expect((await inputOf(contractId)).body.lifeCycle).toBeUndefined();
      expect((await detailOf()).lifeCycle).toMatchObject({ endDate, current: null });
    }
  });

  it('is checked against the lower class from the day it holds, without anybody asking', async () => {
    const stored = async () => (await detailOf()).contract.risk;
    await endsOn(dayAfter(300));
    const before = await stored();
    await enqueueDailyJobs(db.database, [{ jobType: lifeCycleJobType, payload: lifeCycleSelection }]);
    await expect
      .poll(
        async () =>
          (
            await world.owner.query(`select state from jobs where tenant_id = $1 and job_type = $2`, [
              world.tenantId,
              lifeCycleJobType,
            ])
          ).rows,
        { timeout: 20_000 },
      )
      .toEqual([{ state: 'done' }]);
    const after = await stored();
    expect(after.riskClassId).toBe(ownClass);
    expect(after.bandHigh ?? 0).toBeLessThan(before.bandHigh ?? 0);
    const { rows } = await world.owner.query<{ others: string }>(
      `select count(*) as others from contract_check_rows r join contracts c on c.id = r.contract_id
        where c.tariff_id <> (select tariff_id from contracts where id = $1)`,
      [contractId],
    );
    expect(Number(rows[0]?.others)).toBe(0);
    world.expectNoFailure();
  });
});
