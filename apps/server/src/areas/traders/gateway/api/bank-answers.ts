import {
  executionStates,
  signingMethodTypes,
  signingStates,
  tradeActions,
} from '@depotwerk/domain/contracts/trading-words';
import * as z from 'zod/mini';

/** What docs/practice-bank.md says a bank answers. Unknown members are ignored: banks add some. */
const amount = z.number();
const nullableText = z.nullable(z.string().check(z.maxLength(500)));
const shortText = z.string().check(z.minLength(1), z.maxLength(200));
const isin = z.string().check(z.regex(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/));

export const bankInfo = z.object({
  bankId: shortText,
  bankName: shortText,
  bic: nullableText,
  loginHint: nullableText,
  /** Banks whose customers cannot sign in say null or nothing. */
  customerLoginHint: z.optional(nullableText),
  passwordRules: z.object({
    minLength: z.int().check(z.minimum(1), z.maximum(256)),
    maxLength: z.int().check(z.minimum(1), z.maximum(256)),
    pattern: nullableText,
  }),
});

export const session = z.object({
  token: z.string().check(z.minLength(16), z.maxLength(4000)),
  expiresAt: z.iso.datetime(),
});

const depotHead = z.object({
  externalKey: z.string().check(z.minLength(1), z.maxLength(50)),
  externalConsumerKey: nullableText,
  holderName: z.string().check(z.maxLength(500)),
  productKey: nullableText,
  state: z.enum(['open', 'rejected', 'closed']),
  totalValue: z.nullable(amount),
});

export const depotPage = z.object({ depots: z.array(depotHead), nextAfter: nullableText });

export const depot = z.object({
  ...depotHead.shape,
  revision: shortText,
  valuationDate: z.iso.date(),
  cashValue: amount,
  positions: z.array(
    z.object({
      isin,
      quantity: amount,
      price: z.nullable(amount),
      priceDate: z.nullable(z.iso.date()),
      value: amount,
      costValue: z.nullable(amount),
    }),
  ),
  savingsPlan: z.nullable(
    z.object({
      contribution: amount,
      contributionInterval: z.union([z.literal(1), z.literal(4), z.literal(6), z.literal(12)]),
      entries: z.array(z.object({ isin, fraction: amount })),
    }),
  ),
});

export const methodType = z.enum(signingMethodTypes);

export const signing = z.object({
  signingId: shortText,
  state: z.enum(signingStates),
  selectedMethodId: nullableText,
  attemptsLeft: z.int().check(z.minimum(0), z.maximum(100)),
  methods: z.array(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(100)),
      type: methodType,
      description: z.string().check(z.maxLength(200)),
      maskedTarget: nullableText,
    }),
  ),
  text: z.string().check(z.maxLength(2000)),
  expiresAt: z.iso.datetime(),
});

export const execution = z.object({
  clientOrderId: shortText,
  state: z.enum(executionStates),
  results: z.array(
    z.object({
      isin,
      action: z.enum(tradeActions),
      state: z.enum(executionStates),
      executedQuantity: amount,
      executedAmount: amount,
      message: nullableText,
    }),
  ),
  traderCode: nullableText,
  traderMessage: nullableText,
});

export const openedDepot = z.object({ externalKey: z.string().check(z.minLength(1), z.maxLength(50)) });

/** Every answer from 400 on. */
export const refusal = z.object({
  code: z.string().check(z.maxLength(100)),
  message: z.string().check(z.maxLength(2000)),
  attemptsLeft: z.optional(z.int()),
  traderCode: z.optional(nullableText),
  traderMessage: z.optional(nullableText),
  retryable: z.optional(z.boolean()),
});
