/** Writes categories, peer groups, funds, prices and figures of one tenant. */

import {
  hasKeyFigures,
  keyFigureColumns,
  keyFigureRow,
  rankColumns,
  rankRows,
} from '@depotwerk/server/public';
import type pg from 'pg';
import { CopyTable } from './copy-table.ts';
import { groupColours } from './demo-colours.ts';
import { type DemoFund, priceScale } from './demo-funds.ts';
import { type DemoMarket, sustainableShares } from './demo-market.ts';
import { moneyMarketKey, periodEnds } from './fund-figures.ts';
import { demoTargetMarket, holdingYears, regionOf, sectorOf } from './group-places.ts';
import { categories, peergroups } from './market-parameters.ts';
import { Random } from './random.ts';
import { equityQuota } from './risk-model.ts';

const fixed = (value: number | null | undefined, decimals: number): string | null =>
  value === null || value === undefined ? null : value.toFixed(decimals);

function writeGroups(tenantId: string, market: DemoMarket, days: readonly string[]): CopyTable[] {
  const categoryTable = new CopyTable('fund_categories', [
    'tenant_id',
    'id',
    'category_name',
    'category_color',
    'sort_order',
  ]);
  const groupTable = new CopyTable('peergroups', [
    'tenant_id',
    'id',
    'peergroup_key',
    'peergroup_name',
    'category_id',
    'colour',
    'equity_quota',
    'is_money_market',
    'region',
    'sector',
  ]);
  const risks = new CopyTable('peergroup_risks', [
    'tenant_id',
    'peergroup_id',
    'volatility',
    'value_at_risk',
    'share_quota',
    'observations',
    'data_from',
    'data_to',
  ]);
  const covariances = new CopyTable('peergroup_covariances', [
    'tenant_id',
    'peergroup_id',
    'other_peergroup_id',
    'covariance',
  ]);
  for (const [index, category] of categories.entries())
    categoryTable.add(tenantId, index + 1, category.name, category.color, index);
  for (const [index, group] of peergroups.entries()) {
    const id = index + 1;
    const category = categories.findIndex(({ name }) => name === group.category) + 1;
    groupTable.add(
      tenantId,
      id,
      group.key,
      group.name,
      category,
      groupColours[index % groupColours.length] ?? '',
      (group.equityQuota / 100).toFixed(4),
      group.key === moneyMarketKey,
      regionOf(group.key),
      sectorOf(group.key),
    );
    const row = market.figures.covariance[index] ?? [];
    const volatility = Math.sqrt(row[index] ?? 0);
    risks.add(
      tenantId,
      id,
      volatility.toFixed(6),
      (1.96 * volatility).toFixed(6),
      equityQuota(new Map([[id, 1]])).toFixed(4),
      market.figures.weeks,
      days[0] ?? '',
      days.at(-1) ?? '',
    );
    for (const [other, value] of row.entries()) covariances.add(tenantId, id, other + 1, value);
  }
  return [categoryTable, groupTable, risks, covariances];
}

function fundTable(): CopyTable {
  return new CopyTable('funds', [
    'tenant_id',
    'id',
    'isin',
    'wkn',
    'name',
    'company_name',
    'peergroup_id',
    'category_id',
    'currency',
    'domicile',
    'distribution_policy',
    'launch_date',
    'fund_status',
    'is_inactive',
    'is_etf',
    'is_savings_plan_capable',
    'is_guarantee_fund',
    'unit_decimals',
    'minimum_order',
    'minimum_savings_amount',
    'ongoing_fee',
    'ongoing_fee_date',
    'management_fee',
    'transaction_costs',
    'entry_fee',
    'exit_fee',
    'has_performance_fee',
    'distribution_fee',
    'risk_indicator',
    'risk_indicator_type',
    'is_risk_indicator_estimated',
    'volatility',
    'equity_quota',
    'recommended_holding_years',
    'return_stress',
    'return_unfavourable',
    'return_moderate',
    'return_favourable',
    'rating',
    'rating_type',
    'rating_date',
    'sfdr_article',
    'esg_rating',
    'esg_performance_score',
    'esg_climate_footprint',
    'esg_industries',
    'esg_sdg_impact',
    'minimum_share_sustainable',
    'considers_pai',
    'mifid_r',
    'mifid_p',
    'target_market',
    'price',
    'price_date',
    'data_source',
    'data_date',
  ]);
}

