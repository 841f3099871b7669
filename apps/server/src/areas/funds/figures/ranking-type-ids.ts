import type { RankingType } from '@depotwerk/engine/ranking/ranking-figures';

/** Ids of the ranking types in the table `ranking_types`. */
export const rankingTypeIdOf: Readonly<Record<RankingType, number>> = {
  SHARPE_3Y: 1,
  SORTINO_3Y: 2,
  INFO_RATIO_3Y: 3,
  MRAR_3Y: 4,
  RETURN_3Y: 5,
  RETURN_5Y: 6,
  VOL_3Y: 7,
  MDD_5Y: 8,
  TER: 9,
  ESG_SCORE: 10,
  COMPOSITE: 11,
};
