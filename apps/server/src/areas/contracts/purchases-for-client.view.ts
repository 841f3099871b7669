import {
  type ForbiddenPurchases,
  type PurchaseBan,
  purchaseRefusal,
} from '@depotwerk/domain/contracts/purchase-refusal';
import type { FundStatus } from '@depotwerk/domain/master-data/fund-status';
import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import { offerOfPurchase } from '@depotwerk/engine/advice/offered-purchase';
import {
  type AdviceFinding,
  type PurchasedFund,
  type PurchasingHolder,
  purchaseForClient,
  purchaseObstacles,
} from '@depotwerk/engine/advice/purchase-for-client';
import { statedMarket } from '@depotwerk/engine/ranking/target-market';
import { personNameOf } from '../../platform/customers/person-name.ts';
import type { DbContext, Reader } from '../../platform/database/database.ts';
import { cautious, type ProfileColumns, profileOfHolder, profileSelection } from './cautious-profile.view.ts';
import {
  type SustainabilityColumns,
  sustainabilityOfHolder,
  sustainabilitySelection,
  toPreference,
  toRestrictions,
  toTargetClient,
} from './client-limits.view.ts';

/** Funds that are to be bought for the holders of a contract. */
export interface ClientPurchase {
  readonly contractId: string;
  readonly fundIds: readonly number[];
}

/** What the holders of a contract say of purchases, as it is at this moment. */
export interface JudgedPurchase {
  readonly ban: PurchaseBan;
  /** The ban in German with what to do about it; null = nothing forbids the purchases. */
  readonly refusal: string | null;
  /** By fund, what is not known or lies outside of the positive target market. */
  readonly warnings: ReadonlyMap<number, readonly AdviceFinding[]>;
}

interface HoldersRow extends ProfileColumns, SustainabilityColumns {
  id: string;
  valid_until: string | null;
  customer_name: string;
  /** In the order of `holders`; null = nobody holds it beside its customer. */
  holder_names: string[] | null;
  tariff_type_id: number | null;
  maximum_risk_indicator: number | null;
  /** Funds it holds or saves into. */
  own_fund_ids: number[];
}

interface FundRow extends PurchasedFund {
  id: number;
  status: FundStatus;
  successorName: string | null;
  stated: Record<string, unknown> | null;
  years: number | null;
}

const holdersSql = `select c.id, a.valid_until, ${personNameOf('u')} as customer_name, ${profileSelection}, ${sustainabilitySelection},
    (select json_agg(${personNameOf('h')} order by x.id) from contract_holders x
       join customers h on h.tenant_id = x.tenant_id and h.id = x.customer_id
      where x.tenant_id = c.tenant_id and x.contract_id = c.id) as holder_names,
    (v.content->'tariff'->>'tariffTypeId')::int as tariff_type_id,
    (v.content->'tariff'->>'maximumRiskIndicator')::int as maximum_risk_indicator,
    to_json(array(select e.fund_id from portfolios p
        join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
       where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current and e.quantity > 0
      union select e.fund_id from savings_plans s
        join savings_plan_entries e on e.tenant_id = s.tenant_id and e.savings_plan_id = s.id
       where s.tenant_id = c.tenant_id and s.contract_id = c.id and e.fraction > 0
         and s.valid_from <= $2::date and (s.valid_to is null or s.valid_to >= $2::date))) as own_fund_ids
  from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    left join tariff_versions v on v.tenant_id = c.tenant_id and v.tariff_id = c.tariff_id and v.state = 'published'
    left join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
 where c.tenant_id = app_tenant_id() and c.id = any ($1::uuid[])`;

const fundsSql = `select f.id, f.isin, f.name, f.company_name as company, g.region, g.sector, f.risk_indicator as sri,
    f.mifid_r as "mifidR", nullif(f.target_market, '{}') as stated, f.recommended_holding_years as years,
    f.sfdr_article as "sfdrArticle", coalesce(f.minimum_share_sustainable, 0) as "minimumSustainableShare",
    coalesce(f.minimum_share_taxonomy, 0) as "minimumTaxonomyShare", coalesce(f.considers_pai, false) as "considersPai",
    case when f.fund_status in ('open', 'softClosed') and f.is_inactive then 'closed' else f.fund_status end as status, s.name as "successorName"
  from funds f left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
    left join funds s on s.tenant_id = f.tenant_id and s.id = f.successor_fund_id
 where f.tenant_id = app_tenant_id() and f.id = any ($1::int[]) order by fold_text(f.name), f.id`;

