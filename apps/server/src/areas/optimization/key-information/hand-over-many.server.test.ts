import { randomUUID } from 'node:crypto';
import type { handoverRow, previewHandovers } from '@depotwerk/api/optimization/key-information';
import { noHandoverTexts } from '@depotwerk/domain/contracts/key-information';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { handOver, keyInformationOf, knowKeyInformation } from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';
import { anchorDate } from '../../../../test/advice-world.ts';
import { type JobOfMany as Job, useJobWorkers } from '../../../../test/job-workers.ts';
import { loseRights, storeRights } from '../../../../test/store-rights.ts';
import { findAuditBreaks } from '../../../platform/audit/find-audit-breaks.ts';
import { createHandOverJob } from './hand-over-job.ts';
import { handoverRoutes } from './routes.ts';

const { db, world, admin } = adviceHouse('small', (services) => handoverRoutes(services, () => {}));
const clock = () => Date.parse(`${anchorDate}T11:00:00Z`) + world.later;
const { failures, over } = useJobWorkers(db, () => [createHandOverJob(db.database, clock, 2)]);

type Row = z.infer<typeof handoverRow>;
type Ahead = z.infer<(typeof previewHandovers)['answer']>;
interface Document {
  fundId: number;
  version: string;
}

/** Contracts whose open plan buys something, of customers of their own; and one without a plan. */
let ids: string[];
let planless: string;

beforeAll(async () => {
  await storeRights(db.owner, world.scopeOf(admin));
  ids = [];
  const customers = new Set<string>();
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const stored = await world.call(admin, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (stored.status !== 200) continue;
    const { holders, funds } = (await keyInformationOf(world, admin, id)).body;
    if (funds.length === 0) continue;
    const [holder] = holders;
    if (customers.has(holder?.customerId ?? '')) continue;
    customers.add(holder?.customerId ?? '');
    ids.push(id);
    if (ids.length === 6) break;
  }
  [planless = ''] = await world.contractIds(
    `not exists (select from planned_optimizations p where p.contract_id = c.id)`,
    1,
  );
  await knowKeyInformation(world);
}, 120_000);

const preview = async (contractIds: readonly string[], token = admin) =>
  world.call<Ahead>(token, 'POST', '/contracts/key-information/preview', { selection: { contractIds } });
const documentsOf = ({ funds }: Ahead): Document[] =>
  funds.flatMap(({ fundId, document }) => (document === null ? [] : [{ fundId, version: document.version }]));
const start = (
  contractIds: readonly string[],
  documents: readonly Document[],
  token = admin,
  key = randomUUID(),
) =>
  world.call<Job>(
    token,
    'POST',
    '/contracts/key-information',
    { selection: { contractIds }, form: 'portal', documents },
    { 'idempotency-key': key },
  );
async function handedOver(contractIds: readonly string[], documents: readonly Document[], token = admin) {
  const started = await start(contractIds, documents, token);
  expect(started.status).toBe(202);
  const job = await over<Job>(world, token, started.body);
  return { job, rows: await rowsOf(job, token) };
}
const rowsOf = async ({ id }: { readonly id: string }, token = admin) =>
  (await world.call<Row[]>(token, 'GET', `/jobs/${id}/contract-handovers?pageSize=200`)).body;
const missingOf = async (id = '') => (await keyInformationOf(world, admin, id)).body.missing;
const recorded = async (contractIds: readonly string[]) =>
  (
    await db.owner.query<{ form: string; recorded_by: string; handed_over_at: Date; contract_id: string }>(
      'select contract_id, form, recorded_by, handed_over_at from key_information_handovers where contract_id = any ($1::uuid[])',
      [contractIds],
    )
  ).rows;

