/** What stands behind the sign of a bond's price in lists of banks, in small letters. */
const nominalWords = [
  '',
  'v. nennwert',
  'vom nennwert',
  'des nennwerts',
  'v. nominal',
  'vom nominal',
  'nominal',
  'nennwert',
  'vom nominalwert',
  'of nominal',
  'of par',
];

/**
 * The figure of a bond's price as banks quote it, in percent of its nominal value: "98,5" of "98,5 %" and of "98,5 % v. Nennwert"; null of
 * any other cell. Such a price is euros a unit only where units are counted in nominal euros, and then a hundredth of the figure.
 */
export function percentOfNominal(text: string): string | null {
  const [figure = '', behind, ...others] = text.split('%', 3);
  if (behind === undefined || others.length > 0 || figure.trim() === '') return null;
  return nominalWords.includes(behind.trim().toLowerCase()) ? figure.trim() : null;
}