const excludedIndustries = ['Kohle', 'geächtete Waffen', 'Tabak', 'Ölsande', 'Glücksspiel', 'Kernenergie'];
const developmentGoals = ['SDG 3', 'SDG 7', 'SDG 9', 'SDG 11', 'SDG 12', 'SDG 13'];

/** Sustainability figures a provider would deliver beside the score: grade A to E, footprint in t CO2 per million euro. */
function sustainability(fund: DemoFund) {
  if (fund.esgScore === null) return { rating: null, footprint: null, industries: null, goals: null };
  const random = new Random(fund.id, 'sustainability', fund.isin);
  const grade = Math.min(4, Math.max(0, Math.floor((9 - fund.esgScore) / 1.6)));
  const excluded =
    fund.sfdrArticle === 6 ? [] : excludedIndustries.slice(0, fund.sfdrArticle === 9 ? 5 : random.int(2, 3));
  return {
    rating: 'ABCDE'.charAt(grade),
    footprint: Math.round(random.between(40, 90) * (11 - fund.esgScore) * 10) / 100,
    industries: excluded.length === 0 ? null : `Ausgeschlossen: ${excluded.join(', ')}`,
    goals:
      fund.sfdrArticle === 9
        ? developmentGoals.filter(() => random.chance(0.5)).join(', ') || 'SDG 13'
        : null,
  };
}

/** The four PRIIPs scenarios a manufacturer would state; every ninth fund states none, as in real files. */
function scenarios(fund: DemoFund, volatility: number | null): (string | null)[] {
  if (volatility === null || fund.id % 9 === 0) return [null, null, null, null];
  // A tenth, a half and nine tenths of a lognormal over the holding period, and a stress of twice the spread.
  const drift = 0.02 + 0.25 * volatility - fund.ter - volatility ** 2 / 2;
  return [-2.5, -1.2816, 0, 1.2816].map((quantile) =>
    (Math.exp(drift + (quantile * volatility) / Math.sqrt(holdingYears)) - 1).toFixed(6),
  );
}

function addFund(
  table: CopyTable,
  tenantId: string,
  fund: DemoFund,
  market: DemoMarket,
  days: readonly string[],
): void {
  const figures = market.figures.funds[fund.id - 1];
  const group = peergroups[fund.peergroupId - 1];
  if (!figures || group === undefined) throw new RangeError(`No figures of fund ${fund.id}.`);
  const rating = market.figures.ranks[fund.id - 1]?.[11] ?? null;
  const lastDate = days[fund.lastDay] ?? '';
  const esg = sustainability(fund);
  const anchor = days.at(-1) ?? '';
  table.add(
    tenantId,
    fund.id,
    fund.isin,
    fund.wkn,
    fund.name,
    fund.company,
    fund.peergroupId,
    categories.findIndex(({ name }) => name === group.category) + 1,
    'EUR',
    fund.domicile,
    fund.isDistributing ? 'DIST' : 'ACC',
    fund.launchDate,
    fund.status,
    fund.status === 'merged' || fund.status === 'liquidated',
    fund.isEtf,
    fund.isSavingsPlanCapable,
    fund.isGuaranteeFund,
    fund.unitDecimals,
    fund.minimumOrder,
    fund.isSavingsPlanCapable ? 10 : null,
    fund.ter.toFixed(6),
    `${anchor.slice(0, 4)}-01-02`,
    (fund.ter * 0.85).toFixed(6),
    (fund.isEtf ? 0.0004 : 0.0012).toFixed(6),
    fund.entryFee.toFixed(4),
    0,
    false,
    fund.trail.toFixed(4),
    figures.sri,
    'SRI',
    figures.isProxy && figures.computed.sri !== null,
    fixed(figures.volatility, 6),
    (group.equityQuota / 100).toFixed(4),
    holdingYears,
    ...scenarios(fund, figures.volatility),
    rating,
    rating === null ? null : 4,
    rating === null ? null : anchor,
    fund.sfdrArticle,
    esg.rating,
    fund.esgScore,
    esg.footprint,
    esg.industries,
    esg.goals,
    sustainableShares[fund.sfdrArticle],
    fund.sfdrArticle >= 8,
    'Y',
    'Y',
    JSON.stringify(demoTargetMarket(group.key, fund.id)),
    ((fund.prices[fund.lastDay] ?? 0) / priceScale).toFixed(4),
    lastDate,
    'Demodaten',
    anchor,
  );
}

