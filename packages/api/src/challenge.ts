import { tradeActions } from '@depotwerk/domain/contracts/trading-words';
import * as z from 'zod/mini';
import { fraction, id, instant, money } from './fields.ts';

/** What a step at a bank that is signed with a code can be refused for. */
export const signedStepErrors = [
  'auth.tooManyAttempts',
  'secondFactor.invalidToken',
  'secondFactor.expired',
  'secondFactor.rejected',
  'secondFactor.unknownProvider',
  'secondFactor.transactionChanged',
  'traderAuth.passwordMissing',
  'traderAuth.wrongPassword',
  'traderAuth.mustUpdatePassword',
  'traderAuth.locked',
  'traderAuth.notSupported',
  'fundsApi.traderError',
] as const;

export const tokenProviderType = z.enum([
  'sms',
  'email',
  'totp',
  'recoveryCode',
  'passkey',
  'bankTan',
  'bankDecoupled',
  'bankPhoto',
]);

/** An order as a bank shows it to be signed, and as it is shown of what was executed. */
export const signedOrder = z.strictObject({
  action: z.enum(tradeActions),
  isin: z.string(),
  name: z.string(),
  /** Source of a switch. */
  fromIsin: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  amount: money,
  quantity: z.number(),
});
export const signedSavingsPlan = z.strictObject({
  contribution: money,
  entries: z.array(z.strictObject({ isin: z.string(), name: z.string(), fraction })),
});

/** Second-factor challenge. */
export const challenge = z.strictObject({
  challengeId: id,
  purpose: z.enum(['login', 'plannedOptimization', 'credentialChange', 'depotCreate']),
  tokenProviders: z.array(
    z.strictObject({
      tokenProviderType,
      tokenProviderId: z.string(),
      description: z.string(),
      maskedTarget: z.nullable(z.string()),
      mediumName: z.optional(z.string()),
    }),
  ),
  selectedTokenProviderId: z.nullable(z.string()),
  challengeText: z.string(),
  /** PNG in Base64, for methods that show a picture. */
  challengeMedia: z.optional(z.string()),
  /** Hex SHA-256 over contract, positions and amounts: the code is good for exactly these orders. */
  transactionHash: z.optional(z.string()),
  transactions: z.optional(z.array(signedOrder)),
  /** New savings plan that is signed with the orders. */
  savingsPlan: z.optional(z.nullable(signedSavingsPlan)),
  expiresAt: instant,
  attemptsLeft: z.int(),
  /** For a passkey that was chosen: what the browser is asked with. */
  passkeyOptions: z.optional(z.record(z.string(), z.unknown())),
  /** Set when nothing is typed in: ask GET second-factor/{challengeId} this often. */
  pollAfterSeconds: z.optional(z.nullable(z.int())),
});

export type Challenge = z.infer<typeof challenge>;
