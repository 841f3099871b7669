import { randomUUID } from 'node:crypto';
import type { AdviserStatistics } from '@depotwerk/api/consultations/consultation-statistics';
import { groupRights } from '@depotwerk/domain/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { north, south, tenantA, tenantB } from '../../../test/contract-world.ts';
import { useDocumentWorld } from '../../../test/document-world.ts';
import { buildScope } from '../../platform/scope.ts';
import { readExPostSource } from '../reports/ex-post-source.view.ts';

const world = useDocumentWorld();
const read = async (year: number, token = world.adviser) =>
  (await world.server.get(token, `/consultation-statistics?year=${year}`)).body as AdviserStatistics[];

interface Advice {
  kind?: string;
  state?: string;
  at?: string;
  initiative?: string;
  recommendations?: object[];
  addendumTo?: string | null;
}

async function advised({
  kind = 'initial',
  state = 'completed',
  at = '2025-06-01T10:00:00Z',
  initiative = 'adviser',
  recommendations = [],
  addendumTo = null,
}: Advice): Promise<string> {
  const id = randomUUID();
  await world.owner.query(
    `insert into consultations (tenant_id, id, customer_id, consultation_kind, initiative, started_at, completed_at, updated_at,
       recommendations, addendum_to_id, state, created_by)
     values ($1, $2, $3, $4, $5, $6, case when $7 = 'completed' then $6::timestamptz end, $6, $8, $9, $7, $10)`,
    [
      tenantA,
      id,
      world.customerId,
      kind,
      initiative,
      at,
      state,
      JSON.stringify(recommendations),
      addendumTo,
      world.adviser,
    ],
  );
  return id;
}

const costs = { thirdParty: 8, entry: 10, transaction: 0, switchFee: 4 };

/** What the bank says of the purchase of 100.25 and the sale of 90. */
const told = (state: string, bought: number, sold: number, ofSale = state) => ({
  state,
  results: [
    { isin: 'X', action: 'buy', state, executedQuantity: 1, executedAmount: bought, message: null },
    { isin: 'Y', action: 'sell', state: ofSale, executedQuantity: 1, executedAmount: sold, message: null },
  ],
});

async function carriedOut(
  costs: object,
  at: string,
  given: { state?: string; answer?: object; by?: string | null; cash?: number } = {},
): Promise<void> {
  const { state, answer, by, cash } = {
    state: 'confirmed',
    answer: null,
    by: world.adviser,
    cash: 0,
    ...given,
  };
  const id = randomUUID();
  await world.owner.query(
    `insert into planned_optimizations (tenant_id, id, contract_id, expires_at, mode, state, costs, created_by, created_at, parameters)
     values ($1, $2, $3, $4::timestamptz, 'full', $7, $5, $6, $4, $8)`,
    [tenantA, id, world.contractId, at, JSON.stringify(costs), by, state, { cashAmount: cash }],
  );
  await world.owner.query(
    `insert into planned_transactions (tenant_id, planned_optimization_id, action, fund_id, quantity, amount, fraction_before,
       fraction_after, reason) values ($1, $2, 'buy', 1, 2, 100.25, 0, 0.1, 'x'), ($1, $2, 'sell', 2, 2, 90, 0.1, 0, 'x')`,
    [tenantA, id],
  );
  await world.owner.query(
    `insert into trader_orders (tenant_id, contract_id, planned_optimization_id, state, sent_at, settled_at, answer, user_id)
     values ($1, $2, $3, $5, $4, $4, $6, $7)`,
    [tenantA, world.contractId, id, at, state, answer && JSON.stringify(answer), world.adviser],
  );
}