function figureTables(tenantId: string, market: DemoMarket, days: readonly string[]): CopyTable[] {
  const figures = new CopyTable('fund_key_figures', ['tenant_id', ...keyFigureColumns]);
  const ranks = new CopyTable('fund_ranks', ['tenant_id', ...rankColumns]);
  const calculatedFor = days.at(-1) ?? '';
  for (const fund of market.available) {
    const computed = market.figures.funds[fund.id - 1]?.computed;
    if (computed === undefined) continue;
    if (hasKeyFigures(computed)) {
      const span = { calculatedFor, dataFrom: days[fund.firstDay] ?? '', dataTo: days[fund.lastDay] ?? '' };
      const row = keyFigureRow(computed, span);
      figures.add(tenantId, ...keyFigureColumns.map((column) => row[column]));
    }
    for (const row of rankRows(computed, calculatedFor))
      ranks.add(tenantId, ...rankColumns.map((column) => row[column]));
  }
  return [figures, ranks];
}

/** Days a price is stored for: every bank day, or the last of each week, and always the ends of months. */
function storedDays(days: readonly string[], isDaily: boolean): number[] {
  if (isDaily) return days.map((_, day) => day);
  return [...new Set([...periodEnds(days, 'week'), ...periodEnds(days, 'month')])].sort((a, b) => a - b);
}

/** Writes the fund data of one tenant; with `isDaily` all bank days' prices, else one a week. */
export async function writeFunds(
  client: pg.ClientBase,
  tenantId: string,
  market: DemoMarket,
  days: readonly string[],
  isDaily: boolean,
): Promise<void> {
  const funds = fundTable();
  const distributions = new CopyTable('fund_distributions', ['tenant_id', 'fund_id', 'ex_date', 'amount']);
  const prices = new CopyTable('fund_prices', ['tenant_id', 'fund_id', 'price_date', 'price']);
  for (const table of writeGroups(tenantId, market, days)) await table.flush(client);
  for (const fund of market.available) {
    addFund(funds, tenantId, fund, market, days);
    for (const { date, amount } of fund.distributions)
      distributions.add(tenantId, fund.id, date, amount.toFixed(2));
  }
  await funds.flush(client);
  await distributions.flush(client);
  const stored = storedDays(days, isDaily);
  for (const [index, fund] of market.available.entries()) {
    for (const day of stored)
      if (day >= fund.firstDay && day <= fund.lastDay)
        prices.add(
          tenantId,
          fund.id,
          days[day] ?? '',
          ((fund.prices[day] ?? 0) / priceScale).toFixed(fund.isEtf ? 4 : 2),
        );
    if (index % 50 === 49) await prices.flush(client);
  }
  await prices.flush(client);
  for (const table of figureTables(tenantId, market, days)) await table.flush(client);
  await client.query(
    `insert into fund_figure_runs (tenant_id, calculated_for, started_at, finished_at, fund_count, figure_count,
       ranked_count, peergroup_count, window_weeks)
     select $1, $2, now(), now(), (select count(*) from funds where tenant_id = $1),
       (select count(*) from fund_key_figures where tenant_id = $1),
       (select count(distinct fund_id) from fund_ranks where tenant_id = $1 and fund_rank is not null),
       (select count(*) from peergroup_risks where tenant_id = $1), $3`,
    [tenantId, days.at(-1), market.figures.weeks],
  );
}
