/** Parts of requests that several calls share. Numbers are bounded so that exact arithmetic stays within 2^53. */
import { isIsin } from '@depotwerk/domain/isin';
import * as z from 'zod/mini';

export const text = (maximum: number) =>
  z.string().check(z.minLength(1), z.maxLength(maximum), z.regex(/^[^\p{Cc}]*$/u));
export const key = text(60);
export const isin = z.string().check(z.refine(isIsin, 'no ISIN'));
export const isoDate = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
export const money = z.number().check(z.gte(0), z.lte(1_000_000_000));
export const units = z.number().check(z.gte(0), z.lte(1_000_000_000));
export const fraction = z.number().check(z.gt(0), z.lte(1));
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Fractions of a savings plan, each fund once. */
export const planEntries = z.array(z.strictObject({ isin, fraction })).check(
  z.maxLength(200),
  z.refine((entries) => new Set(entries.map((entry) => entry.isin)).size === entries.length, 'fund twice'),
);

export type Params = Readonly<Record<string, string>>;
export const signInShape = z.strictObject({
  loginName: text(100),
  password: z.string().check(z.maxLength(200)),
});
export const methodShape = z.strictObject({ methodId: text(40) });
export const codeShape = z.strictObject({ code: z.string().check(z.maxLength(40)) });
