/** Words behind the sign of a bond's price in lists of banks: of its nominal or its par value. */
const nominalWords = /^(?:(?:vo[mn]|v\.|des|of)? ?(?:nennwerts?|nominal(?:wert|e)?|par))?$/;

/**
 * The figure of a bond's price as banks quote it, in percent of its nominal value: "98,5" of "98,5 %" and of "98,5 % v. Nennwert"; null of
 * any other cell. Such a price is euros a unit only where units are counted in nominal euros, and then a hundredth of the figure.
 */
export function percentOfNominal(text: string): string | null {
  const [figure = '', behind, ...others] = text.split('%', 3);
  if (behind === undefined || others.length > 0 || figure.trim() === '') return null;
  return nominalWords.test(behind.trim().toLowerCase()) ? figure.trim() : null;
}
