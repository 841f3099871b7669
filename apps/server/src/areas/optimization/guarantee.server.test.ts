import type { contractDetail } from '@depotwerk/api/contracts/contract-detail';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { adviceHouse } from '../../../test/advice-house.ts';
import { anchorDate } from '../../../test/advice-world.ts';

const { world, admin, inputOf, simulate } = adviceHouse('medium');

const ofType = (type: 7 | 8) =>
  `c.risk_class_id is not null and c.end_date > '2030-01-01' and exists (select from tariffs t where t.tenant_id = c.tenant_id and t.id = c.tariff_id
     and t.tariff_type_id = ${type})`;
const detailOf = async (id: string) =>
  (await world.call<z.output<typeof contractDetail>>(admin, 'GET', `/contracts/${id}`)).body;

/** Writes what was paid and what the insurer holds; everything else stays. */
async function setPromise(id: string, paid: number, reserve: number): Promise<void> {
  await world.owner.query(
    `update portfolios set paid_in = $2, reserve_value = $3, total_value = cash_value + non_funds_value + $3
      where contract_id = $1 and is_current`,
    [id, paid, reserve],
  );
}

async function hybrid(type: 7 | 8, place = 0): Promise<string> {
  const id = (await world.contractIds(ofType(type), place + 1))[place];
  if (id === undefined) throw new Error('No such contract in this world.');
  return id;
}

/** Whole promise due in the years left, discounted year by year with a part of a year at the end. */
function independentFloor(promised: number, interest: number, endDate: string): number {
  const days = (Date.parse(endDate) - Date.parse(anchorDate)) / 86_400_000;
  const whole = Math.floor(days / 365.25);
  let value = promised;
  for (let year = 0; year < whole; year++) value /= 1 + interest;
  return value / Math.exp(Math.log(1 + interest) * (days / 365.25 - whole));
}

