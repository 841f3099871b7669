import { randomUUID } from 'node:crypto';
import { draftOfContract } from '@depotwerk/api/contracts/contract-form';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractHouse } from '../../../test/contract-house.ts';
import { type TestCustomer, tenantA } from '../../../test/contract-world.ts';
import type { ContractForm } from './contract-form.view.ts';

const { test, world, server, admin, tariff: tariffId } = contractHouse();
let customer: TestCustomer;

beforeAll(async () => {
  customer = await world.addCustomer(tenantA);
  await test.owner.query(
    `insert into funds (tenant_id, id, isin, name) values ($1, 1, 'IE00B4L5Y983', 'Welt')`,
    [tenantA],
  );
});

const plans = async (id: string) => {
  const { rows } = await test.owner.query<{ from: string; to: string | null; contribution: string }>(
    `select valid_from::text as from, valid_to::text as to, contribution::integer::text as contribution
       from savings_plans where contract_id = $1 order by valid_from`,
    [id],
  );
  return rows.map(({ from, to, contribution }) => `${contribution}: ${from} – ${to ?? ''}`);
};

function put(form: ContractForm, change: Partial<ContractForm>) {
  return server.call(admin, 'PUT', `/contracts/${form.id}`, {
    body: { ...draftOfContract(form), ...change },
    headers: { 'if-match': `"${form.rowVersion}"` },
  });
}

describe('a savings plan that is taken out of the form', () => {
  it('ends, with the one that was to run until it begins, and what was paid before stays told', async () => {
    const created = await server.call(admin, 'POST', '/contracts', {
      body: {
        customerId: customer.id,
        tariffId,
        externalKey: `V-${randomUUID().slice(0, 8)}`,
        externalConsumerKey: '4711',
        startDate: '2020-01-01',
        endDate: null,
        useETF: true,
        beneficiary: '',
        riskClassId: null,
        valuationDate: null,
        nonFundsValue: null,
        holdings: [],
        planValidFrom: '2020-01-01',
        contribution: 100,
        contributionInterval: 1,
        dynamicPercent: 0,
        planEntries: [{ fundId: 1, fraction: 1 }],
      },
      headers: { 'idempotency-key': randomUUID() },
    });
    const form = created.body as ContractForm;
    const later = await put(form, { planValidFrom: '2040-07-01', contribution: 400 });
    expect([later.status, later.text]).toEqual([200, later.text]);
    expect(await plans(form.id)).toEqual(['100: 2020-01-01 – 2040-06-30', '400: 2040-07-01 – ']);
    // The form holds the one that pays today, and tells of the other one.
    const shown = later.body as ContractForm;
    expect(shown).toMatchObject({
      planValidFrom: '2020-01-01',
      contribution: 100,
      followingPlan: { validFrom: '2040-07-01', contribution: 400, contributionInterval: 1 },
    });
    const same = (await put(shown, {})).body as ContractForm;
    expect(await plans(form.id)).toEqual(['100: 2020-01-01 – 2040-06-30', '400: 2040-07-01 – ']);
    const raised = (await put(same, { contribution: 120 })).body as ContractForm;
    expect(await plans(form.id)).toEqual(['120: 2020-01-01 – 2040-06-30', '400: 2040-07-01 – ']);
    const split = (await put(raised, { contribution: 100, planValidFrom: '2021-01-01' }))
      .body as ContractForm;
    expect(await plans(form.id)).toEqual([
      '120: 2020-01-01 – 2020-12-31',
      '100: 2021-01-01 – 2040-06-30',
      '400: 2040-07-01 – ',
    ]);
    const replaced = await put(split, { contribution: 500, planValidFrom: '2040-07-01' });
    expect(await plans(form.id)).toEqual([
      '120: 2020-01-01 – 2020-12-31',
      '100: 2021-01-01 – 2040-06-30',
      '500: 2040-07-01 – ',
    ]);
    const whole = await put(replaced.body as ContractForm, { planValidFrom: '2020-01-01' });
    expect(await plans(form.id)).toEqual(['100: 2020-01-01 – 2040-06-30', '500: 2040-07-01 – ']);
    const ended = await put(whole.body as ContractForm, { contribution: null, planEntries: [] });
    expect([ended.status, ended.text]).toEqual([200, ended.text]);
    const [yesterday] = (await plans(form.id)).map((plan) => plan.slice('100: 2020-01-01 – '.length));
    expect(await plans(form.id)).toEqual([`100: 2020-01-01 – ${yesterday}`]);
    expect(yesterday).toMatch(/^20[2-3]/);
    const detail = await server.get(admin, `/contracts/${form.id}`);
    expect(detail.body).toMatchObject({ currentSavingsPlan: null });
  });

  it('ends on the day that is said, and one that began is not gone as if it had never been', async () => {
    const { rows } = await test.owner.query<{ id: string }>(
      'select contract_id as id from savings_plans limit 1',
    );
    const id = rows[0]?.id ?? '';
    await test.owner.query('update savings_plans set valid_to = null where contract_id = $1', [id]);
    const form = (await server.get(admin, `/contracts/${id}/form`)).body as ContractForm;
    expect(form).toMatchObject({ planValidFrom: '2020-01-01', contribution: 100 });
    await put(form, { contribution: null, planEntries: [], planValidFrom: '2021-03-01' });
    expect(await plans(id)).toEqual(['100: 2020-01-01 – 2021-02-28']);
    await test.owner.query('update savings_plans set valid_to = null where contract_id = $1', [id]);
    const again = (await server.get(admin, `/contracts/${id}/form`)).body as ContractForm;
    await put(again, { contribution: null, planEntries: [] });
    expect(await plans(id)).toHaveLength(1);
  });
});
