import { locale } from './locale.ts';

// Figures and days in German whoever reads them: for sentences of the rules, which are put into other languages as a whole.

// Nothing is below 0 that is shown as 0: signDisplay 'negative' writes no sign before a figure that rounds to it.
const formatters = new Map<string, { format: (value: number) => string }>();

/**
 * Intl formatters are costly to make; one per set of options is kept. Below 0 stands a minus sign, where Intl writes the
 * hyphen of a German keyboard: it is as wide as the plus above it, and no line ends after it. What machines read is written elsewhere.
 */
export function numberFormat(options: Intl.NumberFormatOptions): { format: (value: number) => string } {
  const key = JSON.stringify(options);
  let formatter = formatters.get(key);
  if (!formatter) {
    const format = new Intl.NumberFormat(locale.tag, options);
    formatter = { format: (value) => format.format(value).replace(/^-/, '\u2212') };
    formatters.set(key, formatter);
  }
  return formatter;
}

/** 1234.5 → "1.234,5"; `minimum` and `maximum` are decimal places. */
export function germanNumber(value: number, minimum = 0, maximum = Math.max(minimum, 6)): string {
  return numberFormat({
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
    signDisplay: 'negative',
  }).format(value);
}

/** Euro with two decimals and a non-breaking space: 1234.5 → "1.234,50 €". */
export function germanMoney(value: number): string {
  return numberFormat({ style: 'currency', currency: locale.currency, signDisplay: 'negative' }).format(
    value,
  );
}

/** Fraction as percent with a non-breaking space before the sign: 0.125 → "12,5 %". */
export function germanPercent(fraction: number, minimum = 1, maximum = Math.max(minimum, 1)): string {
  return numberFormat({
    style: 'percent',
    minimumFractionDigits: minimum,
    maximumFractionDigits: maximum,
    signDisplay: 'negative',
  }).format(fraction);
}

/** With a sign, for gains and losses: 0.073 → "+7,3 %". */
export function germanPercentSigned(fraction: number, decimals = 1): string {
  return numberFormat({
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'exceptZero',
  }).format(fraction);
}

/** The figure of a percentage alone: 0.125 → "12,5". Exact to twelve decimals of the fraction. */
export function germanPercentFigure(fraction: number, minimum = 0, maximum = 4): string {
  return germanNumber(Number(`${Number(fraction.toFixed(12))}e2`), minimum, maximum);
}

/** "2024-04-03" → "03.04.2024". */
export function germanDay(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-');
  return `${date}.${month}.${year}`;
}

const instantFormats = new Map<string, Intl.DateTimeFormat>();

function instantFormat(timeZone: string | undefined, withTime: boolean): Intl.DateTimeFormat {
  const key = `${timeZone ?? ''}|${withTime}`;
  let format = instantFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale.tag, {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour12: locale.hour12,
      ...(withTime ? { hour: '2-digit', minute: '2-digit' } : {}),
      ...(timeZone ? { timeZone } : {}),
    });
    instantFormats.set(key, format);
  }
  return format;
}

/** Instant (ISO 8601) in the given zone, else the machine's: "03.04.2024, 14:05", or its day alone. */
export function germanInstant(instant: string, timeZone: string | undefined, withTime: boolean): string {
  return instantFormat(timeZone, withTime).format(new Date(instant));
}
