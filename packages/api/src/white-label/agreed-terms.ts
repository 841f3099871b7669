import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/** Which version of the house's terms somebody agreed to, and when; both null = nobody asked her, or there were none to read. */
export const agreedTerms = {
  termsVersion: z.nullable(z.string()),
  termsAcceptedAt: z.nullable(instant),
  /** All she agreed to, the newest first; `isReadable` = its text is kept here. A server of the release before says it not. */
  termsAgreements: z.optional(
    z.array(z.strictObject({ version: z.string(), agreedAt: instant, isReadable: z.boolean() })),
  ),
};
