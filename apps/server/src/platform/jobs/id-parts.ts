/** Ids are random, so that their first digit cuts a table of any size into sixteen equal parts. */
const firsts = [...'0123456789abcdef'].map((digit) => `${digit}0000000-0000-0000-0000-000000000000`);

/** The parts: ids from `from` on and below `until`, without one up to the last. */
export const idParts: readonly { readonly from: string; readonly until: string | null }[] = firsts.map(
  (from, part) => ({ from, until: firsts[part + 1] ?? null }),
);
