import type pg from 'pg';
import { type CopyValue, copyRows } from '../../../platform/table-files/copy-rows.ts';
import type { PricedFund, PriceRow } from './price-row.ts';
import { accountColumns } from './staging.ts';

export const priceStaging = 'import_prices';
/** Its columns. */
export const priceStagingColumns = `${accountColumns},
    fund_id integer, price_date date, price numeric(15,6)`;

/** A gap longer than this in a series is worth a remark; monthly series stay below it. */
const longestGapDays = 45;
/** Ten business days, after which the figures take a series for ended (`clean-series.ts` of the engine), without holidays. */
const longestSilenceDays = 14;
/** A step between these factors, or their inverse, is a change of unit (pence and pounds), not of the market. */
const unitStep = 'between 60 and 167';

/** All funds of the tenant by ISIN. */
export async function loadPricedFunds(connection: pg.ClientBase): Promise<Map<string, PricedFund>> {
  const { rows } = await connection.query<{ isin: string; id: number; currency: string }>(
    'select isin, id, currency from funds where tenant_id = app_tenant_id()',
  );
  return new Map(rows.map(({ isin, id, currency }) => [isin, { id, currency }]));
}

/** Copies the prices into the staging table; those with a fault are there already refused. */
export async function stagePrices(connection: pg.ClientBase, rows: AsyncIterable<PriceRow>): Promise<void> {
  await connection.query(`create temp table ${priceStaging} (${priceStagingColumns}) on commit drop`);
  await copyRows(
    connection,
    priceStaging,
    'line column_name isin cell_value outcome reason_code reason fund_id price_date price'.split(' '),
    encodeRows(rows),
  );
  await connection.query(`analyze ${priceStaging}`);
}

async function* encodeRows(rows: AsyncIterable<PriceRow>): AsyncGenerator<CopyValue[]> {
  for await (const { line, column, isin, value, fault, fundId, day, price } of rows) {
    yield fault
      ? [line, column, isin, value, 'rejected', fault.code, fault.reason, null, null, null]
      : [line, column, isin, value, null, null, null, fundId, day, price];
  }
}

/**
 * Decides every staged price against the file itself and the stored series, and writes what is new or changed. Stored prices
 * are looked up one by one by their key (`lateral … offset 0`, `on conflict`), never joined: the statistics know nothing of
 * a tenant that has just begun, and a join planned for its one price reads the whole file once for each of a million.
 */
export async function settlePrices(connection: pg.ClientBase, acceptsUnitJumps: boolean): Promise<void> {
  await settleDuplicates(connection);
  if (!acceptsUnitJumps) {
    await refuseUnitSteps(connection);
    await refuseOtherUnits(connection);
  }
  await connection.query(`
    update ${priceStaging} s
       set outcome = case when k.price is null then 'imported' when k.price = s.price then 'unchanged' else 'changed' end
      from (select own.ctid as id, p.price from ${priceStaging} own left join ${storedPrice('own')} p on true
             where own.outcome is null) k
     where s.ctid = k.id`);
  await remarkGaps(connection);
  await connection.query(`
    insert into fund_prices (tenant_id, fund_id, price_date, price)
    select app_tenant_id(), fund_id, price_date, price from ${priceStaging}
     where outcome in ('imported', 'changed') order by fund_id, price_date
        on conflict (tenant_id, fund_id, price_date) do update set price = excluded.price`);
}

/** The stored price of a staged one's day, by its key. */
const storedPrice = (staged: string) => `lateral (select price from fund_prices
  where tenant_id = app_tenant_id() and fund_id = ${staged}.fund_id and price_date = ${staged}.price_date offset 0)`;

/**
 * What becomes of funds the file says nothing new of, as a German sentence: where it moves the newest day of the market, series that end
 * long before it are compared with nobody any more. null where no fund loses by it.
 */
