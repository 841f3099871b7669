import type { RiskMeasure } from '@depotwerk/domain/tariff/risk-measure';
import type { GroupRow } from '../frontier/problem.ts';

/** How a column is found (engine.md section 8). */
export const allocationTypes = [
  'MAX_RETURN',
  'MIN_VARIANCE',
  'MAX_SHARPE',
  'RISK_PARITY',
  'EQUAL_WEIGHT',
  'INVERSE_VOL',
  'MAX_DIVERSIFICATION',
  'BLACK_LITTERMAN',
] as const;

export type AllocationType = (typeof allocationTypes)[number];

/** What bands are measured in. */
export const riskMeasures = [
  'VOLATILITY',
  'VALUE_AT_RISK',
  'EQUITY_QUOTA',
] as const satisfies readonly RiskMeasure[];

/** A peer group as a row of the matrix. Weights and quotas are fractions, rates per year. */
export interface AllocationGroup {
  readonly id: string;
  readonly expectedReturn: number;
  readonly equityQuota: number;
  readonly lower: number;
  readonly upper: number;
  /** Mixed in to lower the risk of the heuristic types. */
  readonly isMoneyMarket: boolean;
}

/** A risk class; target and range in percentage points of the measure. */
export interface RiskClass {
  readonly id: string;
  readonly target: number;
  readonly range: number;
}

/** Everything a matrix is computed from. */
export interface AllocationInput {
  readonly groups: readonly AllocationGroup[];
  /** Annual, rows and columns as `groups`. */
  readonly covariance: readonly (readonly number[])[];
  readonly classes: readonly RiskClass[];
  readonly type: AllocationType;
  readonly measure: RiskMeasure;
  /** Caps of asset classes and other rows. */
  readonly rows: readonly GroupRow[];
  /** Units of a column: 1000 (0.1 %) or 100 (1 %). */
  readonly units: number;
  /** Smallest position as a fraction; smaller ones are cleaned away. */
  readonly minPosition: number;
  readonly riskFreeRate: number;
  /** Adds the check of the optimality conditions to every column. */
  readonly checksOptimality?: boolean;
}

/** Equity groups for the tilt of risk budgets. */
export const isEquity = (group: AllocationGroup): boolean => group.equityQuota >= 0.5;
