import { open } from 'node:fs/promises';
import { day } from '@depotwerk/api/fields';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  dayTimeout,
  listAuditDays,
  type ProvenDay,
  proveAuditDay,
} from '../../platform/audit/find-audit-breaks.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineChunkedJob, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import type { KeyEncryptionKeys } from '../../platform/secrets/envelope.ts';

export const verifyAuditType = 'verifyAudit';

/** Where heads of days are laid down outside of the database. */
export interface AuditAnchors {
  /** A file of lines; null = none. */
  readonly file: string | null;
  /** An address that gets a mail a day; null = none. */
  readonly mail: string | null;
  readonly keys: KeyEncryptionKeys;
}

const lane = 'days';
/** A day that was whole is looked at again after so long; a person may have all checked at once. */
const checkedAgainAfterDays = 30;

/**
 * Checks the log by day, one day at a time, as a job: every night what is new and what was not looked at for a month,
 * on demand all of it. The head of a whole day that is over is laid down outside, because who owns the tables could
 * compute the chain anew.
 */
export function verifyAuditJob(database: Database, anchors: AuditAnchors): JobHandler {
  return defineChunkedJob({
    jobType: verifyAuditType,
    payload: z.object({ isWhole: z.optional(z.boolean()) }),
    chunkPayload: z.object({ day }),
    concurrency: 1,
    async plan(transaction, job, planning) {
      const { rows } = await sql<{ day: string }>`select chain_day as day from audit_proofs
        where tenant_id = app_tenant_id() and sealed_hash is not null and breaks = '[]'
          and checked_at > now() - ${checkedAgainAfterDays} * interval '1 day'`.execute(transaction);
      const known = new Set(job.payload.isWhole === true ? [] : rows.map((row) => row.day));
      await planning.addLane(lane, 'Tage des Protokolls');
      const due = (await listAuditDays(transaction)).filter((each) => !known.has(each));
      await planning.addChunks(due.map((each) => ({ lane, chunkKey: each, payload: { day: each } })));
    },
    async runChunk(run) {
      const proven = await database.transaction(
        run.job.context,
        async (transaction) => {
          const found = await proveAuditDay(transaction, run.chunk.payload.day);
          await run.complete(transaction, { changed: 1, failed: found.breaks.length > 0 ? 1 : 0 });
          return found;
        },
        { statementTimeout: dayTimeout },
      );
      await anchor(database, anchors, run.job.tenantId, proven);
    },
  });
}

/** Lays down the head of a sealed day, unless that was done; again after a crash rather than never. */
async function anchor(
  database: Database,
  { file, mail, keys }: AuditAnchors,
  tenantId: string,
  { chainDay, entryCount, lastEntryId, lastHash }: ProvenDay,
): Promise<void> {
  if (file === null && mail === null) return;
  const context = { tenantId, userId: null };
  const [open] = await database.read<{ sealedHash: string }>(context, {
    sql: `select encode(sealed_hash, 'hex') as "sealedHash" from audit_proofs
      where tenant_id = app_tenant_id() and chain_day = $1 and sealed_hash is not null and anchored_at is null`,
    parameters: [chainDay],
  });
  if (!open) return;
  const line = JSON.stringify({ tenantId, chainDay, entryCount, lastEntryId, lastHash });
  if (file !== null) await appendDurably(file, `${line}\n`);
  await database.transaction(context, async (transaction) => {
    await sql`update audit_proofs set anchored_at = now()
      where tenant_id = app_tenant_id() and chain_day = ${chainDay}`.execute(transaction);
    if (mail !== null) {
      const subject = `Protokoll: Kopf des ${chainDay.split('-').toReversed().join('.')}`;
      await sendMail(transaction, keys, { tenantId, userId: null, recipient: mail, subject, body: line });
    }
  });
}

async function appendDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
