import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, idList, instant, integerId, pathId } from '../fields.ts';

const defineCall = callsOf('traders');

export const remoteRefresh = defineCall({
  id: 'remoteRefresh',
  method: 'POST',
  path: '/contracts/remote-refresh',
  summary:
    'Reads contracts from their banks: those named, those of one bank, or all the caller sees. True when data changed.',
  access: 'contracts.refresh',
  body: z.strictObject({
    issuerId: z.optional(z.nullable(integerId)),
    contractIds: z.optional(z.nullable(idList)),
  }),
  /**
   * true = data changed: reload the list without filter, then the statistics. false = nothing changed.
   * 202 with a job when it takes longer than 20 s: follow it with GET jobs/{jobId}.
   * What a single bank or depot could not deliver is told by the job (GET jobs?jobType=remoteRefresh&isMine=true),
   * and as an error only when exactly one bank was asked and it refused as a whole.
   */
  answer: z.union([z.boolean(), z.strictObject({ jobId: id })]),
  otherStatuses: [202],
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'common.inProgress',
    'common.quotaExceeded',
    'common.tooManyRequests',
    'traderAuth.passwordMissing',
    'traderAuth.wrongPassword',
    'traderAuth.mustUpdatePassword',
    'traderAuth.locked',
    'traderAuth.bankUnavailable',
    'traderAuth.notSupported',
    'traderAuth.unknown',
  ],
});

/** One line of a difference between us and the bank. */
export const pendingChangeRow = z.strictObject({
  rowKey: z.string(),
  /** Fund name or field name in German. */
  label: z.string(),
  isin: z.nullable(z.string()),
  /** `fraction` is 0–1, `interval` is months as savings plans count them (1, 4, 6, 12). */
  unit: z.enum(['euro', 'quantity', 'fraction', 'interval', 'text']),
  ours: z.nullable(z.union([z.number(), z.string()])),
  bank: z.nullable(z.union([z.number(), z.string()])),
});

export const pendingChange = z.strictObject({
  id,
  kind: z.enum(['savingsPlan', 'holdings', 'cash', 'holderName', 'other']),
  /** German: heading and one sentence. */
  title: z.string(),
  description: z.string(),
  rows: z.array(pendingChangeRow),
  createdAt: instant,
});

export const listPendingChanges = defineCall({
  id: 'listPendingChanges',
  method: 'GET',
  path: '/contracts/:id/pending-changes',
  summary: 'Differences between the bank and us since the last refresh that wait for a decision.',
  access: 'contracts.view',
  params: pathId,
  answer: z.array(pendingChange),
  errors: ['common.notFound'],
});

export const processPendingChanges = defineCall({
  id: 'processPendingChanges',
  method: 'POST',
  path: '/contracts/:id/process-pending-changes',
  summary:
    'Takes the differences over (keepChanges) or keeps our state and leaves a hint; then reload the contract.',
  access: 'contracts.processPendingChanges',
  params: pathId,
  body: z.strictObject({
    keepChanges: z.boolean(),
    /** Ids of the differences that were shown; others are meanwhile there → 412. */
    pendingChangeIds: z.optional(idList),
  }),
  needsIdempotencyKey: true,
  errors: ['customers.blocked', 'common.notFound', 'contracts.noPendingChanges', 'common.versionConflict'],
});
