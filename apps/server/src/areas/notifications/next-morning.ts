const zone = 'Europe/Berlin';
/** Hour of the day at which mails of the day before go out. */
const morningHour = 7;
const hours = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
const hour = 3_600_000;

/** Seven o'clock in Germany after the moment, as ISO 8601. @param now milliseconds since 1970 */
export function nextMorning(now: number): string {
  // Zones change their offset by whole hours here, so full hours of UTC are full hours there.
  let next = Math.floor(now / hour) * hour;
  do next += hour;
  while (Number(hours.format(next)) !== morningHour);
  return new Date(next).toISOString();
}
