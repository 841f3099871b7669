import type { Multipliers } from '../optimality/duality-gap.ts';

/** A corner with its moments, kept for the read-offs. */
export interface Corner {
  readonly lambda: number;
  readonly weights: Float64Array;
  readonly expectedReturn: number;
  readonly variance: number;
  /** Riskless up to rounding on a singular covariance: optimal for lambda 0, whatever lambda the trace had there. */
  readonly isRiskless: boolean;
  /** Multipliers on the line that leads here, at its start and its end. */
  readonly line: { readonly from: Multipliers; readonly to: Multipliers };
}
