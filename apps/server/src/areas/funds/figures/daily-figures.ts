import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { inEveryTenant } from '../../../platform/database/every-tenant.ts';
import { enqueueFigures } from '../../../platform/jobs/enqueue-figures.ts';
import { type Looking, startLooking } from '../../../platform/looking.ts';

/** A computation is due when the last one is older: once a day, whatever the hour of its start. */
const dueAfter = "interval '23 hours'";
/** What was finished later than this from now was finished by a clock that ran ahead, and says nothing of today. */
const latest = "interval '1 hour'";
const betweenLooks = 30 * 60_000;

/** Asks for figures in every tenant that has prices and whose last computation is a day old; how many that were. */
export async function enqueueDueFigures(database: Database, now: number): Promise<number> {
  const due = await inEveryTenant(database, async (transaction) => {
    const { rows } = await sql<{ isDue: boolean }>`select true as "isDue"
      where exists (select from fund_prices where tenant_id = app_tenant_id())
        and not exists (select from fund_figure_runs where tenant_id = app_tenant_id()
          and finished_at > to_timestamp(${now / 1000}) - ${sql.raw(dueAfter)}
          and finished_at < to_timestamp(${now / 1000}) + ${sql.raw(latest)})`.execute(transaction);
    if (rows.length > 0) await enqueueFigures(transaction, null, 0);
    return rows;
  });
  return due.length;
}

/** Looks twice an hour until stopped; `stop` waits for the look under way. */
export function startDailyFigures(services: {
  readonly database: Database;
  readonly clock: () => number;
}): Looking {
  return startLooking(
    betweenLooks,
    () => enqueueDueFigures(services.database, services.clock()),
    // The database is away: the next look finds the same.
    () => undefined,
    'at once',
  );
}
