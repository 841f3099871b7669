import { germanMoney } from './german-figures.ts';
import { withHyphen } from './minus-sign.ts';
import { asReadersWrite } from './notation.ts';
import type { NumberRules, ParsedNumber } from './number-text.ts';
import { formatNumber, parseNumber } from './number-text.ts';

/** Euro with two decimals and a non-breaking space: 1234.5 → "1.234,50 €", or as the reader writes it (`notation.ts`). */
export const formatMoney = (value: number): string => asReadersWrite(germanMoney(value));

/** The figure alone, for input fields: 1234.5 → "1.234,50". */
export function formatMoneyInput(value: number): string {
  return formatNumber(value, 2, 2);
}

/**
 * Reads an amount in euro; "€", "EUR" and "Euro" before or after it are understood, as is the sign before it all: "−€3.20" of our
 * English pages. At most two decimals.
 */
export function parseMoney(text: string, rules: Omit<NumberRules, 'precision' | 'shift'> = {}): ParsedNumber {
  const figure = withHyphen(text.trim()).replace(/^([+-]?)\s*(?:€|EUR)|(?:€|EUR|Euro)$/i, '$1');
  if (figure.trim() === '' && text.trim() !== '') return { ok: false, reason: 'format' };
  return parseNumber(figure, { ...rules, precision: 2 });
}

/** Whole cents: sums are formed in them, because binary fractions do not add up. */
export function toCents(euro: number): number {
  return Math.round(Number(`${euro}e2`));
}

/** Whether an amount is kept as it is: a part of a cent would be rounded away unsaid. */
export const isWholeCents = (euro: number): boolean => Number(euro.toFixed(2)) === euro;

/** Euro of whole cents. */
export function fromCents(cents: number): number {
  return cents / 100;
}
