import type { AnalysisHolding } from '@depotwerk/api/prospects/depot-analysis';
import { isComplete } from './analysis-queries.ts';

type Holdings = readonly AnalysisHolding[];

/**
 * Holdings with those that come; what stood under their ISIN is replaced, so that a file read twice counts once. `replaced` is what
 * stood there with other amounts: a fund may lie in two depots, and nobody but the visitor knows.
 */
export function addHoldings(known: Holdings, added: Holdings): { holdings: Holdings; replaced: Holdings } {
  const byIsin = new Map(added.map((one) => [one.isin, one]));
  return {
    holdings: [...known.filter(({ isin }) => !byIsin.has(isin)), ...added],
    replaced: known.filter((one) => {
      const other = byIsin.get(one.isin);
      return (
        other !== undefined &&
        isComplete(one) &&
        (other.quantity !== one.quantity || other.value !== one.value)
      );
    }),
  };
}
