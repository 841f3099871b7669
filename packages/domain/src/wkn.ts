/** Six letters or digits; I and O are not used, so that they are not mistaken for 1 and 0. */
export function isWkn(text: string): boolean {
  return /^[A-HJ-NP-Z0-9]{6}$/.test(text);
}

/** The WKN inside a German ISIN (`DE000` + WKN + check digit), null for every other ISIN. */
export function wknOfIsin(isin: string): string | null {
  if (!/^DE000[A-Z0-9]{7}$/.test(isin)) return null;
  const wkn = isin.slice(5, 11);
  return isWkn(wkn) ? wkn : null;
}
