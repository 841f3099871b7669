import type { CallAnswer } from '@depotwerk/api/call';
import type { checkContract } from '@depotwerk/api/optimization/optimization';
import { notFound } from '../../platform/http/app-error.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readContract, readContractHints } from '../contracts/public.ts';

/** What the last check of a contract stored, as the call that checks answers it. */
export async function readCheckedContract(
  services: ReadServices,
  scope: Scope,
  contractId: string,
  today: string,
): Promise<CallAnswer<typeof checkContract>> {
  // One after the other: the call that checks reads on the one connection of its transaction.
  const detail = await readContract(services, scope, contractId, today);
  const hints = await readContractHints(services, scope, contractId);
  const { lastCheck, lastCheckedBy, risk } = detail.contract;
  if (lastCheck === null) throw notFound();
  return {
    contractScore: detail.contractScore,
    risk,
    hints,
    lastCheck,
    lastCheckedBy: lastCheckedBy ?? '',
  };
}
