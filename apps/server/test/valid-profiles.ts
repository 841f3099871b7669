import type pg from 'pg';

/** The world stays where its prices end: its profiles would run out while the calendar goes on. */
export async function keepProfilesValid(owner: pg.Client, tenantId: string): Promise<void> {
  await owner.query(
    `update risk_assessments set valid_until = current_date + 300 where tenant_id = $1 and status = 'valid'`,
    [tenantId],
  );
}
