import { auditResults } from '@depotwerk/domain/audit-results';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, listQuery, paging, text } from '../fields.ts';

const defineCall = callsOf('audit');

export const auditResult = z.enum(auditResults);

/** One link of the tenant's chain. Contents of objects are never in it, only their hashes. */
export const auditEntry = z.strictObject({
  id: z.int(),
  occurredAt: instant,
  actorKind: z.enum(['user', 'system', 'anonymous', 'mobile', 'api']),
  actorUserId: z.nullable(id),
  actorName: z.nullable(z.string()),
  action: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  /**
   * How a person, role or group is called today: whose account was changed is no secret of the log. Customers go
   * unnamed, and so do their sign-ins.
   */
  objectName: z.optional(z.nullable(z.string())),
  groupName: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  result: auditResult,
  /** Hexadecimal; what an auditor compares with an earlier print. */
  entryHash: z.string(),
});

export const listAuditEntries = defineCall({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/audit-entries',
  summary: 'The log of changes, reads of money data, exports, reports, sign-ins and refusals, newest first.',
  access: 'audit.view',
  query: z.strictObject({
    ...paging,
    format: listQuery.format,
    /** Days of the caller's zone, both included. */
    from: z.optional(day),
    to: z.optional(day),
    actorUserId: z.optional(id),
    /** An action such as `contracts.delete`, or an area such as `contracts`. */
    action: z.optional(z.string().check(z.maxLength(100), z.regex(/^[A-Za-z-]+(\.[A-Za-z-]+)*$/))),
    objectType: z.optional(text(50, 1)),
    objectId: z.optional(text(100, 1)),
    result: z.optional(auditResult),
  }),
  answer: z.array(auditEntry),
  isExportable: true,
  errors: ['common.exportTooLarge'],
});

export const verifyAuditEntries = defineCall({
  id: 'verifyAuditEntries',
  method: 'GET',
  path: '/audit-entries/verify',
  summary:
    'What the last check of the chain found, day by day: every changed, missing or cut-off entry of the tenant.',
  access: 'audit.view',
  answer: z.strictObject({
    /** null before the first check. */
    isIntact: z.nullable(z.boolean()),
    entryCount: z.int(),
    firstEntryAt: z.nullable(instant),
    lastEntryHash: z.nullable(z.string()),
    checkedAt: z.nullable(instant),
    /** A check is under way as a job. */
    isUnderWay: z.boolean(),
    breaks: z.array(
      z.strictObject({
        chainDay: day,
        entryId: z.nullable(z.int()),
        breakKind: z.enum(['changed', 'detached', 'cutOff', 'rewritten']),
      }),
    ),
  }),
});

export const startAuditVerification = defineCall({
  id: 'startAuditVerification',
  method: 'POST',
  path: '/audit-entries/verify',
  summary:
    'Has the whole chain recomputed as a job, one at a time; `verifyAuditEntries` tells when it is over.',
  access: 'audit.view',
  answerKind: 'empty',
  needsIdempotencyKey: true,
});
