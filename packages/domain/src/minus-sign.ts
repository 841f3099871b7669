/** What stands for a minus before a figure: our own screens and office programs write the sign or a dash for the hyphen typed. */
const dashBefore = /^[\u2010-\u2013\u2212]/;

/** A figure with the sign a keyboard has, wherever it was copied from: "−3,5" and "–3,5" are "-3,5". */
export const withHyphen = (text: string): string => text.replace(dashBefore, '-');

const dashBehind = /[-\u2010-\u2013\u2212]$/;

/**
 * The same with the sign before it: SAP and what writes like it print "12,50-". A figure that has one before it keeps what is behind
 * it, and is none.
 */
export function withSignBefore(text: string): string {
  const figure = withHyphen(text);
  if (!/^[\d.,]/.test(figure) || !dashBehind.test(figure)) return figure;
  const bare = figure.slice(0, -1).trimEnd();
  return /\d$/.test(bare) ? `-${bare}` : figure;
}
