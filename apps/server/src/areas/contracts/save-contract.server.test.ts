import { randomUUID } from 'node:crypto';
import { draftOfContract } from '@depotwerk/api/contracts/contract-form';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { north, south, type TestCustomer, tenantA, tenantB } from '../../../test/contract-world.ts';
import { recordedProfile } from '../../../test/recorded-profile.ts';
import type { ContractForm } from './contract-form.view.ts';

const { test, world, server, admin, tariff: tariffId } = contractHouse();
let customer: TestCustomer;
let foreign: TestCustomer;
let elsewhereId: string;

beforeAll(async () => {
  elsewhereId = await world.addTariff(tenantA, 'Anderes Institut', 2);
  customer = await world.addCustomer(tenantA);
  foreign = await world.addCustomer(tenantB, { groupId: null });
  await test.owner.query(
    `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt'), ($1, 2, 'LU0274208692', 'Swap'),
       ($2, 3, 'IE00B4L5Y983', 'Fremd')`,
    [tenantA, tenantB],
  );
});

const draft = () => ({
  tariffId,
  externalKey: `V-${randomUUID().slice(0, 8)}`,
  externalConsumerKey: '4711',
  startDate: '2020-01-01',
  endDate: null,
  useETF: true,
  beneficiary: 'Uwe Groß',
  riskClassId: 3 as number | null,
  valuationDate: '2026-01-30' as string | null,
  nonFundsValue: 12.5,
  holdings: [
    { fundId: 1, quantity: 10.5, price: 80.123456, costValue: 700 },
    { fundId: 2, quantity: 3, price: 20, costValue: null as number | null },
  ],
  planValidFrom: '2026-01-01' as string | null,
  contribution: 100 as number | null,
  contributionInterval: 12,
  dynamicPercent: 0.05,
  planEntries: [
    { fundId: 1, fraction: 0.7 },
    { fundId: 2, fraction: 0.3 },
  ],
});
type Draft = ReturnType<typeof draft>;
const create = (token: string, change: Partial<Draft> & { customerId?: string } = {}, key = randomUUID()) =>
  server.call(token, 'POST', '/contracts', {
    body: { customerId: customer.id, ...draft(), ...change },
    headers: { 'idempotency-key': key },
  });
async function stored(change: Partial<Draft> = {}): Promise<ContractForm> {
  const answer = await create(admin, change);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as ContractForm;
}
function put(token: string, form: ContractForm, change: Partial<Draft>, version = form.rowVersion) {
  return server.call(token, 'PUT', `/contracts/${form.id}`, {
    body: { ...draftOfContract(form), ...change },
    headers: { 'if-match': `"${version}"` },
  });
}
const detail = async (id: string) =>
  (await server.get(admin, `/contracts/${id}`)).body as {
    contract: {
      totalValue: number;
      customer: { id: string };
      risk: { riskClassId: number | null };
      rowVersion: number;
      isCustomerBlocked: boolean;
    };
    currentPortfolio: {
      portfolioEntries: { value: number; costValue: number | null; gainLoss: number | null }[];
    };
    currentSavingsPlan: { contribution: number; dynamicPercent: number } | null;
    latestRiskAssessment: { riskClassId: number; validUntil: string } | null;
  };

const recordProfile = (contractId: string, riskClassId: number) =>
  recordedProfile(test.owner, { tenantId: tenantA, contractId, riskClassId });

