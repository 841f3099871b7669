import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { keyOf, readProved, recordDamage, type StoredContent } from './document-store.ts';
import type { ObjectStore } from './object-store.ts';
import { StoreFault } from './store-fault.ts';

/** What came of one content. */
export type Carried = 'done' | 'missing' | 'altered' | 'failed';

interface CarryServices {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Rows that are read at once. */
const pageSize = 100;
const besideEachOther = 4;

/** The contents of a tenant that lie in the store, by their ids. */
async function* storedContents(
  { database }: CarryServices,
  tenantId: string,
): AsyncGenerator<readonly StoredContent[]> {
  for (let after: string | null = null; ; ) {
    const rows: StoredContent[] = await database.read<StoredContent>(
      { tenantId, userId: null },
      {
        sql: `select d.tenant_id as "tenantId", d.id as "documentId", s.version_id as "versionId",
            d.content_hash as "contentHash", d.byte_size::int as "byteSize"
          from documents d left join stored_contents s on s.tenant_id = d.tenant_id and s.document_id = d.id
         where d.tenant_id = app_tenant_id() and d.stored_at is not null and ($1::uuid is null or d.id > $1::uuid)
         order by d.id limit ${pageSize}`,
        parameters: [after],
      },
    );
    for (let index = 0; index < rows.length; index += besideEachOther) {
      yield rows.slice(index, index + besideEachOther);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.documentId;
  }
}

/** Runs `work` on each stored content of a tenant; a fault of the store as a whole ends it. */
async function forEachStored(
  services: CarryServices,
  tenantId: string,
  work: (content: StoredContent) => Promise<void>,
  onCarried: (content: StoredContent, carried: Carried) => void,
): Promise<void> {
  const one = async (content: StoredContent): Promise<void> => {
    try {
      await work(content);
      onCarried(content, 'done');
    } catch (error) {
      if (!(error instanceof StoreFault) || !error.isOfObject) throw error;
      const { problem } = error;
      const isDamaged = problem === 'missing' || problem === 'altered';
      if (isDamaged) await recordDamage(services.database, content, problem);
      onCarried(content, isDamaged ? problem : 'failed');
    }
  };
  for await (const some of storedContents(services, tenantId)) await Promise.all(some.map(one));
}

/** Compares every stored content of a tenant with its hash; what is missing or altered stands in the log. @throws StoreFault */
export const checkContentsOf = (
  services: CarryServices,
  tenantId: string,
  onCarried: (content: StoredContent, carried: Carried) => void,
): Promise<void> =>
  forEachStored(
    services,
    tenantId,
    async (content) => void (await readProved(services.objects, content)),
    onCarried,
  );

/**
 * Brings every stored content of a tenant back to the database; its object goes when its lock is over. May be broken off
 * and begun again. @throws StoreFault
 */
export const bringBackContentsOf = (
  services: CarryServices,
  tenantId: string,
  onCarried: (content: StoredContent, carried: Carried) => void,
): Promise<void> =>
  forEachStored(
    services,
    tenantId,
    async (content) => {
      const bytes = await readProved(services.objects, content);
      await services.database.transaction({ tenantId, userId: null }, async (transaction) => {
        await sql`update documents set content = ${bytes}, stored_at = null
          where tenant_id = app_tenant_id() and id = ${content.documentId} and stored_at is not null`.execute(
          transaction,
        );
        await sql`update stored_contents set state = 'deleting', attempts = 0,
            due_at = greatest(now(), (locked_until + 1)::timestamptz)
          where tenant_id = app_tenant_id() and document_id = ${content.documentId} and state = 'stored'`.execute(
          transaction,
        );
      });
    },
    onCarried,
  );

/** Keys of a tenant in the store that no row knows of: objects of what a restored database has forgotten. */
export async function findUnknownObjects(
  { database, objects }: CarryServices,
  tenantId: string,
): Promise<string[]> {
  const keys = new Set<string>();
  for await (const { key } of objects.list(`${tenantId}/`)) keys.add(key);
  const rows = await database.read<{ documentId: string }>(
    { tenantId, userId: null },
    {
      sql: 'select document_id as "documentId" from stored_contents where tenant_id = app_tenant_id()',
      parameters: [],
    },
  );
  for (const { documentId } of rows) keys.delete(keyOf(tenantId, documentId));
  return [...keys];
}

/** Looks at the lock of every stored content again, as after `DOCUMENT_STORE_LOCK` was set to another word. */
export async function lockAgain(database: Database, tenantId: string): Promise<void> {
  await database.transaction({ tenantId, userId: null }, async (transaction) => {
    await sql`update stored_contents s set due_at = now() from documents d
      where s.tenant_id = app_tenant_id() and s.state = 'stored' and s.due_at is null and d.tenant_id = s.tenant_id
        and d.id = s.document_id and d.retention_until >= current_date
        and d.retention_until is distinct from s.locked_until`.execute(transaction);
  });
}
