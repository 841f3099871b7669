/** How a placed order will end; the usual one is filled whole after the bank's own delay. */
export interface Outcome {
  readonly kind: 'filled' | 'rejected';
  /** Filled part of each order, above 0 to 1. */
  readonly part: number;
  /** null = the bank's own delay. */
  readonly delayMs: number | null;
  /** So long the bank knows nothing of it. */
  readonly unknownMs: number;
  readonly traderCode: string | null;
  readonly traderMessage: string | null;
}

export const usualOutcome: Outcome = {
  kind: 'filled',
  part: 1,
  delayMs: null,
  unknownMs: 0,
  traderCode: null,
  traderMessage: null,
};
