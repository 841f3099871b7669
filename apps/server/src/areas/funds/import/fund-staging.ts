import type pg from 'pg';
import { type CopyValue, copyRows } from '../../../platform/table-files/copy-rows.ts';
import type { FundRow } from './fund-row.ts';
import { accountColumns } from './staging.ts';

export const fundStaging = 'import_funds';

/** Field of a row, its column in `funds` and type; rounding to the type's decimals happens in the database. */
const columns = [
  ['wkn', 'wkn', 'text'],
  ['name', 'name', 'text'],
  ['companyName', 'company_name', 'text'],
  ['peergroup', 'peergroup_id', 'integer'],
  ['currency', 'currency', 'text'],
  ['domicile', 'domicile', 'text'],
  ['distributionPolicy', 'distribution_policy', 'text'],
  ['launchDate', 'launch_date', 'date'],
  ['isEtf', 'is_etf', 'boolean'],
  ['isSavingsPlanCapable', 'is_savings_plan_capable', 'boolean'],
  ['minimumInvestment', 'minimum_investment', 'numeric(15,2)'],
  ['ongoingFee', 'ongoing_fee', 'numeric(7,6)'],
  ['ongoingFeeDate', 'ongoing_fee_date', 'date'],
  ['managementFee', 'management_fee', 'numeric(7,6)'],
  ['distributionFee', 'distribution_fee', 'numeric(7,6)'],
  ['transactionCosts', 'transaction_costs', 'numeric(8,6)'],
  ['performanceFee', 'performance_fee', 'numeric(8,6)'],
  ['hasPerformanceFee', 'has_performance_fee', 'boolean'],
  ['entryFee', 'entry_fee', 'numeric(7,6)'],
  ['exitFee', 'exit_fee', 'numeric(7,6)'],
  ['riskIndicator', 'risk_indicator', 'smallint'],
  ['riskIndicatorType', 'risk_indicator_type', 'text'],
  ['recommendedHoldingYears', 'recommended_holding_years', 'numeric(5,2)'],
  ['returnStress', 'return_stress', 'numeric(8,6)'],
  ['returnUnfavourable', 'return_unfavourable', 'numeric(8,6)'],
  ['returnModerate', 'return_moderate', 'numeric(8,6)'],
  ['returnFavourable', 'return_favourable', 'numeric(8,6)'],
  ['sfdrArticle', 'sfdr_article', 'smallint'],
  ['considersPai', 'considers_pai', 'boolean'],
  ['minimumShareSustainable', 'minimum_share_sustainable', 'numeric(7,6)'],
  ['minimumShareTaxonomy', 'minimum_share_taxonomy', 'numeric(7,6)'],
  ['esgClimateFootprint', 'esg_climate_footprint', 'numeric(15,2)'],
  ['mifidR', 'mifid_r', 'text'],
  ['mifidP', 'mifid_p', 'text'],
  ['kiid', 'kiid', 'text'],
  ['kiidDate', 'kiid_date', 'date'],
  ['factsheet', 'factsheet', 'text'],
] as const;

const names = columns.map(([, name]) => name);
const list = (prefix: string, chosen: readonly string[] = names) =>
  chosen.map((name) => `${prefix}.${name}`).join(', ');
/** Columns whose stated value always replaces the stored one; risk and dates have rules of their own. */
const replaced = names.filter((name) => name !== 'risk_indicator' && name !== 'risk_indicator_type');

/** Columns of the staging table: what every import accounts for, and what a row says of its fund. */
export const fundStagingColumns = `${accountColumns},
  ${columns.map(([, name, type]) => `${name} ${type}`).join(', ')}, data_date date, target_market jsonb`;

/** Copies the rows into the staging table; rows with a fault are there already refused. */
export async function stageFunds(connection: pg.ClientBase, rows: AsyncIterable<FundRow>): Promise<void> {
  await connection.query(`create temp table ${fundStaging} (${fundStagingColumns}) on commit drop`);
  await copyRows(
    connection,
    fundStaging,
    [
      ...'line column_name isin cell_value outcome reason_code reason hint'.split(' '),
      ...names,
      'data_date',
      'target_market',
    ],
    encodeRows(rows),
  );
  await connection.query(`create index on ${fundStaging} (isin, line); analyze ${fundStaging}`);
}

async function* encodeRows(rows: AsyncIterable<FundRow>): AsyncGenerator<CopyValue[]> {
  for await (const { line, isin, fault, hint, values, targetMarket } of rows) {
    const account: CopyValue[] = fault
      ? [line, fault.column, isin, fault.value, 'rejected', fault.code, fault.reason, null]
      : [line, '', isin, null, null, null, null, hint];
    const own = fault ? columns.map(() => null) : columns.map(([field]) => values.get(field) ?? null);
    yield [
      ...account,
      ...own,
      fault ? null : (values.get('dataDate') ?? null),
      fault ? null : JSON.stringify(targetMarket),
    ];
  }
}

/**
 * Decides every staged row: second statements on an ISIN, funds that are new, changed or the same. Who may not put funds
 * into peer groups by hand does not do it with a file either.
 */
