import type { TaskThresholds } from '@depotwerk/api/workbench/workbench';
import { addDays } from '@depotwerk/domain/add-days';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../../test/add-member.ts';
import { north, south, tenantA } from '../../../test/contract-world.ts';
import { readMails } from '../../../test/read-mails.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { workbenchHouse } from '../../../test/workbench-house.ts';
import { mailNotifications } from '../notifications/mail-notifications.ts';
import { tellPeople } from '../notifications/tell-people.ts';
import { lookAtContracts } from './apply-rules.ts';
import { usualThresholds } from './thresholds.view.ts';

const house = workbenchHouse();
const { test: db, server, admin: chief, context, work, post, aContract } = house;

const quarter = '2026-10-01';

type Valuation = readonly [day: string, value: number, paidIn: number | null];

/** The contract is worth that on these days, the last of them now. */
async function value(contractId: string, ...valuations: readonly Valuation[]): Promise<void> {
  await work('delete from portfolios where contract_id = $1', contractId);
  for (const [index, [day, worth, paidIn]] of valuations.entries())
    await work(
      `insert into portfolios (tenant_id, contract_id, valuation_date, is_current, total_value, cash_value, paid_in)
       values ($1, $2, $3, $4, $5, $5, $6)`,
      tenantA,
      contractId,
      day,
      index === valuations.length - 1,
      worth,
      paidIn,
    );
}

/** Looks at the contract on a day. */
const look = (contractId: string, today: string, thresholds: Partial<TaskThresholds> = {}) =>
  db.database.transaction(context, (transaction) =>
    lookAtContracts(transaction, {
      today,
      thresholds: { ...usualThresholds, ...thresholds },
      contracts: { kind: 'ids', ids: [contractId] },
    }),
  );

async function tasksOf(contractId: string, status = 'open') {
  const { rows } = await db.owner.query<{ id: string; severity: number; due: string; details: object }>(
    `select id, severity, due_date::text as due, details from workbench_tasks
      where contract_id = $1 and task_type = 'lossReached' and ended_at is null and status = $2 order by cause_key`,
    [contractId, status],
  );
  return rows;
}

/** What was lost from the last valuation before the quarter on, by the task that says so; null = no task. */
async function lostBy(...valuations: readonly Valuation[]): Promise<unknown> {
  const id = await aContract();
  await value(id, ...valuations);
  await look(id, '2026-11-28');
  const [task] = await tasksOf(id);
  return task ? task.details : null;
}

beforeEach(() =>
  db.owner.query('delete from notifications; delete from notification_events; delete from mail_outbox'),
);

describe('a loss', () => {
  it('is told from ten per cent of the worth at the begin of the quarter on', async () => {
    const since = '2026-09-30';
    const start: Valuation = [since, 1000, 800];
    expect(await lostBy(start, ['2026-11-27', 900.01, 800])).toBeNull();
    expect(await lostBy(start, ['2026-11-27', 900, 800])).toEqual({ percent: 10, since });
    expect(await lostBy(['2026-06-30', 2000, 800], start, ['2026-11-27', 950, 800])).toBeNull();
    // It was reached, and nothing that came later undoes that.
    expect(await lostBy(start, ['2026-10-30', 876.6, 800], ['2026-11-27', 1100, 800])).toEqual({
      percent: 12.3,
      since,
    });
    // Begun within the quarter: from its first valuation on.
    expect(await lostBy(['2026-10-12', 500, 500], ['2026-11-27', 400, 500])).toEqual({
      percent: 20,
      since: '2026-10-12',
    });
    expect(await lostBy(['2026-10-12', 500, 500])).toBeNull();
    expect(await lostBy(start, ['2026-11-27', 0, 800])).toEqual({ percent: 100, since });
  });

  it('is none where money was taken out or paid in, and is seen through both', async () => {
    const since = '2026-09-30';
    const start: Valuation = [since, 1000, 800];
    expect(await lostBy(start, ['2026-11-27', 200, 0])).toBeNull();
    expect(await lostBy(start, ['2026-11-27', 0, -200])).toBeNull();
    expect(await lostBy(start, ['2026-11-27', 10_500, 10_800])).toBeNull();
    // What is left after 800 were taken out falls by three tenths: of all that was there that is 6 %.
    expect(await lostBy(start, ['2026-10-30', 200, 0], ['2026-11-27', 140, 0])).toEqual({
      percent: 30,
      since,
    });
    // Falls by a fifth, and looks like a gain.
    expect(await lostBy(start, ['2026-10-30', 800, 800], ['2026-11-27', 5000, 5000])).toEqual({
      percent: 20,
      since,
    });
  });

  it('is known of any values a file may bring, however often they go to nothing and back', async () => {
    const days = Array.from(
      { length: 44 },
      (_, k) => [addDays(quarter, 2 * k), addDays(quarter, 2 * k + 1)] as const,
    );
    const [most, least] = [9_999_999_999, 0.01];
    // Paid in anew after each fall: the product of all of them is no number any more.
    const falls = days.flatMap(([first, second], k): Valuation[] => [
      [first, most, (k + 1) * most],
      [second, least, (k + 1) * most],
    ]);
    expect(await lostBy(...falls)).toEqual({ percent: 100, since: quarter });
    const gains = days.flatMap(([first, second], k): Valuation[] => [
      [first, least, -k * most],
      [second, most, -k * most],
    ]);
    expect(await lostBy(...gains)).toBeNull();
  });

  it('is not told where nobody has said what was paid, nor forgotten where that is taken back', async () => {
    expect(await lostBy(['2026-09-30', 1000, null], ['2026-11-27', 100, null])).toBeNull();
    const id = await aContract();
    await value(id, ['2026-09-30', 1000, 800], ['2026-11-27', 850, 800]);
    await look(id, '2026-11-28');
    await value(id, ['2026-09-30', 1000, null], ['2026-11-27', 850, null]);
    await look(id, '2026-11-28');
    expect(await tasksOf(id)).toHaveLength(1);
    // It was a payment: no loss any more.
    await value(id, ['2026-09-30', 1000, 800], ['2026-11-27', 850, 650]);
    await look(id, '2026-11-28');
    expect(await tasksOf(id)).toEqual([]);
  });
});

