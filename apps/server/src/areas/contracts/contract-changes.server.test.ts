import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';

const { test, world, server, admin, tariff } = contractHouse();
let foreign: string;

beforeAll(async () => {
  const other = await world.addTariff(tenantB, 'Fremd', 1);
  foreign = await world.addContract(tenantB, (await world.addCustomer(tenantB, { groupId: null })).id, other);
});

const newContract = async (groupId = north, columns = {}) =>
  world.addContract(tenantA, (await world.addCustomer(tenantA, { groupId })).id, tariff, columns);
const remove = (token: string | null, id: string, version: string | null, query = '') =>
  server.call(token, 'DELETE', `/contracts/${id}${query}`, {
    headers: version === null ? {} : { 'if-match': version },
  });
const check = (token: string | null, id: string, key: string | null) =>
  server.call(token, 'POST', `/contracts/${id}/last-checked`, {
    headers: key === null ? {} : { 'idempotency-key': key },
  });
const audits = async (contractId: string) => {
  const { rows } = await test.owner.query<{ action: string }>(
    'select action from audit_entries where object_id = $1 order by id',
    [contractId],
  );
  return rows.map((row) => row.action);
};

const viewer = () =>
  server.caller({ memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }] });

describe('deleting a contract', () => {
  it('takes it out of list, count, sums, detail and customer; the audit entry knows', async () => {
    const id = await newContract(north, { total_value: 500, cash_value: 500 });
    const before = await server.get(admin, '/contracts/stats');
    expect((await remove(admin, id, '"1"', '?reason=Doppelt%20erfasst')).status).toBe(204);
    const after = await server.get(admin, '/contracts/stats');
    const figures = [before, after].map(({ body }) => body as { contractCount: number; totalValue: number });
    expect((figures[0]?.contractCount ?? 0) - (figures[1]?.contractCount ?? 0)).toBe(1);
    expect((figures[0]?.totalValue ?? 0) - (figures[1]?.totalValue ?? 0)).toBe(500);
    expect((await server.get(admin, `/contracts/${id}`)).status).toBe(404);
    expect((await remove(admin, id, '"2"')).status).toBe(404);
    expect((await server.get(admin, '/contracts?pageSize=250')).text).not.toContain(id);
    expect(await audits(id)).toEqual(['contracts.delete']);
    const { rows } = await test.owner.query(
      'select deletion_reason, retention_until from contracts where id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({ deletion_reason: 'Doppelt erfasst' });
  });

  it('needs the version: 428 without, 412 with an old one', async () => {
    const id = await newContract();
    expect((await remove(admin, id, null)).status).toBe(428);
    const stale = await remove(admin, id, '"7"');
    expect([stale.status, stale.body]).toMatchObject([
      412,
      { code: 'common.versionConflict', current: { rowVersion: 1 } },
    ]);
    expect((await server.get(admin, `/contracts/${id}`)).status).toBe(200);
  });

  it('is refused while orders are open', async () => {
    const id = await newContract();
    const plan = randomUUID();
    await test.owner.query(
      `insert into planned_optimizations (tenant_id, id, contract_id, mode, state, expires_at) values ($1, $2, $3, 'full', 'submitted', now())`,
      [tenantA, plan, id],
    );
    await test.owner.query(
      'insert into trader_orders (tenant_id, contract_id, planned_optimization_id) values ($1, $2, $3)',
      [tenantA, id, plan],
    );
    const answer = await remove(admin, id, '"1"');
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'contracts.hasOpenOrders' }]);
    expect(await audits(id)).toEqual([]);
  });

  it('needs token, permission and the right to edit in the group', async () => {
    const id = await newContract();
    const hidden = await newContract(south);
    expect((await remove(null, id, '"1"')).status).toBe(401);
    const reader = await server.caller({ permissions: ['contracts.view'] });
    expect((await remove(reader, id, '"1"')).status).toBe(403);
    const limited = await viewer();
    expect((await remove(limited, id, '"1"')).status).toBe(403);
    expect((await remove(limited, hidden, '"1"')).status).toBe(404);
    expect((await remove(admin, foreign, '"1"')).status).toBe(404);
    expect((await server.get(admin, `/contracts/${id}`)).status).toBe(200);
  });

  it('happens once when ten ask at the same time', async () => {
    const id = await newContract();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(admin, id, '"1"')));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 404),
    ]);
    expect(await audits(id)).toEqual(['contracts.delete']);
  });
});

