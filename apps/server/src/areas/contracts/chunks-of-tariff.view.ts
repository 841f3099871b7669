import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

/** Below every id. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** Contracts from an id on, up to another that is no longer among them (null = all that follow), and how many they are. */
export interface ContractChunk {
  readonly fromId: string;
  readonly untilId: string | null;
  readonly size: number;
}

/**
 * All contracts of a tariff in chunks, step by step along the index: a million contracts take a thousand short statements
 * instead of one long one.
 */
export async function chunksOfTariff(
  transaction: Transaction<Schema>,
  tariffId: string,
  chunkSize: number,
): Promise<ContractChunk[]> {
  const next = async (after: string, offset: number) => {
    const { rows } = await sql<{ id: string }>`
      select id from contracts where tenant_id = app_tenant_id() and tariff_id = ${tariffId} and deleted_at is null
         and id > ${after}::uuid order by id offset ${offset} limit 1`.execute(transaction);
    return rows[0]?.id ?? null;
  };
  const starts: string[] = [];
  for (let from = await next(beforeAllIds, 0); from !== null; from = await next(from, chunkSize - 1))
    starts.push(from);
  const last = starts.at(-1);
  if (last === undefined) return [];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contracts where tenant_id = app_tenant_id() and tariff_id = ${tariffId}
       and deleted_at is null and id >= ${last}::uuid`.execute(transaction);
  const lastSize = rows[0]?.count ?? 0;
  return starts.map((fromId, k) => ({
    fromId,
    untilId: starts[k + 1] ?? null,
    size: fromId === last ? lastSize : chunkSize,
  }));
}
