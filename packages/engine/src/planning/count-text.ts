/** How many securities, in German: 1 Wertpapier, 12 Wertpapiere. */
export const securities = (count: number): string => `${count} ${count === 1 ? 'Wertpapier' : 'Wertpapiere'}`;

/** The German verb of that many. */
export const are = (count: number): 'ist' | 'sind' => (count === 1 ? 'ist' : 'sind');

/** Names in a German sentence: A, B und C. */
export const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} und ${names.at(-1)}` : (names[0] ?? '');
