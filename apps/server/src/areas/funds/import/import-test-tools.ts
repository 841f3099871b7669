import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import { ImportRefused } from '../../../platform/table-files/import-refused.ts';
import type { ImportActor } from './import-actor.ts';

/** A folder of its own for the files of a test. */
export async function makeFolder(): Promise<{
  write: (name: string, content: string | Buffer) => Promise<string>;
  path: (name: string) => string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'depotwerk-import-'));
  const path = (name: string) => join(folder, name);
  return {
    path,
    write: async (name, content) => {
      await writeFile(path(name), content);
      return path(name);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A tenant of its own, seen by the owner connection from then on, with the services and the operator of an import. */
export async function aTenant(db: { readonly database: Database; readonly owner: pg.Client }): Promise<{
  tenantId: string;
  services: Services;
  operator: ImportActor;
  context: { tenantId: string; userId: null };
}> {
  const tenantId = crypto.randomUUID();
  await db.owner.query("select set_config('app.tenant_id', $1, false)", [tenantId]);
  await db.owner.query('insert into tenants (tenant_id, tenant_key, tenant_name) values ($1, $2, $2)', [
    tenantId,
    `t-${tenantId}`,
  ]);
  return {
    tenantId,
    services: { database: db.database, clock: () => Date.parse('2026-06-30T12:00:00Z') },
    operator: { kind: 'system', tenantId, name: 'test' },
    context: { tenantId, userId: null },
  };
}

/** The sentence a file is refused with; fails when it is not refused. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ImportRefused) return error.message;
    throw error;
  }
  throw new Error('the file was not refused');
}
