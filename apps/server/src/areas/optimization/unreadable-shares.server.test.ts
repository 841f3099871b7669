import { expect, it } from 'vitest';
import { adviceHouse } from '../../../test/advice-house.ts';

const { world, admin, simulate } = adviceHouse('small');

interface Checked {
  risk: { status: string };
  hints: { hintCode: string; title: string; actual: number | null; range: number | null }[];
}

it('stores what is left of a depot whose account is as far below or above zero as an account can be', async () => {
  const [id = ''] = await world.contractIds(`c.risk_class_id is not null and c.risk_band_status = 'in'
    and exists (select 1 from tariffs t where t.tenant_id = c.tenant_id and t.id = c.tariff_id and t.tariff_type_id = 1)`);
  const { rows } = await world.owner.query<{ value: number }>(
    'select cash_value::float8 as value from portfolios where contract_id = $1 and is_current',
    [id],
  );
  const worth = rows[0]?.value ?? 0;
  expect(worth).toBeGreaterThan(100);
  // Of a cent that is left, every fund is a multiple no column was made for.
  for (const cash of [
    0.01 - worth,
    1 - worth,
    -worth,
    -99_999_999.99,
    -100_000_000,
    -9_999_999_999,
    9_999_999_999,
  ]) {
    await world.owner.query(
      `update portfolios set non_funds_value = $2, total_value = cash_value + $2 where contract_id = $1 and is_current`,
      [id, cash.toFixed(2)],
    );
    const { status, body } = await world.call<Checked>(admin, 'POST', `/contracts/${id}/check`);
    expect(status, `${cash}`).toBe(200);
    const overdrawn = body.hints.filter(({ title }) => title === 'Sonstiges Guthaben im Minus');
    // A figure too large to be kept is unknown; the sentence says it all the same.
    const kept = Math.abs(cash) < 100_000_000 ? Number(cash.toFixed(2)) : null;
    expect(
      overdrawn.map(({ range }) => range),
      `${cash}`,
    ).toEqual(cash < 0 ? [kept] : []);
    expect((await simulate(id, {})).status, `${cash}`).toBe(200);
    const planned = await world.call(admin, 'POST', `/contracts/${id}/plan-optimization`, {
      mode: 'necessary',
    });
    // What no order can mend is said, never an error nobody expected.
    expect([200, 400], `${cash}`).toContain(planned.status);
  }
});
