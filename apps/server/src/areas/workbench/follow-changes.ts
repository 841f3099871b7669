import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { houseZone, todayIn } from '../../platform/http/client-zone.ts';
import { type Looking, startLooking } from '../../platform/looking.ts';
import { lookAtContracts, lookAtHouse } from './apply-rules.ts';
import { readThresholds } from './thresholds.view.ts';

interface Services {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** What was counted of the tenant's tasks no longer holds. */
  readonly forgetCounts: (tenantId: string) => void;
  readonly logger: { readonly error: (values: object, message: string) => void };
}

/** Contracts looked at in one transaction. */
const batchSize = 2000;
/** A batch with everything that may have happened to it, on a busy machine. */
const lookTimeout = 30_000;

/**
 * Looks at what has changed since the last look, in all tenants: tasks open and end within seconds of their causes. Any
 * number of processes may look; each change is taken by one of them.
 */
export async function followTaskChanges({
  database,
  clock,
  forgetCounts,
}: Omit<Services, 'logger'>): Promise<number> {
  const waiting = await database.read<{ tenantId: string }>(
    { tenantId: null, userId: null },
    { sql: 'select t as "tenantId" from find_task_changes() t', parameters: [] },
  );
  let looked = 0;
  for (const { tenantId } of waiting) {
    for (let taken = batchSize; taken === batchSize; ) {
      taken = await followTenant(database, tenantId, todayIn(houseZone, new Date(clock())));
      looked += taken;
      forgetCounts(tenantId);
    }
  }
  return looked;
}

/**
 * One batch of a tenant; answers how many changes it took. A system job: it follows what others did.
 * no audit entry: what made the change is in the log, and a task says nothing more
 */
function followTenant(database: Database, tenantId: string, today: string): Promise<number> {
  return database.transaction(
    { tenantId, userId: null },
    async (transaction) => {
      const { rows } = await sql<{ subject_id: string | null }>`delete from workbench_changes
        where tenant_id = app_tenant_id() and id in (select id from workbench_changes where tenant_id = app_tenant_id()
          order by id limit ${batchSize} for update skip locked) returning subject_id`.execute(transaction);
      if (rows.length === 0) return 0;
      const ids = [...new Set(rows.flatMap(({ subject_id: id }) => id ?? []))];
      const thresholds = await readThresholds(readerIn(transaction), { tenantId, userId: null });
      const look = { today, thresholds, contracts: { kind: 'ids', ids } } as const;
      if (ids.length > 0) await lookAtContracts(transaction, look);
      if (rows.some(({ subject_id: id }) => id === null)) await lookAtHouse(transaction, look);
      return rows.length;
    },
    { statementTimeout: lookTimeout },
  );
}

const pauseMs = 1000;

/** Looks every second until stopped; `stop` waits for the look under way. */
export function startFollowingTasks(services: Services): Looking {
  return startLooking(
    pauseMs,
    () => followTaskChanges(services),
    // The changes are still there for the next look.
    (error) => services.logger.error({ err: error }, 'workbench.lookFailed'),
  );
}
