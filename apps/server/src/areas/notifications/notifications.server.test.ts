import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { listNotifications, NotificationWish } from '@depotwerk/api/notifications/notifications';
import { type PermissionCode, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../../test/add-member.ts';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { readMails } from '../../../test/read-mails.ts';
import { testKeys } from '../../../test/sign-in-world.ts';
import { mailNotifications } from './mail-notifications.ts';
import { notificationRoutes } from './routes.ts';
import { tellPeople } from './tell-people.ts';

const settings = { isDemo: true, publicOrigin: 'https://depotwerk.example', bankUrl: null };
const {
  test: db,
  world,
  server,
  tariff,
  post,
  run,
} = contractHouse((services) => notificationRoutes({ ...services, settings }));

const context = { tenantId: tenantA, userId: null };
const work = (text: string, ...values: unknown[]) =>
  db.database.transaction(context, async (_transaction, connection) => connection.query(text, values));
let now = Date.now();
const services = {
  get database() {
    return db.database;
  },
  clock: () => now,
  keys: testKeys(),
  settings,
};
const tell = () => tellPeople(services);

const person = (groupId: string | null, permissions?: readonly PermissionCode[]) =>
  addMember({ server, run }, groupId, permissions);

let anna: string;
let bert: string;
beforeAll(async () => {
  anna = await person(north);
  bert = await person(south);
});
beforeEach(async () => {
  now = Date.now();
  for (const table of [
    'workbench_tasks',
    'notifications',
    'notification_events',
    'notification_settings',
    'mail_outbox',
  ])
    await db.owner.query(`delete from ${table}`);
});

async function task(
  taskType: string,
  groupId: string | null = north,
  more: { notFor?: string[]; count?: number } = {},
) {
  const customer = await world.addCustomer(tenantA, { groupId });
  const contractId = await world.addContract(tenantA, customer.id, tariff);
  const { rows } = await work(
    `insert into workbench_tasks (tenant_id, task_type, cause_key, severity, customer_id, contract_id, group_id, not_for)
     select $1, $2, gen_random_uuid(), 1, $3, $4, $5, $6 from generate_series(1, $7) returning id`,
    tenantA,
    taskType,
    customer.id,
    contractId,
    groupId,
    more.notFor ?? [],
    more.count ?? 1,
  );
  return { id: (rows[0] as { id: string }).id, contractId, customerId: customer.id };
}

const read = async (who: string, query = '') =>
  (await server.get(who, `/notifications${query}`)).body as CallAnswer<typeof listNotifications>;
const list = async (who: string) => (await read(who)).notifications;
const unread = async (who: string) =>
  ((await server.get(who, '/notifications/unread-count')).body as { unreadCount: number }).unreadCount;
const wish = (who: string, ...wishes: NotificationWish[]) =>
  server.call(who, 'PUT', '/settings/notifications', { body: { wishes } });
const mails = () => readMails(db, { services }, { tenantId: tenantA, userId: anna });

describe('people are told', () => {
  it('of a task where their rights reach, with a way to it, and of nothing elsewhere', async () => {
    const { contractId } = await task('orderUnclear');
    await tell();
    expect(await list(anna)).toMatchObject([
      {
        kind: 'orderUnclear',
        count: 1,
        readAt: null,
        subject: expect.stringContaining(' · '),
        path: `/contracts/${contractId}/optimization`,
      },
    ]);
    expect([await unread(anna), await unread(bert), await list(bert)]).toEqual([1, 0, []]);
    // Once: the event is gone.
    await tell();
    expect(await unread(anna)).toBe(1);
  });

  it('never who must not do the work himself, who lacks the permission, or another house', async () => {
    const clerk = await person(
      north,
      permissionCodes.filter((code) => code !== 'optimization.approve'),
    );
    const foreign = await server.caller({ tenantId: tenantB });
    await task('planApproval', north, { notFor: [anna] });
    await tell();
    expect(await Promise.all([anna, clerk, foreign].map(unread))).toEqual([0, 0, 0]);
  });

  it('neutrally when the right is gone by the time they look', async () => {
    await task('orderUnclear');
    await tell();
    const { rows } = await run('select id from notifications where tenant_id = $1 and user_id = $2', anna);
    await run('update notifications set user_id = $2 where tenant_id = $1 and id = $3', bert, rows[0].id);
    expect(await list(bert)).toMatchObject([{ kind: 'orderUnclear', subject: null, path: null }]);
  });

  it('in one line with a number of what comes by the hundred, if they ask for it', async () => {
    await task('hints');
    await tell();
    expect(await list(anna)).toEqual([]);
    expect((await wish(anna, { kind: 'hints', isInApp: true, mail: 'none' })).status).toBe(200);
    await task('hints', north, { count: 40 });
    await task('hints');
    await tell();
    expect(await list(anna)).toMatchObject([{ kind: 'hints', count: 41, path: '/workbench?type=hints' }]);
    const { rows } = await run('select count(*)::int as count from notifications where tenant_id = $1');
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('of a task that was given to them, not of one they took', async () => {
    const { id } = await task('hints');
    const assign = (userId: string, by: string) =>
      db.database.transaction({ tenantId: tenantA, userId: by }, async (_transaction, connection) =>
        connection.query('update workbench_tasks set assigned_user_id = $2 where id = $1', [id, userId]),
      );
    await assign(anna, anna);
    await tell();
    expect(await list(anna)).toEqual([]);
    await assign(bert, anna);
    await assign(anna, bert);
    await tell();
    // By the time it was told the task was Anna's alone.
    expect([await list(anna), await list(bert)]).toMatchObject([[{ kind: 'taskAssigned' }], []]);
  });

  it('again when it becomes graver, and no more once it is done', async () => {
    const { id } = await task('orderUnclear');
    await tell();
    await work('update workbench_tasks set severity = 2 where id = $1', id);
    await tell();
    expect(await list(anna)).toMatchObject([{ count: 2 }]);
    await work('update workbench_tasks set due_date = current_date where id = $1', id);
    await tell();
    expect(await list(anna)).toMatchObject([{ count: 2 }]);
    await work('update workbench_tasks set ended_at = now() where id = $1', id);
    expect([await unread(anna), await list(anna)]).toMatchObject([0, [{ path: null, subject: null }]]);
  });

  it('of their own work that ran long and has ended', async () => {
    const job = (seconds: number, jobType = 'checkContracts') =>
      work(
        `insert into jobs (tenant_id, job_type, state, created_by, created_at) values ($1, $2, 'queued', $3, now() - make_interval(secs => $4))`,
        tenantA,
        jobType,
        anna,
        seconds,
      );
    await job(60);
    await job(1);
    await job(60, 'remoteRefresh');
    await work(`update jobs set state = 'done', finished_at = now() where created_by = $1`, anna);
    await tell();
    expect(await list(anna)).toMatchObject([{ kind: 'jobEnded', jobType: 'checkContracts' }]);
    const adviser = await person(north, ['workbench.view']);
    await run('update notifications set user_id = $2 where tenant_id = $1', adviser);
    expect(await list(adviser)).toMatchObject([{ kind: 'jobEnded', jobType: null, path: null }]);
  });
});

describe('notifications', () => {
  it('are read one by one or all at once, by nobody else', async () => {
    await task('orderUnclear');
    await task('messageWaiting');
    await tell();
    const [first, second] = await list(anna);
    expect((await post(bert, `/notifications/${first?.id}/read`)).status).toBe(404);
    expect((await post(anna, `/notifications/${randomUUID()}/read`)).status).toBe(404);
    expect((await post(anna, `/notifications/${first?.id}/read`)).status).toBe(204);
    expect((await post(anna, `/notifications/${first?.id}/read`)).status).toBe(204);
    expect([await unread(anna), (await read(anna, '?unread=true')).notifications]).toMatchObject([
      1,
      [{ id: second?.id }],
    ]);
    expect((await post(anna, '/notifications/read-all')).status).toBe(204);
    expect([await unread(anna), (await list(anna)).length]).toEqual([0, 2]);
  });

  it('come a page at a time', async () => {
    for (let count = 0; count < 21; count += 1) await task('orderUnclear');
    await tell();
    const [one, two] = [await read(anna), await read(anna, '?page=2')];
    expect([one.notifications.length, one.hasMore, two.notifications.length, two.hasMore]).toEqual([
      20,
      true,
      1,
      false,
    ]);
  });

  it('are nothing for customers', async () => {
    const customer = await world.addCustomer(tenantA);
    const client = await server.caller({ ownCustomerId: customer.id });
    expect([await list(client), await unread(client)]).toEqual([[], 0]);
    expect((await server.get(client, '/settings/notifications')).body).toMatchObject({ wishes: [] });
    expect((await wish(client, { kind: 'hints', isInApp: true, mail: 'soon' })).status).toBe(403);
  });

  it('are chosen among the kinds one can be told of', async () => {
    const few = await person(north, ['workbench.view', 'customers.edit']);
    const kinds = ((await server.get(few, '/settings/notifications')).body as { wishes: NotificationWish[] })
      .wishes;
    expect(kinds).toEqual([
      { kind: 'taskAssigned', isInApp: true, mail: 'none' },
      { kind: 'jobEnded', isInApp: true, mail: 'none' },
      { kind: 'followUp', isInApp: true, mail: 'none' },
      { kind: 'messageWaiting', isInApp: true, mail: 'none' },
      { kind: 'consentWithdrawn', isInApp: true, mail: 'none' },
      { kind: 'clientRegistered', isInApp: true, mail: 'none' },
      { kind: 'invitationSubmitted', isInApp: true, mail: 'none' },
    ]);
    const own = { kind: 'messageWaiting', isInApp: false, mail: 'daily' } as const;
    for (const wishes of [[{ kind: 'approval', isInApp: true, mail: 'none' } as const], [own, own]])
      expect(await wish(few, ...wishes)).toMatchObject({
        status: 400,
        body: { code: 'common.validationFailed', validation: [{ code: 'unknownReference' }] },
      });
    expect((await wish(few, own)).body).toMatchObject({ wishes: expect.arrayContaining([own]) });
  });
});

describe('mails', () => {
  const minutes = (count: number) => {
    now += count * 60_000;
    return mailNotifications(services);
  };

  it('say what has happened after a minute, without names, and leave out what was read', async () => {
    await wish(anna, { kind: 'orderUnclear', isInApp: true, mail: 'soon' });
    const { id } = await task('orderUnclear');
    await task('orderUnclear');
    await tell();
    await minutes(0);
    expect(await mails()).toEqual([]);
    const other = (await list(anna)).find(({ path }) => path !== null);
    await minutes(2);
    const [mail] = await mails();
    expect(await mails()).toHaveLength(1);
    expect(mail).toMatchObject({
      recipient: `${anna}@test.example`,
      body: expect.stringContaining(`https://depotwerk.example/goto/task/${id}`),
    });
    expect(mail?.body).toContain('https://depotwerk.example/settings/notifications');
    expect(mail?.body).not.toContain(other?.subject?.split(' · ')[0] ?? '?');
    // Nothing twice, and the next one not before ten minutes.
    await minutes(1);
    await task('orderUnclear');
    await tell();
    await minutes(2);
    expect(await mails()).toHaveLength(1);
    await minutes(8);
    expect(await mails()).toHaveLength(2);
    await task('orderUnclear');
    await tell();
    await post(anna, '/notifications/read-all');
    await minutes(20);
    expect(await mails()).toHaveLength(2);
  });

  it('come once a morning where somebody wants them so, also without the bell', async () => {
    await wish(anna, { kind: 'hints', isInApp: false, mail: 'daily' });
    await task('hints', north, { count: 3 });
    await tell();
    expect(await unread(anna)).toBe(0);
    await minutes(2);
    expect(await mails()).toEqual([]);
    await minutes(24 * 60);
    expect(await mails()).toMatchObject([{ body: expect.stringContaining('(3-mal)') }]);
    await task('hints');
    await tell();
    await minutes(24 * 60);
    expect((await mails()).map(({ body }) => /\(\d+-mal\)/.test(body))).toEqual([true, false]);
  });

  it('are not written once nobody wants them any more', async () => {
    await wish(anna, { kind: 'orderUnclear', isInApp: true, mail: 'soon' });
    await task('orderUnclear');
    await tell();
    await wish(anna, { kind: 'orderUnclear', isInApp: true, mail: 'none' });
    await minutes(5);
    expect(await mails()).toEqual([]);
  });

  it('count nothing of what was given up before they were wanted again', async () => {
    await wish(anna, { kind: 'hints', isInApp: false, mail: 'daily' });
    await task('hints', north, { count: 3 });
    await tell();
    await wish(anna, { kind: 'hints', isInApp: false, mail: 'none' });
    await wish(anna, { kind: 'hints', isInApp: false, mail: 'soon' });
    await task('hints', north, { count: 2 });
    await tell();
    await minutes(2);
    expect(await mails()).toMatchObject([{ body: expect.stringContaining('(2-mal)') }]);
  });

  it('begin with what has to be known that day, and say many of a kind in one line that leads to their list', async () => {
    await wish(
      anna,
      { kind: 'orderUnclear', isInApp: true, mail: 'soon' },
      { kind: 'planApproval', isInApp: true, mail: 'soon' },
    );
    for (let count = 0; count < 25; count += 1) await task('orderUnclear');
    const { id } = await task('planApproval');
    await task('lossReached');
    await tell();
    await minutes(2);
    const [mail] = await mails();
    expect(mail?.subject).toBe('27 ungelesene Benachrichtigungen');
    expect(mail?.body.split('\n\n').slice(2, -1)).toEqual([
      'Ein Vertrag hat die Verlustschwelle erreicht\nhttps://depotwerk.example/workbench?type=lossReached',
      'Ein Auftrag ist in Klärung: bitte nicht noch einmal erteilen (25-mal)\nhttps://depotwerk.example/workbench?type=orderUnclear',
      `Große Aufträge warten auf eine zweite Person\nhttps://depotwerk.example/goto/task/${id}`,
    ]);
  });
});
