import { expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';

const { world, admin, simulate } = adviceHouse('medium');

interface Input {
  readonly lockedIsins: readonly string[];
  readonly contract: {
    readonly cash: number;
    readonly positions: readonly { isin: string; quantity: number; price: number | null }[];
  };
}

const inputOf = async (id: string) =>
  (await world.call<Input>(admin, 'GET', `/contracts/${id}/advice-input`)).body;

/** The sums of a portfolio after its entries or the money beside them have changed. */
const setNotInFunds = (portfolioId: string, value: number) =>
  world.owner.query(
    `update portfolios p set non_funds_value = $2, cash_value = e.value, total_value = e.value + $2 + p.reserve_value
       from (select coalesce(sum(x.value), 0) as value from portfolio_entries x where x.portfolio_id = $1) e where p.id = $1`,
    [portfolioId, value],
  );

/** A depot of which the bank reports its largest holding in a fund that nobody knows here. */
async function withUnknownHolding(bankValue: (value: number) => number) {
  const { rows } = await world.owner.query<{
    id: string;
    portfolioId: string;
    entryId: string;
    value: number;
  }>(
    `select c.id, p.id as "portfolioId", e.id as "entryId", e.value::float8 as value from contracts c
       join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.tariff_type_id = 1
       join portfolios p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current
       join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
      where c.tenant_id = $1 and c.risk_class_id is not null and c.end_date is null and e.value > p.total_value * 0.3
        and e.value < p.total_value * 0.9
        and not exists (select from trader_depots d where d.tenant_id = c.tenant_id and d.contract_id = c.id)
      order by c.id limit 1`,
    [world.tenantId],
  );
  const [held] = rows;
  if (!held) throw new Error('the world has a depot with a large holding');
  const before = await inputOf(held.id);
  const value = bankValue(held.value);
  const { cash } = before.contract;
  const dealtWith = {
    quantities: { [unknown]: 7 },
    cash,
    savingsPlan: null,
    holderName: '',
    ourCash: cash,
    unknownFunds: [{ isin: unknown, quantity: 7, value }],
  };
  await world.owner.query('delete from portfolio_entries where id = $1', [held.entryId]);
  await setNotInFunds(held.portfolioId, cash + value);
  await world.owner.query(
    `insert into trader_depots (tenant_id, issuer_id, external_key, contract_id, state, dealt_with)
     select $1::uuid, min(id), $2::text, $2::uuid, 'linked', $3::jsonb from issuers where tenant_id = $1::uuid`,
    [world.tenantId, held.id, JSON.stringify(dealtWith)],
  );
  return { ...held, cash };
}

const unknown = 'LU0000000018';

it('what a bank reports in a fund that nobody knows here is held, and no money to buy with', async () => {
  const { id, value, cash, portfolioId } = await withUnknownHolding((own) => own);
  const input = await inputOf(id);
  expect(input.contract.cash).toBe(cash);
  const position = input.contract.positions.find(({ isin }) => isin === unknown);
  expect(position?.quantity).toBe(7);
  expect(7 * (position?.price ?? 0)).toBeCloseTo(value, 6);
  expect(input.lockedIsins).toContain(unknown);
  const { proposals } = (await simulate(id)).body;
  expect(proposals).toHaveLength(4);
  for (const { transactions, cashAfter, before } of proposals) {
    expect(before.totalValue).toBeGreaterThan(value);
    expect(cashAfter).toBeGreaterThanOrEqual(0);
    const bought = transactions.reduce(
      (sum, { action, amount }) => sum + (action === 'buy' ? amount : -amount),
      0,
    );
    expect(bought).toBeLessThanOrEqual(cash + 0.005);
    expect(transactions.map(({ isin }) => isin)).not.toContain(unknown);
  }
  // What stays open because of it says what to do.
  const told = proposals.flatMap(({ recommendation, messages }) => [
    recommendation ?? '',
    ...messages.map(({ text }) => text),
  ]);
  expect(told.join(' ')).not.toContain(`${unknown} ist hier nicht bekannt`);
  expect(told.join(' ')).toContain(`Für ${unknown} ist hier kein Fonds bekannt`);
  expect(told.join(' ')).not.toContain('erreicht das Risiko das Band');
  // What came another way since holds what it says.
  await setNotInFunds(portfolioId, 12.34);
  const { contract } = await inputOf(id);
  expect(contract.cash).toBe(12.34);
  expect(contract.positions.map(({ isin }) => isin)).not.toContain(unknown);
});

it('what a bank reports without saying what it is worth keeps every order back', async () => {
  const { id } = await withUnknownHolding(() => 0);
  const { proposals } = (await simulate(id)).body;
  for (const { transactions, before, checks } of proposals) {
    expect(transactions).toEqual([]);
    expect(before).toMatchObject({ risk: { value: null }, shareQuota: null });
    // What is worth nobody knows what lies below no limit.
    expect(checks.map(({ text }) => text).join(' ')).not.toContain(`liegt ${unknown}`);
  }
  const recommended = proposals.find(({ isRecommended }) => isRecommended);
  expect(recommended).toMatchObject({ mode: 'keepPortfolio', isNeeded: true });
  expect(recommended?.recommendation).toContain(`Für ${unknown} liegt kein Kurs vor`);
});
