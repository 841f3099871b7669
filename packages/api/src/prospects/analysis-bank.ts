import { signingStates } from '@depotwerk/domain/contracts/trading-words';
import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { challenge } from '../challenge.ts';
import { day, instant, integerId, money, text } from '../fields.ts';
import { analysisGuidPath, readHoldings, readingErrors } from './depot-analysis.ts';

const defineCall = callsOf('prospects');
const path = '/depotanalysis/:guid/bank-link';

/** Most depots that are read at once. */
export const mostDepots = 20;

/** What a bank may be the reason of; each is said with what to do. */
const bankErrors = [
  ...readingErrors,
  'bankLink.unavailable',
  'bankLink.noAnswer',
  'bankLink.unreadable',
  'bankLink.refused',
] as const;
const linkErrors = [...bankErrors, 'bankLink.ended', 'auth.tooManyAttempts'] as const;

/** Where a visitor stands with her bank; nothing of it is kept but the bank's permission, sealed, until `expiresAt`. */
export const bankLink = z.strictObject({
  issuerId: integerId,
  bankName: z.string(),
  state: z.enum(signingStates),
  tokenProviders: challenge.shape.tokenProviders,
  selectedTokenProviderId: z.nullable(z.string()),
  /** What the bank says is allowed by the confirmation, in its own words. */
  challengeText: z.string(),
  attemptsLeft: z.int(),
  /** Until when the bank waits for the confirmation, or, once it is there, lets the depots be read. */
  expiresAt: instant,
  /** Set while the bank's app is to be asked for: read the link this often. */
  pollAfterSeconds: z.nullable(z.int()),
});
export type BankLink = z.infer<typeof bankLink>;

export const listAnalysisBanks = defineCall({
  id: 'listAnalysisBanks',
  method: 'GET',
  path: '/depotanalysis/:guid/banks',
  summary: 'Banks whose customers may let their depots be read into the analysis, by name.',
  access: 'anonymous',
  params: analysisGuidPath,
  answer: z.array(
    z.strictObject({
      issuerId: integerId,
      bankName: z.string(),
      /** What the bank calls the name its customers sign in with; null = it says nothing, or cannot be reached. */
      loginHint: z.nullable(z.string()),
      /** false = it did not answer, and whether its customers may sign in is not known. */
      isReachable: z.boolean(),
    }),
  ),
  errors: readingErrors,
});

export const getBankLink = defineCall({
  id: 'getBankLink',
  method: 'GET',
  path,
  summary: 'How far the link to a bank is; null while there is none, or when it is over.',
  access: 'anonymous',
  params: analysisGuidPath,
  answer: z.strictObject({ link: z.nullable(bankLink) }),
  errors: bankErrors,
});

export const startBankLink = defineCall({
  id: 'startBankLink',
  method: 'POST',
  path,
  summary:
    'Signs a customer in at her bank under the consent named; name and password go to the bank and are kept nowhere. A link there was ends.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: z.strictObject({
    issuerId: integerId,
    loginName: text(100, 1),
    /** As typed: the bank's rules decide, and nothing is trimmed. */
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    consentVersion: text(50, 1),
  }),
  status: 201,
  answer: bankLink,
  errors: [
    ...bankErrors,
    'auth.tooManyAttempts',
    'bankLink.wrongLogin',
    'bankLink.locked',
    'bankLink.passwordExpired',
    'bankLink.ended',
    'depotanalysis.consentOutdated',
    'depotanalysis.submitted',
    'traderAuth.unknownBank',
  ],
});

export const selectBankLinkMethod = defineCall({
  id: 'selectBankLinkMethod',
  method: 'POST',
  path: `${path}/method`,
  summary:
    'Chooses how to confirm: the bank sends a code or asks in its app. The same again sends another code.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: z.strictObject({ tokenProviderId: text(100, 1) }),
  answer: bankLink,
  errors: [...linkErrors, 'bankLink.tooManyCodes', 'secondFactor.unknownProvider'],
});

export const confirmBankLink = defineCall({
  id: 'confirmBankLink',
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Confirms by the code of the bank; one that was wrong too often ends the link.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: z.strictObject({ token: text(20, 1) }),
  answer: bankLink,
  errors: [...linkErrors, 'secondFactor.invalidToken', 'secondFactor.unknownProvider'],
});

export const listBankDepots = defineCall({
  id: 'listBankDepots',
  method: 'GET',
  path: `${path}/depots`,
  summary: 'The depots the customer has at the bank, once the link is confirmed; none of it is stored.',
  access: 'anonymous',
  params: analysisGuidPath,
  answer: z.array(
    z.strictObject({
      externalKey: z.string(),
      label: z.string(),
      valuationDate: z.nullable(day),
      /** In euros; null = not known of every holding. */
      totalValue: z.nullable(money),
    }),
  ),
  errors: [...linkErrors, 'bankLink.notConfirmed'],
});

export const readBankHoldings = defineCall({
  id: 'readBankHoldings',
  method: 'POST',
  path: `${path}/holdings`,
  summary: 'Reads the holdings of depots chosen, as a file of holdings is read; stores nothing.',
  access: 'anonymous',
  params: analysisGuidPath,
  body: z.strictObject({
    externalKeys: z.array(text(60, 1)).check(z.minLength(1), z.maxLength(mostDepots)),
  }),
  answer: readHoldings,
  errors: [...linkErrors, 'bankLink.notConfirmed', 'bankLink.tooManyHoldings'],
});

export const endBankLink = defineCall({
  id: 'endBankLink',
  method: 'DELETE',
  path,
  summary: 'Forgets the link and ends the session at the bank; there need not be one.',
  access: 'anonymous',
  params: analysisGuidPath,
  errors: readingErrors,
});
