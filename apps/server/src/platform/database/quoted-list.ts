/** Names as a list of SQL texts for `in (…)`; for names of the code only, never for what came from outside. */
export const quotedList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
