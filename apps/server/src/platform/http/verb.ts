import type { Call, CallAnswer, CallInput } from '@depotwerk/api/call';
import type { Services } from '../services.ts';
import type { SignedInContext } from './request-context.ts';
import type { NoAnswer } from './route.ts';

/**
 * A command that answers a call: what it takes and gives back is said by the call's descriptor alone. `House` is what it needs
 * of the server where that is not the usual, `Between` what its area binds besides (the tariffs it reads).
 */
export type Verb<C extends Call, House = Services, Between extends readonly unknown[] = []> = (
  services: House,
  ...rest: [...Between, context: SignedInContext, input: CallInput<C>]
) => Promise<CallAnswer<C> | NoAnswer<C>>;
