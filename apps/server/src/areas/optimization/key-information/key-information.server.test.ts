import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AdviceRefusal,
  handOver,
  keyInformationOf,
  knowKeyInformation,
} from '../../../../test/advice-calls.ts';
import { adviceHouse } from '../../../../test/advice-house.ts';

const { db, world, admin: planner, simulate } = adviceHouse('small');
let ids: string[];

const read = (id: string, token = planner) => keyInformationOf(world, token, id);
const missingOf = async (id: string) => (await read(id)).body.missing;
const holdersOf = async (id: string) => (await read(id)).body.holders;
const handovers = async (id: string) => {
  const { rows } = await db.owner.query<{ count: number }>(
    'select count(*)::int as count from key_information_handovers where contract_id = $1',
    [id],
  );
  return rows[0]?.count;
};

beforeAll(async () => {
  ids = [];
  const customers = new Set<string>();
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const [full] = (await simulate(id, { mode: 'full' })).body.proposals;
    if (!full?.isFeasible || !full.transactions.some(({ action }) => action === 'buy')) continue;
    const stored = await world.call(planner, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
    if (stored.status !== 200) continue;
    const [holder] = await holdersOf(id);
    if (customers.has(holder?.customerId ?? '')) continue;
    customers.add(holder?.customerId ?? '');
    ids.push(id);
    if (ids.length === 3) break;
  }
  await knowKeyInformation(world);
}, 120_000);

