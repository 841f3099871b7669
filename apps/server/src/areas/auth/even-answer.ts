import type { RequestContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { countAddress } from '../../platform/throttle/count-address.ts';

/** Longer than the work takes on a busy machine, so that the time tells nothing about the name. */
const evenMilliseconds = 300;

/** Does the work and returns after a fixed time, whatever there was to do. */
export async function answerEvenly(work: () => Promise<void>): Promise<void> {
  const pause = new Promise<void>((resolve) => {
    setTimeout(resolve, evenMilliseconds);
  });
  await Promise.all([work(), pause]);
}

/**
 * Twenty an hour and address for calls that send mails or messages, or try guids, without a sign-in.
 * @throws AppError auth.tooManyAttempts
 */
export async function countAnonymous(services: SignInServices, context: RequestContext): Promise<void> {
  await countAddress(services, context.clientAddress, { network: 'anonymous', site: 'anonymousSite' });
}
