import { groupRights, noGroupId, permissionCodes } from '@depotwerk/domain/permissions';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ContractWorld, north, region, south, tenantA } from '../../../test/contract-world.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { buildScope, type Scope, visibilityOf } from '../../platform/scope.ts';
import { type ContractFilter, filterConditions } from './contract-filter.ts';
import { readContractStats } from './contract-stats.view.ts';
import { countContracts } from './count-contracts.view.ts';

const db = useTestDatabase();
const customers: string[] = [];
const groups = [region, north, south, null];
const today = '2026-03-31';

beforeAll(async () => {
  const world = new ContractWorld(db.owner);
  await world.fill();
  const tariffId = await world.addTariff(tenantA, 'Rente', 1);
  for (const groupId of groups) {
    const { id } = await world.addCustomer(tenantA, { groupId });
    customers.push(id);
    for (let number = 0; number < 6; number += 1) await world.addContract(tenantA, id, tariffId);
  }
});

const seeing = (groupIds: readonly string[], withoutGroup: boolean): Scope =>
  buildScope({
    tenantId: tenantA,
    userId: tenantA,
    ownCustomerId: null,
    permissions: permissionCodes.filter((code) => withoutGroup || code !== 'customers.viewWithoutGroup'),
    groups: [
      { id: region, parentGroupId: null },
      { id: north, parentGroupId: region },
      { id: south, parentGroupId: null },
    ],
    memberships: groupIds.map((groupId) => ({ groupId, groupRights })),
  });
const everything = seeing([region, south], true);
const people = [everything, seeing([north], false), seeing([south], true), seeing([], false)];

// Around the midnight of the house on both sides of the change to summer time, and the day a year ago.
const moments = [
  null,
  '2025-03-30T21:59:59Z',
  '2025-03-30T22:00:00Z',
  '2025-03-31T12:00:00Z',
  '2026-03-28T22:59:59Z',
  '2026-03-28T23:00:00Z',
];
const filters: ContractFilter[] = [
  { hintId: 1 },
  { hintId: 6, groupId: region },
  { scoreFrom: 50 },
  { scoreTo: 49, groupId: noGroupId },
  { scoreFrom: 25, scoreTo: 49 },
  { lastCheckBefore: '2025-03-31' },
  { lastCheckBefore: '2026-03-29', groupId: south },
  { lastCheckBefore: '2025-03-31', scoreFrom: 50 },
  { groupId: region },
];

async function countOneByOne(scope: Scope, filter: ContractFilter, counted = '*'): Promise<number> {
  const parameters = new Parameters();
  const where = filterConditions(filter, visibilityOf(scope, 'groupContracts.view'), parameters).join(
    ' and ',
  );
  const [row] = await db.database.read<{ count: number }>(scope, {
    sql: `select count(${counted})::int as count from contracts c where ${where}`,
    parameters: parameters.values,
  });
  return row?.count ?? 0;
}

const change = fc.record({
  score: fc.option(fc.nat(100)),
  mask: fc.nat(63),
  checked: fc.constantFrom(...moments),
  of: fc.nat(23),
  isDeleted: fc.boolean(),
  moves: fc.tuple(fc.nat(3), fc.nat(3)),
});

it('kept numbers are those of the list, whatever changes and whoever asks; also the unchecked of a year above it', async () => {
  const services = { database: db.database, clock: Date.now };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      for (const { score, mask, checked, of, isDeleted, moves } of changes) {
        await db.owner.query(
          `update contracts set contract_score = $1, hint_mask = $2, hint_count = least($2, 1), last_check = $3,
             deleted_at = case when $5 then now() end, deletion_reason = case when $5 then 'x' end
           where id = (select id from contracts order by id offset $4 limit 1)`,
          [score, mask, checked, of, isDeleted],
        );
        const [customer, group] = moves;
        await db.owner.query('update customers set group_id = $2 where id = $1', [
          customers[customer],
          groups[group],
        ]);
      }
      for (const scope of people) {
        for (const filter of filters)
          expect(await countContracts(services, scope, filter)).toBe(await countOneByOne(scope, filter));
        for (const filter of [{}, { groupId: region }, { scoreFrom: 50 }]) {
          const stats = await readContractStats(services, scope, filter, today);
          const unchecked = { ...filter, lastCheckBefore: '2025-03-31' };
          expect(stats).toMatchObject({
            contractCount: await countOneByOne(scope, filter),
            notCheckedCount: await countOneByOne(scope, unchecked),
            customerCount: await countOneByOne(scope, filter, 'distinct c.customer_id'),
          });
        }
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