describe('contracts by hand', () => {
  it('are there at once with value, plan and risk class, once for one key', async () => {
    const key = randomUUID();
    const body = { ...draft(), externalKey: 'V-EINS' };
    const first = (await create(admin, body, key)).body as ContractForm;
    expect(((await create(admin, body, key)).body as ContractForm).id).toBe(first.id);
    const shown = await detail(first.id);
    expect(shown.contract.totalValue).toBe(913.8);
    // What nobody told stays unknown: neither a purchase for nothing nor a gain of the whole value.
    expect(
      shown.currentPortfolio.portfolioEntries.map(({ value, costValue, gainLoss }) => [
        value,
        costValue,
        gainLoss,
      ]),
    ).toEqual([
      [841.3, 700, 141.3],
      [60, null, null],
    ]);
    expect(shown.currentSavingsPlan).toMatchObject({ contribution: 100, dynamicPercent: 5 });
    expect([shown.contract.risk.riskClassId, shown.latestRiskAssessment]).toEqual([3, null]);
    const { rows } = await test.owner.query(`select job_type from jobs where job_type = 'checkContracts'`);
    expect(rows).toHaveLength(1);
  });

  it('tell the list of customers how long their profile holds, until they are deleted', async () => {
    const own = await world.addCustomer(tenantA, { groupId: north });
    const until = async () => {
      const { rows } = await test.owner.query<{ until: string | null }>(
        'select profile_valid_until::text as until from customers where id = $1',
        [own.id],
      );
      return rows[0]?.until ?? null;
    };
    expect(await until()).toBeNull();
    const form = (await create(admin, { customerId: own.id })).body as ContractForm;
    // The class of the contract alone is no profile.
    expect(await until()).toBeNull();
    const recorded = await recordProfile(form.id, 2);
    const again = (await put(admin, form, { riskClassId: 2 })).body as ContractForm;
    expect(await until()).toBe(recorded);
    const deleted = await server.call(admin, 'DELETE', `/contracts/${form.id}`, {
      headers: { 'if-match': `"${again.rowVersion}"` },
    });
    expect([deleted.status, await until()]).toEqual([204, null]);
  });

  it('refuse a number that exists, foreign customers and funds, and what the rules refuse', async () => {
    const form = await stored();
    const twice = await create(admin, { externalKey: form.externalKey });
    expect([twice.status, (twice.body as { code: string }).code]).toEqual([
      409,
      'contracts.externalKeyExists',
    ]);
    for (const [change, path] of [
      [{ customerId: foreign.id }, 'customerId'],
      [{ customerId: randomUUID() }, 'customerId'],
      [{ holdings: [{ fundId: 3, quantity: 1, price: 1, costValue: null }] }, 'holdings'],
      [{ planEntries: [{ fundId: 1, fraction: 0.5 }] }, 'planEntries'],
      [{ tariffId: randomUUID() }, 'tariffId'],
      [{ riskClassId: 6 }, 'riskClassId'],
      [{ valuationDate: null }, 'valuationDate'],
    ] as const) {
      const refused = await create(admin, change as Partial<Draft>);
      const { validation } = refused.body as { validation: { path: string }[] };
      expect([path, refused.status, validation.map((issue) => issue.path)]).toEqual([path, 400, [path]]);
    }
  });

  it('tell in their history which fields were changed, in words', async () => {
    const form = await stored();
    const again = (await put(admin, form, {})).body as ContractForm;
    const holdings = [{ fundId: 1, quantity: 11, price: 80, costValue: null }];
    await put(admin, again, { riskClassId: 2, beneficiary: 'Ida Groß', contribution: 50, holdings });
    const events = (await server.get(admin, `/contracts/${form.id}/history`)).body as {
      title: string;
      text: string | null;
    }[];
    expect(events.filter(({ title }) => title === 'Vertrag geändert').map(({ text }) => text)).toEqual([
      'Bezugsberechtigter, Risikoklasse, Bestand, Sparplan',
      null,
    ]);
    expect(events.filter(({ title }) => title === 'Vertrag angelegt')).toHaveLength(1);
  });

  it('are changed with their version; the same again writes no history', async () => {
    const form = await stored();
    const again = (await put(admin, form, {})).body as ContractForm;
    const count = async () =>
      (await test.owner.query('select 1 from portfolios where contract_id = $1', [form.id])).rows.length;
    expect(await count()).toBe(1);
    const later = await put(admin, again, {
      valuationDate: '2026-02-27',
      holdings: [{ fundId: 1, quantity: 11, price: 80, costValue: null }],
      contribution: null,
      planValidFrom: '2026-03-01',
      planEntries: [],
      riskClassId: null,
    });
    expect([later.status, later.text]).toEqual([200, later.text]);
    expect(await count()).toBe(2);
    const shown = await detail(form.id);
    expect([shown.contract.totalValue, shown.latestRiskAssessment]).toEqual([892.5, null]);
    const stale = await put(admin, form, { useETF: false }, form.rowVersion);
    expect([stale.status, (stale.body as { current: ContractForm }).current.valuationDate]).toEqual([
      412,
      '2026-02-27',
    ]);
    const earlier = await put(admin, later.body as ContractForm, { valuationDate: '2026-02-01' });
    expect(earlier.body).toMatchObject({ validation: [{ path: 'valuationDate', code: 'beforeNewest' }] });
  });

  it('keep the day a price is of, which is that of the holdings only where nobody says another', async () => {
    const priced = (priceDate: string | null | undefined) => ({
      holdings: draft()
        .holdings.slice(0, 1)
        .map((holding) => ({ ...holding, priceDate })),
    });
    const days = async (id: string) => {
      const { rows } = await test.owner.query<{ day: string }>(`select e.price_date::text as day
        from portfolio_entries e join portfolios p on p.id = e.portfolio_id and p.is_current and p.contract_id = '${id}'`);
      return rows.map(({ day }) => day);
    };
    const form = await stored(priced('2008-03-28'));
    expect(form.holdings).toMatchObject([{ priceDate: '2008-03-28' }]);
    expect(await days(form.id)).toEqual(['2008-03-28']);
    // The holdings move on, the price does not, be it that the day is said or, by the release before, not known.
    let version = form;
    for (const [valuationDate, priceDate] of [
      ['2026-02-02', '2008-03-28'],
      ['2026-02-03', undefined],
    ] as const) {
      version = (await put(admin, version, { valuationDate, ...priced(priceDate) })).body as ContractForm;
      expect(await days(form.id)).toEqual(['2008-03-28']);
    }
    // Said anew, it is one of the day of the holdings, and that is a change.
    version = (await put(admin, version, priced(null))).body as ContractForm;
    expect(await days(form.id)).toEqual(['2026-02-03']);
    const future = await put(admin, version, priced('2099-01-01'));
    expect(future.body).toMatchObject({ validation: [{ path: 'holdings', code: 'holdingPriceDay' }] });
  });

  it('linked to a depot keep what the bank delivers', async () => {
    const form = await stored();
    await test.owner.query('update contracts set is_linked = true where id = $1', [form.id]);
    const current = async () => (await server.get(admin, `/contracts/${form.id}/form`)).body as ContractForm;
    const refused = await put(admin, await current(), { nonFundsValue: 1 });
    expect(refused.body).toMatchObject({ validation: [{ path: 'holdings', code: 'linkedDepot' }] });
    await test.owner.query('update contracts set external_consumer_key = $2 where id = $1', [form.id, 'K-1']);
    const known = await current();
    for (const [path, value] of [
      ['externalKey', 'D-FREMD'],
      ['externalConsumerKey', null],
      ['tariffId', elsewhereId],
    ] as const) {
      const kept = await put(admin, known, { [path]: value });
      expect([kept.status, kept.body]).toMatchObject([400, { validation: [{ path, code: 'linkedDepot' }] }]);
    }
    expect((await put(admin, known, { beneficiary: 'Anna Groß' })).status).toBe(200);
  });

  it('keep the profile recorded with the customer whatever class is chosen by hand', async () => {
    const form = await stored();
    const validUntil = await recordProfile(form.id, 2);
    let version = form;
    for (const riskClassId of [1, 4, null, 3]) {
      version = (await put(admin, version, { riskClassId })).body as ContractForm;
      const shown = await detail(form.id);
      expect(shown.contract.risk.riskClassId).toBe(riskClassId);
      expect(shown.latestRiskAssessment).toMatchObject({
        riskClassId: 2,
        validUntil,
        status: 'valid',
        horizonYears: 9,
        restrictions: { regions: ['japan'] },
      });
    }
    const { rows } = await test.owner.query('select from risk_assessments where contract_id = $1', [form.id]);
    expect(rows).toHaveLength(1);
  });

  it('tell who may read it that the customer is blocked', async () => {
    const form = await stored();
    const block = (isBlocked: boolean) =>
      test.owner.query(
        `update customers set is_blocked = $2, blocked_reason = case when $2 then 'Widerspruch' end
          where id = (select customer_id from contracts where id = $1)`,
        [form.id, isBlocked],
      );
    expect((await detail(form.id)).contract.isCustomerBlocked).toBe(false);
    await block(true);
    expect((await detail(form.id)).contract.isCustomerBlocked).toBe(true);
    await block(false);
  });

  it('need the permission and the right in the group', async () => {
    const reader = await server.caller({ permissions: ['contracts.view', 'customers.view'] });
    expect((await create(reader)).status).toBe(403);
    const southerner = await server.caller({
      memberships: [{ groupId: south, groupRights: ['groupContracts.view', 'groupContracts.edit'] }],
    });
    const form = await stored();
    expect((await server.get(southerner, `/contracts/${form.id}/form`)).status).toBe(404);
    const watcher = await server.caller({
      memberships: [{ groupId: north, groupRights: ['groupContracts.view', 'groupCustomers.view'] }],
    });
    expect((await put(watcher, form, {})).status).toBe(403);
    expect((await create(watcher)).status).toBe(403);
    const planner = await server.caller({ permissions: ['contracts.view', 'contracts.edit'] });
    expect((await put(planner, form, { riskClassId: 1 })).status).toBe(403);
  });
});

