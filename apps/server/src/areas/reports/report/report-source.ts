import type { CallAnswer } from '@depotwerk/api/call';
import type {
  getContract,
  getContractInfo,
  getOverviewChart,
} from '@depotwerk/api/contracts/contract-detail';
import type { planOnPaper } from '@depotwerk/api/optimization/optimization';
import type { savingsAhead } from '@depotwerk/domain/contracts/savings-ahead';
import type * as z from 'zod/mini';

/** What the builders are given: answers of the very views the screens show, and what only letters need. */
export type ContractDetail = CallAnswer<typeof getContract>;
export type ContractInfo = CallAnswer<typeof getContractInfo>;
export type OverviewChart = CallAnswer<typeof getOverviewChart>;
export type Plan = z.output<typeof planOnPaper>;

/** To whom the letter goes, and what the bank knows of the person. */
export interface Addressee {
  readonly salutation: string;
  readonly title: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
  readonly externalKey: string | null;
  /** Her legal representatives are written to. */
  readonly isUnderage: boolean;
}

/** Costs the contract's tariff takes (cost model). Fractions and euros. */
export interface CostModel {
  readonly costModelName: string;
  readonly entryFee: number;
  readonly contractFeeMonthly: number;
  readonly contractFeePercent: number;
  readonly fundSwitchFee: number;
  readonly freeSwitchesPerYear: number;
  readonly rebate: number;
}

export interface ContractSource {
  readonly detail: ContractDetail;
  readonly info: ContractInfo;
  readonly addressee: Addressee;
  readonly costModel: CostModel | null;
  /** What is paid in today, and what is agreed for later. */
  readonly savingsAhead: ReturnType<typeof savingsAhead>;
  /** Ongoing fee of each fund held or saved into, a fraction a year; null = not known. */
  readonly ongoingFees: ReadonlyMap<number, number | null>;
  /** What each of them pays a year to those who distribute it, likewise. */
  readonly distributionFees: ReadonlyMap<number, number | null>;
  readonly adviserName: string;
  /** The caller's day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Options of the report's body with their defaults filled in. */
export interface BuildOptions {
  readonly withCharts: boolean;
  readonly salutation: string | null;
}
