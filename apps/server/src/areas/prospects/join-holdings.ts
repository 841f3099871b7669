import type { AnalysisHolding } from '@depotwerk/api/depot-analysis';

/**
 * Holdings of a file, those of one ISIN as one: a depot may hold a security in several lots. Units and value are summed where
 * every lot names them; lots of which one names only units and another only a value cannot be one.
 */
export function joinHoldings(holdings: readonly AnalysisHolding[]): {
  holdings: AnalysisHolding[];
  unclear: { line: null; reason: string }[];
} {
  const joined = [...Map.groupBy(holdings, ({ isin }) => isin)].map(([isin, lots]) => ({
    isin,
    name: lots.find(({ name }) => name !== '')?.name ?? '',
    quantity: sumOf(lots.map(({ quantity }) => quantity)),
    value: sumOf(lots.map(({ value }) => value)),
  }));
  const isClear = ({ quantity, value }: AnalysisHolding) => quantity !== null || value !== null;
  return {
    holdings: joined.filter(isClear),
    unclear: joined
      .filter((holding) => !isClear(holding))
      .map(({ isin }) => ({
        line: null,
        reason: `${isin} steht mehrmals in der Datei, einmal nur mit Stückzahl und einmal nur mit Wert. Bitte geben Sie den Bestand über die Suche ein.`,
      })),
  };
}

/** Sum to eight decimals, as far as units are counted anywhere; null where one is not known. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += amount;
  }
  return amounts.length === 1 ? sum : Math.round(sum * 1e8) / 1e8;
}
