import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Reader } from './database/database.ts';
import { errorCode } from './database/database-errors.ts';

/**
 * Space on the disk of a folder in bytes; null where it cannot be told. A folder nothing was put into yet, as the data folder of a
 * second server, lies where the nearest one above it does.
 */
export async function measureDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const above = dirname(folder);
    return errorCode(error) === 'ENOENT' && above !== folder ? measureDisk(above) : null;
  }
}

/** What waits to leave the installation, in all houses. */
export interface OutboxMeasures {
  readonly mailsOldestWaitingSeconds: number;
  readonly mailsFailed: number;
  readonly smsFailed: number;
  readonly webhooksOldestWaitingSeconds: number;
}

export async function measureOutboxes(database: Reader): Promise<OutboxMeasures> {
  const [row] = await database.read<OutboxMeasures>(
    { tenantId: null, userId: null },
    {
      sql: `select mails_oldest_waiting_seconds as "mailsOldestWaitingSeconds", mails_failed::int as "mailsFailed",
          sms_failed::int as "smsFailed", webhooks_oldest_waiting_seconds as "webhooksOldestWaitingSeconds"
        from measure_outboxes()`,
      parameters: [],
    },
  );
  if (!row) throw new Error('the database measures nothing');
  return row;
}

/** When the product's own command made the last backup, in seconds since 1970; null = never. */
export async function measureLastBackup(database: Reader): Promise<number | null> {
  const [row] = await database.read<{ at: number | null }>(
    { tenantId: null, userId: null },
    {
      sql: 'select extract(epoch from last_backup_at)::double precision as at from measure_database()',
      parameters: [],
    },
  );
  return row?.at ?? null;
}
