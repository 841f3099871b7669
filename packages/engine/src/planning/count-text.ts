/** How many securities, in German: 1 Wertpapier, 12 Wertpapiere. */
export const securities = (count: number): string => `${count} ${count === 1 ? 'Wertpapier' : 'Wertpapiere'}`;

/** The German verb of that many. */
export const are = (count: number): 'ist' | 'sind' => (count === 1 ? 'ist' : 'sind');

/** Names in a German sentence: A, B und C. */
export const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} und ${names.at(-1)}` : (names[0] ?? '');

/** Funds named in a sentence where there are more than one beyond them. */
const namedFunds = 3;

/** Funds in a German sentence, the first of many: A, B, C und 4 weitere. */
export const named = (isins: readonly string[]): string =>
  isins.length > namedFunds + 1
    ? `${isins.slice(0, namedFunds).join(', ')} und ${isins.length - namedFunds} weitere`
    : listed(isins);
