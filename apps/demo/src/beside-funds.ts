import type { DemoTariff } from './demo-tariffs.ts';

/**
 * Part of every payment that the insurer of a tariff keeps beside the funds: for what is promised, in a guarantee fund, or on
 * an account. Only the rest buys funds; money that did both would be a gain nobody made.
 */
export function besideFunds({ guaranteeFundId, parameters: { typeId } }: DemoTariff): number {
  if (guaranteeFundId !== null) return 0.35;
  return typeId === 7 ? 0.42 : typeId === 3 ? 0.03 : 0;
}
