import type { UniverseComponentDraft } from './tariff-drafts.ts';

/** What decides which funds a universe holds. */
export type UniverseRule = Pick<
  UniverseComponentDraft,
  'tariffUniverseSelectionManualMode' | 'tariffUniverseType' | 'maximumRiskIndicator' | 'tariffUniverseItems'
>;

/** A fund as universes see it; null = unknown. */
export interface UniverseFund {
  readonly id: number;
  /** May be bought: its status is open and nobody switched it off. */
  readonly isOffered: boolean;
  readonly isEtf: boolean;
  readonly isSavingsPlanCapable: boolean;
  readonly sfdrArticle: number | null;
  readonly riskIndicator: number | null;
}

/** Highest risk indicator of a universe limited by it that names no limit. */
export const highestRiskIndicator = 7;

/**
 * Whether the universe holds the fund: a manual one what it lists, an automatic one the offered funds of its type. What
 * is unknown of a fund meets no condition. The same as SQL: `universeCondition` of the server.
 */
export function isInUniverse(fund: UniverseFund, universe: UniverseRule): boolean {
  if (universe.tariffUniverseSelectionManualMode) return universe.tariffUniverseItems.includes(fund.id);
  if (!fund.isOffered) return false;
  switch (universe.tariffUniverseType) {
    case 2:
      return fund.isEtf;
    case 3:
      return !fund.isEtf;
    case 4:
      return fund.sfdrArticle === 8 || fund.sfdrArticle === 9;
    case 5:
      return fund.isSavingsPlanCapable;
    case 6:
      return (
        fund.riskIndicator !== null &&
        fund.riskIndicator <= (universe.maximumRiskIndicator ?? highestRiskIndicator)
      );
    default:
      return true;
  }
}