export async function settleFunds(
  connection: pg.ClientBase,
  dataSource: string,
  mayMoveFunds: boolean,
): Promise<void> {
  await settleDuplicates(connection);
  await refuseCurrencies(connection);
  if (!mayMoveFunds) await refuseMoves(connection);
  await connection.query(`
    update ${fundStaging} s
       set outcome = 'rejected', reason_code = 'fund.incomplete', hint = null,
           reason = 'Der Fonds ist neu, aber ' || case when s.name is null and s.currency is null then 'Name und Währung fehlen'
                    when s.name is null then 'der Name fehlt' else 'die Währung fehlt' end || '.'
     where s.outcome is null and (s.name is null or s.currency is null)
       and not exists (select 1 from funds f where f.tenant_id = app_tenant_id() and f.isin = s.isin)`);
  await changeFunds(connection, dataSource);
  await connection.query(
    `with added as (
       insert into funds (tenant_id, isin, ${names.join(', ')}, data_date, target_market, data_source)
       select app_tenant_id(), s.isin, ${names.map((name) => defaulted(name)).join(', ')}, s.data_date, s.target_market, $1
         from ${fundStaging} s
        where s.outcome is null
          and not exists (select 1 from funds f where f.tenant_id = app_tenant_id() and f.isin = s.isin)
        order by s.line
       returning isin)
     update ${fundStaging} s set outcome = 'imported' from added where s.outcome is null and s.isin = added.isin`,
    [dataSource],
  );
  await connection.query(`update ${fundStaging} set outcome = 'unchanged' where outcome is null`);
}

/** Refuses the rows that name another currency than a fund is kept in: one entered wrong is corrected by hand, where it is said what that means. */
async function refuseCurrencies(connection: pg.ClientBase): Promise<void> {
  await connection.query(
    `update ${fundStaging} s
       set outcome = 'rejected', reason_code = 'currency', hint = null, cell_value = s.currency,
           reason = replace($1::text, '{}', f.currency)
      from funds f
     where s.outcome is null and f.tenant_id = app_tenant_id() and f.isin = s.isin and f.currency <> s.currency`,
    ['Der Fonds wird in {} geführt. Ist das falsch, berichtigen Sie es in den Stammdaten des Fonds.'],
  );
}

/** Refuses the rows that would put a fund into another peer group than it is in. */
async function refuseMoves(connection: pg.ClientBase): Promise<void> {
  await connection.query(`
    update ${fundStaging} s
       set outcome = 'rejected', reason_code = 'peergroup.forbidden', hint = null,
           reason = 'Für die Zuordnung zu einer Peergroup fehlt Ihnen die Berechtigung.'
     where s.outcome is null and s.peergroup_id is not null
       and not exists (select 1 from funds f where f.tenant_id = app_tenant_id() and f.isin = s.isin
                          and f.peergroup_id = s.peergroup_id)`);
}

/** New funds: where the table wants a value and the file has none, the table's own default. */
function defaulted(name: string): string {
  if (name === 'company_name') return `coalesce(s.company_name, '')`;
  return name === 'is_etf' || name === 'is_savings_plan_capable' ? `coalesce(s.${name}, false)` : `s.${name}`;
}

/** The first statement on an ISIN counts; the same again changes nothing, another one is refused. */
async function settleDuplicates(connection: pg.ClientBase): Promise<void> {
  const values = `${list('s')}, s.data_date, s.target_market`;
  const first = `${list('f')}, f.data_date, f.target_market`;
  await connection.query(`
    update ${fundStaging} s
       set outcome = case when same then 'unchanged' else 'rejected' end,
           reason_code = case when not same then 'isin.contradiction' end,
           reason = case when not same then 'Dieselbe ISIN steht mit anderen Angaben schon in Zeile ' || first_line || '.' end,
           cell_value = case when not same then s.isin end,
           hint = case when same then 'Wiederholung von Zeile ' || first_line || '.' end
      from (select s.line, f.line as first_line, (${values}) is not distinct from (${first}) as same
              from ${fundStaging} s
              join (select distinct on (isin) * from ${fundStaging} where outcome is null order by isin, line) f
                on f.isin = s.isin and f.line < s.line
             where s.outcome is null) twin
     where s.line = twin.line`);
}

/**
 * Writes what a file says about known funds. A blank says nothing. The manufacturer's SRI is not replaced by an
 * SRRI, unless it was only our estimate; the date of the data never goes back.
 */
async function changeFunds(connection: pg.ClientBase, dataSource: string): Promise<void> {
  const takesRisk = `s.risk_indicator is not null and (s.risk_indicator_type = 'SRI' or f.is_risk_indicator_estimated
    or f.risk_indicator_type is distinct from 'SRI')`;
  const next = [
    ...replaced.map((name) => [name, `coalesce(s.${name}, f.${name})`] as const),
    ['risk_indicator', `case when ${takesRisk} then s.risk_indicator else f.risk_indicator end`] as const,
    [
      'risk_indicator_type',
      `case when ${takesRisk} then s.risk_indicator_type else f.risk_indicator_type end`,
    ] as const,
    ['is_risk_indicator_estimated', `f.is_risk_indicator_estimated and not (${takesRisk})`] as const,
    ['data_date', 'greatest(f.data_date, s.data_date)'] as const,
    ['target_market', 'f.target_market || s.target_market'] as const,
  ];
  await connection.query(
    `with written as (
       update funds f set ${next.map(([name, value]) => `${name} = ${value}`).join(', ')}, data_source = $1
         from ${fundStaging} s
        where f.tenant_id = app_tenant_id() and f.isin = s.isin and s.outcome is null
          and (${next.map(([name]) => `f.${name}`).join(', ')}) is distinct from (${next.map(([, value]) => value).join(', ')})
       returning f.isin)
     update ${fundStaging} s set outcome = 'changed' from written where s.isin = written.isin and s.outcome is null`,
    [dataSource],
  );
}
