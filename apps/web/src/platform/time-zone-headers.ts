/** Zone headers of every call: minutes east of Greenwich, and the zone's name. */
export function timeZoneHeaders(now: Date = new Date()): Record<string, string> {
  // `0 - x` avoids "-0" in Greenwich.
  return { 'X-Timezone-Offset': String(0 - now.getTimezoneOffset()), 'X-Timezone-Name': timeZoneName() };
}

function timeZoneName(): string {
  try {
    return Intl.DateTimeFormat().resolvedOptions().timeZone || 'unsupported';
  } catch {
    return 'unsupported';
  }
}
