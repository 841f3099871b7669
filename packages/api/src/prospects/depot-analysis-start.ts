import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, instant, text } from '../fields.ts';

// Apart from the other calls of an analysis: the welcome page needs this one alone, and its first load is short.

export const startDepotAnalysis = defineCall({
  id: 'startDepotAnalysis',
  area: 'prospects',
  method: 'POST',
  path: '/depotanalysis',
  summary: 'Begins an analysis under the consent named; its guid is the secret that opens it for 30 days.',
  access: 'anonymous',
  body: z.strictObject({ consentVersion: text(50, 1) }),
  status: 201,
  answer: z.strictObject({ guid: id, expiresAt: instant }),
  errors: [
    'auth.registrationClosed',
    'auth.tooManyAttempts',
    'depotanalysis.consentOutdated',
    'depotanalysis.notReady',
  ],
});
