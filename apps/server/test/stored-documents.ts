import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import { keyOf } from '../src/platform/document-store/document-store.ts';
import { workOnContentsOf } from '../src/platform/document-store/move-contents.ts';
import type { ObjectStore } from '../src/platform/document-store/object-store.ts';
import { tenantA } from './contract-world.ts';
import { useDocumentWorld } from './document-world.ts';
import { TestObjectStore } from './object-store.ts';

/** Gives a test file a house with documents, whose contents go to an S3 server of its own, for as long as it runs. */
export function storedDocuments() {
  let started: TestObjectStore | undefined;
  const world = useDocumentWorld(async () => {
    started = await TestObjectStore.start();
    return started.client();
  });
  afterEach(() => started?.calm());
  afterAll(() => started?.stop());
  const current = (): TestObjectStore => {
    if (!started) throw new Error('The store exists inside of tests only.');
    return started;
  };
  const run = (sql: string, ...values: unknown[]) => world.owner.query(sql, values);
  /** What workers logged as mistakes. */
  const failures: object[] = [];
  return {
    world,
    failures,
    run,
    get s3() {
      return current();
    },
    /** Works as a worker does until nothing is due. */
    work: (objects: ObjectStore = current().client(), moves = true) =>
      workOnContentsOf(
        {
          database: world.database.database,
          documentStore: { objects, moves },
          logger: { error: (values) => void failures.push(values) },
        },
        tenantA,
      ),
    /** What waits for its time or its lease is due now. */
    dueNow: () => run('update stored_contents set due_at = now() where due_at is not null'),
    /** A document of the house's customer, as if it had been filed. */
    async addDocument(content: string | Buffer, retention: string | null = null): Promise<string> {
      const id = randomUUID();
      const bytes = Buffer.from(content);
      await run(
        `insert into documents (tenant_id, id, customer_id, document_type, title, file_name, media_type, byte_size,
           content_hash, content, retention_until)
         values ($1, $2, $3, 'other', 'Antrag', 'Antrag.pdf', 'application/pdf', $4, $5, $6, $7)`,
        tenantA,
        id,
        world.customerId,
        bytes.byteLength,
        createHash('sha256').update(bytes).digest(),
        bytes,
        retention,
      );
      return id;
    },
    /** A document and the record of its object. */
    async rowOf(id: string) {
      const { rows } = await run(
        `select d.content, d.stored_at, d.row_version, s.state, s.attempts, s.last_problem, s.due_at,
             s.locked_until::text as locked
           from documents d left join stored_contents s on s.tenant_id = d.tenant_id and s.document_id = d.id
          where d.id = $1`,
        id,
      );
      return rows[0];
    },
    objectRow: async (id: string) =>
      (await run('select * from stored_contents where document_id = $1', id)).rows[0],
    /** Puts bytes where a content lies, as somebody with the key of the bucket could. */
    putAt: (key: string, content: Buffer) =>
      current()
        .client()
        .put({
          key,
          content,
          contentHash: createHash('sha256').update(content).digest(),
          mediaType: 'application/pdf',
          lockedUntil: null,
        }),
    key: (id: string) => keyOf(tenantA, id),
  };
}