describe('the guarantee of a hybrid contract', () => {
  it.each([
    [7, 'contributions'],
    [8, 'guaranteeFund'],
  ] as const)('of type %i says what has to be safe today', async (type, kind) => {
    const { contract, guarantee } = await detailOf(await hybrid(type));
    expect(guarantee).toMatchObject({
      kind,
      level: 0.8,
      interest: 0.01,
      obstacle: null,
      today: anchorDate,
      base: contract.contributionsValue,
    });
    expect(guarantee?.guaranteeFundName === null).toBe(type === 7);
    const promised = Math.round((contract.contributionsValue ?? 0) * 80) / 100;
    expect(guarantee?.promised).toBe(promised);
    const floor = independentFloor(promised, 0.01, guarantee?.endDate ?? '');
    expect(Math.abs((guarantee?.cover?.floor ?? 0) - floor)).toBeLessThan(0.02);
    expect(guarantee?.cover?.value).toBeCloseTo(contract.totalValue, 2);
    expect(guarantee?.cover?.cushion).toBeCloseTo(contract.totalValue - (guarantee?.cover?.floor ?? 0), 2);
  });

  it('is the same in check and plan, and no proposal goes below it or adds what the cushion does not bear', async () => {
    // With few equities, so that the highest class asks for more.
    const [id = ''] = await world.contractIds(
      `${ofType(7)} and (select p.share_quota from portfolios p where p.contract_id = c.id and p.is_current) < 0.4`,
    );
    const { contract, guarantee: before } = await detailOf(id);
    // So much paid in that next to nothing is left above the floor, which is in proportion to it.
    const perEuro = (before?.cover?.floor ?? 0) / (contract.contributionsValue ?? 0);
    const paid = Math.round(((contract.cashValue - 50) / perEuro) * 100) / 100;
    await setPromise(id, paid, 0);
    const { guarantee } = await detailOf(id);
    expect(Math.abs((guarantee?.cover?.cushion ?? 0) - 50 - contract.nonFundsValue)).toBeLessThan(0.05);
    const { body: input } = await inputOf(id);
    expect(input.contract.guarantee).toMatchObject({ promised: guarantee?.promised, level: 0.8 });
    const { proposals } = (await simulate(id, { riskClassId: 3 })).body;
    expect(proposals).toHaveLength(4);
    const bound = proposals.filter(({ reasons }) =>
      reasons.some(({ limit }) => limit === 'contract.guarantee'),
    );
    expect(bound.filter(({ isFeasible, transactions }) => isFeasible || transactions.length > 0)).toEqual([]);
    const full = proposals.find(({ mode }) => mode === 'full');
    expect(full?.reasons.map(({ limit }) => limit)).toEqual(['contract.guarantee']);
    expect(full?.reasons[0]?.text).toMatch(/Garantie am Ende erfüllt/);
    // Without a promise the same switch can be carried out.
    await setPromise(id, 0, 0);
    const [free] = (await simulate(id, { riskClassId: 3, mode: 'full' })).body.proposals;
    expect(free).toMatchObject({ isFeasible: true });
    expect(free?.transactions.length).toBeGreaterThan(0);
    expect((await detailOf(id)).guarantee).toMatchObject({
      promised: null,
      cover: null,
      obstacle: 'noContributions',
    });
  });

  it('is below where the value is missing, and a warning of the plan says so', async () => {
    const id = await hybrid(7, 2);
    const { contract } = await detailOf(id);
    await setPromise(id, (contract.contributionsValue ?? 0) * 4, 0);
    expect((await detailOf(id)).guarantee?.cover?.status).toBe('below');
    const { proposals } = (await simulate(id)).body;
    const checks = proposals.map(({ checks: all }) => all.find(({ checkKey }) => checkKey === 'minimums'));
    for (const check of checks) expect(check?.text).toMatch(/die heute sicher sein müssen/);
  });

  it('says why it is not known: no end, no interest, a pension, the highest value', async () => {
    const id = await hybrid(7, 3);
    const statement = (sql: string) => world.owner.query(sql, [id]);
    const ofTariff = 'where id = (select tariff_id from contracts where id = $1)';
    await statement('update contracts set end_date = null where id = $1');
    expect((await detailOf(id)).guarantee).toMatchObject({ obstacle: 'noEnd', cover: null });
    await statement(`update contracts set end_date = '2040-01-01' where id = $1`);
    await statement(`update tariffs set guarantee_type_id = 3 ${ofTariff}`);
    expect((await detailOf(id)).guarantee).toMatchObject({ kind: 'pension', obstacle: 'pension' });
    await statement(`update tariffs set guarantee_type_id = 2 ${ofTariff}`);
    const { rows } = await world.owner.query<{ most: number }>(
      'select max(total_value)::float8 as most from portfolios where contract_id = $1',
      [id],
    );
    expect((await detailOf(id)).guarantee).toMatchObject({ kind: 'highest', base: rows[0]?.most });
    await statement(`update tariffs set guarantee_type_id = 1, guaranteed_interest = null ${ofTariff}`);
    expect((await detailOf(id)).guarantee).toMatchObject({ obstacle: 'noInterest', promised: null });
    await statement(`update tariffs set guaranteed_interest = 0.01 ${ofTariff}`);
  });

  it('is none of other tariffs and none the customer herself is shown', async () => {
    const [other] = await world.contractIds(
      'exists (select from tariffs t where t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.tariff_type_id = 1)',
      1,
    );
    expect((await detailOf(other ?? '')).guarantee).toBeNull();
    const id = await hybrid(7);
    const { contract } = await detailOf(id);
    const own = await world.caller({ ownCustomerId: contract.customer.id });
    const { status, body } = await world.call<z.output<typeof contractDetail>>(
      own,
      'GET',
      `/contracts/${id}`,
    );
    expect(status).toBe(200);
    expect(body.guarantee).toBeNull();
  });
});
