import type { Transaction } from 'kysely';
import type pg from 'pg';
import { type AuditEntry, writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { enqueueFigures } from '../../../platform/jobs/enqueue-figures.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import type { SourceTable } from '../../../platform/table-files/source-table.ts';
import { type ImportActor, type ImportIdentity, identify } from './import-actor.ts';
import type { ImportOptions, ImportResult } from './import-result.ts';
import { recordImport, recordRefusal } from './record-import.ts';
import { beginImport, countOutcomes, firstRejections, firstRemarks, summarizeRejections } from './staging.ts';
import { discardReport, keepReport, writeReport } from './write-report.ts';

export interface ImportWork {
  readonly type: 'funds' | 'prices';
  readonly open: () => Promise<SourceTable>;
  /** Temporary table the work fills; after `stage` every row in it has an outcome. */
  readonly stagingTable: string;
  /** Examines the file before the database is touched; throws `ImportRefused`. */
  readonly plan: (table: SourceTable) => Promise<{
    readonly notes: readonly string[];
    readonly stage: (connection: pg.ClientBase, identity: ImportIdentity) => Promise<readonly string[]>;
  }>;
}

/** Ends a dry run: the transaction is undone, the result survives. */
class DryRunEnd extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super('dry run');
    this.result = result;
  }
}

/**
 * The frame of every import: permission, examination, one transaction for staging, writing, record and audit.
 * All or nothing; a refused file leaves a record of the refusal only. Throws `ImportRefused`.
 */
export async function runImport(
  services: Services,
  actor: ImportActor,
  options: ImportOptions,
  work: ImportWork,
): Promise<ImportResult> {
  // The operator has the machine and needs no permission.
  if (actor.kind === 'user') requirePermission(actor.scope, 'funds.import');
  const identity = identify(actor);
  const context = { tenantId: identity.tenantId, userId: identity.userId };
  const inTransaction = <T>(
    run: (transaction: Transaction<Schema>, connection: pg.ClientBase) => Promise<T>,
  ) => services.database.transaction(context, run, { statementTimeout: 3_600_000 });
  const table = await work.open();
  const auditEntry = (importId: string, facts: Record<string, number>): AuditEntry => ({
    actor: identity.audit,
    action: 'funds.import',
    objectType: 'import',
    objectId: importId,
    details: { type: work.type, fileHash: table.fileHash.toString('hex'), by: identity.name, ...facts },
  });
  try {
    const plan = await work.plan(table);
    const result = await inTransaction(async (transaction, connection) => {
      await beginImport(connection, identity.tenantId);
      const notes = [...plan.notes, ...(await plan.stage(connection, identity))];
      const counts = await countOutcomes(connection, work.stagingTable);
      const rejections = await summarizeRejections(connection, work.stagingTable);
      const account = {
        counts,
        rejections,
        rejectedRows: await firstRejections(connection, work.stagingTable),
        flaggedRows: await firstRemarks(connection, work.stagingTable),
        notes,
      };
      if (options.reportPath !== undefined) {
        await writeReport(connection, work.stagingTable, options.reportPath);
      }
      if (options.isDryRun) throw new DryRunEnd({ importId: null, ...account });
      const importId = await recordImport(connection, identity, {
        type: work.type,
        file: table,
        counts,
        table: work.stagingTable,
      });
      if (counts.imported + counts.changed > 0) await enqueueFigures(transaction, identity.userId);
      await writeAudit(transaction, auditEntry(importId, { ...counts }));
      return { importId, ...account };
    });
    if (options.reportPath !== undefined) await keepReport(options.reportPath);
    return result;
  } catch (error) {
    if (error instanceof DryRunEnd) {
      if (options.reportPath !== undefined) await keepReport(options.reportPath);
      return error.result;
    }
    if (options.reportPath !== undefined) await discardReport(options.reportPath);
    if (error instanceof ImportRefused && !options.isDryRun) {
      await inTransaction(async (transaction, connection) => {
        const importId = await recordRefusal(connection, identity, {
          type: work.type,
          file: table,
          reason: error.message,
        });
        await writeAudit(transaction, { ...auditEntry(importId, {}), result: 'refused' });
      });
    }
    throw error;
  }
}