describe('its task', () => {
  it('comes once a quarter and again at the next multiple, whatever the value does meanwhile', async () => {
    const id = await aContract();
    const [a, b]: Valuation[] = [
      ['2026-09-30', 1000, 800],
      ['2026-10-30', 880, 800],
    ];
    if (!a || !b) throw new Error('no valuations');
    await value(id, a, b);
    await look(id, '2026-10-30');
    const [task] = await tasksOf(id);
    expect(task).toMatchObject({ severity: 1, due: '2026-10-30' });
    await post(chief, `/workbench/tasks/${task?.id}/complete`);
    await value(id, a, b, ['2026-11-05', 990, 800], ['2026-11-06', 870, 800]);
    await look(id, '2026-11-06');
    expect([await tasksOf(id), await tasksOf(id, 'done')]).toEqual([
      [],
      [expect.objectContaining({ id: task?.id })],
    ]);
    await value(id, a, b, ['2026-11-05', 990, 800], ['2026-11-06', 790, 800]);
    await look(id, '2026-11-06');
    expect(await tasksOf(id)).toEqual([
      { id: task?.id, severity: 2, due: '2026-11-06', details: { percent: 21, since: '2026-09-30' } },
    ]);
    // Nobody has done it: the end of the quarter does not take it away, and what is done goes with it.
    await look(id, '2027-01-04');
    expect(await tasksOf(id)).toHaveLength(1);
    await post(chief, `/workbench/tasks/${task?.id}/complete`);
    await look(id, '2027-01-04');
    expect([...(await tasksOf(id)), ...(await tasksOf(id, 'done'))]).toEqual([]);
  });

  it('follows the threshold of the house, which a page of the release before leaves as it is', async () => {
    const id = await aContract();
    await value(id, [addDays(quarter, -1), 1000, 800], ['2026-11-27', 850, 800]);
    await look(id, '2026-11-28', { lossPercent: 15.1 });
    expect(await tasksOf(id)).toEqual([]);
    await look(id, '2026-11-28', { lossPercent: 5 });
    expect(await tasksOf(id)).toMatchObject([{ severity: 2 }]);
    await look(id, '2026-11-28', { lossPercent: 0 });
    expect(await tasksOf(id)).toEqual([]);

    const put = async (body: object) =>
      (await server.call(chief, 'PUT', '/workbench/thresholds', { body })).body;
    expect(await put({ ...usualThresholds, lossPercent: 7.5 })).toEqual({
      ...usualThresholds,
      lossPercent: 7.5,
    });
    const { lossPercent: _, ...former } = usualThresholds;
    expect(await put(former)).toEqual({ ...usualThresholds, lossPercent: 7.5 });
    expect((await server.get(chief, '/workbench/thresholds')).body).toEqual({
      ...usualThresholds,
      lossPercent: 7.5,
    });
    // All tasks are looked at anew, by a job that a server of the release before can do as well.
    await db.owner.query(`delete from jobs where job_type = 'sweepTasks'`);
    await put({ ...usualThresholds, lossPercent: 50 });
    const { rows } = await db.owner.query(`select payload from jobs where job_type = 'sweepTasks'`);
    expect(rows).toEqual([{ payload: { stricter: [] } }]);
    await db.owner.query('delete from workbench_settings');
    expect((await server.get(chief, '/workbench/thresholds')).body).toEqual(usualThresholds);
  });

  it('is mailed the same day, unasked and once, to who sees the contract', async () => {
    const [northern, southern] = [await addMember(house, north), await addMember(house, south)];
    let now = Date.now();
    const services = {
      database: db.database,
      clock: () => now,
      keys: testKeys(),
      settings: { isDemo: true, publicOrigin: 'https://depotwerk.example', bankUrl: null },
    };
    const mailed = async () => {
      await look(id, '2026-11-28');
      await tellPeople(services);
      now += 11 * 60_000;
      await mailNotifications(services);
      const mails = await Promise.all(
        [northern, southern].map((userId) => readMails(db, { services }, { tenantId: tenantA, userId })),
      );
      return mails.flat();
    };
    const id = await aContract();
    await value(id, [addDays(quarter, -1), 1000, 800], ['2026-11-27', 1000, 800]);
    await db.owner.query('delete from workbench_changes');
    expect(await mailed()).toEqual([]);
    await work(
      'update portfolios set total_value = 850, cash_value = 850 where contract_id = $1 and is_current',
      id,
    );
    // The change of the value alone has the contract looked at.
    const { rows } = await db.owner.query('select 1 from workbench_changes where subject_id = $1', [id]);
    expect(rows).not.toEqual([]);
    const mails = await mailed();
    expect(mails.map(({ body }) => body)).toEqual([
      expect.stringContaining('Ein Vertrag hat die Verlustschwelle erreicht'),
    ]);
    expect(await mailed()).toEqual(mails);
  });
});
