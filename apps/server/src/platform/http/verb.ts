import type { Call, CallAnswer, CallInput } from '@depotwerk/api/call';
import type { Services } from '../services.ts';
import type { SignedInContext } from './request-context.ts';
import type { NoAnswer, Reply } from './route.ts';

/**
 * A command that answers a call: what it takes and gives back is said by the call's descriptor alone. `House` is what it needs
 * of the server where that is not the usual, `Between` what its area binds besides (the tariffs it reads), `Context` who calls.
 */
export type Verb<
  C extends Call,
  House = Services,
  Between extends readonly unknown[] = [],
  Context = SignedInContext,
> = (
  services: House,
  ...rest: [...Between, context: Context, input: CallInput<C>]
) => Promise<CallAnswer<C> | NoAnswer<C>>;

/** A verb that is handed nothing of its call but the body. */
export type BodyVerb<C extends Call, House = Services, Context = SignedInContext> = (
  services: House,
  context: Context,
  body: CallInput<C>['body'],
) => Promise<CallAnswer<C> | NoAnswer<C>>;

/** A verb that answers its call with a file. */
export type FileVerb<C extends Call, House = Services> = (
  services: House,
  context: SignedInContext,
  input: CallInput<C>,
) => Promise<Reply<never>>;