describe('key information handed over for many contracts', () => {
  it('is listed before, recorded for each by who confirmed it, and purchases after it wait for nothing', async () => {
    const chosen = [...ids.slice(0, 3), planless];
    const ahead = (await preview(chosen)).body;
    expect(ahead.contractCount).toBe(3);
    for (const { contractCount, document } of ahead.funds) {
      expect(contractCount).toBeGreaterThan(0);
      expect(document).not.toBeNull();
    }
    const { job, rows } = await handedOver(chosen, documentsOf(ahead));
    expect(job).toMatchObject({ state: 'done', total: 4, changed: 3, failed: 0 });
    expect(rows.map(({ result }) => result)).toEqual([
      'handedOver',
      'handedOver',
      'handedOver',
      'nothingToDo',
    ]);
    expect(rows.at(-1)).toMatchObject({
      contractId: planless,
      message: noHandoverTexts.noPlan,
      documentCount: null,
    });
    for (const row of rows.slice(0, 3)) expect(row.documentCount).toBeGreaterThan(0);
    for (const id of ids.slice(0, 3)) expect(await missingOf(id)).toBeNull();
    const kept = await recorded(chosen);
    expect(kept).toHaveLength(rows.reduce((sum, { documentCount }) => sum + (documentCount ?? 0), 0));
    for (const { form, recorded_by: by } of kept) expect([form, by]).toEqual(['portal', admin]);
    const { rows: entries } = await db.owner.query<{ object_id: string; details: Record<string, unknown> }>(
      `select object_id, details from audit_entries where action = 'optimization.handOverKeyInformation' and actor_user_id = $1`,
      [admin],
    );
    expect(entries.map((entry) => entry.object_id).toSorted()).toEqual(ids.slice(0, 3).toSorted());
    for (const { details } of entries)
      expect(details).toMatchObject({ handingOverForm: 'portal', holderCount: 1 });
    expect(await findAuditBreaks(db.database, world.tenantId)).toEqual([]);
    // Nobody waits any more.
    expect((await preview(chosen)).body).toEqual({ contractCount: 0, funds: [] });
    const again = await handedOver(chosen, documentsOf(ahead));
    expect(again.job).toMatchObject({ changed: 0, failed: 0 });
    expect(again.rows.map(({ message }) => message)).toContain(noHandoverTexts.nothingMissing);
    expect(await recorded(chosen)).toHaveLength(kept.length);
  }, 60_000);

  it('records no version but the one that was shown, and says what is still missing', async () => {
    const [, , , id = ''] = ids;
    const ahead = (await preview([id])).body;
    const [fund] = ahead.funds;
    await db.owner.query(
      `insert into documents (tenant_id, fund_id, document_type, title, file_name, media_type, byte_size, content_hash, content, created_at)
        values ($1, $2, 'kiid', 'BIB 2027', 'bib.pdf', 'application/pdf', 6, sha256('%PDF-3'), '%PDF-3', '2026-11-20T10:00:00Z')`,
      [world.tenantId, fund?.fundId],
    );
    const { rows } = await handedOver([id], documentsOf(ahead));
    const isOnly = ahead.funds.length === 1;
    expect(rows).toMatchObject([
      { result: isOnly ? 'skipped' : 'partly', message: expect.stringContaining(fund?.fundName ?? '-') },
    ]);
    expect(await recorded([id])).toHaveLength(ahead.funds.length - 1);
    expect(await missingOf(id)).toBe(rows[0]?.message);
    expect((await handOver(world, admin, id)).body.missing).toBeNull();
  }, 60_000);

  it('is recorded for nobody who holds the contract only since it was confirmed', async () => {
    const [, , , , , id = ''] = ids;
    const ahead = (await preview([id])).body;
    const { rows: joined } = await db.owner.query<{ customer_id: string }>(
      `insert into contract_holders (tenant_id, contract_id, customer_id, created_at)
        select c.tenant_id, c.id, o.id, now() + interval '1 hour' from contracts c
          join customers o on o.tenant_id = c.tenant_id and o.id <> c.customer_id and not o.is_blocked
         where c.id = $1 order by o.id limit 1 returning customer_id`,
      [id],
    );
    const [newcomer] = joined;
    const { rows } = await handedOver([id], documentsOf(ahead));
    expect(rows).toMatchObject([{ result: 'partly', holderCount: 1 }]);
    expect(rows[0]?.message).toBe(await missingOf(id));
    const { rows: kept } = await db.owner.query<{ customer_id: string }>(
      'select customer_id from key_information_handovers where contract_id = $1',
      [id],
    );
    expect(kept).toHaveLength(documentsOf(ahead).length);
    expect(kept.map(({ customer_id: who }) => who)).not.toContain(newcomer?.customer_id);
    await db.owner.query('delete from key_information_handovers where contract_id = $1', [id]);
    await db.owner.query('delete from contract_holders where contract_id = $1', [id]);
  }, 60_000);

  it('is not waited for by a plan the bank has, and none is recorded for it', async () => {
    const id = ids.at(-1) ?? '';
    const ahead = (await preview([id])).body;
    expect(ahead.contractCount).toBe(1);
    const { rows: before } = await db.owner.query<{ id: string; state: string }>(
      `select id, state from planned_optimizations where contract_id = $1`,
      [id],
    );
    const [plan] = before;
    const toState = (state: string | undefined) =>
      db.owner.query('update planned_optimizations set state = $2 where id = $1', [plan?.id, state]);
    await toState('submitted');
    expect((await preview([id])).body).toEqual({ contractCount: 0, funds: [] });
    const { rows } = await handedOver([id], documentsOf(ahead));
    expect(rows).toMatchObject([{ result: 'nothingToDo', message: noHandoverTexts.ordered }]);
    expect(await recorded([id])).toEqual([]);
    await toState(plan?.state);
  }, 60_000);

  it('leaves out who is blocked, and whom the starter may not edit', async () => {
    const [, , , , blocked = '', other = ''] = ids;
    const ahead = (await preview([blocked, other])).body;
    expect(ahead.contractCount).toBeGreaterThan(0);
    await db.owner.query(
      'update customers set is_blocked = true where id = (select customer_id from contracts where id = $1)',
      [blocked],
    );
    const { job, rows } = await handedOver([blocked], documentsOf(ahead));
    expect(job).toMatchObject({ changed: 0, failed: 1 });
    expect(rows).toMatchObject([{ result: 'skipped', message: noHandoverTexts.blocked }]);

    const mere = await world.lastingCaller();
    const before = await recorded([other]);
    await loseRights(db.owner, mere, ['optimization.plan']);
    const lost = await handedOver([other], documentsOf(ahead), mere);
    expect(lost.rows).toMatchObject([
      { result: 'skipped', message: expect.stringContaining('darf diesen Vertrag') },
    ]);
    expect(await recorded([other])).toHaveLength(before.length);
    expect(failures).toEqual([]);
  }, 60_000);

  it('is for who may plan and act on many, and shows nobody what he does not see', async () => {
    const [id = ''] = ids;
    const document = [{ fundId: 1, version: 'x' }];
    for (const permissions of [['contracts.bulk'], ['optimization.plan']] as const) {
      const lacking = await world.caller({ permissions: [...permissions, 'contracts.view'] });
      expect([(await preview([id], lacking)).status, (await start([id], document, lacking)).status]).toEqual([
        403, 403,
      ]);
    }
    const stranger = await world.caller({ rights: ['groupContracts.view'] });
    expect((await preview(ids, stranger)).body).toEqual({ contractCount: 0, funds: [] });
    const key = randomUUID();
    const first = await start([planless], document, admin, key);
    expect((await start([planless], document, admin, key)).body.id).toBe(first.body.id);
    expect(world.failures).toEqual([]);
  });
});
