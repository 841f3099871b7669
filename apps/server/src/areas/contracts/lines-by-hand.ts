import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { refuseIssues } from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { lockContract } from './locked-contract.view.ts';

interface LineByHand {
  /** null = a new one. */
  readonly id: string | null;
}

/** Of the lines of a form the ids of those that are as they were, and those that are new or changed. */
function keptAndAdded<Line extends LineByHand>(
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
async function raiseVersion(transaction: Transaction<Schema>, contractId: string): Promise<void> {
  await sql`update contracts set row_version = row_version + 1
    where tenant_id = app_tenant_id() and id = ${contractId}`.execute(transaction);
}

interface LinesByHand<Line extends LineByHand> {
  /** Name of the lines in the log. */
  readonly field: 'movements' | 'payments';
  readonly wanted: readonly Line[];
  /** What is wrong with the lines typed in, as `refuseIssues` takes it. */
  readonly issues: Parameters<typeof refuseIssues>[0];
  /** What the log says beside the lines, such as the fund. */
  readonly logged?: Readonly<Record<string, unknown>>;
  readonly read: (
    reader: ReadServices,
    contractId: string,
  ) => Promise<readonly (LineByHand & { readonly source: unknown })[]>;
  /** Removes what is neither kept nor added, and adds. */
  readonly write: (
    transaction: Transaction<Schema>,
    contractId: string,
    kept: readonly string[],
    added: readonly Line[],
  ) => Promise<void>;
}

/**
 * Replaces lines of a contract by those of a form. One that is as it was keeps its source, a changed or new one is by hand;
 * where nothing differs nothing is written.
 * @throws 404, 403, 412 when the contract changed since it was read, 400 with the line that is wrong, 409 for a blocked customer
 */
export async function replaceLines<Line extends LineByHand>(
  services: Services,
  { scope, actor, ifMatch }: SignedInContext,
  contractId: string,
  { field, wanted, issues, logged, read, write }: LinesByHand<Line>,
): Promise<void> {
  requirePermission(scope, 'contracts.edit');
  await services.database.transaction(scope, async (transaction) => {
    const contract = await lockContract(transaction, scope, contractId);
    if (contract.rowVersion !== ifMatch) throw new AppError('common.versionConflict');
    const before = await read({ database: readerIn(transaction) }, contract.id);
    refuseIssues(issues);
    const { kept, added } = keptAndAdded(wanted, before);
    if (kept.length === before.length && added.length === 0) return;
    await write(transaction, contract.id, kept, added);
    await raiseVersion(transaction, contract.id);
    await writeAudit(transaction, {
      actor,
      action: 'contracts.edit',
      objectType: 'contract',
      objectId: contract.id,
      groupId: contract.groupId,
      before: { ...logged, [field]: before },
      after: { ...logged, [field]: wanted },
      details: { fields: field },
    });
  });
}
