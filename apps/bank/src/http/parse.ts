import * as z from 'zod/mini';
import { BankError } from '../bank-error.ts';

/** Checks what came in. Throws `request.invalid` with what is wrong where. */
export function parse<Output>(schema: z.ZodMiniType<Output>, input: unknown): Output {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw new BankError('request.invalid', {
    issues: result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  });
}
