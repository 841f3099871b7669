import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { previewInvitations } from '@depotwerk/api/prospects/preregistrations';
import { notInvitedTexts } from '@depotwerk/domain/depot-analysis/invitation-reasons';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';
import { connectOwner } from '../../../test/database.ts';
import { type JobOfMany as Job, useJobWorkers } from '../../../test/job-workers.ts';
import { prospectServices } from '../../../test/prospect-world.ts';
import { loseRights, storeRights } from '../../../test/store-rights.ts';
import { defaultQuotas } from '../../platform/quotas.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import { createPdfPool } from '../reports/pdf/pdf-pool.ts';
import type { ProspectServices } from './analysis-services.ts';
import { createInviteJob } from './invite-many.ts';
import { prospectRoutes } from './routes.ts';

const quotas = { ...defaultQuotas };
let services: ProspectServices;
const { db, world, admin } = adviceHouse('small', (own) => {
  services = prospectServices({ ...own, quotas }, createPdfPool({ size: 1 }), false);
  return prospectRoutes(services);
});
const { failures, over } = useJobWorkers(db, () => [
  createInviteJob({ ...services, database: db.database }, 2),
]);

let ids: string[];
const expiresAt = anchorDate.replace(/-\d\d$/, '-28');
const start = (customerIds: readonly string[], { token = admin, key = randomUUID(), ...change } = {}) =>
  world.call<Job & { code?: string }>(
    token,
    'POST',
    '/preregistrations/bulk-job',
    { selection: { customerIds }, message: 'Wir kennen Ihr Risikoprofil noch nicht.', expiresAt, ...change },
    { 'idempotency-key': key },
  );
const previewed = (customerIds: readonly string[], token = admin) =>
  world.call<CallAnswer<typeof previewInvitations> & { code?: string }>(
    token,
    'POST',
    '/preregistrations/bulk-preview',
    { selection: { customerIds } },
  );
