import { randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { changeContracts } from '@depotwerk/api/contracts/contract-bulk';
import { type GroupRight, groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { north, region, south, tenantA, tenantB } from '../../../../test/contract-world.ts';
import { findAuditBreaks } from '../../../platform/audit/find-audit-breaks.ts';

type Outcome = CallAnswer<typeof changeContracts>;

const { test, world, server, admin, tariff } = contractHouse();
let elsewhere: string;

beforeAll(async () => {
  elsewhere = await world.addTariff(tenantA, 'Anderes Institut', 2);
});

const owner = async (groupId: string | null = north) =>
  (await world.addCustomer(tenantA, { groupId, lastName: `Kunde ${randomUUID().slice(0, 4)}` })).id;
const contract = (customerId: string, columns: Record<string, unknown> = {}) =>
  world.addContract(tenantA, customerId, tariff, columns);
const preview = (token: string, contractIds: readonly string[], change: object) =>
  server.call(token, 'POST', '/contracts/bulk-preview', { body: { selection: { contractIds }, change } });
const confirm = (token: string, body: object, key = randomUUID()) =>
  server.call(token, 'POST', '/contracts/bulk-change', { body, headers: { 'idempotency-key': key } });
/** Previews and confirms; the answer to the confirmation. */
async function change(token: string, contractIds: readonly string[], to: object) {
  const seen = await preview(token, contractIds, to);
  expect([seen.status, seen.text]).toEqual([200, seen.text]);
  const { fingerprint } = seen.body as Outcome;
  const done = await confirm(token, { selection: { contractIds }, change: to, fingerprint });
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject(seen.body as Outcome);
  return done.body as Outcome;
}
const reasonsOf = ({ skipped }: Outcome) =>
  Object.fromEntries(skipped.map(({ contractId, reason }) => [contractId, reason]));
const logged = async (action: string, id: string) =>
  (
    await test.owner.query(
      `select 1 from audit_entries where tenant_id = $1 and action = $2 and object_id = $3 and result = 'done'`,
      [tenantA, action, id],
    )
  ).rows.length;
const groupOf = async (customerId: string) =>
  (
    await test.owner.query<{ group_id: string | null }>('select group_id from customers where id = $1', [
      customerId,
    ])
  ).rows[0]?.group_id;
const codeOf = (answer: { status: number; body: unknown }) => [
  answer.status,
  (answer.body as { code: string }).code,
];

describe('many contracts at once', () => {
  it('move with their customers, each once in the log, and only as previewed', async () => {
    const [first, blocked, there] = [await owner(), await owner(), await owner(south)];
    await test.owner.query('update customers set is_blocked = true where id = $1', [blocked]);
    const chosen = [await contract(first), await contract(blocked), await contract(there)];
    await contract(first);
    const to = { kind: 'group', groupId: south };
    const before = (await preview(admin, chosen, to)).body as Outcome;
    expect([before.customerCount, before.contractCount]).toEqual([1, 2]);
    expect(await groupOf(first)).toBe(north);
    const outcome = await change(admin, chosen, to);
    expect(reasonsOf(outcome)).toEqual({
      [chosen[1] ?? '']: 'customerBlocked',
      [chosen[2] ?? '']: 'unchanged',
    });
    expect([await groupOf(first), await groupOf(blocked)]).toEqual([south, north]);
    expect([await logged('customers.edit', first), await logged('customers.edit', blocked)]).toEqual([1, 0]);
    const { rows } = await test.owner.query(
      'select 1 from contracts where customer_id = $1 and group_id = $2',
      [first, south],
    );
    expect(rows).toHaveLength(2);
  });

  it('hold the rights of both groups; what the caller does not see is not there', async () => {
    const edit: GroupRight[] = ['groupCustomers.view', 'groupCustomers.edit', 'groupContracts.view'];
    const adviser = await server.caller({
      permissions: permissionCodes.filter((code) => code !== 'customers.viewWithoutGroup'),
      memberships: [
        { groupId: north, groupRights: edit },
        { groupId: region, groupRights: ['groupCustomers.view', 'groupContracts.view'] },
      ],
    });
    const [own, looked, hidden] = [await owner(), await owner(region), await owner(south)];
    const foreign = await world.addCustomer(tenantB, { groupId: null });
    const foreignTariff = await world.addTariff(tenantB, 'Fremd', 1);
    const chosen = [
      await contract(own),
      await contract(looked),
      await contract(hidden),
      await world.addContract(tenantB, foreign.id, foreignTariff),
      randomUUID(),
    ];
    const moved = await change(adviser, chosen, { kind: 'group', groupId: north });
    expect(reasonsOf(moved)).toEqual({ [chosen[0] ?? '']: 'unchanged', [chosen[1] ?? '']: 'noRight' });
    // Groups: one he only looks at, one he does not see, one of nobody, none at all.
    for (const [groupId, status] of [
      [region, 403],
      [south, 400],
      [randomUUID(), 400],
      [null, 400],
    ] as const) {
      const refused = await preview(adviser, chosen, { kind: 'group', groupId });
      expect([groupId, refused.status]).toEqual([groupId, status]);
    }
    // He sees the contracts and may not edit them.
    expect(reasonsOf(await change(adviser, chosen, { kind: 'checked' }))).toEqual({
      [chosen[0] ?? '']: 'noRight',
      [chosen[1] ?? '']: 'noRight',
    });
    expect([await groupOf(looked), await groupOf(hidden)]).toEqual([region, south]);
    const changes = {
      'customers.edit': { kind: 'group', groupId: north },
      'contracts.edit': { kind: 'tariff', tariffId: tariff },
      'contracts.check': { kind: 'checked' },
    };
    for (const [permission, to] of Object.entries(changes)) {
      const lacking = await server.caller({
        permissions: permissionCodes.filter((code) => code !== permission),
      });
      expect((await preview(lacking, chosen, to)).status).toBe(403);
    }
    const noBulk = await server.caller({
      permissions: permissionCodes.filter((c) => c !== 'contracts.bulk'),
    });
    expect((await preview(noBulk, chosen, { kind: 'checked' })).status).toBe(403);
    expect((await confirm(noBulk, {})).status).toBe(403);
    const client = await server.caller({
      ownCustomerId: own,
      memberships: [{ groupId: north, groupRights }],
    });
    expect(reasonsOf((await preview(client, chosen, { kind: 'checked' })).body as Outcome)).toEqual({
      [chosen[0] ?? '']: 'noRight',
    });
  });

  it('get a tariff as one gets it by hand, and a reason where one would not', async () => {
    const customer = await owner();
    const plain = await contract(customer, { external_key: 'B-1' });
    const twin = await contract(customer, { external_key: 'B-2' });
    const linked = await contract(customer, { is_linked: true });
    const risky = await contract(customer, { risk_class_id: 7 });
    const there = await world.addContract(tenantA, customer, elsewhere, {
      external_key: 'B-2',
      issuer_id: 2,
      insurer_id: 2,
    });
    const outcome = await change(admin, [plain, twin, linked, risky, there], {
      kind: 'tariff',
      tariffId: elsewhere,
    });
    expect([outcome.contractCount, outcome.customerCount]).toEqual([1, 1]);
    expect(reasonsOf(outcome)).toEqual({
      [twin]: 'numberTaken',
      [linked]: 'linkedDepot',
      [risky]: 'riskClass',
      [there]: 'unchanged',
    });
    const { rows } = await test.owner.query(
      'select tariff_id, issuer_id, insurer_id, row_version from contracts where id = $1',
      [plain],
    );
    expect(rows).toEqual([{ tariff_id: elsewhere, issuer_id: 2, insurer_id: 2, row_version: 2 }]);
    expect(await logged('contracts.edit', plain)).toBe(1);
    const jobs = await test.owner.query(
      `select payload->'contractIds' as ids from jobs where job_type = 'checkContracts'`,
    );
    expect(jobs.rows).toEqual([{ ids: [plain] }]);
    for (const tariffId of [randomUUID(), await world.addTariff(tenantB, 'Fremd zwei', 1)]) {
      expect((await preview(admin, [plain], { kind: 'tariff', tariffId })).status).toBe(400);
    }
  });

  it('get no policy while money beside their funds is below zero: only the account of a depot can be', async () => {
    const customer = await owner();
    const addWith = (nonFundsValue: number) => contract(customer, { non_funds_value: nonFundsValue });
    const [overdrawn, even] = [await addWith(-0.01), await addWith(0)];
    const outcome = await change(admin, [overdrawn, even], { kind: 'tariff', tariffId: elsewhere });
    expect([outcome.contractCount, reasonsOf(outcome)]).toEqual([1, { [overdrawn]: 'overdrawn' }]);
    const { rows } = await test.owner.query(
      'select tariff_id from contracts where id = any ($1) order by non_funds_value',
      [[overdrawn, even]],
    );
    expect(rows).toEqual([{ tariff_id: tariff }, { tariff_id: elsewhere }]);
  });

  it('get a tag or lose it; those that have it already stay', async () => {
    const customer = await owner();
    const blocked = await owner();
    await test.owner.query('update customers set is_blocked = true where id = $1', [blocked]);
    const [one, two, stuck] = [await contract(customer), await contract(customer), await contract(blocked)];
    const { rows } = await test.owner.query<{ id: number }>(
      `insert into tags (tenant_id, tag_name, colour, is_inactive)
       values ($1, 'Termin', '#123456', false), ($1, 'Früher', '#123456', true), ($2, 'Fremd', '#123456', false) returning id`,
      [tenantA, tenantB],
    );
    const [tagId, inactive, foreign] = rows.map(({ id }) => id);
    expect(reasonsOf(await change(admin, [one], { kind: 'addTag', tagId }))).toEqual({});
    const given = await change(admin, [one, two, stuck], { kind: 'addTag', tagId });
    expect([given.contractCount, reasonsOf(given)]).toEqual([
      1,
      { [one]: 'unchanged', [stuck]: 'customerBlocked' },
    ]);
    expect([await logged('contracts.addTag', one), await logged('contracts.addTag', two)]).toEqual([1, 1]);
    const taken = await change(admin, [one, stuck], { kind: 'removeTag', tagId });
    expect([taken.contractCount, reasonsOf(taken)]).toEqual([1, { [stuck]: 'unchanged' }]);
    const left = await test.owner.query('select contract_id as id from contract_tags where tag_id = $1', [
      tagId,
    ]);
    expect(left.rows).toEqual([{ id: two }]);
    for (const [kind, other] of [
      ['addTag', inactive],
      ['addTag', foreign],
      ['removeTag', foreign],
    ] as const) {
      expect((await preview(admin, [one], { kind, tagId: other })).status).toBe(400);
    }
  });

  it('are saved as a file in the order chosen, without those the caller does not see', async () => {
    const [one, two] = [await contract(await owner()), await contract(await owner())];
    const hidden = await contract(await owner(south));
    const reader = await server.caller({
      permissions: ['contracts.view', 'contracts.export'],
      memberships: [{ groupId: north, groupRights: ['groupContracts.view'] }],
    });
    const body = { contractIds: [two, hidden, one], format: 'csv', columns: 'externalKey' };
    const file = await server.call(reader, 'POST', '/contracts/export', { body });
    const { rows } = await test.owner.query<{ key: string }>(
      'select external_key as key from contracts where id = any ($1) order by array_position($1, id)',
      [[two, one]],
    );
    expect(file.status).toBe(200);
    expect(file.text.trim().split(/\r?\n/).slice(1)).toEqual(rows.map(({ key }) => key));
    // Nothing stands for what nobody knows; what is worth nothing says so.
    await test.owner.query(
      `update contracts set total_value = 0, cash_value = 0, valuation_date = case when id = $1 then null::date else '2026-01-02' end
        where id = any ($2)`,
      [two, [two, one]],
    );
    const values = await server.call(reader, 'POST', '/contracts/export', {
      body: { ...body, columns: 'totalValue,cashValue' },
    });
    expect(values.text.trim().split(/\r?\n/).slice(1)).toEqual([';', '0,00;0,00']);
    const lacking = await server.caller({ permissions: ['contracts.view'] });
    expect((await server.call(lacking, 'POST', '/contracts/export', { body })).status).toBe(403);
  });

  it('are refused when something else would come out by now; a repeated key changes nothing again', async () => {
    const customer = await owner();
    const [one, two] = [await contract(customer), await contract(customer)];
    const to = { kind: 'tariff', tariffId: elsewhere };
    const contractIds = [one, two];
    const { fingerprint } = (await preview(admin, contractIds, to)).body as Outcome;
    await test.owner.query('update contracts set is_linked = true where id = $1', [two]);
    const body = { selection: { contractIds }, change: to, fingerprint };
    expect(codeOf(await confirm(admin, body))).toEqual([412, 'common.versionConflict']);
    expect(await logged('contracts.edit', one)).toBe(0);

    const anew = {
      ...body,
      fingerprint: ((await preview(admin, contractIds, to)).body as Outcome).fingerprint,
    };
    const key = randomUUID();
    const both = await Promise.all([confirm(admin, anew, key), confirm(admin, anew, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await confirm(admin, anew, key)).body).toEqual(both[0]?.body);
    expect(await logged('contracts.edit', one)).toBe(1);
    expect(codeOf(await confirm(admin, { ...anew, change: { kind: 'checked' } }, key))).toEqual([
      422,
      'common.idempotencyKeyReused',
    ]);
    expect((await server.call(admin, 'POST', '/contracts/bulk-change', { body: anew })).status).toBe(400);
  });

  it('are up to a thousand of a filter, all marked as checked in one go; more are refused', async () => {
    const customer = await owner(region);
    await test.owner.query(
      `insert into contracts (tenant_id, customer_id, tariff_id, insurer_id, issuer_id, external_key, start_date)
       select $1, $2, $3, 1, 1, 'M-' || n, '2020-01-01' from generate_series(1, 1001) n`,
      [tenantA, customer, tariff],
    );
    const body = { selection: { filter: { customerId: customer } }, change: { kind: 'checked' } };
    const tooMany = await server.call(admin, 'POST', '/contracts/bulk-preview', { body });
    expect(codeOf(tooMany)).toEqual([400, 'contracts.selectionTooLarge']);
    await test.owner.query(
      `update contracts set deleted_at = now(), deletion_reason = 'Storno' where customer_id = $1 and external_key = 'M-1'`,
      [customer],
    );
    const seen = (await server.call(admin, 'POST', '/contracts/bulk-preview', { body })).body as Outcome;
    expect([seen.contractCount, seen.skipped]).toEqual([1000, []]);
    const done = await confirm(admin, { ...body, fingerprint: seen.fingerprint });
    expect([done.status, done.body]).toEqual([200, seen]);
    const { rows } = await test.owner.query<{ checked: string; entries: string }>(
      `select (select count(*) from contracts where customer_id = $2 and last_checked_by = $3) as checked,
         (select count(*) from audit_entries a join contracts c on c.tenant_id = a.tenant_id and c.id::text = a.object_id
           where a.tenant_id = $1 and a.action = 'contracts.check' and c.customer_id = $2) as entries`,
      [tenantA, customer, admin],
    );
    expect(rows.map(({ checked, entries }) => [Number(checked), Number(entries)])).toEqual([[1000, 1000]]);
    expect(await findAuditBreaks(test.database, tenantA)).toEqual([]);
  });
});
