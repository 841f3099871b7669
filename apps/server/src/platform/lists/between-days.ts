import type { Parameters } from '../database/parameters.ts';

/**
 * Conditions that keep instants of whole days.
 * @param column SQL of an instant
 * @param days ISO days, both included; what is left out does not limit
 * @param timeZone IANA zone in which the days begin and end
 */
export function betweenDays(
  column: string,
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  timeZone: string,
  parameters: Parameters,
): string[] {
  const startOf = (day: string, daysLater: number) =>
    `((${parameters.add(day)}::date + ${daysLater})::timestamp at time zone ${parameters.add(timeZone)})`;
  return [
    ...(days.from === undefined ? [] : [`${column} >= ${startOf(days.from, 0)}`]),
    ...(days.to === undefined ? [] : [`${column} < ${startOf(days.to, 1)}`]),
  ];
}
