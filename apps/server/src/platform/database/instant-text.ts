/** A point in time within JSON as the interface writes it: UTC with milliseconds; null stays null. */
export const instantText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