/**
 * Whether funds may be bought for all holders of contracts: whether they take money of the contract and its tariff lets them, what each
 * of the holders excludes and wants of sustainability, whom the funds are made for, and whether all have a profile that holds today. Every way a purchase can take asks this, last within the transaction that
 * lets it go, by contract. Only for contracts the caller has been let at. `today` is the caller's day.
 */
export async function judgePurchases(
  reader: Reader,
  context: DbContext,
  purchases: readonly ClientPurchase[],
  today: string,
): Promise<Map<string, JudgedPurchase>> {
  const contractIds = purchases.map(({ contractId }) => contractId);
  const fundIds = [...new Set(purchases.flatMap(({ fundIds: ids }) => ids))];
  const [contracts, funds] = await reader.readMany<[HoldersRow, FundRow]>(context, [
    { sql: holdersSql, parameters: [contractIds, today] },
    { sql: fundsSql, parameters: [fundIds] },
  ]);
  const rows = new Map(contracts.map((row) => [row.id, row]));
  return new Map(
    purchases.flatMap(({ contractId, fundIds: ids }) => {
      const row = rows.get(contractId);
      return row
        ? [
            [
              contractId,
              judged(
                row,
                funds.filter(({ id }) => ids.includes(id)),
                today,
              ),
            ] as const,
          ]
        : [];
    }),
  );
}

function judged(row: HoldersRow, funds: readonly FundRow[], today: string): JudgedPurchase {
  const further = (row.holders ?? []).map((holder, k) => ({
    name: row.holder_names?.[k] ?? '',
    endedOn: holder.validUntil,
    profile: profileOfHolder(holder),
    wish: sustainabilityOfHolder(holder),
  }));
  const own = { profile: row, wish: { ...row, holders: null } };
  const each = [{ name: row.customer_name, endedOn: row.valid_until, ...own }, ...further];
  const holders = each.map(
    ({ name, profile, wish }): PurchasingHolder => ({
      name,
      restrictions: toRestrictions(profile),
      client: toTargetClient(profile),
      esg: toPreference(wish),
    }),
  );
  const held = cautious(row);
  const [restrictions, together] = [toRestrictions(held), toTargetClient(held)];
  const bought = funds.map((fund) => ({
    ...fund,
    ...statedMarket({ targetMarket: fund.stated, holdingYears: fund.years }),
  }));
  const limit = riskIndicatorLimit({
    tariffTypeId: row.tariff_type_id,
    maximumRiskIndicator: row.maximum_risk_indicator,
  });
  const offers = bought.map((fund) => ({
    fund,
    found: offerOfPurchase({ ...fund, isInUniverse: true }, row.own_fund_ids.includes(fund.id), limit),
  }));
  const ban: PurchaseBan = {
    unoffered: offers.flatMap(({ fund, found }) =>
      found.flatMap(([status, text]) => (status === 'blocked' ? [{ fundId: fund.id, text }] : [])),
    ),
    unprofiled: each.flatMap(({ name, endedOn }) =>
      endedOn === null || endedOn < today ? [{ holderName: name, endedOn }] : [],
    ),
    ...obstaclesOf(bought, holders, together),
  };
  return {
    ban,
    refusal: purchaseRefusal(ban),
    warnings: new Map(
      offers.map(({ fund, found }) => [
        fund.id,
        [...found, ...purchaseForClient(fund, restrictions, together, toPreference(row))].filter(
          ([status]) => status === 'warning',
        ),
      ]),
    ),
  };
}

function obstaclesOf(
  funds: readonly (PurchasedFund & { readonly id: number })[],
  holders: readonly PurchasingHolder[],
  together: ReturnType<typeof toTargetClient>,
): Omit<ForbiddenPurchases, 'unoffered'> {
  const found = funds.flatMap((fund) =>
    purchaseObstacles(fund, holders, together).map((obstacle) => ({ fund, obstacle })),
  );
  return {
    excluded: found.flatMap(({ fund, obstacle }) =>
      obstacle.kind === 'excluded'
        ? [{ fundId: fund.id, fundName: fund.name, holderName: obstacle.holder, ...obstacle.broken }]
        : [],
    ),
    unsustainable: found.flatMap(({ fund, obstacle }) =>
      obstacle.kind === 'unsustainable'
        ? [{ fundId: fund.id, fundName: fund.name, holderNames: obstacle.holders }]
        : [],
    ),
    unmeant: found.flatMap(({ fund, obstacle }) =>
      obstacle.kind === 'negativeMarket'
        ? [
            {
              fundId: fund.id,
              fundName: fund.name,
              dimensions: obstacle.dimensions,
              holderNames: obstacle.holders,
            },
          ]
        : [],
    ),
  };
}
