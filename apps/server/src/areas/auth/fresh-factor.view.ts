import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { hasSecondFactor } from './account.ts';
import { hasFreshFactor, ownAccount } from './confirm-identity.ts';

/**
 * Whether a step that needs a fresh second factor may go on: the user has none set up, or this session showed it
 * within five minutes (POST auth/validation shows it).
 */
export async function isFactorFresh(services: SignInServices, context: SignedInContext): Promise<boolean> {
  const account = await ownAccount(services, context);
  return !hasSecondFactor(account) || hasFreshFactor(services, context);
}

/** Whether the user signs in with a second factor. */
export async function hasOwnFactor(services: SignInServices, context: SignedInContext): Promise<boolean> {
  return hasSecondFactor(await ownAccount(services, context));
}
