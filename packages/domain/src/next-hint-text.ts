import { unknownText } from './unknown-text.ts';

/**
 * How long prices alone are expected to leave a contract without a new hint on risk or weights, in words.
 *
 * @param months expected months; null = unknown
 */
export function nextHintText(months: number | null | undefined): string {
  if (months === null || months === undefined) return unknownText;
  const whole = Math.round(months);
  if (whole < 1) return 'in weniger als einem Monat';
  if (whole === 1) return 'in etwa einem Monat';
  if (whole < 24) return `in etwa ${whole} Monaten`;
  const years = Math.round(months / 12);
  return years > 10 ? 'in mehr als 10 Jahren' : `in etwa ${years} Jahren`;
}
