/** Ranking types whose figure is the better the lower it is: volatility (7) and ongoing costs (9). */
const lowIsGood: ReadonlySet<number> = new Set([7, 9]);

/** Whether of two funds the one with the lower figure of this ranking type is the better one. */
export const isLowFigureGood = (rankingTypeId: number): boolean => lowIsGood.has(rankingTypeId);

/** The figure turned so that higher is better; unknown stays unknown. */
export const rankingFigure = (rankingTypeId: number, value: number | null): number | null =>
  value === null ? null : isLowFigureGood(rankingTypeId) ? -value : value;