export async function remarkLeftBehind(connection: pg.ClientBase): Promise<string | null> {
  const { rows } = await connection.query<{ day: string; count: number }>(`
    with file as (
      select fund_id, max(price_date) as day from ${priceStaging}
       where outcome in ('imported', 'changed', 'unchanged') group by fund_id),
    newest as (
      select max(day) as day from file
      having max(day) > (select calculated_for from fund_figure_runs where tenant_id = app_tenant_id()))
    select to_char(n.day, 'DD.MM.YYYY') as day, count(*)::int as count
      from newest n
      join fund_key_figures k on k.tenant_id = app_tenant_id() and k.data_to < n.day - ${longestSilenceDays}
      left join file f on f.fund_id = k.fund_id
     where coalesce(f.day, k.data_to) < n.day - ${longestSilenceDays}
     group by n.day`);
  const [found] = rows;
  return found === undefined
    ? null
    : `Die Kurse von ${found.count.toLocaleString('de-DE')} Fonds enden mehr als zehn Bankarbeitstage vor dem neuesten (${found.day}): Ohne neuere Kurse gibt es dafür keine Kennzahlen und keinen Rang mehr.`;
}

async function settleDuplicates(connection: pg.ClientBase): Promise<void> {
  await connection.query(`
    update ${priceStaging} s
       set outcome = case when s.price = twin.price then 'unchanged' else 'rejected' end,
           reason_code = case when s.price <> twin.price then 'price.contradiction' end,
           reason = case when s.price <> twin.price
             then 'Für diesen Tag steht in Zeile ' || twin.line || ' schon ein anderer Kurs.' end,
           hint = case when s.price = twin.price then 'Wiederholung von Zeile ' || twin.line || '.' end
      from (select ctid as id, row_number() over w as position, first_value(price) over w as price,
                   first_value(line) over w as line
              from ${priceStaging} where outcome is null
            window w as (partition by fund_id, price_date order by line, column_name)) twin
     where s.ctid = twin.id and twin.position > 1`);
}

/**
 * Follows each series by date from the last stored price before it: a step by about 100 opens another unit, the
 * step back closes it. Prices in another unit than the stored series, or than most of the file, are refused.
 */
async function refuseUnitSteps(connection: pg.ClientBase): Promise<void> {
  await connection.query(`
    with first_day as (
      select fund_id, min(price_date) as day from ${priceStaging} where outcome is null group by fund_id),
    series as (
      select ctid as id, fund_id, price_date, price::float8 as price from ${priceStaging} where outcome is null
      union all
      select null, f.fund_id, p.price_date, p.price::float8
        from first_day f
       cross join lateral (select price_date, price from fund_prices
                            where tenant_id = app_tenant_id() and fund_id = f.fund_id and price_date < f.day
                            order by price_date desc limit 1) p),
    steps as (
      select *, lag(price) over (partition by fund_id order by price_date) as previous from series),
    levels as (
      select *, sum(case when price / previous ${unitStep} then 1 when previous / price ${unitStep} then -1 else 0 end)
                  over (partition by fund_id order by price_date) as level
        from steps),
    usual as (
      select fund_id, coalesce(max(level) filter (where id is null), mode() within group (order by level)) as level
        from levels group by fund_id)
    update ${priceStaging} s
       set outcome = 'rejected', reason_code = 'price.unit', hint = null,
           reason = 'Der Kurs weicht um etwa das Hundertfache von der übrigen Reihe ab; vermutlich eine andere Einheit (Pence).'
      from levels l join usual u on u.fund_id = l.fund_id
     where s.ctid = l.id and l.level <> u.level`);
}

/** A price for a day that is stored at about a hundredth or the hundredfold is in another unit, too. */
async function refuseOtherUnits(connection: pg.ClientBase): Promise<void> {
  await connection.query(`
    update ${priceStaging} s
       set outcome = 'rejected', reason_code = 'price.unit', hint = null,
           reason = 'Für diesen Tag ist etwa das Hundertfache oder ein Hundertstel gespeichert; vermutlich eine andere Einheit (Pence).'
      from (select own.ctid as id from ${priceStaging} own cross join ${storedPrice('own')} p
             where own.outcome is null
               and (own.price::float8 / p.price::float8 ${unitStep} or p.price::float8 / own.price::float8 ${unitStep})) other
     where s.ctid = other.id`);
}

async function remarkGaps(connection: pg.ClientBase): Promise<void> {
  await connection.query(`
    update ${priceStaging} s
       set hint = 'Davor fehlen Kurse seit dem ' || to_char(g.previous, 'DD.MM.YYYY') || '.'
      from (select ctid as id, price_date, lag(price_date) over (partition by fund_id order by price_date) as previous
              from ${priceStaging} where outcome in ('imported', 'changed')) g
     where s.ctid = g.id and g.price_date - g.previous > ${longestGapDays}`);
}
