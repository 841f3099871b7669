import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { id, instant, pathId, queryInteger } from '../fields.ts';
import { publicReportTypes } from './reports.ts';

const defineCall = callsOf('reports');

/** A link somebody made to a public report; the link itself is known to whoever has it, and nowhere stored. */
const publicLink = z.strictObject({
  id,
  reportType: z.enum(publicReportTypes),
  title: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** How often it may be opened; null = as often as wanted. */
  maxUses: z.nullable(z.int()),
  useCount: z.int(),
  revokedAt: z.nullable(instant),
  /** Who made it, where it was not the caller and somebody is known; servers of before do not say. */
  madeByOther: z.optional(z.nullable(z.string())),
});
export type PublicLink = z.infer<typeof publicLink>;

export const listPublicLinks = defineCall({
  id: 'listPublicLinks',
  method: 'GET',
  path: '/reports/public-reports',
  summary:
    'Links to public reports the caller made or may take back for others, newest first, at most 100; of one fund, analysis or invitation.',
  access: 'reports.create',
  query: z.strictObject({
    fundId: z.optional(queryInteger(1, 2_147_483_647)),
    analysisId: z.optional(id),
    invitationId: z.optional(id),
  }),
  answer: z.array(publicLink),
});

export const revokePublicLink = defineCall({
  id: 'revokePublicLink',
  method: 'POST',
  path: '/reports/public-reports/:id/revoke',
  summary:
    'Takes back a link that is listed to the caller; it opens nothing any more. Taking it back again changes nothing.',
  access: 'reports.create',
  params: pathId,
  answer: publicLink,
  needsIdempotencyKey: true,
  errors: ['common.notFound'],
});
