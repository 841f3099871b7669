import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { bareContract } from '../../../test/contract-draft.ts';
import { contractHouse } from '../../../test/contract-house.ts';
import { tenantA } from '../../../test/contract-world.ts';
import type { ContractForm } from './contract-form.view.ts';

const { test, world, server, admin, tariff: tariffId } = contractHouse();

const draft = { ...bareContract(tariffId, 'V-4711'), valuationDate: '2026-01-30' };
const tooSmall = [400, { validation: [{ path: 'nonFundsValue', code: 'tooSmallMoney' }] }];

it('takes no debts beside the funds of a policy, and keeps those that are stored', async () => {
  const customer = await world.addCustomer(tenantA);
  const create = (nonFundsValue: number) =>
    server.call(admin, 'POST', '/contracts', {
      body: { customerId: customer.id, ...draft, nonFundsValue },
      headers: { 'idempotency-key': randomUUID() },
    });
  const put = ({ id, rowVersion }: ContractForm, nonFundsValue: number, beneficiary: string | null = null) =>
    server.call(admin, 'PUT', `/contracts/${id}`, {
      body: { ...draft, nonFundsValue, beneficiary },
      headers: { 'if-match': `"${rowVersion}"` },
    });
  const formOf = async (id: string) =>
    (await server.get(admin, `/contracts/${id}/form`)).body as ContractForm;

  const refused = await create(-0.01);
  expect([refused.status, refused.body]).toMatchObject(tooSmall);

  const { id } = (await create(100)).body as ContractForm;
  await test.owner.query(
    'update portfolios set non_funds_value = -3000, total_value = cash_value - 3000 where contract_id = $1',
    [id],
  );
  expect((await put(await formOf(id), -3000, 'Anna Groß')).status).toBe(200);
  const lower = await put(await formOf(id), -3000.01);
  expect([lower.status, lower.body]).toMatchObject(tooSmall);
  expect((await formOf(id)).nonFundsValue).toBe(-3000);
  expect((await put(await formOf(id), 0)).status).toBe(200);
});
