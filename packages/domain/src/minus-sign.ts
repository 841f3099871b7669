/** What stands for a minus before a figure: our own screens and office programs write the sign or a dash for the hyphen typed. */
const dashBefore = /^[\u2010-\u2013\u2212]/;

/** A figure with the sign a keyboard has, wherever it was copied from: "−3,5" and "–3,5" are "-3,5". */
export const withHyphen = (text: string): string => text.replace(dashBefore, '-');
