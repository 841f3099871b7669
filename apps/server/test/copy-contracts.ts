import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** What a contract's copy needs to be planned like the contract, and of which rows: its past is left behind. */
const current = 'select id from portfolios where is_current and contract_id = any ($1::uuid[])';
const running = 'select id from savings_plans where valid_to is null and contract_id = any ($1::uuid[])';
const tables = [
  ['contracts', 'id', 'id = any ($1::uuid[])'],
  ['contract_holders', 'contract_id', 'contract_id = any ($1::uuid[])'],
  ['risk_assessments', 'contract_id', 'contract_id = any ($1::uuid[])'],
  ['contract_hints', 'contract_id', 'contract_id = any ($1::uuid[])'],
  ['portfolios', 'contract_id', `id in (${current})`],
  ['portfolio_entries', 'portfolio_id', `portfolio_id in (${current})`],
  ['savings_plans', 'contract_id', `id in (${running})`],
  ['savings_plan_entries', 'savings_plan_id', `savings_plan_id in (${running})`],
] as const;

/**
 * Makes so many copies of each of some contracts, of the same customers: a big book within seconds, where a demo of that size takes
 * minutes to fill.
 * @returns ids of the copies
 */
export async function copyContracts(
  owner: pg.Client,
  contractIds: readonly string[],
  copies: number,
): Promise<string[]> {
  // A contract may be copied once more.
  const time = randomUUID().slice(0, 8);
  const copyOf = (id: string) => `md5(${id}::text || '${time}' || n)::uuid`;
  for (const [table, key, copied] of tables) {
    const { rows: columns } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const values = columns.map(({ name }) => {
      if (name === 'id' || name === key) return copyOf(`s.${name}`);
      return name === 'external_key' ? `s.external_key || '/${time}/' || n` : `s.${name}`;
    });
    await owner.query(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
       select ${values.join(', ')} from ${table} s cross join generate_series(1, $2::integer) n where ${copied}`,
      [contractIds, copies],
    );
  }
  const { rows } = await owner.query<{ id: string }>(
    `select ${copyOf('id')} as id from unnest($1::uuid[]) id cross join generate_series(1, $2::integer) n`,
    [contractIds, copies],
  );
  return rows.map(({ id }) => id);
}
