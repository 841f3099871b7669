export interface KnownFund {
  readonly id: number;
  readonly isin: string;
  readonly name: string;
}

/** Names a form of a contract has met: of the stored contract, of a newer version of it, and of what was picked since. */
export interface ContractNames {
  readonly fundOf: (id: number) => string;
  readonly isinOf: (id: number) => string;
  readonly rememberFund: (fund: KnownFund) => void;
  /** Name of a tariff that is no choice any more. */
  readonly tariffOf: (id: string) => string | undefined;
  readonly rememberTariff: (id: string, name: string) => void;
}

export function contractNames(): ContractNames {
  const funds = new Map<number, KnownFund>();
  const tariffs = new Map<string, string>();
  return {
    fundOf: (id) => funds.get(id)?.name ?? String(id),
    isinOf: (id) => funds.get(id)?.isin ?? '',
    rememberFund: ({ id, isin, name }) => void funds.set(id, { id, isin, name }),
    tariffOf: (id) => tariffs.get(id),
    rememberTariff: (id, name) => void tariffs.set(id, name),
  };
}
