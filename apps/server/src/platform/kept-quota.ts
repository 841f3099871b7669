import { sql } from 'kysely';
import type { SignedInContext } from './http/request-context.ts';
import { refuseAboveQuota } from './quotas.ts';

/** What was kept for a user when he claimed another key. */
export interface KeptBefore {
  readonly keptCount: number;
  readonly keptBytes: number;
}

/** Columns of the statement that claims a key: it sees what was there before. */
export const keptBefore = (tenantId: string, userId: string) => sql<KeptBefore>`
  (select count(*)::float8 from idempotency_keys k where k.tenant_id = ${tenantId} and k.user_id = ${userId}) as "keptCount",
  (select coalesce(sum(pg_column_size(k.body)), 0)::float8 from idempotency_keys k
    where k.tenant_id = ${tenantId} and k.user_id = ${userId}) as "keptBytes"`;

/** @throws 409 when what is kept for the caller is above its limits: nothing was done yet */
export function refuseTooMuchKept({ quotas }: SignedInContext, { keptCount, keptBytes }: KeptBefore): void {
  refuseAboveQuota({ ...(quotas && { quotas }) }, [
    { name: 'keptAnswersPerUser', present: keptCount, added: 1 },
    { name: 'keptAnswerMegabytesPerUser', present: keptBytes, added: 0 },
  ]);
}
