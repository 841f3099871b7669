import { unknownText } from './unknown-text.ts';

/** What a check says of a contract that decides when the next hint is to be expected. */
interface Outlook {
  /** Expected months; null = unknown, undefined = never computed. */
  readonly monthsToNextHint?: number | null | undefined;
  readonly hints: readonly { readonly hintCode: string; readonly severity: number }[];
}

/**
 * How long prices alone are expected to leave a contract without a new hint on risk or weights, in words. Where such a hint is open as
 * grave as it gets, prices bring no further one: its months are those of a depot nobody should leave as it is, and are not said.
 */
export function nextHintText({ monthsToNextHint: months, hints }: Outlook): string {
  const isOpen = hints.some(
    ({ hintCode, severity }) =>
      hintCode === 'H01' || hintCode === 'H02' || (hintCode === 'H10' && severity > 0),
  );
  if (isOpen) return 'besteht schon';
  if (months === null || months === undefined) return unknownText;
  const whole = Math.round(months);
  if (whole < 1) return 'in weniger als einem Monat';
  if (whole === 1) return 'in etwa einem Monat';
  if (whole < 24) return `in etwa ${whole} Monaten`;
  const years = Math.round(months / 12);
  return years > 10 ? 'in mehr als 10 Jahren' : `in etwa ${years} Jahren`;
}
