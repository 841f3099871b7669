import { createHash } from 'node:crypto';
import type { CallInput } from '@depotwerk/api/call';
import type { createDepot } from '@depotwerk/api/traders/trader-depots';
import { canonicalJson } from '../../../platform/audit/write-audit.ts';
import type { OpenDepotRequest } from '../gateway/trader-gateway.ts';

/** What is asked for, without the second factor. */
export type DepotOrder = Omit<CallInput<typeof createDepot>['body'], 'secondFactorData'>;

/** What the second factor is bound to: every member of the order. */
export function depotOrderHash(order: DepotOrder): Buffer {
  const { customerId, issuerId, tariffId, productKey } = order;
  const content = {
    customerId,
    issuerId,
    tariffId,
    productKey,
    externalConsumerKey: order.externalConsumerKey ?? null,
    iban: plainIban(order.iban),
    bic: order.bic ?? null,
    consents: order.consents.toSorted(),
  };
  return createHash('sha256').update(canonicalJson(content)).digest();
}

/** As it is printed in groups of four → without blanks. */
export const plainIban = (iban: string): string => iban.replaceAll(' ', '');

/** The order in the words of the gateway. */
export function openDepotRequest(
  order: DepotOrder,
  holderName: string,
  clientRequestId: string,
  signingId: string | null,
): OpenDepotRequest {
  return {
    clientRequestId,
    transactionHash: depotOrderHash(order).toString('hex'),
    holderName,
    externalConsumerKey: order.externalConsumerKey ?? null,
    iban: plainIban(order.iban),
    bic: order.bic ?? null,
    productKey: order.productKey,
    consents: order.consents.toSorted(),
    signingId,
  };
}
