import { controlCharacter } from '@depotwerk/domain/control-characters';
import * as z from 'zod/mini';
import { methodType, signing } from './bank-answers.ts';

/**
 * What docs/practice-bank.md says a bank answers to its own customers. Anybody may be such a customer, so more is checked than
 * what an intermediary is told: an answer with anything out of bounds is refused whole. Unknown members are ignored.
 */
const plain = (length: number, least = 0) =>
  z.string().check(
    z.minLength(least),
    z.maxLength(length),
    z.refine((text) => text.isWellFormed() && !controlCharacter.test(text) && !/<[a-z!/]/i.test(text)),
  );
const amount = z.number().check(z.nonnegative(), z.maximum(999_999_999_999));
const key = plain(60, 1);

/** A signing whose words are shown to a visitor. */
export const customerSigning = z.object({
  ...signing.shape,
  text: plain(500),
  methods: z
    .array(
      z.object({
        id: plain(100, 1),
        type: methodType,
        description: plain(200),
        maskedTarget: z.nullable(plain(200)),
      }),
    )
    .check(z.minLength(1), z.maxLength(10)),
});

export const customerSession = z.object({
  // It goes into a header.
  token: z.string().check(z.minLength(16), z.maxLength(4000), z.regex(/^[\x21-\x7e]+$/)),
  expiresAt: z.iso.datetime(),
  signing: customerSigning,
});

export const customerDepots = z.object({
  depots: z
    .array(
      z.object({
        externalKey: key,
        label: plain(200),
        valuationDate: z.nullable(z.iso.date()),
        totalValue: z.nullable(amount),
      }),
    )
    .check(
      z.maxLength(100),
      z.refine((depots) => new Set(depots.map(({ externalKey }) => externalKey)).size === depots.length),
    ),
});

export const customerDepot = z.object({
  externalKey: key,
  label: plain(200),
  positions: z
    .array(
      z.object({
        isin: z.nullable(plain(20)),
        name: plain(300),
        quantity: z.nullable(amount),
        price: z.nullable(amount),
        currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
        value: z.nullable(amount),
      }),
    )
    .check(z.maxLength(500)),
});
export type CustomerDepot = z.infer<typeof customerDepot>;