beforeAll(async () => {
  const first = await advised({ recommendations: [{ fundId: 1 }], initiative: 'customer' });
  await advised({ addendumTo: first });
  await advised({ kind: 'periodicReview' });
  await advised({ state: 'notPursued' });
  await advised({ state: 'draft' });
  // The year begins at midnight in Germany.
  await advised({ kind: 'event', at: '2024-12-31T23:30:00Z' });
  await advised({ kind: 'other', at: '2025-12-31T23:30:00Z' });
  await carriedOut({ thirdParty: 12.5 }, '2025-03-01T10:00:00Z');
  await carriedOut({ thirdParty: null }, '2025-04-01T10:00:00Z');
  await carriedOut({ thirdParty: 99 }, '2026-04-01T10:00:00Z');
  await carriedOut(costs, '2023-04-01T10:00:00Z', { answer: told('executed', 101.5, 89) });
  await carriedOut(costs, '2023-05-01T10:00:00Z', {
    state: 'partlyConfirmed',
    // Of the sale it refused, this bank names what it was asked for.
    answer: told('partlyExecuted', 40.1, 90, 'rejected'),
  });
  await carriedOut(costs, '2022-05-01T10:00:00Z', { state: 'partlyConfirmed' });
  await carriedOut(costs, '2021-05-01T10:00:00Z', { by: null });
});