describe('taking a deletion back', () => {
  const restore = (token: string | null, id: string) =>
    server.call(token, 'POST', `/contracts/${id}/restore`, { headers: { 'idempotency-key': randomUUID() } });
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string } | null)?.code,
  ];
  const stats = async () => ({
    ...((await server.get(admin, '/contracts/stats')).body as object),
    calculatedAt: null,
  });

  it('puts it back into lists, counts and sums as it was, once, and the log says both', async () => {
    const id = await newContract(north, { total_value: 700, cash_value: 700 });
    const before = await stats();
    expect((await remove(admin, id, '"1"', '?reason=Versehen')).status).toBe(204);
    expect(await stats()).not.toEqual(before);
    expect((await restore(admin, id)).status).toBe(204);
    expect(await stats()).toEqual(before);
    expect(await audits(id)).toEqual(['contracts.delete', 'contracts.restore']);
    expect((await server.get(admin, `/contracts/${id}`)).status).toBe(200);
    expect((await restore(admin, id)).status).toBe(404);
    const { rows } = await test.owner.query(
      'select deleted_at, deletion_reason, deleted_by, retention_until from contracts where id = $1',
      [id],
    );
    expect(rows).toEqual([
      { deleted_at: null, deletion_reason: null, deleted_by: null, retention_until: null },
    ]);
  });

  it('is for the one who deleted it, within a minute, and says what came in between', async () => {
    const id = await newContract();
    await remove(admin, id, '"1"');
    const other = await server.caller({});
    expect((await restore(other, id)).status).toBe(404);
    expect((await restore(await server.caller({ permissions: ['contracts.view'] }), id)).status).toBe(403);
    await test.owner.query(`update contracts set deleted_at = now() - interval '61 seconds' where id = $1`, [
      id,
    ]);
    expect(codeOf(await restore(admin, id))).toEqual([409, 'contracts.restoreTooLate']);
    await test.owner.query('update contracts set deleted_at = now() where id = $1', [id]);
    const { rows } = await test.owner.query<{ external_key: string; customer_id: string }>(
      'select external_key, customer_id from contracts where id = $1',
      [id],
    );
    const taken = await newContract(north, { external_key: rows[0]?.external_key });
    expect(codeOf(await restore(admin, id))).toEqual([409, 'contracts.externalKeyExists']);
    await test.owner.query('delete from contracts where id = $1', [taken]);
    await test.owner.query('update customers set is_inactive = true where id = $1', [rows[0]?.customer_id]);
    expect(codeOf(await restore(admin, id))).toEqual([409, 'customers.inactive']);
    await test.owner.query('update customers set deleted_at = now() where id = $1', [rows[0]?.customer_id]);
    expect(codeOf(await restore(admin, id))).toEqual([409, 'customers.deleted']);
    expect(await audits(id)).toEqual(['contracts.delete']);
  });
});

