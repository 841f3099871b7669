import type { Reader } from '../database/database.ts';

/** How it stands between database and store, in the whole installation. */
export interface DocumentStoreMeasures {
  /** Contents in the database. */
  readonly waiting: number;
  readonly oldestWaitingSeconds: number;
  /** Objects whose documents are gone. */
  readonly deleting: number;
  /** Objects whose last attempt failed. */
  readonly failing: number;
}

/** Whether any content lies in the store, in the whole installation. */
export async function hasStoredContents(database: Reader): Promise<boolean> {
  const [row] = await database.read<{ hasStored: boolean }>(
    { tenantId: null, userId: null },
    { sql: 'select has_stored_contents() as "hasStored"', parameters: [] },
  );
  return row?.hasStored ?? false;
}

export async function measureDocumentStore(database: Reader): Promise<DocumentStoreMeasures> {
  const [row] = await database.read<DocumentStoreMeasures>(
    { tenantId: null, userId: null },
    {
      sql: `select waiting::int as waiting, oldest_waiting_seconds as "oldestWaitingSeconds",
          deleting::int as deleting, failing::int as failing
        from measure_document_store()`,
      parameters: [],
    },
  );
  if (!row) throw new Error('the database measures nothing');
  return row;
}
