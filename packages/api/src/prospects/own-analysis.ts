import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, instant, text } from '../fields.ts';

export const startOwnAnalysis = defineCall({
  id: 'startOwnAnalysis',
  area: 'prospects',
  method: 'POST',
  path: '/my/depot-analysis',
  summary:
    'Begins an analysis of a customer with the funds of contracts she holds and what she answered before; its guid is the secret that opens it for 30 days.',
  access: 'ownSide',
  body: z.strictObject({
    consentVersion: text(50, 1),
    /** None: she has no contract yet, or looks at what she holds elsewhere alone. */
    contractIds: z.array(id).check(z.maxLength(50)),
  }),
  status: 201,
  answer: z.strictObject({ guid: id, expiresAt: instant }),
  errors: [
    'auth.registrationClosed',
    'common.notFound',
    'depotanalysis.consentOutdated',
    'depotanalysis.notReady',
    'questionnaire.underage',
  ],
});
