import { useState } from 'react';
import type { Fund } from '../../funds/fund-queries.ts';

export interface KnownFund {
  readonly id: number;
  readonly isin: string;
  readonly name: string;
}

/** Names of funds by id: those the stored object came with and those picked since. */
export function useFundNames(known: readonly KnownFund[]) {
  const [picked, setPicked] = useState<readonly KnownFund[]>([]);
  const funds = new Map([...known, ...picked].map((fund) => [fund.id, fund]));
  return {
    nameOf: (id: number) => funds.get(id)?.name ?? String(id),
    isinOf: (id: number) => funds.get(id)?.isin ?? '',
    remember: ({ id, isin, name }: Fund) => setPicked((before) => [...before, { id, isin, name }]),
  };
}
