const defaultZone = 'Europe/Berlin';
const knownZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC', 'GMT']);
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Time zone of the caller by X-Timezone-Name and X-Timezone-Offset: decides "today". */
export interface ClientZone {
  readonly name: string | null;
  /** Minutes east of UTC; used when the name is unknown. */
  readonly offsetMinutes: number | null;
}

/** The zone of the house, where nobody asks: jobs, commands and defaults. */
export const houseZone: ClientZone = { name: null, offsetMinutes: null };

/** Reads the two headers; anything malformed is ignored, never an error. */
export function readClientZone(name: unknown, offset: unknown): ClientZone {
  const offsetMinutes = typeof offset === 'string' && /^-?\d{1,3}$/.test(offset) ? Number(offset) : null;
  return {
    name: typeof name === 'string' && name.length <= 64 && knownZones.has(name) ? name : null,
    offsetMinutes: offsetMinutes !== null && Math.abs(offsetMinutes) <= 840 ? offsetMinutes : null,
  };
}

/** Calendar day `YYYY-MM-DD` at `now` in the caller's zone; offset when the name is unknown, else Berlin. */
export function todayIn(zone: ClientZone, now: Date): string {
  if (zone.name === null && zone.offsetMinutes !== null) {
    return new Date(now.getTime() + zone.offsetMinutes * 60_000).toISOString().slice(0, 10);
  }
  const zoneName = zone.name ?? defaultZone;
  let formatter = formatters.get(zoneName);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone: zoneName, dateStyle: 'short' });
    formatters.set(zoneName, formatter);
  }
  return formatter.format(now);
}

/** Calendar day of the house, whatever zone the caller says: from which day something counts is the same for everybody. */
export const todayOfHouse = ({ clock }: { readonly clock: () => number }): string =>
  todayIn(houseZone, new Date(clock()));

/**
 * The earliest day somebody may choose from which something counts: the house's; west of it, where its day has begun before the
 * caller's, what is today there. Such a day counts at once.
 */
export function earliestFirstDay(zone: ClientZone, services: { readonly clock: () => number }): string {
  const [house, caller] = [todayOfHouse(services), todayIn(zone, new Date(services.clock()))];
  return caller < house ? caller : house;
}