describe('key information of what a plan buys', () => {
  it('is listed with its version, handed over once, and counts from then on', async () => {
    const [id = ''] = ids;
    const { body } = await read(id);
    expect(body.funds.length).toBeGreaterThan(0);
    for (const { document, handedOver } of body.funds) {
      expect(document?.version.length).toBeGreaterThan(10);
      expect(handedOver).toEqual([]);
    }
    expect(body.missing).toContain(body.funds[0]?.fundName);
    const key = randomUUID();
    const first = await handOver(world, planner, id, { key });
    expect([first.status, first.body.missing]).toEqual([200, null]);
    expect(first.body.funds.every(({ handedOver }) => handedOver.length === 1)).toBe(true);
    expect(first.body.funds[0]?.handedOver[0]).toMatchObject({ form: 'mail' });
    // The same call again, and the same under another key, record nothing twice.
    expect((await handOver(world, planner, id, { key })).body).toEqual(first.body);
    expect((await handOver(world, planner, id)).status).toBe(200);
    expect(await handovers(id)).toBe(body.funds.length);
    const { rows } = await db.owner.query<{ action: string; details: Record<string, unknown> }>(
      `select action, details from audit_entries where object_id = $1 and action = 'optimization.handOverKeyInformation'
        order by id limit 1`,
      [id],
    );
    expect(rows[0]?.details).toMatchObject({ handingOverForm: 'mail', holderCount: 1 });
    expect(String(rows[0]?.details['keyInformationOf'])).toContain(body.funds[0]?.fundName);
  });

  it('is asked for again of a revised version, which the former one is not taken for', async () => {
    const [id = ''] = ids;
    const before = (await read(id)).body;
    const [fund] = before.funds;
    await db.owner.query(
      `insert into documents (tenant_id, fund_id, document_type, title, file_name, media_type, byte_size, content_hash, content, created_at)
        values ($1, $2, 'kiid', 'BIB 2027', 'bib.pdf', 'application/pdf', 6, sha256('%PDF-2'), '%PDF-2', $3)`,
      [world.tenantId, fund?.fundId, '2026-11-20T10:00:00Z'],
    );
    expect(await missingOf(id)).toContain(fund?.fundName);
    const old = await handOver(world, planner, id, {
      documents: [{ fundId: fund?.fundId, version: fund?.document?.version }],
    });
    expect([old.status, old.body.code]).toEqual([409, 'optimization.keyInformationChanged']);
    expect((await handOver(world, planner, id)).body.missing).toBeNull();
    expect(await handovers(id)).toBe(before.funds.length + 1);
  });

  it('goes to every holder of the contract, and to nobody else', async () => {
    const [, id = '', otherId = ''] = ids;
    const [holder] = await holdersOf(id);
    const [stranger] = await holdersOf(otherId);
    expect((await handOver(world, planner, id)).body.missing).toBeNull();
    await db.owner.query(
      'insert into contract_holders (tenant_id, contract_id, customer_id) values ($1, $2, $3)',
      [world.tenantId, id, stranger?.customerId],
    );
    const { missing } = (await read(id)).body;
    expect(missing).toContain(stranger?.name);
    expect(missing).not.toContain(holder?.name);
    expect(
      (await handOver(world, planner, id, { customerIds: [stranger?.customerId ?? ''] })).body.missing,
    ).toBeNull();
    // What she got for one contract she has for every other.
    const shared = new Set((await read(id)).body.funds.map(({ fundId }) => fundId));
    const { funds } = (await read(otherId)).body;
    expect(funds.some(({ fundId }) => shared.has(fundId))).toBe(true);
    for (const { fundId, handedOver } of funds) expect(handedOver.length).toBe(shared.has(fundId) ? 1 : 0);
    const wrong = await handOver(world, planner, otherId, { customerIds: [holder?.customerId ?? ''] });
    expect([wrong.status, wrong.body.code]).toEqual([404, 'common.notFound']);
  });

  it('that one of two holders had twice, as two customers who became one, is not what the other one has', async () => {
    const [, id = ''] = ids;
    const [holder, other] = await holdersOf(id);
    await db.owner.query('delete from key_information_handovers where customer_id = $1', [other?.customerId]);
    await db.owner.query(
      `insert into key_information_handovers (tenant_id, contract_id, customer_id, fund_id, document_version, document_id,
          document_title, form, handed_over_at, recorded_by, recorded_at)
        select tenant_id, contract_id, customer_id, fund_id, document_version, document_id, document_title, 'paper',
            handed_over_at, recorded_by, recorded_at + interval '1 day' from key_information_handovers where customer_id = $1`,
      [holder?.customerId],
    );
    const { funds, missing } = (await read(id)).body;
    expect(
      funds.map(({ handedOver }) => handedOver.map(({ customerId, form }) => [customerId, form])),
    ).toEqual(funds.map(() => [[holder?.customerId, 'mail']]));
    expect(missing).toContain(other?.name);
  });

  it('is not there without a document, and no purchase is', async () => {
    const [, , id = ''] = ids;
    const [fund] = (await read(id)).body.funds;
    await db.owner.query('alter table documents disable trigger user');
    await db.owner.query(`delete from documents where fund_id = $1 and document_type = 'kiid'`, [
      fund?.fundId,
    ]);
    await db.owner.query('alter table documents enable trigger user');
    await db.owner.query('update funds set kiid = null where tenant_id = $1 and id = $2', [
      world.tenantId,
      fund?.fundId,
    ]);
    expect(await missingOf(id)).toContain(`Zu ${fund?.fundName} ist kein Basisinformationsblatt hinterlegt.`);
    await handOver(world, planner, id);
    expect(await missingOf(id)).toContain(fund?.fundName);
  });

  it('is recorded by who may plan in the group, and seen by who sees the contract', async () => {
    const [id = ''] = ids;
    const documents = [{ fundId: 1, version: 'x' }];
    const [holder] = await holdersOf(id);
    const customerIds = [holder?.customerId ?? ''];
    const record = async (token: string) =>
      (
        await world.call<AdviceRefusal>(
          token,
          'POST',
          `/contracts/${id}/planned-optimization/key-information`,
          { form: 'paper', customerIds, documents },
          { 'idempotency-key': randomUUID() },
        )
      ).status;
    const mere = await world.caller({ permissions: ['optimization.view', 'contracts.view'] });
    expect([await record(mere), (await read(id, mere)).status]).toEqual([403, 200]);
    expect(await record(await world.caller({ rights: ['groupContracts.view'] }))).toBe(403);
    for (const token of [
      await world.caller({ rights: ['groupCustomers.view'] }),
      await world.caller({ tenant: 'nord.example' }),
    ])
      expect([await record(token), (await read(id, token)).status]).toEqual([404, 404]);
    expect(world.failures).toEqual([]);
  });
});
