import type { CallAnswer } from '@depotwerk/api/call';
import {
  type FundDataIssue,
  type FundWithIssue,
  fundDataIssues,
  type getDataQuality as getCall,
} from '@depotwerk/api/funds/data-quality';
import { figureJobType } from '../../platform/jobs/enqueue-figures.ts';
import { contains, type ListSource, readList } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { hideFromOwnSide, type Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { figureCurrency } from './figures/price-series.view.ts';
import { inUniverseOfTariff } from './tariff-universe.view.ts';
import { boughtPaths, namedIn, vanishedState } from './vanished-funds.view.ts';
import { withoutKeyInformation } from './without-key-information.ts';

type DataQuality = CallAnswer<typeof getCall>;
type ActiveCounts = Record<'fundCount' | 'figureCount' | 'rankedCount' | 'leftOutCount', number>;

/** Funds nobody can buy any more need no data. */
const isActive = `not f.is_inactive and f.fund_status not in ('merged', 'liquidated')`;
const tables = `funds f left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
  left join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id`;
const finding = (kind: string) => `exists (select from fund_series_findings s
  where s.tenant_id = f.tenant_id and s.fund_id = f.id and s.finding = '${kind}')`;

const isRanked = `exists (select from fund_ranks r
    where r.tenant_id = f.tenant_id and r.fund_id = f.id and r.fund_rank is not null)`;

const universePath = 'components.universe.tariffUniverseItems[*]';

/** Funds published tariffs with a limit name, of their universe as well. */
const namedFunds = namedIn([...boughtPaths, universePath], 't.highest_risk_indicator is not null');

/** So many are told of: who has mended these reads the next. */
const mostVanished = 200;

/** Whether an automatic universe of a published tariff holds fund `f` though its risk indicator is above the tariff's limit. */
const inTooLowUniverse = `exists (select from tariffs t where t.tenant_id = f.tenant_id and not t.is_inactive
  and t.highest_risk_indicator < f.risk_indicator and t.universe_fund_ids is null and t.universe_type_id is not null
  and ${inUniverseOfTariff})`;

/** When a fund has an issue; fixed SQL. */
const conditionOf: Readonly<Record<FundDataIssue, string>> = {
  noPrice: 'f.price is null',
  aboveTariffLimit: `(${inTooLowUniverse} or f.id in (select n.fund_id from (${namedFunds}) n
    join funds o on o.tenant_id = n.tenant_id and o.id = n.fund_id and o.risk_indicator > n.highest_risk_indicator))`,
  // Prices that ended before the years the figures look at are not read for them and leave no finding.
  ended: `(${finding('ended')} or f.price_date < (select r.calculated_for - 30 from fund_figure_runs r
    where r.tenant_id = f.tenant_id))`,
  jump: finding('jump'),
  split: finding('split'),
  spike: finding('spike'),
  stale: finding('stale'),
  gap: finding('gap'),
  foreignCurrency: finding('foreignCurrency'),
  noPeergroup: 'f.peergroup_id is null',
  noCategory: 'coalesce(f.category_id, g.category_id) is null',
  // Prices in another currency are no cause to look for: `foreignCurrency` names it.
  unknownRisk: `f.price is not null and k.tracking_error is null and f.currency = '${figureCurrency}'`,
  // Nor is a rank missing where there is nothing to compare with: `noPeergroup` names that.
  noRank: `f.peergroup_id is not null and k.tracking_error is not null and not ${isRanked}`,
  noKeyInformation: withoutKeyInformation,
  noCosts: 'f.ongoing_fee is null',
};

/** Gaps and faults of the tenant's fund data. @throws 404 for a customer */
export async function readDataQuality(services: ReadServices, scope: Scope): Promise<DataQuality> {
  hideFromOwnSide(scope);
  const counts = fundDataIssues
    .map((issue) => `count(*) filter (where ${conditionOf[issue]})::int as "${issue}"`)
    .join(', ');
  const [[computation], [counted], [state], peergroups, vanished] = await services.database.readMany<
    [
      Omit<NonNullable<DataQuality['computation']>, keyof Omit<ActiveCounts, 'leftOutCount'>>,
      Record<FundDataIssue, number> & ActiveCounts,
      { isComputing: boolean; hasMoneyMarket: boolean },
      DataQuality['peergroups'][number],
      NonNullable<DataQuality['vanished']>[number],
    ]
  >(scope, [
    {
      sql: `select finished_at as "finishedAt", calculated_for as "calculatedFor", peergroup_count as "peergroupCount",
              window_weeks as "windowWeeks" from fund_figure_runs`,
      parameters: [],
    },
    {
      sql: `select count(*)::int as "fundCount", count(k.fund_id)::int as "figureCount",
              count(*) filter (where ${isRanked})::int as "rankedCount",
              (select count(*)::int from funds f where not (${isActive})) as "leftOutCount", ${counts}
            from ${tables} where ${isActive}`,
      parameters: [],
    },
    {
      sql: `select exists (select from jobs where job_type = $1 and state not in ('done', 'dead')) as "isComputing",
              exists (select from peergroups where is_money_market and not is_inactive) as "hasMoneyMarket"`,
      parameters: [figureJobType],
    },
    {
      sql: `select id, "peergroupName", issue from (
              select g.id, g.peergroup_name as "peergroupName",
                case when count(f.id) = 0 then 'noFunds' when r.peergroup_id is null then 'unknownRisk'
                  when count(f.id) < 5 then 'tooSmall' end as issue
              from peergroups g
              left join peergroup_risks r on r.tenant_id = g.tenant_id and r.peergroup_id = g.id
              left join funds f on f.tenant_id = g.tenant_id and f.peergroup_id = g.id and ${isActive}
              where not g.is_inactive group by g.id, g.peergroup_name, r.peergroup_id) faulty
            where issue is not null order by fold_text("peergroupName"), id limit 200`,
      parameters: [],
    },
    {
      sql: `select f.id, f.name, ${vanishedState} as state, s.name as "successorName", case when $1::boolean then
              json_agg(distinct jsonb_build_object('id', n.tariff_id, 'name', n.tariff_name)) else '[]' end as tariffs
            from (${namedIn(boughtPaths, 'true')}) n join funds f on f.tenant_id = n.tenant_id and f.id = n.fund_id
            left join funds s on s.tenant_id = f.tenant_id and s.id = f.successor_fund_id
            where ${vanishedState} is not null
            group by f.tenant_id, f.id, s.name order by f.sort_name, f.id limit ${mostVanished}`,
      parameters: [scope.permissions.has('tariffs.view')],
    },
  ]);
  const { fundCount = 0, figureCount = 0, rankedCount = 0, leftOutCount = 0 } = counted ?? {};
  return {
    // The computation looks at every fund, the page at those that are active: what stands side by side is of the same funds.
    computation: computation ? { ...computation, fundCount, figureCount, rankedCount } : null,
    isComputing: state?.isComputing ?? false,
    fundCount,
    leftOutCount,
    issues: fundDataIssues
      .map((issue) => ({ issue, count: counted?.[issue] ?? 0 }))
      .filter(({ count }) => count > 0),
    hasMoneyMarket: state?.hasMoneyMarket ?? false,
    peergroups,
    vanished: vanished.map((fund) => ({
      ...fund,
      tariffs: fund.tariffs.toSorted((a, b) => a.name.localeCompare(b.name, 'de')),
    })),
  };
}

interface IssueFilter {
  readonly issue: FundDataIssue;
  readonly search?: string | undefined;
}

const source: ListSource<FundWithIssue, 'name', IssueFilter> = {
  selection: `f.id, f.name, f.isin, f.company_name as "companyName", g.peergroup_name as "peergroupName",
    f.price_date as "priceDate", days.first_day as "firstDay", days.last_day as "lastDay"`,
  // The newest of several faults of one kind is the one to look at.
  from: `${tables} cross join lateral (select max(s.first_day) as first_day, max(s.last_day) as last_day
    from fund_series_findings s where s.tenant_id = f.tenant_id and s.fund_id = f.id and s.finding = $1) days`,
  conditions: ({ issue, search }, parameters) => {
    parameters.add(issue);
    const text = searchOf(search);
    return [
      isActive,
      conditionOf[issue],
      ...(text === null
        ? []
        : [contains(`concat_ws(' ', f.name, f.isin, f.company_name)`, text, parameters)]),
    ];
  },
  sortColumns: { name: { sql: 'f.sort_name', isNullable: false } },
  id: 'f.id',
};

/** Active funds with one issue, by name. @throws 404 for a customer */
export async function listFundsWithIssue(
  services: ReadServices,
  scope: Scope,
  filter: IssueFilter,
  page: { size: number; offset: number },
): Promise<{ items: FundWithIssue[]; total: number }> {
  hideFromOwnSide(scope);
  const { rows, total } = await readList(services, scope, source, {
    filter,
    sort: [{ key: 'name', isDescending: false }],
    page,
  });
  return { items: rows, total };
}
