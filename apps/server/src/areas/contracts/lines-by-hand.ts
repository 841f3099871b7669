import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

interface LineByHand {
  /** null = a new one. */
  readonly id: string | null;
}

/** Of the lines of a form the ids of those that are as they were, and those that are new or changed. */
export function keptAndAdded<Line extends LineByHand>(
  wanted: readonly Line[],
  before: readonly (LineByHand & { readonly source: unknown })[],
): { readonly kept: readonly string[]; readonly added: readonly Line[] } {
  const stored = new Map(before.map(({ source: _source, ...line }) => [line.id, line]));
  const kept = new Set(
    wanted.flatMap((each) =>
      each.id !== null && isDeepStrictEqual(each, stored.get(each.id)) ? each.id : [],
    ),
  );
  return { kept: [...kept], added: wanted.filter(({ id }) => id === null || !kept.has(id)) };
}

/** Lines are not part of their contract's row: its version is raised by hand, so that every open form notices. */
export async function raiseVersion(transaction: Transaction<Schema>, contractId: string): Promise<void> {
  await sql`update contracts set row_version = row_version + 1
    where tenant_id = app_tenant_id() and id = ${contractId}`.execute(transaction);
}