describe('statistics of advice', () => {
  test('count what was completed in the year, by adviser', async () => {
    expect(await read(2025)).toEqual([
      {
        id: world.adviser,
        adviserName: 'Berta Berater',
        completed: 3,
        initial: 1,
        periodicReview: 1,
        event: 1,
        other: 0,
        byCustomer: 1,
        recommended: 1,
        withStatement: 0,
        notPursued: 1,
        plansCarriedOut: 2,
        plansPartlyCarriedOut: 0,
        boughtAmount: 200.5,
        boughtUnknown: 0,
        inducements: 12.5,
        inducementsUnknown: 1,
      },
    ]);
    expect(await read(2026)).toMatchObject([{ completed: 1, other: 1, inducements: 99 }]);
    expect(await read(2019)).toEqual([]);
  });

  test('count of a proposal carried out in part what the bank did, and nothing that was named for the whole', async () => {
    expect(await read(2023)).toMatchObject([
      {
        plansCarriedOut: 2,
        plansPartlyCarriedOut: 1,
        boughtAmount: 141.6,
        inducements: 8,
        inducementsUnknown: 1,
      },
    ]);
    // The bank said that it was a part and not which.
    expect(await read(2022)).toMatchObject([
      {
        plansCarriedOut: 1,
        plansPartlyCarriedOut: 1,
        boughtAmount: 0,
        boughtUnknown: 1,
        inducements: null,
        inducementsUnknown: 1,
      },
    ]);
  });

  test('keep a consultation that was given up in its year, also when its customer is merged later', async () => {
    const id = await advised({ state: 'notPursued', at: '2019-06-01T10:00:00Z' });
    // As a merge moves it; twice, as when the merge is taken back.
    for (let time = 0; time < 2; time += 1)
      await world.owner.query('update consultations set customer_id = customer_id where id = $1', [id]);
    expect(await read(2019)).toMatchObject([{ notPursued: 1 }]);
    expect((await read(new Date().getFullYear())).filter(({ notPursued }) => notPursued > 0)).toEqual([]);
  });

  test('name of a proposal nobody made who ordered it', async () => {
    expect(await read(2021)).toMatchObject([{ adviserName: 'Berta Berater', plansCarriedOut: 1 }]);
  });

  test('take once-only costs of a proposal carried out in part by its part', async () => {
    const scope = buildScope({
      tenantId: tenantA,
      userId: world.adviser,
      ownCustomerId: null,
      permissions: [],
      groups: [{ id: north, parentGroupId: null }],
      memberships: [{ groupId: north, groupRights }],
    });
    const ofYear = (year: number) =>
      readExPostSource({ database: world.database.database }, scope, world.contractId, year);
    // Nobody told what the two cost, or of a part which it was: they are counted and said to be unknown.
    expect(await ofYear(2025)).toMatchObject({ plans: 2, partly: 0, orders: 0, unknownOrders: 2 });
    // 10 + 4 of the whole one; 10 × 40.10 ÷ 100.25 of the other, which sold nothing.
    expect(await ofYear(2023)).toMatchObject({ plans: 2, partly: 1, orders: 18, unknownOrders: 0 });
    expect(await ofYear(2022)).toMatchObject({ plans: 1, partly: 1, orders: 0, unknownOrders: 1 });
    // Known in part: what is known counts. Without a cost model the fees of the contract stand as 0 and are unknown.
    await carriedOut({ entry: 7, transaction: 2.5, switchFee: null }, '2020-03-01T10:00:00Z');
    expect(await ofYear(2020)).toMatchObject({ plans: 1, orders: 9.5, unknownOrders: 1 });
    const untold = { entry: 0, transaction: 1.5, switchFee: 0, isContractUnknown: true };
    await carriedOut(untold, '2020-04-01T10:00:00Z');
    await carriedOut(costs, '2020-05-01T10:00:00Z');
    expect(await ofYear(2020)).toMatchObject({ plans: 3, orders: 25, unknownOrders: 2 });
    // Money of a proposal is told apart once it stands among what was paid in, by the part of it that was invested.
    const { rows } = await world.owner.query<{ day: string }>(
      `select max(valuation_date)::text as day from portfolios where contract_id = $1`,
      [world.contractId],
    );
    const day = rows[0]?.day ?? '';
    const settled = Number(day.slice(0, 4));
    await carriedOut({ entry: 20, transaction: 0, switchFee: 0 }, `${settled}-01-02T10:00:00Z`, {
      cash: 1000,
    });
    const entryOfPaid = async () => (await ofYear(settled)).entryOfPaid;
    const pay = (kind: string, paymentDay: string, amount: number) =>
      world.owner.query(
        `insert into contract_payments (tenant_id, contract_id, payment_kind, payment_day, amount, payment_source)
         values ($1, $2, $3, $4, $5, 'hand')`,
        [tenantA, world.contractId, kind, paymentDay, amount],
      );
    await pay('stated', `${settled - 1}-06-30`, 5000);
    await pay('paidIn', `${settled}-01-01`, 999.99);
    expect(await entryOfPaid()).toBe(0);
    await pay('paidIn', `${settled}-01-01`, 0.01);
    expect(await entryOfPaid()).toBe(20);
    await world.owner.query(
      `delete from contract_payments where contract_id = $1 and payment_kind = 'paidIn'`,
      [world.contractId],
    );
    expect(await entryOfPaid()).toBe(0);
    await pay('stated', day, 6000);
    expect(await entryOfPaid()).toBe(20);
  });

  test('are a file for the auditor, with an entry in the log', async () => {
    const file = await world.server.get(world.adviser, '/consultation-statistics?year=2025&format=csv');
    expect(file.status).toBe(200);
    expect(file.bytes.toString()).toContain('Berta Berater');
    expect(file.bytes.toString()).toContain('12,50');
    const { rows } = await world.owner.query(
      `select 1 from audit_entries where action = 'consultations.exportStatistics' and details ->> 'year' = '2025'`,
    );
    expect(rows).toHaveLength(1);
    const reader = await world.server.caller({ permissions: ['audit.view'] });
    expect((await world.server.get(reader, '/consultation-statistics?year=2025')).status).toBe(200);
    expect((await world.server.get(reader, '/consultation-statistics?year=2025&format=csv')).status).toBe(
      403,
    );
  });

  test('are of customers the caller sees', async () => {
    const southern = await world.server.caller({
      memberships: [{ groupId: south, groupRights: ['groupCustomers.view'] }],
    });
    expect(await read(2025, southern)).toEqual([]);
    expect(await read(2025, await world.server.caller({ tenantId: tenantB }))).toEqual([]);
    const other = await world.server.caller({ permissions: ['contracts.view'] });
    expect((await world.server.get(other, '/consultation-statistics?year=2025')).status).toBe(403);
    expect((await world.server.get(world.adviser, '/consultation-statistics?year=abc')).status).toBe(400);
  });
});
