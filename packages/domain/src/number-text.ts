import { germanMoney, germanNumber, numberFormat } from './german-figures.ts';
import { locale } from './locale.ts';
import { withHyphen } from './minus-sign.ts';
import { asReadersWrite, numberAsTyped } from './notation.ts';

/** Why a typed text is not a number the field takes. */
export type NumberFault =
  | { reason: 'format' }
  | { reason: 'precision'; precision: number }
  | { reason: 'tooSmall'; limit: number }
  | { reason: 'tooLarge'; limit: number };

/** `value` is null for an empty text. */
export type ParsedNumber = { ok: true; value: number | null } | ({ ok: false } & NumberFault);

export interface NumberRules {
  /** Decimal places allowed; more are refused, never rounded. Default 6. */
  precision?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** Decimal shift of the result: -2 reads percent as a fraction. Exact, because it moves the point in the text. */
  shift?: number | undefined;
}

const germanGrouped = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,(\d*))?$/;
const germanSpaced = /^[1-9]\d{0,2}(?: \d{3})+(?:,(\d*))?$/;
const germanPlain = /^\d*(?:,(\d*))?$/;
/** 1,234.56: unmistakably English, as pasted from a spreadsheet. */
const englishGrouped = /^[1-9]\d{0,2}(?:,\d{3})+\.(\d+)$/;
/** 12.5 or 1234.56: the point cannot group, because three digits do not follow. `1.234` stays a thousand. */
const pointDecimal = /^(?:\d{1,3}\.(?:\d{1,2}|\d{4,})|\d{4,}\.\d+|0\.\d+)$/;

/**
 * Reads what a German types as a number: "1.234,5", "1234,5", ",5", "1 234,5", "−3"; besides unmistakable English
 * notation, and of what the notation in use makes of it. Everything else is a fault, nothing is guessed or rounded. Limits are in the unit of the text.
 */
export function parseNumber(text: string, rules: NumberRules = {}): ParsedNumber {
  const cleaned = withHyphen(
    numberAsTyped(text)
      .replaceAll(/[\u00a0\u202f\u2009]/g, ' ')
      .trim(),
  );
  if (cleaned === '') return { ok: true, value: null };
  const sign = cleaned.startsWith('-') ? '-' : '';
  const digits = normalise(cleaned.replace(/^[+-] ?/, ''));
  if (digits === undefined) return { ok: false, reason: 'format' };

  const precision = rules.precision ?? 6;
  const decimals = digits.split('.')[1]?.replace(/0+$/, '') ?? '';
  if (decimals.length > precision) return { ok: false, reason: 'precision', precision };

  const typed = Number(sign + digits);
  if (!Number.isFinite(typed)) return { ok: false, reason: 'format' };
  // Beyond it the value would be another number than the one typed.
  const farthest = Number.MAX_SAFE_INTEGER;
  if (typed > farthest)
    return { ok: false, reason: 'tooLarge', limit: Math.min(rules.max ?? farthest, farthest) };
  if (typed < -farthest)
    return { ok: false, reason: 'tooSmall', limit: Math.max(rules.min ?? -farthest, -farthest) };
  if (rules.min !== undefined && typed < rules.min)
    return { ok: false, reason: 'tooSmall', limit: rules.min };
  if (rules.max !== undefined && typed > rules.max)
    return { ok: false, reason: 'tooLarge', limit: rules.max };
  const value = Number(`${sign}${digits}e${rules.shift ?? 0}`);
  return { ok: true, value: value === 0 ? 0 : value };
}

/** Digits with a point as decimal sign, or undefined when the notation is not one we take. */
function normalise(text: string): string | undefined {
  if (!/\d/.test(text)) return undefined;
  if (germanGrouped.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (germanSpaced.test(text)) return text.replaceAll(' ', '').replace(',', '.');
  if (germanPlain.test(text)) return text.replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '');
  if (englishGrouped.test(text)) return text.replaceAll(',', '');
  if (pointDecimal.test(text)) return text;
  return undefined;
}

/** 1234.5 → "1.234,5", or as the reader writes it (`notation.ts`); `minimum` and `maximum` are decimal places. */
export function formatNumber(value: number, minimum = 0, maximum = Math.max(minimum, 6)): string {
  return asReadersWrite(germanNumber(value, minimum, maximum));
}

/** From here on a figure is shortened, and says so by its word. */
const million = 1e6;

/**
 * Large figures in tiles: 1240000000 → "1,24 Mrd." Below a million, where no word would say that it is rounded, exact:
 * 1354.14 → "1.354,14 €".
 */
export function formatCompact(value: number, currency = false): string {
  // What rounds to a million is none yet: 999.999,99 € and not 1 Mio. €.
  if (Math.abs(value) < million)
    return asReadersWrite(currency ? germanMoney(value) : germanNumber(value, 0, 6));
  const figure = numberFormat({
    notation: 'compact',
    maximumSignificantDigits: 3,
    // As all other figures: 1.240 Bio., not 1240.
    useGrouping: 'always',
    ...(currency ? { style: 'currency', currency: locale.currency } : {}),
  }).format(value);
  return asReadersWrite(figure);
}
