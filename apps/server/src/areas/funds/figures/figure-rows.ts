import type { FundFigures } from '@depotwerk/engine/market/market-figures';
import { type RankingType, rankingTypes } from '@depotwerk/engine/ranking/ranking-figures';
import { rankingTypeIdOf } from './ranking-type-ids.ts';

/** A row of `fund_key_figures` without tenant; numbers with the decimals of their columns. */
export interface KeyFigureRow {
  readonly fund_id: number;
  readonly calculated_for: string;
  readonly data_from: string;
  readonly data_to: string;
  readonly observations: number;
  readonly is_proxy: boolean;
  readonly volatility: string | null;
  readonly tracking_error: string | null;
  readonly value_at_risk: string | null;
  readonly vev: string | null;
  readonly return_1y: string | null;
  readonly return_3y: string | null;
  readonly return_5y: string | null;
  readonly sharpe_3y: string | null;
  readonly sortino_3y: string | null;
  readonly info_ratio_3y: string | null;
  readonly mrar_3y: string | null;
  readonly volatility_3y: string | null;
  readonly max_drawdown_5y: string | null;
}

/** A row of `fund_ranks` without tenant. */
export interface RankRow {
  readonly fund_id: number;
  readonly ranking_type_id: number;
  readonly fund_rank: number | null;
  readonly ranking_value: string | null;
  readonly calculated_for: string;
}

/** Days the figures of a fund rest on. */
export interface FigureSpan {
  readonly calculatedFor: string;
  readonly dataFrom: string;
  readonly dataTo: string;
}

/** Value at risk of a year at 97.5 %, as a multiple of the volatility (engine.md section 6). */
export const valueAtRiskFactor = 1.96;

/**
 * A number as the column keeps it; what does not fit its digits (a ratio of a series that hardly moves) is unknown.
 *
 * @param limit largest value before the point
 */
export function stored(value: number | null, limit: number, decimals = 6): string | null {
  return value !== null && Math.abs(value) < limit ? value.toFixed(decimals) : null;
}

/** Largest values of numeric(8,6), numeric(10,6), numeric(12,6) and numeric(14,6). */
const [hundred, tenThousand, million, hundredMillion] = [100, 1e4, 1e6, 1e8];

/** Whether anything of a fund's risk is known: then it has a row. */
export const hasKeyFigures = ({ volatility, trackingError }: FundFigures): boolean =>
  volatility !== null || trackingError !== null;

/** Figures as the table keeps them. */
export function keyFigureRow(figures: FundFigures, span: FigureSpan): KeyFigureRow {
  const { ranking, volatility } = figures;
  return {
    fund_id: figures.id,
    calculated_for: span.calculatedFor,
    data_from: span.dataFrom,
    data_to: span.dataTo,
    observations: figures.weeks,
    is_proxy: figures.isProxy,
    volatility: stored(volatility, hundred),
    tracking_error: stored(figures.trackingError, hundred),
    value_at_risk: stored(volatility === null ? null : valueAtRiskFactor * volatility, hundred),
    vev: stored(figures.vev, hundred),
    return_1y: stored(figures.return1y, tenThousand),
    return_3y: stored(ranking.RETURN_3Y, tenThousand),
    return_5y: stored(ranking.RETURN_5Y, tenThousand),
    sharpe_3y: stored(ranking.SHARPE_3Y, tenThousand),
    sortino_3y: stored(ranking.SORTINO_3Y, million),
    info_ratio_3y: stored(ranking.INFO_RATIO_3Y, tenThousand),
    mrar_3y: stored(ranking.MRAR_3Y, tenThousand),
    volatility_3y: stored(ranking.VOL_3Y, hundred),
    max_drawdown_5y: stored(ranking.MDD_5Y, hundred),
  };
}

/** Ranks of a fund: a row for each type it has a figure of. */
export function rankRows(figures: FundFigures, calculatedFor: string): RankRow[] {
  return rankingTypes.flatMap((type: RankingType) => {
    const value = figures.ranking[type];
    return value === null
      ? []
      : [
          {
            fund_id: figures.id,
            ranking_type_id: rankingTypeIdOf[type],
            fund_rank: figures.ranks[type],
            ranking_value: stored(value, hundredMillion),
            calculated_for: calculatedFor,
          },
        ];
  });
}

/** Columns of the tables in the order of the rows' members. */
export const keyFigureColumns = [
  'fund_id',
  'calculated_for',
  'data_from',
  'data_to',
  'observations',
  'is_proxy',
  'volatility',
  'tracking_error',
  'value_at_risk',
  'vev',
  'return_1y',
  'return_3y',
  'return_5y',
  'sharpe_3y',
  'sortino_3y',
  'info_ratio_3y',
  'mrar_3y',
  'volatility_3y',
  'max_drawdown_5y',
] as const satisfies readonly (keyof KeyFigureRow)[];
export const rankColumns = [
  'fund_id',
  'ranking_type_id',
  'fund_rank',
  'ranking_value',
  'calculated_for',
] as const satisfies readonly (keyof RankRow)[];
