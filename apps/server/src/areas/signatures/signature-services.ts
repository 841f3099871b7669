import type { usedPasskey } from '@depotwerk/api/auth/passkey-fields';
import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../../platform/database/schema.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Download } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import type { SheetContent } from '../reports/public.ts';

export type UsedPasskey = z.infer<typeof usedPasskey>;

/** What signing takes from other areas. */
export interface SignatureServices extends Services {
  /** The signature sheet on the paper of the house. */
  readonly renderSheet: (context: SignedInContext, sheet: SheetContent) => Promise<Download>;
  /** A message of the customer to whoever looks after her. @throws 429 */
  readonly tellHouse: (
    context: SignedInContext,
    transaction: Transaction<Schema>,
    text: string,
  ) => Promise<unknown>;
  readonly passkeys: {
    /** Options to sign what `subject` names with a passkey of the caller. */
    readonly start: (context: SignedInContext, subject: string) => Promise<Record<string, unknown>>;
    /** The public key of the passkey that signed it. @throws auth.passkeyInvalid */
    readonly accept: (context: SignedInContext, subject: string, response: UsedPasskey) => Promise<Buffer>;
  };
}
