import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import type { ReadServices } from '../../platform/services.ts';

/** What is shown of a fund somebody holds; null = not known. */
export interface AnalysedFund {
  readonly isin: string;
  readonly company: string | null;
  readonly peergroup: string | null;
  readonly peergroupColour: string | null;
  /** Share a year. */
  readonly ongoingFee: number | null;
  readonly riskIndicator: number | null;
}

/** Funds of the house by ISIN. */
export async function readAnalysedFunds(
  { database }: ReadServices,
  tenantId: string,
  isins: readonly string[],
): Promise<ReadonlyMap<string, AnalysedFund>> {
  const rows = await database.read<AnalysedFund>(
    { tenantId, userId: null },
    {
      sql: `select f.isin, nullif(f.company_name, '') as company, g.peergroup_name as peergroup,
              g.colour as "peergroupColour", f.ongoing_fee as "ongoingFee", f.risk_indicator as "riskIndicator"
              from funds f left join peergroups g on g.tenant_id = f.tenant_id and g.id = f.peergroup_id
             where f.tenant_id = $1 and f.isin = any ($2::text[])`,
      parameters: [tenantId, isins],
    },
  );
  return new Map(rows.map((row) => [row.isin, row]));
}

/** The same holdings, those without a name called as the house's fund is; what nobody knows keeps none. */
export async function withFundNames(
  { database }: ReadServices,
  tenantId: string,
  holdings: readonly AnalysisHolding[],
): Promise<AnalysisHolding[]> {
  const unnamed = holdings.filter(({ name }) => name === '').map(({ isin }) => isin);
  const rows =
    unnamed.length === 0
      ? []
      : await database.read<{ isin: string; name: string }>(
          { tenantId, userId: null },
          {
            sql: `select f.isin, left(f.name, 300) as name from funds f
               where f.tenant_id = $1 and f.isin = any ($2::text[])`,
            parameters: [tenantId, unnamed],
          },
        );
  const names = new Map(rows.map(({ isin, name }) => [isin, name]));
  return holdings.map((holding) =>
    holding.name === '' ? { ...holding, name: names.get(holding.isin) ?? '' } : holding,
  );
}
