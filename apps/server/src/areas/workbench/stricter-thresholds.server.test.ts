import type { TaskThresholds, WorkbenchTask } from '@depotwerk/api/workbench/workbench';
import { addDays } from '@depotwerk/domain/add-days';
import { describe, expect, it } from 'vitest';
import { tenantA } from '../../../test/contract-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { lookAtContracts } from './apply-rules.ts';
import type { ThresholdKey } from './rules/task-rule.ts';

const { test: db, server, admin: chief, context, aContract, setContract, list } = workbenchHouse();

const day = (days: number) => addDays(todayIn(houseZone, new Date()), days);
const typesOf = (tasks: readonly WorkbenchTask[]) => tasks.map(({ taskType }) => taskType);

describe('a threshold made stricter', () => {
  const usual = {
    hintSeverity: 1,
    riskOpenPoints: 1,
    profileOpenDays: 30,
    profileCloseDays: 45,
    consultationDays: 14,
  };
  /** Saves the thresholds and does the look that is then on its way. */
  const put = async (ids: readonly string[], values: object) => {
    const { status, body } = await server.call(chief, 'PUT', '/workbench/thresholds', {
      body: { ...usual, ...values },
    });
    expect(status).toBe(200);
    const { rows } = await db.owner.query<{ payload: { stricter: ThresholdKey[] } }>(
      `select payload from jobs where tenant_id = $1 and job_type = 'sweepTasks' order by created_at desc limit 1`,
      [tenantA],
    );
    await db.database.transaction(context, (transaction) =>
      lookAtContracts(transaction, {
        today: day(0),
        // The call answers what it stored.
        thresholds: body as TaskThresholds,
        contracts: { kind: 'ids', ids },
        stricter: rows[0]?.payload.stricter,
      }),
    );
  };

  it('ends the tasks that do not reach it, keeps those of which nobody knows, and ends nothing where another one changed', async () => {
    const [near, far, unknown, hinted] = [
      await aContract(),
      await aContract(),
      await aContract(),
      await aContract(),
    ];
    const all = [near, far, unknown, hinted];
    await setContract(near, `risk_band_status = 'above', risk_distance = 0.02`);
    await setContract(far, `risk_band_status = 'below', risk_distance = 0.04`);
    await setContract(unknown, `risk_band_status = 'above', risk_distance = 0.02`);
    await setContract(hinted, 'hint_mask = 1, hint_count = 1, highest_hint_severity = 1');
    expect(await list(chief)).toHaveLength(4);
    await setContract(unknown, `risk_band_status = 'unknown', risk_distance = 0`);
    // Below the opening threshold, but opened above it: another threshold does not touch it.
    await setContract(near, 'risk_distance = 0.005');
    await put(all, { profileOpenDays: 20 });
    expect(await list(chief)).toHaveLength(4);
    await put(all, { riskOpenPoints: 3 });
    const left = (await list(chief)).map(({ contract }) => contract?.id);
    expect(new Set(left)).toEqual(new Set([far, unknown, hinted]));
    expect(left).toHaveLength(3);
    await put(all, { riskOpenPoints: 3, hintSeverity: 2 });
    expect(typesOf(await list(chief))).toEqual(['riskOutOfBand', 'riskOutOfBand']);
    // Looser again: what reaches it now comes back.
    await put(all, {});
    expect(typesOf(await list(chief)).toSorted()).toEqual(['hints', 'riskOutOfBand', 'riskOutOfBand']);
    await db.owner.query('delete from workbench_settings');
  });

  it('looks at the book anew only where something changed, and once where a look that began not yet does', async () => {
    const sweeps = async () => {
      const { rows } = await db.owner.query<{ stricter: string[] }>(
        `select payload -> 'stricter' as stricter from jobs where tenant_id = $1 and job_type = 'sweepTasks' order by created_at`,
        [tenantA],
      );
      return rows.map(({ stricter }) => stricter);
    };
    const save = async (values: object) => {
      const body = { ...usual, ...values };
      expect((await server.call(chief, 'PUT', '/workbench/thresholds', { body })).status).toBe(200);
    };
    const forget = () =>
      db.owner.query(`delete from jobs where tenant_id = $1 and job_type = 'sweepTasks'`, [tenantA]);
    await forget();
    for (const longer of [
      { consultationDays: usual.consultationDays + 1 },
      { profileCloseDays: usual.profileCloseDays + 1 },
    ]) {
      await save(longer);
      expect(await sweeps()).toEqual([[]]);
      await save({});
      await forget();
    }
    await save({});
    expect(await sweeps()).toEqual([]);
    await save({ riskOpenPoints: 3 });
    await save({ riskOpenPoints: 3 });
    expect(await sweeps()).toEqual([['riskOpenPoints']]);
    await save({ riskOpenPoints: 2 });
    expect(await sweeps()).toHaveLength(1);
    await save({ riskOpenPoints: 2, hintSeverity: 2 });
    expect(await sweeps()).toEqual([['riskOpenPoints'], ['hintSeverity']]);
    // Those have begun: parts of the book were gone over by what held before.
    await db.owner.query(
      `update jobs set state = 'running', attempts = 1, locked_until = now() + interval '1 hour' where tenant_id = $1 and job_type = 'sweepTasks'`,
      [tenantA],
    );
    await save({ riskOpenPoints: 2 });
    expect(await sweeps()).toEqual([['riskOpenPoints'], ['hintSeverity'], []]);
    await db.owner.query('delete from workbench_settings');
  });

  it('overwrites none that somebody else has set meanwhile, and says which hold', async () => {
    const save = (body: object) => server.call(chief, 'PUT', '/workbench/thresholds', { body });
    const { body } = await server.get(chief, '/workbench/thresholds');
    const shown = body as TaskThresholds;
    // Of two who save at the same moment one is told so.
    const both = await Promise.all([
      save({ ...shown, riskOpenPoints: 2.5, shown }),
      save({ ...shown, consultationDays: 21, shown }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    const held = (await server.get(chief, '/workbench/thresholds')).body as TaskThresholds;
    // Each of them counts, whichever the other one was.
    for (const other of [
      { hintSeverity: held.hintSeverity === 2 ? 1 : 2 },
      { riskOpenPoints: held.riskOpenPoints + 1 },
      { lossPercent: (held.lossPercent ?? 0) + 1 },
      { profileOpenDays: held.profileOpenDays + 1 },
      { profileCloseDays: held.profileCloseDays + 1 },
      { consultationDays: held.consultationDays + 1 },
    ]) {
      expect([other, (await save({ ...held, shown: { ...held, ...other } })).status]).toEqual([other, 412]);
    }
    expect(both.find(({ status }) => status === 412)?.body).toMatchObject({
      code: 'common.versionConflict',
      current: held,
    });
    expect((await save({ ...held, riskOpenPoints: 3, shown: held })).body).toEqual({
      ...held,
      riskOpenPoints: 3,
    });
  });
});
