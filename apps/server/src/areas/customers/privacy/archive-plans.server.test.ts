import { expect, it } from 'vitest';
import { contractHouse } from '../../../../test/contract-house.ts';
import { tenantA } from '../../../../test/contract-world.ts';
import { unzip } from '../../../../test/unzip.ts';

const { test, world, server, admin } = contractHouse();

it('the archive of a customer names what the plan that runs today pays, though it has an end or another one follows', async () => {
  const { id } = await world.addCustomer(tenantA);
  const tariff = await world.addTariff(tenantA, 'Rente', 1);
  const contracts = [
    [
      ['-100', '100', 50],
      ['101', null, 75],
    ],
    [['-100', '100', 60]],
    [['-100', '-1', 70]],
    [['30', null, 80]],
  ] as const;
  for (const plans of contracts) {
    const contract = await world.addContract(tenantA, id, tariff);
    for (const [from, to, contribution] of plans) {
      await test.owner.query(
        `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval)
         values ($1, $2, current_date + $3::int, current_date + $4::int, $5, 12)`,
        [tenantA, contract, from, to, contribution],
      );
    }
  }
  const archive = await server.get(admin, `/customers/${id}/export`);
  const told = JSON.parse(unzip(archive.bytes).get('daten.json')?.toString() ?? '') as {
    contracts: { contribution: number | null; contributionInterval: unknown }[];
    savingsPlans: unknown[];
  };
  const paid = told.contracts.map(({ contribution }) => contribution);
  expect(paid.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([null, null, 50, 60]);
  expect(told.savingsPlans).toHaveLength(5);
});
