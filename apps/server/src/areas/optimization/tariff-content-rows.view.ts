import { riskIndicatorLimit } from '@depotwerk/domain/tariff/check-product-type';
import { lifeCycleSteps } from '@depotwerk/domain/tariff/life-cycle';
import type {
  TariffContent,
  TariffDraft,
  UniverseComponentDraft,
} from '@depotwerk/domain/tariff/tariff-drafts';
import { isInUniverse } from '@depotwerk/domain/tariff/universe-rule';
import type { MarketRows, TariffRows } from './tariff-rows.ts';

/** What `tariff_versions.content` holds. */
export interface StoredTariffContent extends TariffContent {
  /** Highest risk indicator by class (hint H19), in the order of the classes; null = no limit. */
  readonly sriLimits: readonly (number | null)[];
}

/** Which version a content belongs to. */
export interface VersionIdentity {
  readonly tariffId: string;
  readonly tariffVersionId: string | null;
  readonly versionNumber: number | null;
}

/** Ranks of tariffs that name none, the hybrid ones: by risk-adjusted return. */
const defaultRankingTypeId = 4;
const defaultShortlistSize = 5;
const answerNo = 1;

/**
 * A version's content as checks read it, to be put together by `assembleTariff`. `market` decides what an automatic
 * universe holds where the selection names no funds. The content may be incomplete; a version without classes checks
 * nothing.
 */
export function tariffRowsOfContent(
  content: StoredTariffContent,
  { tariffId, tariffVersionId, versionNumber }: VersionIdentity,
  market: MarketRows,
): TariffRows {
  const { tariff, components } = content;
  const matrix = components ? null : tariff.fundMatrix;
  const risk = components?.risk;
  const selection = components?.selection;
  return {
    tariffId,
    tariffVersionId,
    versionNumber,
    riskTypeId: matrix?.riskTypeId ?? risk?.tariffRiskType ?? 1,
    usesQuota: matrix?.useQuota ?? risk?.useQuota ?? false,
    isHybrid: components === null,
    rankingTypeId: selection?.tariffRankingType ?? defaultRankingTypeId,
    shortlistSize: selection?.tariffFundShortlistSize ?? defaultShortlistSize,
    minimumRank: selection?.minimumRank ?? null,
    allowsUnrated: selection?.allowsUnrated ?? true,
    classes: classesOf(content),
    groupFractions: (components?.allocation.allocationItems ?? [])
      .filter(({ fraction }) => fraction > 0)
      .map(({ riskClassId, peergroupId, fraction }) => ({ riskClassId, peergroupId, fraction }))
      .toSorted((a, b) => a.riskClassId - b.riskClassId || a.peergroupId - b.peergroupId),
    relationships: components?.allocation.relationships ?? [],
    fundFractions: (matrix?.allocationItems ?? [])
      .map(({ riskClassId, securityId, fraction }) => ({ riskClassId, fundId: securityId, fraction }))
      .toSorted((a, b) => a.riskClassId - b.riskClassId),
    selectedFundIds:
      selection && selection.tariffSelectedFunds.length > 0
        ? selection.tariffSelectedFunds
        : fundsOfUniverse(components?.universe, market),
    silencedHintIds: silencedHints(tariff),
    portfolioLimits: {
      count: { min: tariff.minSecuritiesPortfolio, max: tariff.maxSecuritiesPortfolio },
      share: { min: tariff.minSecurityFractionPortfolio, max: tariff.maxSecurityFractionPortfolio },
      value: { min: tariff.minSecurityValuePortfolio, max: tariff.maxSecurityValuePortfolio },
    },
    savingsPlanLimits: {
      count: { min: tariff.minSecuritiesSavingsPlan, max: tariff.maxSecuritiesSavingsPlan },
      share: { min: tariff.minSecurityFractionSavingsPlan, max: tariff.maxSecurityFractionSavingsPlan },
      value: { min: tariff.minSecurityValueSavingsPlan, max: tariff.maxSecurityValueSavingsPlan },
    },
    gainLimit: tariff.gainNoteLimit,
    sriLimit: riskIndicatorLimit(tariff),
    costCap: tariff.costCap ?? null,
    lifeCycle: lifeCycleSteps(tariff.lifeCycle),
    switchThresholds: tariff,
  };
}

function classesOf({ tariff, components, sriLimits }: StoredTariffContent): TariffRows['classes'] {
  const risk = components?.risk;
  const classes = risk
    ? risk.tariffRiskItemsTargets.map((target, index) => ({
        riskClassId: index + 1,
        target,
        range: risk.tariffRiskItemsRanges[index] ?? null,
      }))
    : (tariff.fundMatrix?.riskItems ?? []).toSorted((a, b) => a.riskClassId - b.riskClassId);
  return classes.flatMap(({ riskClassId, target, range }, index) =>
    target === null || range === null
      ? []
      : [{ riskClassId, target, range, sriLimit: sriLimits[index] ?? null }],
  );
}

const silencedHints = (tariff: TariffDraft): number[] =>
  Object.entries({ ...tariff.optimizationHints, ...tariff.optimizationHintsExpert })
    .filter(([, answer]) => answer === answerNo)
    .map(([hintId]) => Number(hintId))
    .toSorted((a, b) => a - b);

/**
 * Funds of a universe without a selection of its own: those named, or all of its type. One that takes money from its holders only stays
 * for them; it is no fund of a shortlist.
 */
function fundsOfUniverse(
  universe: UniverseComponentDraft | undefined,
  market: MarketRows,
): readonly number[] {
  if (!universe) return [];
  return market.funds
    .filter((fund) =>
      isInUniverse(
        { ...fund, isOffered: (fund.status === 'open' || fund.status === 'softClosed') && !fund.isInactive },
        universe,
      ),
    )
    .map(({ id }) => id);
}
