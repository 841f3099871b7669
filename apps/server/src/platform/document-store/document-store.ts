import { createHash } from 'node:crypto';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { Slots } from '../slots.ts';
import type { ObjectPlace, ObjectStore } from './object-store.ts';
import { StoreFault } from './store-fault.ts';

/** A content that lies in the store, as its row says. */
export interface StoredContent {
  readonly tenantId: string;
  readonly documentId: string;
  readonly versionId: string | null;
  readonly contentHash: Buffer;
  readonly byteSize: number;
}

/** Contents that left the database, as readers get them. */
export interface DocumentStore {
  readonly objects: ObjectStore;
  /** Whether contents still leave the database. */
  readonly moves: boolean;
  /**
   * A content, byte for byte as its hash says.
   * @throws 503 when the store does not answer, 409 when it has lost or altered the content, which the log records
   */
  read(content: StoredContent): Promise<Buffer>;
  /** The same without its bytes: asked of many before the first of them is sent. @throws as `read` does */
  require(content: StoredContent): Promise<void>;
}

interface Parts {
  readonly objects: ObjectStore;
  readonly moves: boolean;
  readonly database: Database;
  readonly logger: { readonly error: (values: object, message: string) => void };
  /** Longest wait for a turn; tests shorten it. */
  readonly turnMilliseconds?: number;
}

/** Names nobody and nothing: a tenant's objects begin with its id. */
export const keyOf = (tenantId: string, documentId: string) => `${tenantId}/${documentId}`;

export const placeOf = ({ tenantId, documentId, versionId }: StoredContent): ObjectPlace => ({
  key: keyOf(tenantId, documentId),
  versionId,
});

/** Contents in memory at once: each is up to ten megabytes, and none is sent before its hash is proved. */
const readsAtOnce = 8;
/** Whoever waits longer for one of them stands behind a store that hangs. */
const usualTurn = 15_000;
/** Seconds until a caller may try again. */
const retryAfter = 30;

export function createDocumentStore(parts: Parts): DocumentStore {
  const { objects, moves, database, logger, turnMilliseconds = usualTurn } = parts;
  const inTurn = turnsOf(turnMilliseconds);
  /** What a failed read means; answers the content where it came back to the database since its row was read. */
  const explain = async (content: StoredContent, error: unknown): Promise<Buffer> => {
    if (!(error instanceof StoreFault)) throw error;
    const { tenantId, documentId } = content;
    const { problem } = error;
    if (problem !== 'missing' && problem !== 'altered') {
      logger.error({ tenantId, problem }, 'documentStore.unavailable');
      throw new AppError('documents.storeUnavailable', { retryAfter, cause: error });
    }
    const [now] = await database.read<{ content: Buffer | null }>(
      { tenantId, userId: null },
      {
        sql: 'select content from documents where tenant_id = app_tenant_id() and id = $1',
        parameters: [documentId],
      },
    );
    if (!now) throw notFound();
    if (now.content !== null) return now.content;
    logger.error({ tenantId, documentId, problem }, 'documentStore.contentDamaged');
    await recordDamage(database, content, problem);
    throw new AppError('documents.contentDamaged', { cause: error });
  };
  return {
    objects,
    moves,
    read: (content) =>
      inTurn(() => readProved(objects, content)).catch((error: unknown) => explain(content, error)),
    async require(content) {
      try {
        if (await inTurn(() => isThere(objects, content))) return;
        throw new StoreFault('missing', 'not there in its size');
      } catch (error) {
        await explain(content, error);
      }
    },
  };
}

/** Work in its turn. @throws StoreFault when the turn does not come in time */
function turnsOf(milliseconds: number): <T>(work: () => Promise<T>) => Promise<T> {
  const slots = new Slots(readsAtOnce);
  return async (work) => {
    const patience = AbortSignal.timeout(milliseconds);
    try {
      return await slots.use(work, patience);
    } catch (error) {
      // The signal goes to no work: its reason comes from waiting alone.
      if (patience.aborted && error === patience.reason)
        throw new StoreFault('unreachable', 'no turn in time', { cause: error });
      throw error;
    }
  };
}

/**
 * A content whose hash is proved. A version that is gone may be another one by now, in a bucket that was copied; the hash
 * says whether it is the content.
 * @throws StoreFault
 */
export async function readProved(objects: ObjectStore, content: StoredContent): Promise<Buffer> {
  const place = placeOf(content);
  let bytes: Buffer;
  try {
    bytes = await objects.get(place, content.byteSize);
  } catch (error) {
    const mayBeElsewhere = error instanceof StoreFault && ['missing', 'refused'].includes(error.problem);
    if (!mayBeElsewhere || place.versionId === null) throw error;
    bytes = await objects.get({ ...place, versionId: null }, content.byteSize);
  }
  if (createHash('sha256').update(bytes).digest().equals(content.contentHash)) return bytes;
  throw new StoreFault('altered', 'the hash differs');
}

async function isThere(objects: ObjectStore, content: StoredContent): Promise<boolean> {
  const place = placeOf(content);
  if (await objects.has(place, content.byteSize)) return true;
  return place.versionId !== null && (await objects.has({ ...place, versionId: null }, content.byteSize));
}

/** An entry of the log: what the archive promises does not hold of this document. */
export async function recordDamage(
  database: Database,
  { tenantId, documentId }: Pick<StoredContent, 'tenantId' | 'documentId'>,
  problem: 'missing' | 'altered',
): Promise<void> {
  await database.transaction({ tenantId, userId: null }, (transaction) =>
    writeAudit(transaction, {
      actor: { kind: 'system' },
      action: 'documents.contentDamaged',
      objectType: 'document',
      objectId: documentId,
      details: { reason: problem === 'missing' ? 'contentMissing' : 'contentAltered' },
      result: 'failed',
    }),
  );
}
