import type { contractDetail } from '@depotwerk/api/contracts/contract-detail';
import type { contractStats } from '@depotwerk/api/contracts/contracts';
import { beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { contractHouse } from '../../../test/contract-house.ts';
import { tenantA } from '../../../test/contract-world.ts';
import type { ContractListItem } from './contract-item.ts';

const { test, world, server, admin, tariff } = contractHouse();
let client: string;
/** With two hints and no profile but a suggested one; without hints and with a profile that holds. */
let hinted: string;
let plain: string;

beforeAll(async () => {
  const customer = await world.addCustomer(tenantA, {});
  hinted = await world.addContract(tenantA, customer.id, tariff, {
    hint_count: 2,
    highest_hint_severity: 2,
    hint_mask: 3,
  });
  plain = await world.addContract(tenantA, customer.id, tariff, { risk_class_id: 3 });
  for (const [contract, status, held, suggested] of [
    [hinted, 'suggested', null, 5],
    [plain, 'valid', 3, 3],
    [plain, 'suggested', null, 4],
  ]) {
    await test.owner.query(
      `insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id,
         suggested_risk_class_id, risk_type_id, status) values ($1, $2, '2026-01-10', '2040-01-10', $4, $5, 1, $3)`,
      [tenantA, contract, status, held, suggested],
    );
  }
  client = await server.caller({ ownCustomerId: customer.id });
});

const list = async (token: string, query = '') =>
  (await server.get(token, `/contracts?${query}`)).body as ContractListItem[];
const profileOf = async (token: string, id: string) =>
  ((await server.get(token, `/contracts/${id}`)).body as z.output<typeof contractDetail>)
    .latestRiskAssessment;
const withHints = async (token: string) =>
  ((await server.get(token, '/contracts/stats')).body as z.output<typeof contractStats>).withHintsCount;

it('tells a customer nothing of hints: not their number, not by filter, order or sums', async () => {
  expect((await list(admin, 'sort=-hints')).map(({ hints }) => hints.count)).toEqual([2, 0]);
  const unknown = { count: null, highestSeverity: null };
  const byId = await server.call(client, 'POST', '/contracts/ContractList', { body: [hinted, plain] });
  for (const items of [await list(client), byId.body as ContractListItem[]])
    expect(items.map(({ hints }) => hints)).toEqual([unknown, unknown]);
  for (const filter of ['withHints=true', 'withHints=false', 'hintId=1', 'tagId=1'])
    expect(await list(client, filter)).toEqual([]);
  const inOrder = async (sort: string) => (await list(client, `sort=${sort}`)).map(({ id }) => id);
  expect(await inOrder('-hints')).toEqual([hinted, plain].toSorted());
  expect(await inOrder('hints')).toEqual([hinted, plain].toSorted());
  expect(await withHints(admin)).toBe(1);
  expect(await withHints(client)).toBeNull();
});

it("tells a customer nothing of differences to the bank's books and of who looked her contract over", async () => {
  await test.owner.query(
    `update contracts set has_pending_changes = true, last_check = now(), last_checked_by_name = 'Berta Berater'
      where tenant_id = $1 and id = $2`,
    [tenantA, hinted],
  );
  const told = (items: readonly ContractListItem[]) =>
    items
      .filter(({ id }) => id === hinted)
      .map(({ hasPendingChanges, lastCheckedBy }) => [hasPendingChanges, lastCheckedBy]);
  expect(told(await list(admin))).toEqual([[true, 'Berta Berater']]);
  expect(told(await list(client))).toEqual([[null, null]]);
  const detail = (await server.get(client, `/contracts/${hinted}`)).body as z.output<typeof contractDetail>;
  expect([detail.contract.hasPendingChanges, detail.contract.lastCheckedBy]).toEqual([null, null]);
  expect(await list(client, 'hasPendingChanges=true')).toEqual([]);
  expect(await list(client, 'hasPendingChanges=false')).toEqual([]);
  const stats = (await server.get(client, '/contracts/stats')).body as z.output<typeof contractStats>;
  expect(stats.pendingChangesCount).toBeNull();
});

it('tells a customer of a risk profile once it holds, not while it is suggested', async () => {
  expect(await profileOf(admin, hinted)).toMatchObject({ status: 'suggested', suggestedRiskClassId: 5 });
  expect(await profileOf(admin, plain)).toMatchObject({ status: 'valid', suggestedRiskClassId: 4 });
  expect(await profileOf(client, hinted)).toBeNull();
  expect(await profileOf(client, plain)).toMatchObject({
    status: 'valid',
    riskClassId: 3,
    suggestedRiskClassId: null,
  });
});

it("answers a customer's question for hints and history of her contract as for a missing one", async () => {
  for (const part of ['optimization-hints', 'history']) {
    expect((await server.get(admin, `/contracts/${hinted}/${part}`)).status).toBe(200);
    expect((await server.get(client, `/contracts/${hinted}/${part}`)).status).toBe(404);
  }
});
