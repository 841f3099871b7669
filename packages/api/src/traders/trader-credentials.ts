import { credentialStatuses } from '@depotwerk/domain/contracts/trading-words';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { instant, integerId, queryInteger } from '../fields.ts';

const defineCall = callsOf('traders');

const issuerQuery = z.strictObject({ issuerId: queryInteger(1, 2_147_483_647) });

/** A bank password as typed: the bank's rules decide, not ours; nothing is trimmed. */
const bankPassword = z.string().check(z.minLength(1), z.maxLength(256));

/** BLZ (8 digits) or BIC. */
export const bankId = z.string().check(z.regex(/^([0-9]{8}|[A-Z0-9]{8}([A-Z0-9]{3})?)$/));

export const credentialStatus = z.enum(credentialStatuses);

/**
 * `params` of every refused password call: `bankName`, `message` (the bank's own text, may be empty) and
 * `attemptsLeft` where the bank tells it; German texts fill them in.
 */
const passwordErrors = [
  'traderAuth.wrongPassword',
  'traderAuth.mustUpdatePassword',
  'traderAuth.locked',
  'traderAuth.bankUnavailable',
  'traderAuth.notSupported',
  'traderAuth.secondFactorRequired',
  'traderAuth.unknown',
  'common.notFound',
] as const;

export const listCredentialTypes = defineCall({
  id: 'listCredentialTypes',
  method: 'GET',
  path: '/trader-credentials/available-credential-types',
  summary: 'Banks the user may sign in to, with the state of his access.',
  access: 'traderCredentials.use',
  answer: z.array(
    z.strictObject({
      credentialTypeId: z.string(),
      credentialTypeName: z.string(),
      issuerId: integerId,
      bankId: z.nullable(z.string()),
      /** The bank can be signed in to from here. */
      credentialsAvailable: z.boolean(),
      loggedIn: z.boolean(),
    }),
  ),
});

export const getCredentialStatus = defineCall({
  id: 'getCredentialStatus',
  method: 'GET',
  path: '/trader-credentials/status',
  summary: "State of the user's access to one bank.",
  access: 'traderCredentials.use',
  query: issuerQuery,
  answer: z.strictObject({
    issuerId: integerId,
    status: credentialStatus,
    loggedIn: z.boolean(),
    /** When the stored password is deleted; null while none is stored. */
    expiresAt: z.nullable(instant),
    /** It goes with the session: the bank wants it so, or the user has no second factor. */
    isSessionOnly: z.boolean(),
  }),
  errors: ['common.notFound'],
});

export const setTraderPassword = defineCall({
  id: 'setTraderPassword',
  feature: 'bankCredentials',
  method: 'POST',
  path: '/trader-credentials/set-password',
  summary: 'Signs in at the bank and keeps the password encrypted; a repetition signs in again.',
  access: 'traderCredentials.use',
  query: issuerQuery,
  body: z.strictObject({ password: bankPassword }),
  errors: passwordErrors,
});

export const updateTraderPassword = defineCall({
  id: 'updateTraderPassword',
  feature: 'bankCredentials',
  method: 'POST',
  path: '/trader-credentials/update-password',
  summary: 'Changes the password at the bank and keeps the new one encrypted.',
  access: 'traderCredentials.use',
  query: issuerQuery,
  body: z.strictObject({ oldPassword: bankPassword, newPassword: bankPassword }),
  errors: [...passwordErrors, 'traderAuth.oldPasswordWrong', 'traderAuth.passwordRules'],
});

export const listPendingIssuerCredentials = defineCall({
  id: 'listPendingIssuerCredentials',
  method: 'GET',
  path: '/trader-credentials/pending-issuer-credentials',
  summary: 'Banks the user works with and is not signed in to, in the order they are asked for.',
  access: 'traderCredentials.use',
  answer: z.array(z.strictObject({ issuerId: integerId, bankId: z.string() })),
});

export const getTraderBank = defineCall({
  id: 'getTraderBank',
  method: 'GET',
  path: '/trader-credentials/banks/:bankId',
  summary: 'Name, hint and password rules of a bank.',
  access: 'traderCredentials.use',
  params: z.strictObject({ bankId }),
  answer: z.strictObject({
    bankId: z.string(),
    bankName: z.string(),
    bic: z.nullable(z.string()),
    loginHint: z.nullable(z.string()),
    passwordRules: z.strictObject({
      minLength: z.int(),
      maxLength: z.int(),
      /** Regular expression of the whole password, null when any character may be used. */
      pattern: z.nullable(z.string()),
    }),
  }),
  errors: ['traderAuth.unknownBank'],
});

export const deleteTraderCredentials = defineCall({
  id: 'deleteTraderCredentials',
  method: 'DELETE',
  path: '/trader-credentials',
  summary: 'Forgets the stored password of one bank; always 204.',
  access: 'traderCredentials.use',
  query: issuerQuery,
  errors: ['common.notFound'],
});

export const confirmTraderCredentials = defineCall({
  id: 'confirmTraderCredentials',
  feature: 'bankCredentials',
  method: 'POST',
  path: '/trader-credentials/confirmed',
  summary: 'All pending banks are signed in: starts the remote refresh on the server.',
  access: 'traderCredentials.use',
  status: 202,
  needsIdempotencyKey: true,
  errors: ['common.inProgress'],
});
