import type pg from 'pg';
import type { Database } from '../src/platform/database/database.ts';
import { enqueueFigures } from '../src/platform/jobs/enqueue-figures.ts';

/** Runs the job at once and waits for its end; answers how many rows it changed. */
export async function computeOnce(
  db: { readonly database: Database; readonly owner: pg.Client },
  tenantId: string,
): Promise<number> {
  await db.owner.query(`update jobs set run_at = now() where job_type = 'fundFigures' and state = 'queued'`);
  await db.database.transaction({ tenantId, userId: null }, (transaction) =>
    enqueueFigures(transaction, null, 0),
  );
  for (;;) {
    const { rows } = await db.owner.query<{ open: number; changed: number | null }>(
      `select count(*) filter (where state not in ('done', 'dead'))::int as open,
         (select c.changed_count from job_chunks c join jobs l on l.tenant_id = c.tenant_id and l.id = c.job_id
           where l.job_type = 'fundFigures' and l.tenant_id = $1 order by l.created_at desc limit 1)::int as changed
       from jobs where tenant_id = $1 and job_type = 'fundFigures'`,
      [tenantId],
    );
    if (rows[0]?.open === 0) return rows[0].changed ?? -1;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
