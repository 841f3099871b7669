import { AppError } from '../../platform/http/app-error.ts';
import { clientNetworkOf } from '../../platform/http/client-network.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import type { ThrottleKind } from '../../platform/throttle/throttle.ts';

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
 * Counts an attempt of a network and, for IPv6, of the site it belongs to.
 * @throws AppError auth.tooManyAttempts
 */
export async function countAddress(
  services: SignInServices,
  clientAddress: string,
  kinds: { readonly network: ThrottleKind; readonly site: ThrottleKind },
): Promise<void> {
  const { network, site } = clientNetworkOf(clientAddress);
  const counted: [ThrottleKind, string][] = [[kinds.network, network]];
  if (site !== null) counted.push([kinds.site, site]);
  for (const [kind, value] of counted) {
    const allowed = await services.throttle.attempt(kind, value);
    if (!allowed.isAllowed) {
      throw new AppError('auth.tooManyAttempts', { retryAfter: allowed.retryAfterSeconds });
    }
  }
}

/** Takes back what `countAddress` counted for an attempt that turned out right. */
export async function refundAddress(
  services: SignInServices,
  clientAddress: string,
  kinds: { readonly network: ThrottleKind; readonly site: ThrottleKind },
): Promise<void> {
  const { network, site } = clientNetworkOf(clientAddress);
  await services.throttle.refund(kinds.network, network);
  if (site !== null) await services.throttle.refund(kinds.site, site);
}

/**
 * Twenty an hour and address for calls that send mails or messages, or try guids, without a sign-in.
 * @throws AppError auth.tooManyAttempts
 */
export async function countAnonymous(services: SignInServices, context: RequestContext): Promise<void> {
  await countAddress(services, context.clientAddress, { network: 'anonymous', site: 'anonymousSite' });
}