describe('marking a contract as checked', () => {
  it('records who and when, shows it in list and history', async () => {
    const id = await newContract();
    const answer = await check(admin, id, randomUUID());
    expect([answer.status, answer.body]).toMatchObject([200, { lastCheckedBy: 'Berta Berater' }]);
    expect((await server.get(admin, `/contracts/${id}`)).body).toMatchObject({
      contract: answer.body as object,
    });
    expect((await server.get(admin, `/contracts/${id}/history`)).text).toContain('Vertrag geprüft');
  });

  it('needs a key, token, permission and the right in the group', async () => {
    const id = await newContract();
    expect((await check(admin, id, null)).status).toBe(400);
    expect((await check(null, id, 'k')).status).toBe(401);
    const reader = await server.caller({ permissions: ['contracts.view'] });
    expect((await check(reader, id, 'k')).status).toBe(403);
    expect((await check(await viewer(), id, 'k')).status).toBe(403);
    expect((await check(admin, foreign, 'k')).status).toBe(404);
    expect(await audits(id)).toEqual([]);
  });

  it('has one effect and one answer for ten calls with one key', async () => {
    const id = await newContract();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => check(admin, id, key)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await audits(id)).toEqual(['contracts.check']);
  });

  it('refuses a key that belongs to another request, and keeps keys of users apart', async () => {
    const [one, two] = [await newContract(), await newContract()];
    const key = randomUUID();
    expect((await check(admin, one, key)).status).toBe(200);
    expect((await check(admin, two, key)).status).toBe(422);
    const other = await server.caller();
    expect((await check(other, two, key)).status).toBe(200);
    expect(await audits(two)).toEqual(['contracts.check']);
  });

  it('does not keep a key whose call failed', async () => {
    const key = randomUUID();
    const id = await newContract();
    await test.owner.query('update contracts set deleted_at = now(), deletion_reason = $2 where id = $1', [
      id,
      '',
    ]);
    expect((await check(admin, id, key)).status).toBe(404);
    await test.owner.query('update contracts set deleted_at = null, deletion_reason = null where id = $1', [
      id,
    ]);
    expect((await check(admin, id, key)).status).toBe(200);
  });

  it('takes an expired key anew', async () => {
    const key = randomUUID();
    const id = await newContract();
    await check(admin, id, key);
    await test.owner.query(
      `update idempotency_keys set expires_at = now() - interval '1 second' where route = 'markContractChecked'`,
    );
    expect((await check(admin, id, key)).status).toBe(200);
    expect(await audits(id)).toEqual(['contracts.check', 'contracts.check']);
  });
});

describe('export of contracts', () => {
  it('writes what the list shows, guarded against formulas, and leaves an audit entry', async () => {
    const customer = await world.addCustomer(tenantA, {
      groupId: south,
      lastName: '=HYPERLINK("x";"y")',
      firstName: 'Äda',
    });
    await world.addContract(tenantA, customer.id, tariff, {
      external_key: '+49-1',
      total_value: 1234.5,
      cash_value: 1234.5,
    });
    const query = `/contracts?customerId=${customer.id}&format=csv&columns=externalKey,customer.lastName,totalValue,startDate`;
    const csv = await server.get(admin, query);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toContain('.csv');
    expect(csv.text).toBe(
      '\uFEFFVertragsnummer;Kunde;Vertragswert;Beginn\r\n"\'+49-1";"\'=HYPERLINK(""x"";""y""), Äda";1234,50;01.06.2015\r\n',
    );
    const { rows } = await test.owner.query(
      `select details from audit_entries where action = 'contracts.export' order by id desc limit 1`,
    );
    expect(rows[0]).toEqual({ details: { format: 'csv', rowCount: 1 } });
    const xlsx = await server.get(admin, query.replace('csv', 'xlsx'));
    expect([xlsx.status, xlsx.text.slice(0, 2)]).toEqual([200, 'PK']);
  });

  it('has as many lines as the list has hits, in its order, of visible contracts only', async () => {
    const limited = await viewer();
    const exporter = await server.caller({
      permissions: ['contracts.view', 'contracts.export'],
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    const list = await server.get(limited, '/contracts?pageSize=250&sort=-externalKey');
    const rows = (list.body as { externalKey: string; groupName: string | null }[]).filter(
      (row) => row.groupName !== null,
    );
    const csv = await server.get(exporter, '/contracts?format=csv&columns=externalKey&sort=-externalKey');
    expect(csv.text.trim().split('\r\n').slice(1)).toEqual(rows.map((row) => row.externalKey));
  });

  it('needs its own permission and known columns', async () => {
    const reader = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.get(reader, '/contracts?format=csv')).status).toBe(403);
    expect((await server.get(admin, '/contracts?format=csv&columns=secret')).status).toBe(400);
    expect((await server.get(admin, '/contracts?format=pdf')).status).toBe(400);
  });
});
