import * as z from 'zod/mini';
import { callsOf } from '../call.ts';
import { challenge, signedStepErrors, tokenProviderType } from '../challenge.ts';
import {
  day,
  id,
  instant,
  integerId,
  money,
  paging,
  pathId,
  queryBoolean,
  queryInteger,
  text,
} from '../fields.ts';

const defineCall = callsOf('traders');

const externalKey = text(50, 1);
const issuerIdQuery = z.optional(queryInteger(1, 2_147_483_647));

const named = z.strictObject({ id, name: z.string() });
const customerName = z.strictObject({ id, firstName: z.string(), lastName: z.string() });

/**
 * A depot the bank reported and no contract the caller sees knows, shaped like a contract of the list. One row per
 * externalKey and issuerId; use both as the key.
 */
export const newDepot = z.strictObject({
  /** Id of the trader depot. */
  id,
  externalKey: z.string(),
  externalConsumerKey: z.nullable(z.string()),
  issuerId: integerId,
  issuerName: z.string(),
  holderName: z.string(),
  productKey: z.nullable(z.string()),
  /** Whose it is known to be: opened for him, with the number of his contract, or with his name and customer number. */
  customer: z.nullable(customerName),
  tariff: z.nullable(named),
  isLinked: z.boolean(),
  /** `linkedElsewhere`: a depot of the caller's customer, linked to a contract he does not see. */
  state: z.enum(['new', 'rejected', 'ignored', 'linkedElsewhere']),
  totalValue: z.nullable(money),
  lastRefreshAt: z.nullable(instant),
  rowVersion: z.int(),
});
export type NewDepot = z.infer<typeof newDepot>;

export const listNewDepots = defineCall({
  id: 'listNewDepots',
  method: 'GET',
  path: '/trader-depots/new',
  summary:
    'Depots of the banks that belong to no contract yet, of the customers the caller sees; rejected and ignored ones on request.',
  access: 'traderDepots.view',
  query: z.strictObject({
    includeRejected: z.optional(queryBoolean),
    issuerId: issuerIdQuery,
    ...paging,
  }),
  answer: z.array(newDepot),
});

export const listDepotTariffs = defineCall({
  id: 'listDepotTariffs',
  method: 'GET',
  path: '/trader-depots/tariffs',
  summary: 'Tariffs a new contract of an institution may have: published and active ones, by name.',
  access: 'traderDepots.view',
  query: z.strictObject({ issuerId: queryInteger(1, 2_147_483_647) }),
  answer: z.array(named),
});

export const linkDepotToContract = defineCall({
  id: 'linkDepotToContract',
  method: 'POST',
  path: '/trader-depots/link-to-contract',
  summary:
    'Links a depot to a contract of the same institution, or to a new one for a customer and tariff; another customer than its holder has to be confirmed.',
  access: 'traderDepots.link',
  body: z.strictObject({
    /** Existing contract; null with `newContract`. */
    contractId: z.nullable(id),
    externalKey,
    externalConsumerKey: z.optional(z.nullable(text(50))),
    /** Default: the institution of the contract or of the tariff. */
    issuerId: z.optional(z.nullable(integerId)),
    newContract: z.optional(
      z.nullable(z.strictObject({ customerId: id, tariffId: id, startDate: z.optional(day) })),
    ),
    /** The caller knows that the depot's holder is not the contract's customer. */
    confirmHolderDiffers: z.optional(z.boolean()),
  }),
  answer: z.strictObject({ contractId: id, traderDepotId: id, rowVersion: z.int() }),
  needsIdempotencyKey: true,
  errors: [
    'customers.blocked',
    'customers.inactive',
    'common.notFound',
    'common.validationFailed',
    'traderDepots.alreadyLinked',
    'traderDepots.holderDiffers',
    'traderDepots.otherIssuer',
    'traderDepots.rejected',
  ],
});

export const markDepotsAsIgnored = defineCall({
  id: 'markDepotsAsIgnored',
  method: 'POST',
  path: '/trader-depots/mark-as-ignored',
  summary: 'Takes depots off the list of new ones; includeRejected still shows them and they can be linked.',
  access: 'traderDepots.link',
  body: z.array(z.strictObject({ externalKey, issuerId: integerId })).check(z.minLength(1), z.maxLength(500)),
  needsIdempotencyKey: true,
  errors: ['common.notFound', 'traderDepots.alreadyLinked'],
});

/** Second factor of the bank: all null in the first call, then provider, then token. */
export const secondFactorData = z.strictObject({
  challengeId: z.nullable(id),
  tokenProviderType: z.nullable(tokenProviderType),
  tokenProviderId: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
  token: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
});

export const createDepot = defineCall({
  id: 'createDepot',
  method: 'POST',
  path: '/trader-depots',
  summary:
    'Opens a depot at the bank: the first call answers a challenge, one with a provider and no token lets the bank ' +
    'send its code or ask for approval (challenge again), the last opens (201 with the id).',
  access: 'traderDepots.create',
  body: z.strictObject({
    customerId: id,
    issuerId: integerId,
    tariffId: id,
    externalConsumerKey: z.optional(z.nullable(text(50))),
    iban: z.string().check(z.regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,40}$/)),
    bic: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/)))),
    productKey: text(50, 1),
    consents: z.array(text(50, 1)).check(z.maxLength(20)),
    secondFactorData: z.nullable(secondFactorData),
  }),
  answer: z.union([z.strictObject({ id }), challenge]),
  otherStatuses: [201],
  needsIdempotencyKey: true,
  errors: [
    'customers.blocked',
    'customers.inactive',
    'common.notFound',
    'common.validationFailed',
    'common.inProgress',
    'traderDepots.openingRunning',
    'traderDepots.otherIssuer',
    ...signedStepErrors,
    'fundsApi.traderUnavailable',
  ],
});

export const deleteDepot = defineCall({
  id: 'deleteDepot',
  method: 'DELETE',
  path: '/trader-depots/:id',
  summary:
    "Removes the link between depot and contract only; the contract and the depot at the bank stay. For whoever is responsible for the contract or for the depot's holder.",
  access: 'traderDepots.delete',
  params: pathId,
  needsIfMatch: true,
  errors: ['common.notFound', 'common.versionConflict', 'contracts.hasOpenOrders'],
});

/** A contract as the bank side sees it, keyed by externalKey and issuerId. */
export const depotContract = z.strictObject({
  contractId: id,
  externalKey: z.string(),
  externalConsumerKey: z.nullable(z.string()),
  issuerId: integerId,
  issuerName: z.string(),
  customer: customerName,
  tariff: named,
  isLinked: z.boolean(),
  traderDepotId: z.nullable(id),
  /** Version of the trader depot, for If-Match of its deletion; null without one. */
  traderDepotVersion: z.nullable(z.int()),
  totalValue: money,
  lastRefreshAt: z.nullable(instant),
});

export const listDepotContracts = defineCall({
  id: 'listDepotContracts',
  method: 'GET',
  path: '/trader-depot-contracts',
  summary: 'Contracts with the depot they are linked to, by institution, customer and link.',
  access: 'traderDepots.view',
  query: z.strictObject({
    issuerId: issuerIdQuery,
    isLinked: z.optional(queryBoolean),
    customerId: z.optional(id),
    ...paging,
  }),
  answer: z.array(depotContract),
});
