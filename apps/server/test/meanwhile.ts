import type pg from 'pg';
import { expect } from 'vitest';
import { connectOwner, type TestDatabase } from './database.ts';

/**
 * Answers what becomes of work that meets an open transaction of somebody else: it begins after `change` was made, and the
 * transaction ends once the work waits for it.
 * @param tenantId whose rows `change` is about
 */
export async function meanwhile<Answer>(
  { owner, target }: Pick<TestDatabase, 'owner' | 'target'>,
  tenantId: string,
  change: (other: pg.Client) => Promise<unknown>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const other = await connectOwner(target);
  const waiting = async () => {
    const { rows } = await owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  try {
    await other.query('begin');
    await other.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    await change(other);
    const working = work();
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
    await other.query('commit');
    return await working;
  } finally {
    await other.end();
  }
}

/** What a merge does first to the customer who is no more. */
export async function hideCustomer(other: pg.Client, customerId: string): Promise<void> {
  await other.query('select from customers where id = $1 for update', [customerId]);
  await other.query('update customers set deleted_at = now() where id = $1', [customerId]);
}
