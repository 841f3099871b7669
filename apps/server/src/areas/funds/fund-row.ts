import type { fund } from '@depotwerk/api/funds/funds';
import type * as z from 'zod/mini';

export type Fund = z.output<typeof fund>;

/** Columns of `funds f` with category and peer group, in the order of `Fund`. */
export const fundSelection = `f.id, f.isin, f.wkn, f.name, nullif(f.company_name, '') as company_name,
  k.id as category_id, k.category_name, k.category_color, f.peergroup_id, g.peergroup_name, f.kiid, f.factsheet,
  f.rating, f.rating_type, f.risk_indicator, f.risk_indicator_type, f.price, f.price_date, f.currency, f.esg_rating,
  f.esg_performance_score, f.esg_climate_footprint, f.esg_industries, f.esg_sdg_impact, f.sfdr_article, f.ongoing_fee,
  f.ongoing_fee_date, f.mifid_r, f.mifid_p, f.target_market, f.recommended_holding_years, f.is_etf, f.is_savings_plan_capable, f.is_guarantee_fund,
  f.minimum_investment, f.is_inactive`;

/** A fund without a category of its own has that of its peer group. */
export const fundJoins = `left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
  left join fund_categories k on k.tenant_id = f.tenant_id and k.id = coalesce(f.category_id, g.category_id)`;

export interface FundRow {
  id: number;
  isin: string;
  wkn: string | null;
  name: string;
  company_name: string | null;
  category_id: number | null;
  category_name: string | null;
  category_color: string | null;
  peergroup_id: number | null;
  peergroup_name: string | null;
  kiid: string | null;
  factsheet: string | null;
  rating: number | null;
  rating_type: number | null;
  risk_indicator: number | null;
  risk_indicator_type: 'SRI' | 'SRRI' | 'internal' | null;
  price: number | null;
  price_date: string | null;
  currency: string;
  esg_rating: string | null;
  esg_performance_score: number | null;
  esg_climate_footprint: number | null;
  esg_industries: string | null;
  esg_sdg_impact: string | null;
  sfdr_article: number | null;
  ongoing_fee: number | null;
  ongoing_fee_date: string | null;
  mifid_r: string | null;
  mifid_p: string | null;
  target_market: Readonly<Record<string, unknown>>;
  recommended_holding_years: number | null;
  is_etf: boolean;
  is_savings_plan_capable: boolean;
  is_guarantee_fund: boolean;
  minimum_investment: number | null;
  is_inactive: boolean;
}

/** Codes of the target market as texts, whatever a file brought. */
const textsOf = (codes: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, String(code)]));

export function toFund(row: FundRow): Fund {
  return {
    id: row.id,
    isin: row.isin,
    wkn: row.wkn,
    name: row.name,
    companyName: row.company_name,
    categoryId: row.category_id,
    categoryName: row.category_name,
    categoryColor: row.category_color,
    peergroupId: row.peergroup_id,
    peergroupName: row.peergroup_name,
    kiid: row.kiid,
    factsheet: row.factsheet,
    rating: row.rating,
    ratingType: row.rating_type,
    riskIndicator: row.risk_indicator,
    riskIndicatorType: row.risk_indicator_type,
    price: row.price,
    priceDate: row.price_date,
    currency: row.currency,
    esgRating: row.esg_rating,
    esgPerformanceScore: row.esg_performance_score,
    esgClimateFootprint: row.esg_climate_footprint,
    esgIndustries: splitList(row.esg_industries),
    esgSdgImpact: row.esg_sdg_impact,
    sfdrArticle: row.sfdr_article,
    ongoingFee: row.ongoing_fee,
    ongoingFeeDate: row.ongoing_fee_date,
    mifidR: row.mifid_r,
    mifidP: row.mifid_p,
    targetMarket: textsOf(row.target_market),
    recommendedHoldingYears: row.recommended_holding_years,
    isETF: row.is_etf,
    isSavingsPlanCapable: row.is_savings_plan_capable,
    isGuaranteeFund: row.is_guarantee_fund,
    minimumInvestment: row.minimum_investment,
    isInactive: row.is_inactive,
  };
}

/** Industries are stored as one text, separated by commas or semicolons. */
function splitList(text: string | null): string[] {
  return (text ?? '')
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
