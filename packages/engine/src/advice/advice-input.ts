import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { ContractInput } from '../check/contract-input.ts';
import type { CheckFund, CheckRules, TariffInput } from '../check/tariff-context.ts';
import type { PlanLimits } from '../planning/plan-input.ts';
import type { ClientWishes } from '../ranking/client-restrictions.ts';

/** A fund as check and plan see it, and how it is shown. Fees, quotas and shares as fractions. */
export interface AdviceFund extends CheckFund {
  readonly fundId: number;
  readonly name: string;
  readonly categoryName: string | null;
  readonly categoryColor: string | null;
  /** Euros per unit at the newest price; null = it cannot be traded. */
  readonly price: number | null;
  readonly priceDate: string | null;
  readonly unitDecimals: number;
  readonly minimumOrder: number;
  readonly savingsMinimum: number;
  /** What the adviser's house receives, a year; null = not known. */
  readonly distributionFee: number | null;
  readonly mifidR: 'Y' | 'N' | 'Neutral' | null;
  readonly hasKiid: boolean;
}

/** One risk class: its band in percentage points and the column of the allocation. */
export interface AdviceClass {
  readonly riskClassId: number;
  readonly target: number;
  readonly range: number;
  readonly targetWeights: readonly number[];
  readonly proposal: readonly { readonly isin: string; readonly weight: number }[];
  /** Of the class: what its clients bear. */
  readonly sriLimit: number | null;
}

/** Everything of a tariff: the same for all of its contracts until data or tariff change. */
export interface AdviceTariff {
  readonly tariffId: string;
  readonly tariffVersionId: string | null;
  readonly versionNumber: number | null;
  readonly dataDate: string | null;
  readonly measure: TariffInput['measure'];
  readonly peerGroups: readonly {
    readonly peergroupId: number;
    readonly name: string;
    readonly colour: string;
  }[];
  readonly covariance: readonly (readonly number[])[];
  readonly shortlists: readonly (readonly string[])[];
  readonly classes: readonly AdviceClass[];
  readonly universe: readonly string[] | null;
  readonly rules: Omit<CheckRules, 'sriLimit'>;
  /** Highest risk indicator a fund of the tariff may have, whatever the class; left out where there is none. */
  readonly sriLimit?: number | undefined;
  /** Highest ongoing costs of the funds held, as a fraction of their value a year; left out where there is none. */
  readonly costCap?: number | undefined;
  readonly silencedHints: readonly HintCode[];
  readonly portfolioLimits: PlanLimits;
  readonly savingsPlanLimits: PlanLimits;
  readonly savingsMode: 'TARGET' | 'CORRECT';
  readonly savingsUnits: number;
}

/** Costs of a contract beside those of its funds. */
export interface AdviceCosts {
  readonly entryFee: number;
  readonly switchFee: number;
  readonly freeSwitchesLeft: number | null;
  readonly contractFeeYearly: number;
  readonly contractFeePercent: number;
  readonly rebate: number;
  /** Euros of the contract that lie with its insurer: the fee in percent is taken of them too. Absent where there are none. */
  readonly besideFunds?: number | undefined;
  /** Present where nobody knows what the contract takes: the fees above are 0 then. */
  readonly isUnknown?: true | undefined;
}

/** What check and plan of one contract are made from. */
export interface AdviceInput extends ClientWishes {
  readonly contractId: string;
  readonly inputHash: string;
  readonly riskClassId: number | null;
  readonly riskAssessment: {
    readonly riskClassId: number;
    readonly validUntil: string;
    readonly suggestedRiskClassId: number | null;
  } | null;
  /** Further holders of the contract without a valid profile; absent = none. */
  readonly holdersWithoutProfile?: number | undefined;
  /** Holders of the contract who are underage, and the day (ISO) the last of them comes of age; absent = nobody known to be. */
  readonly underageHolders?: { readonly count: number; readonly until: string } | undefined;
  /** The step of the tariff's life cycle the contract is in: its first day and the highest class; absent = none. */
  readonly lifeCycle?: { readonly from: string; readonly highestRiskClassId: number } | undefined;
  readonly contract: ContractInput;
  readonly payment: number | null;
  readonly lockedIsins: readonly string[];
  readonly portfolioId: string | null;
  readonly valuationDate: string | null;
  readonly costs: AdviceCosts;
  readonly funds: readonly AdviceFund[];
  readonly tariff: AdviceTariff;
}

/** What an adviser may change in a what-if; absent = as it is. */
export interface PlanChoices {
  readonly riskClassId?: number | undefined;
  readonly excludedFundIds?: readonly number[] | undefined;
  readonly lockedFundIds?: readonly number[] | undefined;
  /** Euros added now. */
  readonly cashAmount?: number | undefined;
}
