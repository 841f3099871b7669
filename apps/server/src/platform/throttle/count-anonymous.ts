import type { RequestContext } from '../http/request-context.ts';
import { type Counting, countAddress, refundAddress } from './count-address.ts';

const kinds = { network: 'anonymous', site: 'anonymousSite' } as const;

/**
 * Twenty an hour and address for calls that send mails or messages, or try guids, without a sign-in.
 * @throws AppError auth.tooManyAttempts
 */
export async function countAnonymous(
  services: Counting,
  context: Pick<RequestContext, 'clientAddress'>,
): Promise<void> {
  await countAddress(services, context.clientAddress, kinds);
}

/**
 * Takes back what {@link countAnonymous} counted for somebody who has proved to hold a guid: thirty people who open their
 * accesses in one office have one address.
 */
export async function refundAnonymous(
  services: Counting,
  context: Pick<RequestContext, 'clientAddress'>,
): Promise<void> {
  await refundAddress(services, context.clientAddress, kinds);
}
