import { AppError } from '../http/app-error.ts';
import { clientNetworkOf } from '../http/client-network.ts';
import type { SignInServices } from '../services.ts';
import type { ThrottleKind } from './throttle.ts';

export type Counting = Pick<SignInServices, 'throttle'>;

/**
 * Counts an attempt of a network and, for IPv6, of the site it belongs to.
 * @throws AppError auth.tooManyAttempts
 */
export async function countAddress(
  services: Counting,
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
  services: Counting,
  clientAddress: string,
  kinds: { readonly network: ThrottleKind; readonly site: ThrottleKind },
): Promise<void> {
  const { network, site } = clientNetworkOf(clientAddress);
  await services.throttle.refund(kinds.network, network);
  if (site !== null) await services.throttle.refund(kinds.site, site);
}
