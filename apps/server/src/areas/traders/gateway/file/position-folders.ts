import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { FileGateway } from './file-gateway.ts';

/** Position files of institutions that are not signed in to. */
export interface PositionFolders {
  /** Reads the files below the folder of one institution of one tenant. */
  of(tenantId: string, issuerId: number): Promise<FileGateway>;
  /** Whether there is such a folder; `reader` may be a transaction's. */
  exists(reader: Pick<Reader, 'read'>, tenantId: string, issuerId: number): Promise<boolean>;
}

/**
 * Folders `<root>/<tenant key>/<issuer id>`: tenants never share one, because numbers of institutions are their own.
 * @param root e.g. `DATA_DIR/positions`
 */
export function createPositionFolders(database: Pick<Database, 'read'>, root: string): PositionFolders {
  const gateways = new Map<string, FileGateway>();
  const keys = new Map<string, string>();

  async function directoryOf(
    reader: Pick<Reader, 'read'>,
    tenantId: string,
    issuerId: number,
  ): Promise<string> {
    if (!keys.has(tenantId)) {
      const tenants = await reader.read<{ id: string; key: string }>(
        { tenantId: null, userId: null },
        { sql: 'select tenant_id as id, tenant_key as key from list_tenants()', parameters: [] },
      );
      for (const { id, key } of tenants) keys.set(id, key);
    }
    // Keys of tenants are lower-case names without slashes; an unknown tenant has no folder.
    return join(root, keys.get(tenantId) ?? tenantId, String(issuerId));
  }

  return {
    async of(tenantId, issuerId) {
      const directory = await directoryOf(database, tenantId, issuerId);
      let gateway = gateways.get(directory);
      if (!gateway) {
        gateway = new FileGateway(directory);
        gateways.set(directory, gateway);
      }
      return gateway;
    },
    async exists(reader, tenantId, issuerId) {
      const found = await stat(await directoryOf(reader, tenantId, issuerId)).catch(() => null);
      return found?.isDirectory() ?? false;
    },
  };
}
