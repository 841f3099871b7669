import * as z from 'zod/mini';
import { instant } from './fields.ts';

/** Which version of the house's terms somebody agreed to, and when; both null = nobody asked her, or there were none to read. */
export const agreedTerms = {
  termsVersion: z.nullable(z.string()),
  termsAcceptedAt: z.nullable(instant),
};
