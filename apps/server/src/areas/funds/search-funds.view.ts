import type { searchFunds as searchFundsCall } from '@depotwerk/api/funds/funds';
import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import type * as z from 'zod/mini';
import type { DbContext } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Services } from '../../platform/services.ts';
import { type Fund, type FundRow, fundJoins, fundSelection, toFund } from './fund-row.ts';
import { inUniverseOfTariff, inUniverseOfTariffIfOffered, isOfferedFund } from './tariff-universe.view.ts';

/** A search as somebody asks who holds funds. */
interface OwnSearch extends FundSearch {
  readonly ownFundIds: readonly number[];
}

export type FundSearch = z.output<(typeof searchFundsCall)['query']>;

type TenantContext = DbContext & { readonly tenantId: string };

/** Most funds of one answer. */
const answerLimit = 50;
/** Matches looked at before the other conditions; beyond it a search says nothing anyway. */
const matchLimit = 20_000;
const similarLimit = 200;

/**
 * Fund search: exact ISIN or WKN first, then names that begin with the text, then all its words; only if
 * nothing matches, funds whose words look alike. Without a text all funds by name. `total` counts past the 50.
 * An unknown tariff is refused with `funds.unknown`.
 * @param ownFundIds what is held: of funds that take money from their holders only, these are found as open ones are
 */
export async function searchFunds(
  services: Services,
  scope: TenantContext,
  query: FundSearch,
  ownFundIds: readonly number[] = [],
): Promise<{ funds: Fund[]; total: number }> {
  const search: OwnSearch = { ...query, ownFundIds };
  const text = query.search?.trim() ?? '';
  const found = await findFunds(services, scope, search, text, text === '' ? 'all' : 'match');
  if (found.total > 0 || text === '') return found;
  return findFunds(services, scope, search, text, 'similar');
}

/**
 * The first `most` funds a text names, as `searchFunds` finds and orders them, or those whose words look like it: for a search
 * over more than funds, in which a name somebody bears is no misspelt fund.
 */
export async function fundsNamed(
  services: Services,
  scope: TenantContext,
  text: string,
  how: 'match' | 'similar',
  most: number,
): Promise<Fund[]> {
  return (await findFunds(services, scope, { ownFundIds: [] }, text.trim(), how, most)).funds;
}

async function findFunds(
  services: Services,
  scope: TenantContext,
  search: OwnSearch,
  text: string,
  how: 'all' | 'match' | 'similar',
  most = answerLimit,
): Promise<{ funds: Fund[]; total: number }> {
  const parameters = new Parameters();
  const from = {
    all: () => 'funds f',
    match: () =>
      `search_fund_ids(${parameters.add(text)}, ${parameters.add(matchLimit)}::int) m join funds f on f.id = m.id`,
    similar: () =>
      `find_similar_fund_ids(${parameters.add(text)}, ${parameters.add(similarLimit)}::int) m join funds f on f.id = m.id`,
  }[how]();
  const conditions = [
    `f.tenant_id = ${parameters.add(scope.tenantId)}`,
    ...searchConditions(search, parameters),
  ];
  const rank = { all: '', match: 'm.match_rank, ', similar: 'm.similarity desc, ' }[how];
  const order = `${rank}f.is_inactive, f.sort_name, f.id`;
  // A word most funds have finds hundreds: only those that are answered are read whole.
  const funds = {
    sql: `select ${fundSelection}, hit.total
            from (select f.tenant_id, f.id, count(*) over () as total, row_number() over (order by ${order}) as place from ${from}
                   where ${conditions.join(' and ')} order by ${order} limit ${parameters.add(most)}::int) hit
            join funds f on f.tenant_id = hit.tenant_id and f.id = hit.id ${fundJoins} order by hit.place`,
    parameters: parameters.values,
  };
  const tariff = {
    sql: 'select id from tariffs where tenant_id = $1 and id = $2',
    parameters: [scope.tenantId, search.tariff ?? null],
  };
  const [rows, tariffs] = await services.database.readMany<[FundRow & { total: number }, { id: string }]>(
    scope,
    [funds, tariff],
  );
  if (search.tariff !== undefined && tariffs.length === 0) throw new AppError('funds.unknown');
  return { funds: rows.map(toFund), total: rows[0]?.total ?? 0 };
}

/** Conditions of the search parameters; each narrows, none widens. */
function searchConditions(search: OwnSearch, parameters: Parameters): string[] {
  const conditions: string[] = [];
  const isOwn =
    search.ownFundIds.length === 0
      ? 'false'
      : `f.fund_status = 'softClosed' and f.id = any (${parameters.add(search.ownFundIds)}::int[])`;
  const inTariffs = (condition: string) =>
    conditions.push(`exists (select 1 from tariffs t where t.tenant_id = f.tenant_id and ${condition}
      and (${inUniverseOfTariff} or ${isOwn} and ${inUniverseOfTariffIfOffered}))`);
  if (search.tariff !== undefined && search.forUniverse === true) {
    inTariffs(`t.id = ${parameters.add(search.tariff)}`);
  }
  if (search.filterForPolicy === true) {
    conditions.push(`(f.fund_status = 'open' or ${isOwn}) and not f.is_inactive`);
    // Allowed by the insurer: some active tariff of the insurer of this tariff has the fund in its universe.
    if (search.tariff !== undefined) {
      inTariffs(`not t.is_inactive and t.insurer_id is not distinct from (select own.insurer_id from tariffs own
        where own.tenant_id = f.tenant_id and own.id = ${parameters.add(search.tariff)})`);
    }
  }
  if (search.issuerId !== undefined) {
    const ofIssuer = `t.tenant_id = f.tenant_id and not t.is_inactive and t.issuer_id = ${parameters.add(search.issuerId)}`;
    const isListed = `exists (select 1 from tariffs t where ${ofIssuer} and ${inUniverseOfTariff})`;
    // The first tariff of an issuer chooses its guarantee fund and fills its matrix before anything of him is published.
    const isFirst = `not exists (select 1 from tariffs t where ${ofIssuer} and t.published_version_number is not null)`;
    const isMatrix = search.tariffTypeId !== undefined && isHybridTariffType(search.tariffTypeId);
    if (search.isGuaranteeFund === true) conditions.push(`(${isListed} or ${isFirst})`);
    else conditions.push(isMatrix ? `(${isListed} or ${isFirst} and ${isOfferedFund})` : isListed);
  }
  if (search.forSavingsPlan === true) conditions.push('f.is_savings_plan_capable');
  if (search.isGuaranteeFund !== undefined) {
    conditions.push(`f.is_guarantee_fund = ${parameters.add(search.isGuaranteeFund)}`);
  }
  const riskLimit = riskIndicatorLimit({ tariffTypeId: search.tariffTypeId ?? null });
  if (riskLimit !== null) conditions.push(`f.risk_indicator <= ${parameters.add(riskLimit)}`);
  return conditions;
}
