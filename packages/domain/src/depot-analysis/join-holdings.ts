/** A holding as a visitor names it: units, a value in euros, or both. */
interface Holding {
  readonly isin: string;
  readonly name: string;
  readonly quantity: number | null;
  readonly value: number | null;
}

/**
 * Holdings, those of one ISIN as one: a depot may hold a security in several lots. Units and value are summed where every lot
 * names them; `unclear` are the ISINs whose lots cannot be one, because one names only units and another only a value.
 */
export function joinHoldings(holdings: readonly Holding[]): { holdings: Holding[]; unclear: string[] } {
  const joined = [...Map.groupBy(holdings, ({ isin }) => isin)].map(([isin, lots]) => ({
    isin,
    name: lots.find(({ name }) => name !== '')?.name ?? '',
    quantity: sumOf(lots.map(({ quantity }) => quantity)),
    value: sumOf(lots.map(({ value }) => value)),
  }));
  const isClear = ({ quantity, value }: Holding) => quantity !== null || value !== null;
  return {
    holdings: joined.filter(isClear),
    unclear: joined.filter((holding) => !isClear(holding)).map(({ isin }) => isin),
  };
}

/** Sum to eight decimals, finer than units are counted anywhere; null where one is not known. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += amount;
  }
  return amounts.length === 1 ? sum : Math.round(sum * 1e8) / 1e8;
}
