import type { RequestContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { countAddress } from '../../platform/throttle/count-address.ts';

/**
 * Twenty an hour and address for calls that send mails or messages, or try guids, without a sign-in.
 * @throws AppError auth.tooManyAttempts
 */
export async function countAnonymous(services: SignInServices, context: RequestContext): Promise<void> {
  await countAddress(services, context.clientAddress, { network: 'anonymous', site: 'anonymousSite' });
}