describe('some fields of a contract', () => {
  const patch = (token: string, form: ContractForm, body: object, version = form.rowVersion) =>
    server.call(token, 'PATCH', `/contracts/${form.id}`, { body, headers: { 'if-match': `"${version}"` } });

  it('change alone; holdings and savings plan stay, in the version that was read', async () => {
    const form = await stored();
    const changed = await patch(admin, form, { useETF: false, endDate: '2040-12-31' });
    expect(changed.status).toBe(200);
    const expected = { ...form, useETF: false, endDate: '2040-12-31', rowVersion: form.rowVersion + 1 };
    expect(changed.body).toEqual(expected);
    const { rows } = await test.owner.query<{ fields: string }>(
      `select details ->> 'fields' as fields from audit_entries where object_id = $1 and action = 'contracts.edit'`,
      [form.id],
    );
    expect(rows).toEqual([{ fields: 'endDate,useETF' }]);
    expect((await patch(admin, form, { useETF: true })).status).toBe(412);
    const early = await patch(admin, form, { endDate: '2019-12-31' }, form.rowVersion + 1);
    expect(early.body).toMatchObject({ validation: [{ path: 'endDate', code: 'endNotAfterStart' }] });
    const owner = await patch(admin, form, { customerId: foreign.id }, form.rowVersion + 1);
    expect(owner.status).toBe(400);
  });
});
