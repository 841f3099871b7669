import type { Database } from '../database/database.ts';
import { OperatorError } from '../operator-error.ts';
import { credentialsOf } from './credentials.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';
import { hasStoredContents } from './measure-document-store.ts';
import { createObjectStore } from './object-store.ts';
import { problemTexts, StoreFault } from './store-fault.ts';
import type { DocumentStoreSettings } from './store-settings.ts';

interface Log {
  readonly say: (line: string) => void;
  readonly error: (values: object, message: string) => void;
}

/** A start does not wait longer to hear whether the store answers. */
const startMs = 5000;

/**
 * The store the settings name, null without. A store that does not answer is told and does not stop the start: documents
 * in it answer 503 until it does, and everything else works.
 * @throws OperatorError when contents lie in a store that is not named any more, or the credentials cannot be read
 */
export async function openDocumentStore(
  settings: DocumentStoreSettings | null,
  database: Database,
  log: Log,
): Promise<DocumentStore | null> {
  if (settings === null) {
    if (!(await hasStoredContents(database))) return null;
    throw new OperatorError(
      'Contents of documents lie in a document store, and DOCUMENT_STORE_URL is not set: set it again, or move them back first (docs/operations.md, "Document store").',
    );
  }
  credentialsOf(settings.credentialsFile)();
  const objects = createObjectStore(settings);
  try {
    await objects.check(startMs);
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    log.say(`${problemTexts[error.problem]} Documents in it cannot be opened until it does.`);
    log.error({ problem: error.problem }, 'documentStore.unavailable');
  }
  return createDocumentStore({ objects, moves: settings.moves, database, logger: log });
}