async function invited(customerIds: readonly string[], token = admin) {
  const started = await start(customerIds, { token });
  expect(started.status).toBe(202);
  const job = await over<Job>(world, token, started.body);
  const { rows } = await db.owner.query<{ id: string; result: string; message: string | null }>(
    'select customer_id as id, result, message from customer_change_rows where job_id = $1',
    [started.body.id],
  );
  return { job, fates: new Map(rows.map(({ id, result, message }) => [id, message ?? result])) };
}
/** Until the job's transaction waits for what the connection holds. */
async function waiting(holder: Awaited<ReturnType<typeof connectOwner>>) {
  for (;;) {
    const { rows } = await holder.query(
      'select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))',
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const set = (id: string, assignment: string) =>
  db.owner.query(`update customers set ${assignment} where id = $1`, [id]);

beforeAll(async () => {
  await storeRights(db.owner, world.scopeOf(admin));
  const { rows } = await db.owner.query<{ id: string }>(
    `select id from customers u where tenant_id = $1 and company_name = '' and not is_blocked
       and not exists (select from users a where a.customer_id = u.id) order by id limit 10`,
    [world.tenantId],
  );
  ids = rows.map(({ id }) => id);
  for (const [at, id] of ids.entries())
    await set(
      id,
      `email = 'kunde${at}@post.example', date_of_birth = '1980-05-17', profile_valid_until = null, first_name = 'Ilse', last_name = 'Kunde ${at}'`,
    );
  await db.owner.query(
    `insert into mail_settings (tenant_id, host, port, security, sender_address, sender_name) values ($1, 'mail.haus.example', 587, 'tls', 'haus@haus.example', 'Haus')
       on conflict do nothing`,
    [world.tenantId],
  );
});

describe('many customers', () => {
  it('are invited by mail where their profile is missing, and of each it is said what became of it', async () => {
    const [
      plain = '',
      other = '',
      noMail = '',
      unborn = '',
      valid = '',
      blocked = '',
      inactive = '',
      firm = '',
      nameless = '',
    ] = ids;
    await set(noMail, 'email = null');
    await set(unborn, 'date_of_birth = null');
    await set(valid, `profile_valid_until = '2099-01-01'`);
    await set(blocked, `is_blocked = true, blocked_reason = 'Streit'`);
    await set(inactive, 'is_inactive = true');
    await set(firm, `first_name = '', last_name = 'Bau GmbH', company_name = 'Bau GmbH'`);
    await set(nameless, `first_name = ''`);
    const ahead = await previewed(ids.slice(0, 9));
    const { job, fates } = await invited(ids.slice(0, 9));
    // What was said beforehand is what became of them.
    expect(ahead.body.invited).toBe(2);
    expect(
      ahead.body.leftOut.flatMap(({ reason, count, customers }) =>
        customers.map((one) => [one.id, count, notInvitedTexts[reason]]),
      ),
    ).toEqual(
      expect.arrayContaining(
        [...fates].filter(([, fate]) => fate !== 'changed').map(([id, fate]) => [id, 1, fate]),
      ),
    );
    expect(job).toMatchObject({ state: 'done', total: 9, changed: 2, failed: 7 });
    expect(fates).toEqual(
      new Map([
        [plain, 'changed'],
        [other, 'changed'],
        [noMail, notInvitedTexts.noMail],
        [unborn, notInvitedTexts.noDateOfBirth],
        [valid, notInvitedTexts.validProfile],
        [blocked, notInvitedTexts.blocked],
        [inactive, notInvitedTexts.inactive],
        [firm, notInvitedTexts.company],
        [nameless, notInvitedTexts.noFirstName],
      ]),
    );
    const { rows: mails } = await db.owner.query<{ recipient: string }>(
      `select recipient from mail_outbox where tenant_id = $1 and recipient like 'kunde%' order by recipient`,
      [world.tenantId],
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(['kunde0@post.example', 'kunde1@post.example']);
    const { rows: entries } = await db.owner.query<{ details: object }>(
      `select details from audit_entries where action = 'preregistrations.create' and actor_user_id = $1`,
      [admin],
    );
    expect(entries.map(({ details }) => details)).toEqual(
      Array.from({ length: 2 }, () => ({ isMailed: true, isForCustomer: true, isAddressOnRecord: true })),
    );
    // Once more: their invitations are open.
    const again = await invited([plain, other]);
    expect(again.job).toMatchObject({ changed: 0, failed: 2 });
    expect([...again.fates.values()]).toEqual([notInvitedTexts.invited, notInvitedTexts.invited]);
  }, 60_000);

  it('are not invited twice where somebody invites one of them at that moment', async () => {
    const one = ids.at(-1) ?? '';
    const other = await connectOwner(db.target);
    onTestFinished(() => other.end());
    await other.query('begin');
    await other.query('select 1 from customers where id = $1 for update', [one]);
    const { body } = await start([one]);
    await waiting(other);
    await other.query(
      `insert into preregistrations (tenant_id, guid_hash, customer_id, invited_by, first_name, last_name, email, date_of_birth, expires_at)
        values ($1, $2, $3, $4, 'Ilse', 'Kunde', 'kunde@post.example', '1980-05-17', '2099-01-01')`,
      [world.tenantId, tokenHash(randomUUID()), one, admin],
    );
    await other.query('commit');
    await over<Job>(world, admin, body);
    const { rows } = await db.owner.query('select 1 from preregistrations where customer_id = $1', [one]);
    expect(rows).toHaveLength(1);
    await other.query('delete from preregistrations where customer_id = $1', [one]);
  }, 60_000);

  it('are not more in a day than one person may invite, nor those he may not edit', async () => {
    const last = ids.at(-1) ?? '';
    quotas.invitationsPerUserAndDay = 2;
    expect((await invited([last])).fates).toEqual(new Map([[last, notInvitedTexts.dayIsFull]]));
    quotas.invitationsPerUserAndDay = defaultQuotas.invitationsPerUserAndDay;
    const mere = await world.lastingCaller();
    await loseRights(db.owner, mere, ['customers.create']);
    expect((await invited([last], mere)).fates).toEqual(new Map([[last, notInvitedTexts.refused]]));
  }, 60_000);

  it('wait for one another: two pieces of work at once do not both find room for the last one of the day', async () => {
    const last = ids.at(-1) ?? '';
    const caller = await world.lastingCaller();
    const { userId } = world.scopeOf(caller);
    quotas.invitationsPerUserAndDay = 1;
    onTestFinished(() => {
      quotas.invitationsPerUserAndDay = defaultQuotas.invitationsPerUserAndDay;
    });
    // As another piece of hers does, which has counted and not yet written.
    const other = await connectOwner(db.target);
    onTestFinished(() => other.end());
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtextextended('invitations' || $1::text, 0))`, [
      userId,
    ]);
    const done = invited([last], caller);
    await waiting(other);
    await other.query(
      `insert into preregistrations (tenant_id, guid_hash, invited_by, first_name, last_name, email, message, date_of_birth, expires_at, created_at)
       select tenant_id, sha256('another'), $1, first_name, last_name, email, message, date_of_birth, expires_at, created_at
         from preregistrations where tenant_id = $2 limit 1`,
      [userId, world.tenantId],
    );
    await other.query('commit');
    expect((await done).fates).toEqual(new Map([[last, notInvitedTexts.dayIsFull]]));
  }, 60_000);

  it('are refused without a mail server, in a closed house, for a day that cannot be, and to whoever may not invite', async () => {
    const last = ids.at(-1) ?? '';
    const key = randomUUID();
    const first = await start([last], { key });
    expect((await start([last], { key })).body.id).toBe(first.body.id);
    expect((await start([last], { expiresAt: '2020-01-01' } as object)).status).toBe(400);
    for (const permissions of [['contracts.bulk'], ['customers.create']] as const) {
      const token = await world.caller({ permissions: [...permissions, 'customers.view'] });
      expect((await start([last], { token })).status).toBe(403);
      expect((await previewed([last], token)).status).toBe(403);
    }
    await db.owner.query('delete from mail_settings where tenant_id = $1', [world.tenantId]);
    const mailless = await start([last]);
    expect([mailless.status, mailless.body.code]).toEqual([409, 'preregistration.noMailServer']);
    // Nobody is told of mails that no server takes, and writes words to be sent with them.
    const promised = await previewed([last]);
    expect([promised.status, promised.body.code]).toEqual([409, 'preregistration.noMailServer']);
    await db.owner.query('update white_label_configs set registration_mode = 0 where tenant_id = $1', [
      world.tenantId,
    ]);
    const closed = await start([last]);
    expect([closed.status, closed.body.code]).toEqual([403, 'preregistration.closed']);
    const shut = await previewed([last]);
    expect([shut.status, shut.body.code]).toEqual([403, 'preregistration.closed']);
    expect([failures, world.failures]).toEqual([[], []]);
  }, 60_000);
});
