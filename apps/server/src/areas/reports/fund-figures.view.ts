import type { Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import type { FundFigures } from './report/build-fund-profile.ts';

/** Overall rank. */
const overallRanking = 11;

const unknownFigures: FundFigures = {
  return1y: null,
  return3y: null,
  return5y: null,
  volatility3y: null,
  drawdown5y: null,
  sharpe3y: null,
  rank: null,
};

/** Figures computed from a fund's prices, with its overall rank. */
export async function readFundFigures(
  { database }: Services,
  scope: Scope,
  fundId: number,
): Promise<FundFigures> {
  const [row] = await database.read<FundFigures>(scope, {
    sql: `select k.return_1y as "return1y", k.return_3y as "return3y", k.return_5y as "return5y",
        k.volatility_3y as "volatility3y", k.max_drawdown_5y as "drawdown5y", k.sharpe_3y as "sharpe3y",
        r.fund_rank::int as rank
      from funds f
      left join fund_key_figures k on k.tenant_id = f.tenant_id and k.fund_id = f.id
      left join fund_ranks r on r.tenant_id = f.tenant_id and r.fund_id = f.id and r.ranking_type_id = $2
     where f.id = $1`,
    parameters: [fundId, overallRanking],
  });
  return row ?? unknownFigures;
}
