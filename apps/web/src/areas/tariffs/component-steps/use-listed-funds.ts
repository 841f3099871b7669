import type { ListedFund } from '@depotwerk/api/components/tariff-components';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { wizardFundsQuery } from '../lookup-queries.ts';

const none: ReadonlyMap<number, ListedFund> = new Map();
const nothingMissing: readonly number[] = [];

export interface ListedFunds {
  /** Undefined while it loads, null when no such fund exists any more. */
  fundOf: (id: number) => ListedFund | null | undefined;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  /** Takes funds over that came another way, e.g. with an import. */
  remember: (funds: readonly ListedFund[]) => void;
}

/**
 * Funds of a list by id. Only those not known yet are asked for, so that adding one to five thousand asks for one.
 * `rankingTypeId` adds their rank; another one begins anew.
 */
export function useListedFunds(ids: readonly number[], rankingTypeId?: number): ListedFunds {
  const [cache, setCache] = useState<{
    rankingTypeId: number | undefined;
    known: ReadonlyMap<number, ListedFund>;
  }>({
    rankingTypeId,
    known: none,
  });
  const known = cache.rankingTypeId === rankingTypeId ? cache.known : none;
  const missing = useMemo(() => {
    const wanted = ids.filter((id) => !known.has(id));
    return wanted.length === 0 ? nothingMissing : wanted;
  }, [ids, known]);
  const query = useQuery({ ...wizardFundsQuery(missing, rankingTypeId), enabled: missing.length > 0 });
  const answered = query.isPlaceholderData ? undefined : query.data;
  if (answered?.some((fund) => !known.has(fund.id))) {
    setCache({ rankingTypeId, known: withFunds(known, answered) });
  }
  const isAnswered = answered !== undefined || missing.length === 0;
  return {
    fundOf: (id) => known.get(id) ?? (isAnswered ? null : undefined),
    isLoading: !isAnswered && !query.isError,
    error: query.error,
    retry: () => void query.refetch(),
    remember: (funds) => setCache({ rankingTypeId, known: withFunds(known, funds) }),
  };
}

function withFunds(known: ReadonlyMap<number, ListedFund>, funds: readonly ListedFund[]) {
  return new Map([...known, ...funds.map((fund) => [fund.id, fund] as const)]);
}
