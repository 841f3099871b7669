import type { CombinationMessageAnswer } from '@depotwerk/api/tariffs/tariff-fields';
import {
  checkAllocationComponentsCombination,
  checkTariffCombination,
} from '@depotwerk/api/tariffs/tariff-lookups';
import type { TariffDraft } from '@depotwerk/domain/tariff/tariff-drafts';
import { isHybridTariffType } from '@depotwerk/domain/tariff/tariff-steps';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../platform/api-client.ts';
import { useSettled } from '../../../ui/use-settled.ts';

/** Quiet after which a combination is checked. */
const quietMilliseconds = 800;

/** Everything a check reads; null while something is missing. */
interface Combination {
  componentRiskId: string;
  componentSelectionId: string;
  componentAllocationId: string;
  componentUniverseId: string;
  issuerId: number;
  tariffTypeId?: number;
  costCap?: number;
  maximumRiskIndicator?: number;
  tariffId?: string;
}

/** The combination once all five parts are set, else null. */
export function combinationOf(draft: TariffDraft, tariffId: string | null): Combination | null {
  const { componentRiskId, componentSelectionId, componentAllocationId, componentUniverseId, issuerId } =
    draft;
  if (
    isHybridTariffType(draft.tariffTypeId) ||
    componentRiskId === null ||
    componentSelectionId === null ||
    componentAllocationId === null ||
    componentUniverseId === null ||
    issuerId === null
  ) {
    return null;
  }
  return {
    componentRiskId,
    componentSelectionId,
    componentAllocationId,
    componentUniverseId,
    issuerId,
    ...(draft.tariffTypeId === null ? {} : { tariffTypeId: draft.tariffTypeId }),
    ...(draft.costCap == null ? {} : { costCap: draft.costCap }),
    ...(draft.maximumRiskIndicator == null ? {} : { maximumRiskIndicator: draft.maximumRiskIndicator }),
    ...(tariffId === null ? {} : { tariffId }),
  };
}

/** Under the choices of components, so that a changed component is checked again. */
const key = ['tariff-lookups', 'components', 'combination'] as const;

const combinationQuery = (combination: Combination | null) =>
  queryOptions({
    queryKey: [...key, combination],
    queryFn: ({ signal }) =>
      combination === null
        ? Promise.resolve([])
        : callApi(checkTariffCombination, { body: combination }, { signal }),
    staleTime: 10_000,
  });

export interface CombinationCheck {
  /** undefined until all parts are set and the first answer is here. */
  readonly messages: readonly CombinationMessageAnswer[] | undefined;
  readonly isChecking: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Plausibility of the components, checked after 800 ms of quiet once all parts are set. */
export function useCombination(draft: TariffDraft, tariffId: string | null): CombinationCheck {
  const combination = combinationOf(draft, tariffId);
  const settled = useSettled(combination, quietMilliseconds);
  const isSettled = JSON.stringify(settled) === JSON.stringify(combination);
  const check = useQuery({ ...combinationQuery(settled), enabled: settled !== null && isSettled });
  return {
    messages: combination === null || !isSettled ? undefined : check.data,
    isChecking: combination !== null && (!isSettled || check.isFetching),
    error: isSettled ? check.error : null,
    retry: () => void check.refetch(),
  };
}

/** For hybrid types: whether allocation and risk component still chosen would fit. One alone is not checked, so nothing is said of it. */
export function useAllocationCheck(draft: TariffDraft): CombinationCheck {
  const { tariffTypeId, componentAllocationId, componentRiskId } = draft;
  const isNeeded =
    isHybridTariffType(tariffTypeId) && componentAllocationId !== null && componentRiskId !== null;
  const check = useQuery({
    queryKey: [...key, 'allocation', tariffTypeId, componentAllocationId, componentRiskId],
    queryFn: ({ signal }) =>
      callApi(
        checkAllocationComponentsCombination,
        { body: { tariffTypeId: tariffTypeId ?? 0, componentAllocationId, componentRiskId } },
        { signal },
      ),
    enabled: isNeeded,
    staleTime: 10_000,
  });
  return {
    messages: isNeeded ? check.data : undefined,
    isChecking: isNeeded && check.isFetching,
    error: isNeeded ? check.error : null,
    retry: () => void check.refetch(),
  };
}
