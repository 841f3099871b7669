import type { bulkSkipReason } from '@depotwerk/api/contracts/contract-bulk';
import { checkNonFunds } from '@depotwerk/domain/contracts/check-contract';
import type * as z from 'zod/mini';
import { hasGroupRight } from '../../../platform/group-right.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Tariff } from '../choosable-tariff.view.ts';

/** A contract of the selection, with what decides whether it can be changed. */
export interface SelectedContract {
  readonly id: string;
  readonly externalKey: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly groupId: string | null;
  readonly tariffId: string;
  readonly tariffVersionId: string | null;
  readonly issuerId: number;
  readonly isLinked: boolean;
  readonly riskClassId: number | null;
  /** Euros beside the funds. */
  readonly nonFundsValue: number;
  /** Its customer is blocked, or somebody who holds it with him. */
  readonly isBlocked: boolean;
  /** Who moves is the customer, whatever he holds with others. */
  readonly isCustomerBlocked: boolean;
}

export type SkipReason = z.output<typeof bulkSkipReason>;
/** Why a contract stays as it is; null = it changes. */
export type Judge = (contract: SelectedContract) => SkipReason | null;

/** The rules of changing one contract. */
export const judgeCheck =
  (scope: Scope): Judge =>
  (contract) => {
    if (!hasGroupRight(scope, 'groupContracts.edit', contract.groupId)) return 'noRight';
    return contract.isBlocked ? 'customerBlocked' : null;
  };

/** The rules of a tag: those of a change, where there is one. `tagged`: contracts that carry it. */
export function judgeTag(scope: Scope, isAdding: boolean, tagged: ReadonlySet<string>): Judge {
  const judgeEdit = judgeCheck(scope);
  return (contract) => {
    const refusal = judgeEdit(contract);
    if (refusal === 'noRight') return refusal;
    return tagged.has(contract.id) === isAdding ? 'unchanged' : refusal;
  };
}

/**
 * The rules of a tariff by hand: a linked contract stays with its institute, the risk class is one of the tariff, and an
 * institute gives each number once, and only a depot has an account that may be below zero. `takenKeys`: numbers other contracts have there; those of contracts judged are added.
 */
export function judgeTariff(
  scope: Scope,
  tariff: Pick<Tariff, 'id' | 'issuerId' | 'riskClassCount' | 'isDepot'>,
  takenKeys: Set<string>,
): Judge {
  const judgeEdit = judgeCheck(scope);
  return (contract) => {
    const refusal = judgeEdit(contract);
    if (refusal === 'noRight') return refusal;
    if (contract.tariffId === tariff.id) return 'unchanged';
    if (refusal !== null) return refusal;
    const staysWithIssuer = contract.issuerId === tariff.issuerId;
    if (contract.isLinked && !staysWithIssuer) return 'linkedDepot';
    if (contract.riskClassId !== null && contract.riskClassId > (tariff.riskClassCount ?? 7))
      return 'riskClass';
    if (checkNonFunds({ ...contract, tariffId: tariff.id }, contract, tariff.isDepot).length > 0)
      return 'overdrawn';
    if (!staysWithIssuer && takenKeys.has(contract.externalKey)) return 'numberTaken';
    takenKeys.add(contract.externalKey);
    return null;
  };
}
