import { auditResults } from '@depotwerk/domain/audit-results';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { agreedTerms } from '../white-label/agreed-terms.ts';
import { displaySettings } from './account.ts';
import { apiToken } from './api-tokens.ts';
import { profile } from './profile.ts';

/** What is stored of a signed-in person herself (Art. 15 and 20 GDPR); never the secrets she signs in with. */

const kept = { createdAt: instant, lastUsedAt: z.nullable(instant) };

export const ownData = z.strictObject({
  readAt: instant,
  profile,
  display: displaySettings,
  account: z.strictObject({
    createdAt: instant,
    lastLogin: z.nullable(instant),
    passwordChangedAt: z.nullable(instant),
    ...agreedTerms,
    isTotpActive: z.boolean(),
    isSmsActive: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
  passkeys: z.array(z.strictObject({ name: z.string(), ...kept })),
  /** Sessions and browsers stay for a while after their end, to find misuse. */
  sessions: z.array(
    z.strictObject({
      deviceName: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
      ipAddress: z.nullable(z.string()),
      createdAt: instant,
      lastUsedAt: instant,
      endedAt: z.nullable(instant),
    }),
  ),
  devices: z.array(
    z.strictObject({
      deviceName: z.nullable(z.string()),
      ...kept,
      expiresAt: instant,
      endedAt: z.nullable(instant),
    }),
  ),
  apiTokens: z.array(apiToken),
  /** The newest of what she did, at most `longestOwnLog`. */
  logEntries: z.array(
    z.strictObject({
      occurredAt: instant,
      action: z.string(),
      objectType: z.nullable(z.string()),
      objectId: z.nullable(z.string()),
      result: z.enum(auditResults),
    }),
  ),
  logEntryCount: z.int(),
});
export type OwnData = z.infer<typeof ownData>;

/** How many entries of the log one answer holds. */
export const longestOwnLog = 5000;

export const getOwnData = defineCall({
  id: 'getOwnData',
  opensWhileViewing: false,
  area: 'auth',
  method: 'GET',
  path: '/settings/privacy',
  summary: 'Everything stored of the signed-in person herself, without secrets.',
  access: 'signedIn',
  answer: ownData,
});
