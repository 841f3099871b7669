import { consentKinds } from '@depotwerk/domain/customers/privacy-texts';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { text } from '../fields.ts';
import { agreement, decidedConsent } from './customer-privacy.ts';

const defineCall = callsOf('customers');

/** What a customer decided last about each kind of consent; who wrote it down is the house's. */
const ownConsents = z.array(z.strictObject(decidedConsent));

export const listOwnConsents = defineCall({
  id: 'listOwnConsents',
  method: 'GET',
  path: '/my/consents',
  summary: 'What the customer who signs in herself agreed to or withdrew, the last decision of each kind.',
  access: 'ownSide',
  answer: ownConsents,
});

export const listOwnAgreements = defineCall({
  id: 'listOwnAgreements',
  method: 'GET',
  path: '/my/agreements',
  summary:
    'What the customer who signs in herself agreed to in an invitation, a registration or an analysis, newest first.',
  access: 'ownSide',
  answer: z.array(agreement),
});

export const withdrawOwnConsent = defineCall({
  id: 'withdrawOwnConsent',
  method: 'POST',
  path: '/my/consents/:kind/withdraw',
  summary: 'A customer withdraws a consent herself, from today on (Art. 7 (3) GDPR).',
  access: 'ownSide',
  params: z.strictObject({ kind: z.enum(consentKinds) }),
  answer: ownConsents,
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'customers.consentNotGiven'],
});

export const giveOwnConsent = defineCall({
  id: 'giveOwnConsent',
  method: 'POST',
  path: '/my/consents/:kind/give',
  summary:
    'A customer agrees by herself to the text of a kind of consent she was shown, from today on (Art. 7 GDPR).',
  access: 'ownSide',
  params: z.strictObject({ kind: z.enum(consentKinds) }),
  /** The version whose words were on her screen: another one than that of today is refused. */
  body: z.strictObject({ textVersion: text(50, 1) }),
  answer: ownConsents,
  needsIdempotencyKey: true,
  errors: [
    'common.notFound',
    'customers.consentOutdated',
    'customers.consentUnderage',
    'customers.consentNotAccepted',
  ],
});
