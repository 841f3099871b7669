import { longestTerms, longestTermsVersion } from '@depotwerk/domain/white-label/check-terms';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { day, id, instant, pathId, text } from '../fields.ts';

/** A house's own terms, version by version. Rules: `@depotwerk/domain/white-label/check-terms`. */

const area = 'white-label';
const defineCall = callsOf(area);
const version = text(longestTermsVersion, 1);

export const termsVersion = z.strictObject({
  id,
  version: z.string(),
  validFrom: day,
  /** Of today: still to come, asked for, or followed by another. */
  state: z.enum(['planned', 'current', 'past']),
  asksAgain: z.boolean(),
  /** null of one of the past: its text stands at its address, `termsAddress`. */
  content: z.nullable(z.string()),
  createdAt: instant,
  /** null = whoever published it has no access any more. */
  createdByName: z.nullable(z.string()),
  /** How many people agreed to it, those who are inactive now among them. */
  agreementCount: z.int(),
});
export type TermsVersion = z.infer<typeof termsVersion>;

const call = { area, access: 'whiteLabel.edit', path: '/admin/white-label-configs/:id/terms' } as const;

export const listTerms = defineCall({
  ...call,
  id: 'listTerms',
  method: 'GET',
  summary: 'The versions of the terms of an appearance, the newest day first.',
  params: pathId,
  answer: z.array(termsVersion),
  errors: ['common.notFound'],
});
export const publishTerms = defineCall({
  ...call,
  id: 'publishTerms',
  needsFreshFactor: true,
  method: 'POST',
  summary: 'Publishes a version of the terms from a day on; it is never changed.',
  needsIdempotencyKey: true,
  status: 201,
  bodyLimit: 4 * longestTerms + 64 * 1024,
  params: pathId,
  body: z.strictObject({
    version: text(4 * longestTermsVersion),
    /** null = from now on. */
    validFrom: z.nullable(day),
    asksAgain: z.boolean(),
    content: text(2 * longestTerms),
  }),
  answer: z.strictObject({ id }),
  errors: ['common.validationFailed', 'common.notFound', 'masterData.nameExists', 'common.quotaExceeded'],
});
export const withdrawTerms = defineCall({
  ...call,
  id: 'withdrawTerms',
  needsFreshFactor: true,
  method: 'DELETE',
  path: '/admin/white-label-configs/:id/terms/:termsId',
  summary: 'Takes a version back whose day has not begun.',
  params: z.strictObject({ id, termsId: id }),
  errors: ['common.notFound', 'whiteLabel.termsCount'],
});
export const agreeToTerms = defineCall({
  id: 'agreeToTerms',
  method: 'POST',
  path: '/auth/terms-agreement',
  summary: 'Agrees to the version of the terms that is asked for today.',
  access: 'signedIn',
  body: z.strictObject({ version }),
  errors: ['auth.termsOutdated'],
});
