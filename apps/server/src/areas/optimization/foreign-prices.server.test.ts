import type { plannedOptimization } from '@depotwerk/api/optimization/optimization';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../test/advice-house.ts';

const { world, admin, simulate } = adviceHouse('medium');

interface Priced {
  readonly isin: string;
  readonly price: number | null;
}

/** A contract whose full switch is feasible and trades something. */
async function tradable(): Promise<string> {
  for (const id of await world.contractIds('c.risk_class_id is not null', 250)) {
    const [full] = (await simulate(id, { mode: 'full' })).body.proposals;
    if (full?.isFeasible && full.transactions.length > 1) return id;
  }
  throw new Error('the world has a contract to trade in');
}

it('no price in dollars is taken for euros: what is held counts at what its bank said', async () => {
  const id = await tradable();
  const { rows } = await world.owner.query(
    `select f.isin, f.id, e.price::float from portfolios p
       join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
       join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
      where p.contract_id = $1 and p.is_current order by e.value desc limit 1`,
    [id],
  );
  const [held] = rows as { isin: string; id: number; price: number }[];
  await world.owner.query(
    `update funds set currency = 'USD', price = price * 1.4, price_date = price_date + 1 where tenant_id = $1 and id = $2`,
    [world.tenantId, held?.id],
  );
  const input = await world.call<{ contract: { positions: Priced[] }; funds: Priced[] }>(
    admin,
    'GET',
    `/contracts/${id}/advice-input`,
  );
  const priceOf = (of: readonly Priced[]) => of.find(({ isin }) => isin === held?.isin)?.price ?? null;
  expect(priceOf(input.body.contract.positions)).toBe(held?.price);
  expect(priceOf(input.body.funds)).toBeNull();
  const stored = await world.call(admin, 'POST', `/contracts/${id}/plan-optimization`, { mode: 'full' });
  expect(stored.status).toBe(200);
  const path = `/contracts/${id}/planned-optimization`;
  const { body } = await world.call<z.output<typeof plannedOptimization>>(admin, 'GET', path);
  expect(body.outdatedReasons).toEqual([]);
});
