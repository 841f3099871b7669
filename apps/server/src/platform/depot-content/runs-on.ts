import { type RawBuilder, sql } from 'kysely';

/** SQL: contract `c` is there and runs on a day, as `hasEnded` says it: on its last day it has ended. */
export const runsOn = (day: string): RawBuilder<unknown> =>
  sql`c.deleted_at is null and (c.end_date is null or c.end_date > ${day}::date)`;
