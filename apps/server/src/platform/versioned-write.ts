import type { Transaction } from 'kysely';
import { type AuditEntry, writeAudit } from './audit/write-audit.ts';
import type { Schema } from './database/schema.ts';
import { lockVersion, refusing, withCurrent } from './editing.ts';
import type { AppError } from './http/app-error.ts';
import type { SignedInContext } from './http/request-context.ts';
import type { Services } from './services.ts';

interface VersionedRow {
  readonly table: Parameters<typeof lockVersion>[1];
  readonly id: number | string;
  /** What the database refuses, by constraint. */
  readonly refusals?: Readonly<Record<string, () => AppError>>;
  /** What the whole change goes within, before the row is locked; nothing where it needs nothing. */
  readonly within?: (transaction: Transaction<Schema>, write: () => Promise<void>) => Promise<void>;
  /** Reads it as it stands, for whoever had an older version. */
  readonly readCurrent: () => Promise<unknown>;
}

/**
 * Changes or deletes a row whose version the caller has read: locked, changed and recorded in one transaction.
 * @param change what is done; answers what the log says of it
 * @throws 404, 412 with the stored version, the refusals of the row
 */
export async function writeVersioned(
  services: Services,
  context: SignedInContext,
  { table, id, refusals = {}, within = (_transaction, change) => change(), readCurrent }: VersionedRow,
  change: (transaction: Transaction<Schema>) => Promise<Omit<AuditEntry, 'actor'>>,
): Promise<void> {
  const write = () =>
    services.database.transaction(context.scope, (transaction) =>
      refusing(refusals, () =>
        within(transaction, async () => {
          await lockVersion(transaction, table, id, context.ifMatch);
          const entry = await change(transaction);
          await writeAudit(transaction, { actor: context.actor, ...entry });
        }),
      ),
    );
  await withCurrent(write, readCurrent);
}
