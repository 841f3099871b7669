import { groupRights, permissionCodes } from '@depotwerk/domain/permissions';
import { expect, it } from 'vitest';
import { ContractWorld, region, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { buildScope } from '../../platform/scope.ts';
import { readContributionsByMonth } from './contributions.view.ts';

const db = useTestDatabase();
const scope = buildScope({
  tenantId: tenantA,
  userId: tenantA,
  ownCustomerId: null,
  permissions: permissionCodes,
  groups: [{ id: region, parentGroupId: null }],
  memberships: [{ groupId: region, groupRights }],
});

/** First and last day, contribution, interval. */
type Plan = readonly [string, string | null, number, number];

it('a month in which savings plans follow each other is paid once, by the one in force on the paying day', async () => {
  const world = new ContractWorld(db.owner);
  await world.fill();
  const tariffId = await world.addTariff(tenantA, 'Rente', 1);
  const customer = await world.addCustomer(tenantA, { groupId: region });
  const contracts: readonly (readonly Plan[])[] = [
    // Paid on the 10th, another one from the 15th on: 100 in March, 150 from April on.
    [
      ['2026-01-10', '2026-03-14', 100, 1],
      ['2026-03-15', null, 150, 1],
    ],
    // To be paid on the 25th, which is not reached: the new one pays 20 in March.
    [
      ['2026-01-25', '2026-03-14', 10, 1],
      ['2026-03-15', null, 20, 1],
    ],
    // The quarter was paid in February: the new one pays 7 in March.
    [
      ['2025-11-05', '2026-03-14', 5, 4],
      ['2026-03-15', null, 7, 1],
    ],
    // Three in one month, and a month with fewer days than the paying day: 1000 once.
    [
      ['2026-01-31', '2026-04-30', 1000, 1],
      ['2026-05-01', '2026-05-30', 2000, 1],
      ['2026-05-31', null, 4000, 1],
    ],
  ];
  for (const plans of contracts) {
    const contractId = await world.addContract(tenantA, customer.id, tariffId);
    for (const [from, to, contribution, interval] of plans)
      await db.owner.query(
        `insert into savings_plans (tenant_id, contract_id, valid_from, valid_to, contribution, contribution_interval, dynamic_percent)
         values ($1, $2, $3, $4, $5, $6, 0)`,
        [tenantA, contractId, from, to, contribution, interval],
      );
  }
  const services = { database: db.database, clock: Date.now };
  const { chartData } = await readContributionsByMonth(services, scope, '2026-03-20');
  expect(chartData?.slice(0, 4).map(({ label, value }) => [label, value])).toEqual([
    ['03.2026', 100 + 20 + 7 + 1000],
    ['04.2026', 150 + 20 + 7 + 1000],
    ['05.2026', 150 + 20 + 7 + 2000],
    ['06.2026', 150 + 20 + 7 + 4000],
  ]);
});
