const dayLength = 86_400_000;

/** ISO date of a day number (days since 1970-01-01). */
export const toIsoDay = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);
