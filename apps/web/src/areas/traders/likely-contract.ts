import type { DepotContract, NewDepot } from './depot-types.ts';

/**
 * The one contract a depot can only be meant for: the one with its customer number at the institution, the only one of
 * its customer, or, where nobody knows whose it is, the only one there is. `null` where somebody has to choose.
 */
export function likelyContract(
  depot: Pick<NewDepot, 'externalConsumerKey' | 'customer'>,
  contracts: readonly DepotContract[],
): string | null {
  const { customer, externalConsumerKey } = depot;
  const ofCustomer = customer
    ? contracts.filter((contract) => contract.customer.id === customer.id)
    : contracts;
  const ofNumber =
    externalConsumerKey === null
      ? []
      : ofCustomer.filter((contract) => contract.externalConsumerKey === externalConsumerKey);
  const candidates = ofNumber.length > 0 ? ofNumber : ofCustomer;
  return candidates.length === 1 ? (candidates[0]?.contractId ?? null) : null;
}
