import type { FundStatus } from '@depotwerk/domain/master-data/fund-status';
import type { SwitchThresholds } from '@depotwerk/domain/tariff/check-tariff-settings';
import type { LifeCycleStep } from '@depotwerk/domain/tariff/life-cycle';
import type { AdviceTariff } from '@depotwerk/engine/advice/advice-input';

/** A peer group with its row of the covariance, in the order of all groups. */
export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly colour: string;
  /** '' = not known. */
  readonly region: string;
  readonly sector: string;
  readonly covariance: readonly number[];
}

/** What is stored of a fund; fractions. */
export interface FundRow {
  readonly id: number;
  readonly isin: string;
  readonly name: string;
  readonly company: string;
  readonly peergroupId: number | null;
  readonly categoryName: string | null;
  readonly categoryColor: string | null;
  readonly status: FundStatus;
  readonly isInactive: boolean;
  readonly successorFundId: number | null;
  readonly isEtf: boolean;
  readonly ongoingFee: number | null;
  readonly distributionFee: number | null;
  readonly equityQuota: number | null;
  readonly riskIndicator: number | null;
  readonly sfdrArticle: 6 | 8 | 9 | null;
  readonly minimumShareSustainable: number | null;
  readonly minimumShareTaxonomy: number | null;
  readonly considersPai: boolean | null;
  readonly unitDecimals: number;
  readonly minimumOrder: number | null;
  readonly minimumSavingsAmount: number | null;
  readonly isSavingsPlanCapable: boolean;
  readonly mifidR: 'Y' | 'N' | 'Neutral' | null;
  /** Codes by field; null = the manufacturer says none. */
  readonly targetMarket: Readonly<Record<string, unknown>> | null;
  readonly holdingYears: number | null;
  readonly hasKiid: boolean;
  readonly price: number | null;
  readonly priceDate: string | null;
  /** Null without key figures: its risk is unknown. */
  readonly trackingError: number | null;
  readonly informationRatio: number | null;
}

/** Rank and figure of a fund by one ranking type. */
export interface RankRow {
  readonly fundId: number;
  readonly rank: number | null;
  readonly value: number | null;
}

/** All fund data of a tenant that checks read. */
export interface MarketRows {
  readonly groups: readonly GroupRow[];
  readonly funds: readonly FundRow[];
}

/** What is stored of a tariff. */
export interface TariffRows {
  readonly tariffId: string;
  readonly tariffVersionId: string | null;
  readonly versionNumber: number | null;
  readonly riskTypeId: number;
  readonly usesQuota: boolean;
  /** Types 7 and 8 define themselves by a matrix of funds instead of components. */
  readonly isHybrid: boolean;
  readonly rankingTypeId: number;
  readonly shortlistSize: number;
  readonly minimumRank: number | null;
  readonly allowsUnrated: boolean;
  readonly classes: readonly {
    readonly riskClassId: number;
    readonly target: number;
    readonly range: number;
    readonly sriLimit: number | null;
  }[];
  readonly groupFractions: readonly {
    readonly riskClassId: number;
    readonly peergroupId: number;
    readonly fraction: number;
  }[];
  readonly fundFractions: readonly {
    readonly riskClassId: number;
    readonly fundId: number;
    readonly fraction: number;
  }[];
  /** Peer groups that may stand in for a group without eligible fund, in order of preference. */
  readonly relationships: readonly {
    readonly peergroupId: number;
    readonly relatedPeergroupIds: readonly number[];
  }[];
  /** Funds of the selection; null = the selection is automatic and has none of its own. */
  readonly selectedFundIds: readonly number[] | null;
  /** Numbers of the hints answered with "Nein". */
  readonly silencedHintIds: readonly number[];
  readonly portfolioLimits: AdviceTariff['portfolioLimits'];
  readonly savingsPlanLimits: AdviceTariff['savingsPlanLimits'];
  readonly gainLimit: number | null;
  /** Highest risk indicator of a fund, of the tariff and its type; null = none. */
  readonly sriLimit: number | null;
  /** Highest ongoing costs of the funds held, as a fraction of their value a year; null = none. */
  readonly costCap: number | null;
  /** How the risk goes down before a contract ends, the first step first. */
  readonly lifeCycle: readonly LifeCycleStep[];
  /** What the tariff says itself; the rest is left to the engine's defaults. */
  readonly switchThresholds?: SwitchThresholds;
}
